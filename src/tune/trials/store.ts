// The trials' database: every trial of every run, written as soon as it is known. A kill at any moment leaves
// all trials whose writing was reported.

import { existsSync, statSync } from 'node:fs';
import type { Database as SqliteDatabase } from 'node-sqlite3-wasm';
import { type Diagnostic, DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import type { Configuration } from '../../space/space.ts';
import { closeDatabase, keepLog, openDatabase } from './database.ts';
import { claim, ownerFile, release } from './owner.ts';
import type { Evaluation, TrialStatus } from './trial.ts';

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

export interface Run {
  readonly id: number;
  readonly seed: number;
  readonly objective: string;
  readonly started: string;
  /** Spent on it so far. */
  readonly seconds: number;
  readonly state: 'running' | 'stopped' | 'finished';
}

export type Purpose = 'base' | 'search' | 'confirmation';

export interface StoredTrial {
  readonly purpose: Purpose;
  readonly configuration: Configuration;
  /** Hash of what the configuration runs. */
  readonly identity: string;
  readonly technique: string;
  readonly evaluation: Evaluation;
  /** ISO 8601. */
  readonly measured: string;
}

export interface PastTrial extends StoredTrial {
  readonly run: number;
}

type Row = Readonly<Record<string, string | number | null>>;

export class TrialStore {
  readonly path: string;
  private readonly database: SqliteDatabase;

  private constructor(path: string, database: SqliteDatabase) {
    this.path = path;
    this.database = database;
  }

  /**
   * Opens the database at `path` for this process alone, and makes it when there is none. One that is damaged
   * is put aside, and what can be read of it is copied.
   * @param isDurable a power cut loses nothing either; for trials that cost more than writing them
   */
  static open(path: string, isDurable: boolean): Outcome<TrialStore> {
    const diagnostics: Diagnostic[] = [];
    if (existsSync(path) && !statSync(path).isFile()) {
      return { diagnostics: [problem('tune/database', `cannot use ${path}: it is no file`)] };
    }
    try {
      const { isMine, holder } = claim(path);
      if (!isMine) return { diagnostics: [isTaken(path, holder)] };
      const database = openDatabase(path, isDurable, diagnostics);
      return { value: new TrialStore(path, database), diagnostics };
    } catch (error) {
      release(path);
      if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
      return { diagnostics: [problem('tune/database', `cannot use ${path}: ${(error as Error).message}`)] };
    }
  }

  /** @throws Error when it cannot be written */
  beginRun(subject: Subject, run: Pick<Run, 'seed' | 'objective' | 'started'>, parameters: string): number {
    const { identity, name, launch, evaluator, device, driver } = subject;
    const kernel = this.idOf('kernel', { identity }, { name, launch });
    const deviceId = this.idOf('device', { evaluator, device, driver }, {});
    const { lastInsertRowid } = this.write(
      `INSERT INTO run (kernel, device, seed, objective, parameters, started, state)
       VALUES (?, ?, ?, ?, ?, ?, 'running')`,
      [kernel, deviceId, run.seed, run.objective, parameters, run.started],
    );
    return Number(lastInsertRowid);
  }

  /** The last run on the subject with this objective, finished or not. */
  lastRun(subject: Subject, objective: string): Run | undefined {
    const [row] = this.rows(
      `SELECT run.id, seed, objective, started, seconds, state FROM run ${OF_SUBJECT}
       AND objective = ? ORDER BY run.id DESC LIMIT 1`,
      [...subjectValues(subject), objective],
    );
    return row as unknown as Run | undefined;
  }

  /** All that was ever tried on the subject, oldest first. Rows that cannot be read are left out. */
  trialsOf(subject: Subject): PastTrial[] {
    const rows = this.rows(
      `SELECT trial.* FROM trial JOIN run ON trial.run = run.id ${OF_SUBJECT} ORDER BY trial.id`,
      subjectValues(subject),
    );
    return rows.flatMap((row) => trialOfRow(row) ?? []);
  }

  /** @throws Error when it cannot be written */
  add(run: number, trial: StoredTrial): void {
    const { purpose, configuration, identity, technique, evaluation, measured } = trial;
    const { status, timeNs, ...details } = evaluation;
    this.write(
      `INSERT INTO trial (run, purpose, configuration, identity, technique, status, time_ns, details, measured)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        run,
        purpose,
        JSON.stringify(configuration),
        identity,
        technique,
        status,
        timeNs ?? null,
        JSON.stringify(details),
        measured,
      ],
    );
  }

  /** @throws Error when it cannot be written */
  update(run: number, seconds: number, state: Run['state']): void {
    this.write('UPDATE run SET seconds = ?, state = ? WHERE id = ?', [seconds, state, run]);
  }

  close(): void {
    try {
      closeDatabase(this.database);
    } catch {
      // A disk that is full does not matter any more: all that was reported as written is written.
    } finally {
      release(this.path);
    }
  }

  private idOf(table: string, key: Record<string, string>, rest: Record<string, string>): number {
    const names = Object.keys({ ...key, ...rest });
    const where = Object.keys(key).map((name) => `${name} = ?`);
    this.write(
      `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      Object.values({ ...key, ...rest }),
    );
    return Number(
      this.database.get(`SELECT id FROM ${table} WHERE ${where.join(' AND ')}`, Object.values(key))!['id'],
    );
  }

  private write(sql: string, values: (string | number | null)[]): { lastInsertRowid: number | bigint } {
    keepLog(this.path, this.database);
    return this.database.run(sql, values);
  }

  private rows(sql: string, values: (string | number)[]): Row[] {
    return this.database.all(sql, values) as Row[];
  }
}

const OF_SUBJECT = `JOIN kernel ON run.kernel = kernel.id JOIN device ON run.device = device.id
  WHERE kernel.identity = ? AND device.evaluator = ? AND device.device = ? AND device.driver = ?`;

function subjectValues({ identity, evaluator, device, driver }: Subject): string[] {
  return [identity, evaluator, device, driver];
}

function trialOfRow(row: Row): PastTrial | undefined {
  try {
    const details = JSON.parse(String(row['details'])) as Omit<Evaluation, 'status'>;
    const time = row['time_ns'];
    return {
      run: Number(row['run']),
      purpose: row['purpose'] as Purpose,
      configuration: JSON.parse(String(row['configuration'])) as Configuration,
      identity: String(row['identity']),
      technique: String(row['technique']),
      evaluation: {
        status: row['status'] as TrialStatus,
        ...(typeof time === 'number' ? { timeNs: time } : {}),
        ...details,
      },
      measured: String(row['measured']),
    };
  } catch {
    return undefined;
  }
}

function problem(code: string, message: string): Diagnostic {
  return { severity: 'invalid', code, message };
}

function isTaken(path: string, holder: { pid: number; host: string } | undefined): Diagnostic {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  return {
    ...problem('tune/database-in-use', `${path} is in use by ${who}`),
    notes: [
      'two tuners on one GPU would spoil each other’s times; wait for it, or choose another file by --database',
      `if that process is gone for good, delete ${ownerFile(path)}`,
    ],
  };
}
