// Copies what can still be read of a damaged database of trials into a fresh one, row by row: a page that is
// broken costs the rows on it and no others.

import { rmSync } from 'node:fs';
import sqlite, { type Database as SqliteDatabase, type Statement } from 'node-sqlite3-wasm';

const { Database } = sqlite;

/** In this order each row finds the rows that it refers to. */
const TABLES = ['kernel', 'device', 'run', 'trial'] as const;
/** Rows that cannot be read one after the other, before the end is believed to be reached. */
const MOST_MISSING = 2000;

/** Returns the number of trials that were copied. */
export function salvage(damaged: string, fresh: SqliteDatabase): number {
  let source: SqliteDatabase | undefined;
  let trials = 0;
  try {
    source = new Database(damaged, { readOnly: true });
    // One lock for all that is read, log and all; and what is no database at all fails here.
    source.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN; SELECT count(*) FROM sqlite_master');
    for (const table of TABLES) {
      const copied = copyTable(source, fresh, table);
      if (table === 'trial') trials = copied;
    }
  } catch {
    // Not even its first page can be read.
  } finally {
    try {
      source?.close();
    } catch {
      // It was not open.
    }
    rmSync(`${damaged}.lock`, { recursive: true, force: true });
  }
  return trials;
}

function copyTable(source: SqliteDatabase, fresh: SqliteDatabase, table: string): number {
  let copied = 0;
  let missing = 0;
  const select = source.prepare(`SELECT * FROM ${table} WHERE id = ?`);
  fresh.exec('BEGIN');
  try {
    for (let id = 1; missing < MOST_MISSING; id++) {
      const row = read(select, id);
      const isCopied = row !== undefined && insert(fresh, table, row);
      if (isCopied) copied++;
      missing = isCopied ? 0 : missing + 1;
    }
  } finally {
    fresh.exec('COMMIT');
    select.finalize();
  }
  return copied;
}

type Row = Record<string, string | number | null>;

function read(select: Statement, id: number): Row | undefined {
  try {
    return (select.get([id]) as Row | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** False where it refers to a row that is lost. */
function insert(fresh: SqliteDatabase, table: string, row: Row): boolean {
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  try {
    fresh.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, Object.values(row));
    return true;
  } catch {
    return false;
  }
}
