// The trials of all runs: read from the log when it is opened, and each one appended to it as soon as it is known.
// A kill at any moment leaves all trials whose writing was reported, and tuners that use one log at once lose none.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Diagnostic, DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import type { Configuration } from '../../space/space.ts';
import { append, HEADER, lineOf, type ReadLog, readLog, VERSION } from './log.ts';
import { contentsOf, readOlderDatabase } from './older-database.ts';
import { databaseProblem, placeOf, refuseOthers } from './place.ts';
import {
  type LogRecord,
  type Purpose,
  type RunRecord,
  type RunState,
  recordOf,
  type Subject,
  subjectKey,
  type TrialRecord,
} from './records.ts';
import type { Evaluation } from './trial.ts';

export interface Run {
  readonly id: string;
  readonly seed: number;
  readonly objective: string;
  readonly started: string;
  /** Spent on it so far. */
  readonly seconds: number;
  readonly state: RunState;
}

export interface StoredTrial {
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

export interface PastTrial extends StoredTrial {
  readonly run: string;
}

/** While another process writes its last line, so long. */
const WAIT_MS = 50;
const MOST_WAITS = 3;

export class TrialStore {
  /** Undefined where nothing is kept. */
  readonly path: string | undefined;
  private readonly isDurable: boolean;
  private readonly runs = new Map<string, Run & { readonly record: RunRecord }>();
  private readonly trials = new Map<string, TrialRecord>();
  private readonly taken = new Set<string>();
  private readonly toldDamage = new Set<number>();
  /** What this process has to say, and how much of it is written. */
  private readonly own: string[] = [];
  private written = 0;
  /** Hears of all that this process writes and did not take in from elsewhere. */
  onRecords: (records: readonly LogRecord[]) => void = () => {};

  private constructor(path: string | undefined, isDurable: boolean) {
    this.path = path;
    this.isDurable = isDurable;
  }

  /**
   * Reads what is known; nothing is written before there is something to say. A database of version 1 at `path`
   * is read and left as it is; its trials are appended to the log beside it.
   * @param path undefined to keep nothing
   * @param isDurable a power cut loses nothing either; for trials that cost more than writing them
   */
  static async open(path: string | undefined, isDurable: boolean): Promise<Outcome<TrialStore>> {
    if (path === undefined) return { value: new TrialStore(undefined, isDurable), diagnostics: [] };
    const { value: place, diagnostics: problems } = placeOf(path);
    if (!place) return { diagnostics: problems };
    const store = new TrialStore(place.log, isDurable);
    try {
      const diagnostics = [...(await store.read(place.log))];
      if (place.older !== undefined) diagnostics.push(...(await store.takeOver(place.older, place.log)));
      return { value: store, diagnostics };
    } catch (error) {
      if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
      return { diagnostics: [databaseProblem(`cannot use ${place.log}: ${(error as Error).message}`)] };
    }
  }

  /** @throws UnwritableError */
  beginRun(subject: Subject, run: Pick<Run, 'seed' | 'objective' | 'started'>, space: unknown): string {
    const { seed, objective, started } = run;
    const id = randomUUID();
    this.say({
      record: 'run',
      run: id,
      subject: subjectKey(subject),
      of: subject,
      seed,
      objective,
      space,
      started,
    });
    return id;
  }

  /** The last run on the subject with this objective, finished or not. */
  lastRun(subject: Subject, objective: string): Run | undefined {
    const key = subjectKey(subject);
    return [...this.runs.values()]
      .filter((run) => run.record.subject === key && run.objective === objective)
      .at(-1);
  }

  /** All that was ever tried on the subject, oldest first, each trial once. */
  trialsOf(subject: Subject): PastTrial[] {
    const key = subjectKey(subject);
    return [...this.trials.values()].filter((trial) => trial.subject === key);
  }

  /** @throws UnwritableError; it is tried again with the next record */
  add(run: string, trial: StoredTrial): void {
    const { purpose, configuration, identity, technique, evaluation, seconds, measured } = trial;
    this.say({
      record: 'trial',
      trial: randomUUID(),
      run,
      subject: this.runs.get(run)!.record.subject,
      purpose,
      configuration,
      identity,
      technique,
      evaluation,
      seconds,
      measured,
    });
  }

  /** @throws UnwritableError */
  update(run: string, seconds: number, state: RunState): void {
    this.say({ record: 'state', run, state, seconds });
  }

  /**
   * Takes records of elsewhere in, those that are not known yet; returns how many trials were new.
   * @throws UnwritableError
   */
  takeIn(records: readonly LogRecord[]): number {
    const isNew = (record: LogRecord): boolean =>
      record.record === 'trial'
        ? !this.trials.has(record.trial)
        : record.record === 'run'
          ? !this.runs.has(record.run)
          : record.record === 'state' && this.isNewState(record);
    const fresh = records.filter(isNew);
    this.write(...fresh);
    return fresh.filter(({ record }) => record === 'trial').length;
  }

