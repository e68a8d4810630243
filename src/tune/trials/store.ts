// The trials' database: every trial of every run, written as soon as it is known. A kill at any moment leaves
// all trials whose writing was reported; what a dead process left locked is unlocked.

import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import sqlite, { type Database as SqliteDatabase } from 'node-sqlite3-wasm';
import { type Diagnostic, DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import type { Configuration } from '../../space/space.ts';
import { claim, ownerFile, release } from './owner.ts';
import { salvage } from './salvage.ts';
import { STEPS } from './schema.ts';
import type { Evaluation, TrialStatus } from './trial.ts';

const { Database } = sqlite;

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
      // No other process may hold it now: what is there was left behind.
      rmSync(lockOf(path), { recursive: true, force: true });
      const database = openOrSalvage(path, diagnostics);
      // Each writing is safe against the end of the process in any case.
      database.exec(`PRAGMA synchronous = ${isDurable ? 'NORMAL' : 'OFF'}; PRAGMA journal_mode = PERSIST`);
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
    const { lastInsertRowid } = this.database.run(
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
    this.database.run(
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
    this.database.run('UPDATE run SET seconds = ?, state = ? WHERE id = ?', [seconds, state, run]);
  }

  close(): void {
    try {
      // Takes the journal's file away.
      this.database.exec('PRAGMA journal_mode = DELETE');
      this.database.close();
    } catch {
      // A disk that is full does not matter any more: all that was reported as written is written.
    } finally {
      release(this.path);
    }
  }

  private idOf(table: string, key: Record<string, string>, rest: Record<string, string>): number {
    const names = Object.keys({ ...key, ...rest });
    const where = Object.keys(key).map((name) => `${name} = ?`);
    this.database.run(
      `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      Object.values({ ...key, ...rest }),
    );
    return Number(
      this.database.get(`SELECT id FROM ${table} WHERE ${where.join(' AND ')}`, Object.values(key))!['id'],
    );
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

/** The folder by which SQLite's WebAssembly build marks a database as locked. */
const lockOf = (path: string): string => `${path}.lock`;

/** @throws DiagnosticError for a database that is somebody else's, or newer */
function openOrSalvage(path: string, diagnostics: Diagnostic[]): SqliteDatabase {
  const isNew = !existsSync(path);
  const first = tryOpen(path);
  if (first.database) return first.database;
  if (isNew) throw new Error(first.reason);
  const aside = freeName(`${path}.damaged`);
  renameSync(path, aside);
  rmSync(`${path}-journal`, { force: true });
  const fresh = tryOpen(path);
  if (!fresh.database) throw new Error(fresh.reason);
  const rows = salvage(aside, fresh.database);
  const saved =
    rows === 0 ? 'no trial could be read' : `${rows} trials could be read and are kept in a new one`;
  diagnostics.push({
    severity: 'warning',
    code: 'tune/damaged-database',
    message: `${path} was damaged (${first.reason}); it is now ${aside}, and ${saved}`,
  });
  return fresh.database;
}

/** @throws DiagnosticError */
function tryOpen(path: string): { database?: SqliteDatabase; reason: string } {
  let database: SqliteDatabase | undefined;
  try {
    database = new Database(path);
    const check = database.get('PRAGMA quick_check(1)') as { quick_check?: string } | null;
    if (check?.quick_check !== 'ok') throw new Error(check?.quick_check ?? 'it cannot be checked');
    bringUpToDate(path, database);
    return { database, reason: '' };
  } catch (error) {
    try {
      database?.close();
    } catch {
      // It was not open.
    }
    if (error instanceof DiagnosticError) throw error;
    rmSync(lockOf(path), { recursive: true, force: true });
    return { reason: (error as Error).message.split('\n')[0]! };
  }
}

/** @throws DiagnosticError */
function bringUpToDate(path: string, database: SqliteDatabase): void {
  const version = Number(database.get('PRAGMA user_version')!['user_version']);
  if (version > STEPS.length) {
    const message = `${path} was written by a newer kernelcast (version ${version}, known is ${STEPS.length})`;
    throw new DiagnosticError([problem('tune/database-version', message)]);
  }
  const tables = Number(database.get('SELECT count(*) AS tables FROM sqlite_master')!['tables']);
  if (version === 0 && tables > 0) {
    const message = `${path} is a database of something else; choose another file by --database`;
    throw new DiagnosticError([problem('tune/database', message)]);
  }
  for (let step = version; step < STEPS.length; step++) {
    database.exec(`BEGIN; ${STEPS[step]}; PRAGMA user_version = ${step + 1}; COMMIT`);
  }
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let i = 2; existsSync(name); i++) name = `${wanted}-${i}`;
  return name;
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
