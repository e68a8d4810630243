// What agents and askers say to the hub and what it answers: JSON over HTTP, one request each (`POST /v1/NAME`), besides
// contents, which travel as bytes (`PUT` and `GET /v1/contents/HASH`).

import type { DeviceInfo } from '../hardware/job.ts';
import type { LogRecord } from '../tune/trials/records.ts';
import type { Skill } from './identity.ts';

/** The header that names the build of whoever asks. */
export const BUILD_HEADER = 'x-kernelcast-build';

/** One GPU, or the processors of a machine. */
export interface WorkerFacts {
  /** Unlike that of any other worker. */
  readonly worker: string;
  readonly skill: Skill;
  /** Tasks at once. */
  readonly slots: number;
  /** Of a GPU. */
  readonly info?: DeviceInfo;
}

export interface AgentFacts {
  /** Unlike that of any other agent; a new one at each start. */
  readonly agent: string;
  readonly machine: string;
  readonly workers: readonly WorkerFacts[];
}

/** A task as an agent got it. */
export interface Held {
  readonly queue: string;
  readonly id: string;
  /** How often it was handed out before. */
  readonly attempt: number;
}

export interface Assignment extends Held {
  readonly task: string;
}

export interface Delivery extends Held {
  /** The result, encoded (wire.ts). */
  readonly outcome: string;
  /** Measured at a falling clock: another GPU should try. */
  readonly isThrottled?: boolean;
}

export interface Returned extends Held {
  readonly reason: string;
}

export interface Result {
  readonly id: string;
  /** Absent where all attempts were lost. */
  readonly outcome?: string;
  readonly failure?: string;
  /** The farm has no such task (any more): it is to be submitted again. */
  readonly isUnknown?: true;
}

/** Requests by name: what is sent and what comes back. */
export interface Calls {
  announce: [AgentFacts, Record<string, never>];
  /** Also tells what the agent no longer holds. */
  beat: [{ agent: string; held: readonly Held[] }, { known: boolean }];
  take: [{ worker: string; queue: string; count: number; waitMs: number }, { tasks: readonly Assignment[] }];
  deliver: [{ agent: string; results: readonly Delivery[] }, { counted: readonly boolean[] }];
  return: [{ agent: string; tasks: readonly Returned[] }, Record<string, never>];
  leave: [{ agent: string }, Record<string, never>];
  missing: [{ hashes: readonly string[] }, { missing: readonly string[] }];
  /** `priority`: the higher, the sooner. */
  submit: [
    { queue: string; tasks: readonly string[] },
    { ids: readonly string[]; results: readonly Result[] },
  ];
  await: [{ ids: readonly string[]; waitMs: number }, { results: readonly Result[] }];
  cancel: [{ queue: string; ids: readonly string[] }, Record<string, never>];
  record: [{ records: readonly LogRecord[] }, { added: number }];
  /** Trials and runs behind a place in the farm's order, at most so many. */
  records: [RecordsQuery, { records: readonly LogRecord[]; cursor: number; isAll: boolean }];
  status: [Record<string, never>, FarmStatus];
}

export interface RecordsQuery {
  readonly subject?: string;
  readonly after: number;
  readonly kernel?: string;
  readonly device?: string;
}

export interface AgentStatus extends AgentFacts {
  /** Seconds since it was heard. */
  readonly quietSeconds: number;
  readonly isHere: boolean;
  /** Results that counted. */
  readonly done: number;
}

export interface QueueStatus {
  readonly queue: string;
  readonly skill: Skill;
  readonly waiting: number;
  readonly underWay: number;
}

export interface Winner {
  readonly kernel: string;
  readonly evaluator: string;
  readonly device: string;
  readonly driver: string;
  readonly trials: number;
  readonly failed: number;
  readonly baseNs: number | null;
  readonly bestNs: number;
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Best time so far, over the trials in their order, thinned. */
  readonly curve: readonly number[];
}

export interface Occurrence {
  readonly at: string;
  readonly text: string;
}

export interface FarmStatus {
  readonly build: string;
  readonly database: string;
  readonly agents: readonly AgentStatus[];
  readonly queues: readonly QueueStatus[];
  readonly winners: readonly Winner[];
  readonly occurrences: readonly Occurrence[];
}