  /**
   * Looks for all that this process has written, and writes it again where it is missing: the file may have been
   * deleted meanwhile, or be on a network drive that another machine appends to. @throws UnwritableError
   */
  settle(): void {
    if (this.path === undefined) return;
    const missing = this.missing();
    if (missing.length > 0) append(this.path, missing, true);
    this.written = this.own.length;
  }

  /** Trials of this process that the log does not have. */
  get unwritten(): number {
    return this.missing().filter((line) => line.startsWith('{"record":"trial"')).length;
  }

  /** A log of what could not be written, for a place that has room; `--import` takes it. */
  rescued(run: string): string {
    const missing = this.missing();
    const about = lineOf(this.runs.get(run)!.record);
    return [HEADER, ...(missing.includes(about) ? [] : [about]), ...missing, ''].join('\n');
  }

  private missing(): string[] {
    if (this.path === undefined) return [];
    try {
      const there = new Set(readLog(this.path).lines.map(({ text }) => text));
      return this.own.filter((line) => !there.has(line));
    } catch {
      return this.own.slice(this.written);
    }
  }

  private isNewState({ run, seconds }: { readonly run: string; readonly seconds: number }): boolean {
    return seconds > (this.runs.get(run)?.seconds ?? -1);
  }

  private say(record: LogRecord): void {
    this.onRecords([record]);
    this.write(record);
  }

  private write(...records: readonly LogRecord[]): void {
    for (const record of records) {
      this.own.push(lineOf(record));
      this.enter(record);
    }
    if (this.path === undefined || this.written === this.own.length) return;
    append(this.path, this.own.slice(this.written), this.isDurable);
    this.written = this.own.length;
  }

  private async read(log: string): Promise<readonly Diagnostic[]> {
    let found = readLog(log);
    for (let wait = 0; found.isLastDamaged && wait < MOST_WAITS; wait++) {
      await sleep(WAIT_MS);
      found = readLog(log);
    }
    if (found.version > VERSION) refuseOthers(log, { kind: 'newer', version: found.version });
    const records = found.lines.flatMap(({ record }) => recordOf(record) ?? []);
    // What was written again stands behind what refers to it.
    const isRun = ({ record }: LogRecord) => record === 'run';
    for (const record of [...records.filter(isRun), ...records.filter((each) => !isRun(each))]) {
      this.enter(record);
    }
    return this.damageOf(log, found);
  }

  private enter(record: LogRecord): void {
    if (record.record === 'run') {
      const { run: id, seed, objective, started } = record;
      const known = this.runs.get(id);
      this.runs.set(id, { seconds: 0, state: 'running', ...known, id, seed, objective, started, record });
    } else if (record.record === 'trial') {
      this.trials.set(record.trial, record);
      this.enterSeconds(record.run, record.seconds);
    } else if (record.record === 'state') {
      this.enterSeconds(record.run, record.seconds, record.state);
    } else if (record.record === 'taken') {
      this.taken.add(record.contents);
    } else {
      for (const line of record.lines) this.toldDamage.add(line);
    }
  }

  private enterSeconds(id: string, seconds: number, state?: RunState): void {
    const run = this.runs.get(id);
    if (!run) return;
    this.runs.set(id, { ...run, seconds: Math.max(run.seconds, seconds), state: state ?? run.state });
  }

  /** Each damaged line is told of once. */
  private damageOf(log: string, { damaged }: ReadLog): readonly Diagnostic[] {
    const lines = damaged.filter((line) => !this.toldDamage.has(line));
    if (lines.length === 0) return [];
    try {
      this.write({ record: 'damage', lines });
    } catch {
      // Then it is told of again.
    }
    const which =
      lines.length === 1 ? `line ${lines[0]} of ${log} is` : `${lines.length} lines of ${log} are`;
    const message = `${which} cut short or damaged and left out; all other trials count`;
    const notes = [`of lines ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ', …' : ''}`];
    return [
      { severity: 'warning', code: 'tune/damaged-record', message, ...(lines.length > 1 ? { notes } : {}) },
    ];
  }

  /** What a database of version 1 holds, once; and again what an older kernelcast added to it meanwhile. */
  private async takeOver(older: string, log: string): Promise<readonly Diagnostic[]> {
    const contents = contentsOf(older);
    if (this.taken.has(contents)) return [];
    let records: readonly LogRecord[];
    try {
      records = await readOlderDatabase(older);
    } catch (error) {
      const message = `${older} cannot be read: ${(error as Error).message.split('\n')[0]}; its trials do not count`;
      return [{ severity: 'warning', code: 'tune/older-database', message }];
    }
    const trials = this.takeIn(records);
    this.write({ record: 'taken', contents });
    const message = `${trials} trials of ${older}, a database of an older kernelcast, are now in ${log}, too`;
    const notes = [`trials are kept in ${log} from now on; ${older} is left as it is`];
    return [{ severity: 'warning', code: 'tune/older-database', message, notes }];
  }
}
