// Trials of version 1, an SQLite database: read once, from a copy, so that nothing happens to the database, to its
// log and to whoever may have it open.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database, Statement } from 'node-sqlite3-wasm';
import type { Configuration } from '../../space/space.ts';
import {
  type EvaluatorKind,
  type LogRecord,
  type Purpose,
  type RunRecord,
  type RunState,
  recordOf,
  type StateRecord,
  type Subject,
  shortHash,
  subjectKey,
  type TrialRecord,
} from './records.ts';
import type { Evaluation } from './trial.ts';

const MAGIC = 'SQLite format 3\0';
/** Where the header has `PRAGMA user_version` (sqlite.org/fileformat2.html, 1.3). */
const VERSION_AT = 60;
/** Of the tables, whose texts are on the first page. */
const TABLES_OF_TRIALS = [
  /CREATE TABLE trial \(\s+id INTEGER PRIMARY KEY,\s+run INTEGER/,
  /CREATE TABLE run \(/,
];
/** Rows that cannot be read one after the other, before the end is believed to be reached. */
const MOST_MISSING = 2000;
const MOST_ATTEMPTS = 5;

/** By the beginning of a file. */
export function isSqlite(head: Buffer): boolean {
  return head.toString('latin1', 0, MAGIC.length) === MAGIC;
}

/** Of ours; another program's may have the same version. */
export function isOlderDatabase(head: Buffer): boolean {
  if (!isSqlite(head) || head.length <= VERSION_AT + 4 || head.readUInt32BE(VERSION_AT) !== 1) return false;
  const page = head.toString('latin1');
  return TABLES_OF_TRIALS.every((table) => table.test(page));
}

/** Of the database with its log: the same as long as nobody adds to it. */
export function contentsOf(file: string): string {
  const hash = createHash('sha256');
  for (const each of partsOf(file)) hash.update(readFileSync(each));
  return hash.digest('hex');
}

/** The log holds what was written last, unless its process ended in good order. It is copied first. */
function partsOf(file: string): string[] {
  return [`${file}-wal`, file].filter((each) => existsSync(each));
}

/** Its runs, their trials and how they stand; rows on a broken page are left out. @throws Error */
export async function readOlderDatabase(file: string): Promise<LogRecord[]> {
  const { default: sqlite } = await import('node-sqlite3-wasm');
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-older-'));
  let database: Database | undefined;
  try {
    const copy = path.join(folder, 'trials.db');
    copyAtRest(file, copy);
    database = new sqlite.Database(copy);
    // Only so does this build read the log, whose index cannot be shared.
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.get('SELECT count(*) FROM sqlite_master');
    return recordsIn(database);
  } finally {
    try {
      database?.close();
    } catch {
      // It was not open.
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A tuner of that version may be at work on it. */
function copyAtRest(file: string, copy: string): void {
  const state = () => partsOf(file).map((each) => [statSync(each).size, statSync(each).mtimeMs]);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const before = JSON.stringify(state());
    rmSync(`${copy}-wal`, { force: true });
    for (const each of partsOf(file)) copyFileSync(each, each === file ? copy : `${copy}-wal`);
    if (JSON.stringify(state()) === before) return;
  }
  throw new Error('an older kernelcast is writing to it; try again when that has ended');
}

type Row = Readonly<Record<string, string | number | null>>;

function recordsIn(database: Database): LogRecord[] {
  const [kernels, devices, runs] = ['kernel', 'device', 'run'].map((table) => rowsOf(database, table));
  const records: LogRecord[] = [];
  const known = new Map<number, RunRecord>();
  for (const [id, row] of runs) {
    const [kernel, device] = [kernels.get(Number(row['kernel'])), devices.get(Number(row['device']))];
    if (!kernel || !device) continue;
    const run = runOf(id, row, kernel, device);
    known.set(id, run);
    records.push(run);
  }
  for (const row of rowsOf(database, 'trial').values()) {
    const run = known.get(Number(row['run']));
    const trial = run && trialOf(run, row);
    if (trial && recordOf(trial)) records.push(trial);
  }
  for (const [id, { run }] of known) records.push(stateOf(run, runs.get(id)!));
  return records;
}

function rowsOf(database: Database, table: string): Map<number, Row> {
  const rows = new Map<number, Row>();
  const select = database.prepare(`SELECT * FROM ${table} WHERE id = ?`);
  try {
    for (let id = 1, missing = 0; missing < MOST_MISSING; id++) {
      const row = rowAt(select, id);
      if (row) rows.set(id, row);
      missing = row ? 0 : missing + 1;
    }
  } finally {
    select.finalize();
  }
  return rows;
}

function rowAt(select: Statement, id: number): Row | undefined {
  try {
    return (select.get([id]) as Row | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Named by what it is, so that it is the same however often the database is read. */
function runOf(id: number, row: Row, kernel: Row, device: Row): RunRecord {
  const of: Subject = {
    identity: String(kernel['identity']),
    name: String(kernel['name']),
    launch: String(kernel['launch']),
    evaluator: device['evaluator'] as EvaluatorKind,
    device: String(device['device']),
    driver: String(device['driver']),
  };
  const { seed, objective, parameters, started } = row;
  return {
    record: 'run',
    run: `older-${shortHash([id, of, seed, objective, started])}`,
    subject: subjectKey(of),
    of,
    seed: Number(seed),
    objective: String(objective),
    space: parsed(parameters),
    started: String(started),
  };
}

function stateOf(run: string, { state, seconds }: Row): StateRecord {
  return { record: 'state', run, state: state as RunState, seconds: Number(seconds) };
}

function trialOf({ run, subject }: RunRecord, row: Row): TrialRecord {
  const { purpose, configuration, identity, technique, status, time_ns: timeNs, details, measured } = row;
  return {
    record: 'trial',
    trial: `older-${shortHash([run, row])}`,
    run,
    subject,
    purpose: purpose as Purpose,
    configuration: parsed(configuration) as Configuration,
    identity: String(identity),
    technique: String(technique),
    evaluation: {
      status: status as Evaluation['status'],
      ...(typeof timeNs === 'number' ? { timeNs } : {}),
      ...(parsed(details) as object | undefined),
    },
    seconds: 0,
    measured: String(measured),
  };
}

function parsed(text: Row[string] | undefined): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
