// The trials of a farm, as a tuner shares them: what it finds is sent while it goes on, what others find comes in.

import type { LogRecord, Subject } from '../../tune/trials/records.ts';
import { subjectKey } from '../../tune/trials/records.ts';
import type { SharedTrials } from '../../tune/trials/shared.ts';
import type { FarmClient } from '../client.ts';

const LOOK_MS = 1000;
/** In one request. */
const MOST_RECORDS = 1000;

interface Listening {
  cursor: number;
  readonly fresh: LogRecord[];
}

export class FarmTrials implements SharedTrials {
  private readonly client: FarmClient;
  private readonly listening = new Map<string, Listening>();
  /** Written here: no news when they come back. */
  private readonly own = new Set<string>();
  private outbox: LogRecord[] = [];
  private sending: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;
  private failure: unknown;

  constructor(client: FarmClient) {
    this.client = client;
  }

  async known(subject: Subject): Promise<readonly LogRecord[]> {
    const { evaluator } = subject;
    // A model's trials are the same everywhere, and a run that knew them would not be the same as on one machine.
    if (evaluator !== 'hardware') return [];
    const listening: Listening = { cursor: 0, fresh: [] };
    const records = await this.fetch(subjectKey(subject), listening);
    this.listening.set(subjectKey(subject), listening);
    this.looking ??= setInterval(() => void this.look(), LOOK_MS).unref();
    return records;
  }

  news(subject: Subject): readonly LogRecord[] {
    return this.listening.get(subjectKey(subject))?.fresh.splice(0) ?? [];
  }

  add(records: readonly LogRecord[]): void {
    for (const record of records) {
      if (record.record === 'trial') this.own.add(record.trial);
      this.outbox.push(record);
    }
    this.sending ??= this.send().finally(() => {
      this.sending = undefined;
    });
  }

  async settle(): Promise<void> {
    clearInterval(this.looking);
    while (this.sending) await this.sending;
    if (this.failure !== undefined) throw this.failure;
  }

  private async send(): Promise<void> {
    try {
      while (this.outbox.length > 0) {
        const records = this.outbox.slice(0, MOST_RECORDS);
        await this.client.call('record', { records });
        // Others may have come meanwhile.
        this.outbox = this.outbox.slice(records.length);
      }
    } catch (error) {
      this.failure = error;
      this.outbox = [];
    }
  }

  private async look(): Promise<void> {
    for (const [subject, listening] of this.listening) {
      try {
        const records = await this.fetch(subject, listening);
        listening.fresh.push(
          ...records.filter((each) => each.record !== 'trial' || !this.own.has(each.trial)),
        );
      } catch {
        // It is told of where something is asked.
      }
    }
  }

  private async fetch(subject: string, listening: Listening): Promise<LogRecord[]> {
    const all: LogRecord[] = [];
    for (;;) {
      const { records, cursor, isAll } = await this.client.call('records', {
        subject,
        after: listening.cursor,
      });
      listening.cursor = cursor;
      all.push(...records);
      if (isAll) return all;
    }
  }
}
