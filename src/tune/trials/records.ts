// The records of the log of trials, and the check that what a log holds is one of them. Records of other kinds
// are for later versions to add; who does not know them leaves them out.

import { createHash } from 'node:crypto';
import type { Configuration } from '../../space/space.ts';
import { type Evaluation, TRIAL_STATUSES } from './trial.ts';

export type EvaluatorKind = 'hardware' | 'model' | 'replay';

/** What trials are of: results of the same kernel and device are worth the same in every run. */
export interface Subject {
  /** Hash of what the base configuration runs. */
  readonly identity: string;
  readonly name: string;
  readonly launch: string;
  readonly evaluator: EvaluatorKind;
  readonly device: string;
  readonly driver: string;
}

export type Purpose = 'base' | 'search' | 'confirmation';
export type RunState = 'running' | 'stopped' | 'finished';

/** A run begins. */
export interface RunRecord {
  readonly record: 'run';
  /** Unlike that of any other run anywhere. */
  readonly run: string;
  /** Key of what it is about (`subjectKey`). */
  readonly subject: string;
  readonly of: Subject;
  readonly seed: number;
  readonly objective: string;
  /** What varies, and within which constraints. */
  readonly space: unknown;
  /** ISO 8601. */
  readonly started: string;
}

/** How a run stands; the last one counts, but for the seconds, which only grow. */
export interface StateRecord {
  readonly record: 'state';
  readonly run: string;
  readonly state: RunState;
  readonly seconds: number;
}

/** It says of whom it is, so that it counts even where the record of its run is damaged. */
export interface TrialRecord {
  readonly record: 'trial';
  /** Unlike that of any other trial anywhere: one that was written twice is the same. */
  readonly trial: string;
  readonly run: string;
  readonly subject: string;
  readonly purpose: Purpose;
  readonly configuration: Configuration;
  /** Hash of what the configuration runs. */
  readonly identity: string;
  readonly technique: string;
  readonly evaluation: Evaluation;
  /** Spent on the run so far. */
  readonly seconds: number;
  /** ISO 8601. */
  readonly measured: string;
}

/** A database of version 1 whose trials are in the log. */
export interface TakenRecord {
  readonly record: 'taken';
  /** Hash of its contents. */
  readonly contents: string;
}

/** Lines that are damaged and were told of. */
export interface DamageRecord {
  readonly record: 'damage';
  readonly lines: readonly number[];
}

export type LogRecord = RunRecord | StateRecord | TrialRecord | TakenRecord | DamageRecord;

/** The same for all runs whose trials are worth the same. */
export function subjectKey({ identity, evaluator, device, driver }: Subject): string {
  return shortHash([identity, evaluator, device, driver]);
}

export function shortHash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEvaluation: Check = (value) => {
  if (!isObject(value)) return false;
  const { status, timeNs, samples = [], quality = [], message = '' } = value as Evaluation;
  const hasTime = isNumber(timeNs) && timeNs! > 0;
  if (!(hasTime || (timeNs === undefined && status !== 'correct'))) return false;
  return (
    TRIAL_STATUSES.includes(status) && [samples, quality].every(Array.isArray) && typeof message === 'string'
  );
};
const isSubject: Check = (value) =>
  isObject(value) &&
  ['identity', 'name', 'launch', 'evaluator', 'device', 'driver'].every((name) =>
    isText((value as Fields)[name]),
  );

/** What is looked at later, by the kind of record. */
const FIELDS: Readonly<Record<LogRecord['record'], Readonly<Record<string, Check>>>> = {
  run: { run: isText, subject: isText, of: isSubject, seed: isNumber, objective: isText, started: isText },
  state: { run: isText, state: isText, seconds: isNumber },
  trial: {
    trial: isText,
    run: isText,
    subject: isText,
    purpose: isText,
    configuration: isObject,
    identity: isText,
    technique: isText,
    evaluation: isEvaluation,
    seconds: isNumber,
    measured: isText,
  },
  taken: { contents: isText },
  damage: { lines: Array.isArray },
};

/** Undefined for a record of a kind that is not known, or of another shape. */
export function recordOf(value: object): LogRecord | undefined {
  const fields = value as Fields;
  const checks = Object.entries(FIELDS).find(([kind]) => kind === fields['record'])?.[1];
  if (checks === undefined) return undefined;
  return Object.entries(checks).every(([name, check]) => check(fields[name]))
    ? (value as LogRecord)
    : undefined;
}
