// Opens the file with the trials so that a kill at any moment breaks nothing. Changes go through SQLite's log
// (WAL), where a transaction is whole or does not count. Its rollback journal would not do: before it undoes what
// a dead process left half written, SQLite asks whether anybody has the lock, and the WebAssembly build, which
// marks the lock by a folder, takes its own for another's; so it never undoes anything.

import { closeSync, existsSync, linkSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import sqlite, { type Database as SqliteDatabase } from 'node-sqlite3-wasm';
import { type Diagnostic, DiagnosticError } from '../../diagnostics/diagnostic.ts';
import { salvage } from './salvage.ts';
import { STEPS } from './schema.ts';

const { Database } = sqlite;

/** Beside the file while it is open. */
const logOf = (path: string): string => `${path}-wal`;

/**
 * Of a file that this process owns; makes it when there is none. One that is damaged is put aside, and what can
 * be read of it is copied.
 * @throws DiagnosticError for a database that is somebody else's, or newer
 */
export function openDatabase(path: string, isDurable: boolean, diagnostics: Diagnostic[]): SqliteDatabase {
  if (!existsSync(path) || statSync(path).size === 0) create(path);
  refuseOthers(path);
  // No other process may have locked it now: what is there was left behind.
  rmSync(`${path}.lock`, { recursive: true, force: true });
  // Nor is there a journal that counts; another program, which would undo by it, must not find it later.
  rmSync(`${path}-journal`, { force: true });
  let opened = tryOpen(path);
  if (!opened.database) {
    diagnostics.push(replace(path, opened.reason));
    opened = tryOpen(path);
  }
  if (!opened.database) throw new Error(opened.reason);
  // Each change is safe against the end of the process in any case.
  opened.database.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`);
  return opened.database;
}

/**
 * To be called before each change: another program that looks into the database does not see that it is in use,
 * and takes the log away when it ends. What was in it is written to the database, and a new one begun.
 */
export function keepLog(path: string, database: SqliteDatabase): void {
  if (!existsSync(logOf(path))) beginLog(database);
}

/** Leaves one file. */
export function closeDatabase(database: SqliteDatabase): void {
  try {
    endLog(database);
  } finally {
    database.close();
  }
}

/** Beside its place and moved there, so that no half of it is ever seen. */
function create(path: string, fill: (database: SqliteDatabase) => void = () => {}): void {
  const beside = `${path}.new`;
  for (const each of [beside, `${beside}.lock`]) rmSync(each, { recursive: true, force: true });
  const database = new Database(beside);
  try {
    database.exec('PRAGMA journal_mode = MEMORY');
    bringUpToDate(database);
    fill(database);
  } finally {
    database.close();
  }
  renameSync(beside, path);
}

/** Asked before SQLite opens it, which would take over a log that another program writes. */
function refuseOthers(path: string): void {
  const version = versionOf(path);
  if (version === 0) {
    refuse('tune/database', `${path} is a database of something else; choose another file by --database`);
  }
  if (version !== undefined && version > STEPS.length) {
    const message = `${path} was written by a newer kernelcast (version ${version}, known is ${STEPS.length})`;
    refuse('tune/database-version', message);
  }
}

/** `PRAGMA user_version`, of the file's header (sqlite.org/fileformat2.html, 1.3); undefined where there is none. */
function versionOf(path: string): number | undefined {
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r');
  const size = readSync(file, header);
  closeSync(file);
  const isDatabase = size === header.length && header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  return isDatabase ? header.readUInt32BE(60) : undefined;
}

function tryOpen(path: string): { database?: SqliteDatabase; reason: string } {
  let database: SqliteDatabase | undefined;
  try {
    database = new Database(path);
    // The log's index can only be in this process's memory, so only one connection can use it.
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    const check = database.get('PRAGMA quick_check(1)')!['quick_check'];
    if (check !== 'ok') throw new Error(String(check));
    beginLog(database);
    bringUpToDate(database);
    return { database, reason: '' };
  } catch (error) {
    try {
      database?.close();
    } catch {
      // It was not open.
    }
    rmSync(`${path}.lock`, { recursive: true, force: true });
    return { reason: (error as Error).message.split('\n')[0] };
  }
}

function beginLog(database: SqliteDatabase): void {
  endLog(database);
  const mode = database.get('PRAGMA journal_mode = WAL')!['journal_mode'];
  if (mode !== 'wal') throw new Error(`it cannot be written safely (journal mode ${mode})`);
}

/** That the file has no log is one page of it, written at once; so nothing is needed to undo it. */
function endLog(database: SqliteDatabase): void {
  database.exec('PRAGMA journal_mode = MEMORY');
}

function bringUpToDate(database: SqliteDatabase): void {
  const version = Number(database.get('PRAGMA user_version')!['user_version']);
  for (let step = version; step < STEPS.length; step++) {
    database.exec(`BEGIN; ${STEPS[step]}; PRAGMA user_version = ${step + 1}; COMMIT`);
  }
}

/** Puts a damaged file aside, with its log, and what can be read of it in its place. */
function replace(path: string, reason: string): Diagnostic {
  const aside = freeName(`${path}.damaged`);
  linkSync(path, aside);
  if (existsSync(logOf(path))) renameSync(logOf(path), logOf(aside));
  let trials = 0;
  create(path, (fresh) => {
    trials = salvage(aside, fresh);
  });
  const saved =
    trials === 0 ? 'no trial could be read' : `${trials} trials could be read and are kept in a new one`;
  return {
    severity: 'warning',
    code: 'tune/damaged-database',
    message: `${path} was damaged (${reason}); it is now ${aside}, and ${saved}`,
  };
}

function freeName(wanted: string): string {
  let name = wanted;
  for (let i = 2; existsSync(name); i++) name = `${wanted}-${i}`;
  return name;
}

/** @throws DiagnosticError */
function refuse(code: string, message: string): never {
  throw new DiagnosticError([{ severity: 'invalid', code, message }]);
}
