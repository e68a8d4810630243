// Databases of version 1, in SQLite (test/tune/older/, as that version wrote them): their trials are known once and
// for all, and nothing happens to them. Neither to those of other programs, with their journals and logs.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importedOfFile } from '../../src/tune/recorded-file.ts';
import { readLog } from '../../src/tune/trials/log.ts';
import { TrialStore } from '../../src/tune/trials/store.ts';
import { SUBJECT } from './subject.ts';

const { Database } = sqlite;
const OLDER = path.join(import.meta.dirname, 'older');

let folder = '';
let database = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-older-test-'));
  database = path.join(folder, 'trials.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As it was left by a tuner that ended, or was killed: that one's last trials are in the log beside it. */
function put(which: 'ended' | 'killed'): void {
  cpSync(path.join(OLDER, `${which}.db`), database);
  if (which !== 'killed') return;
  cpSync(path.join(OLDER, 'killed.db-wal'), `${database}-wal`);
  mkdirSync(`${database}.lock`);
  writeFileSync(`${database}.owner`, '{"pid":1,"host":"gone","started":"1"}');
}

/** Of all files but the log of version 2. */
const contents = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.endsWith('.jsonl'))
    .map(({ name }) => [name, readFileSync(path.join(folder, name), 'base64')]);

async function open(file: string) {
  const { value, diagnostics } = await TrialStore.open(file, true);
  return { store: value!, messages: diagnostics.map(({ message }) => message) };
}

describe('a database of version 1', () => {
  it.each(['ended', 'killed'] as const)('that was %s is read once and left as it is', async (which) => {
    put(which);
    const before = contents();
    const log = path.join(folder, 'trials.jsonl');
    const { store, messages } = await open(database);
    expect(messages).toEqual([
      `5 trials of ${database}, a database of an older kernelcast, are now in ${log}, too`,
    ]);
    expect(store.path).toBe(log);
    const trials = store.trialsOf(SUBJECT);
    expect(trials.map(({ configuration, evaluation }) => [configuration, evaluation])).toEqual([
      [
        { a: 1, b: 2 },
        {
          status: 'correct',
          timeNs: 1234.5,
          spread: 0.01,
          quality: ['noisy'],
          samples: [{ timeNs: 1234, spinNs: 1e6 }],
        },
      ],
      [
        { a: 1, b: 4 },
        { status: 'compile', message: 'it’s “wrong”' },
      ],
      [
        { a: 2, b: 2 },
        { status: 'correct', timeNs: 50 },
      ],
      [
        { a: 4, b: 4 },
        { status: 'correct', timeNs: 40 },
      ],
      [
        { a: 4, b: 2 },
        { status: 'correct', timeNs: 45 },
      ],
    ]);
    const last = {
      seed: 7,
      seconds: which === 'ended' ? 3 : 0,
      state: which === 'ended' ? 'stopped' : 'running',
    };
    expect(store.lastRun(SUBJECT, 'minimize time')).toMatchObject(last);
    expect(contents()).toEqual(before);
    const again = await open(log);
    expect(again.messages).toEqual([]);
    expect(again.store.trialsOf(SUBJECT)).toEqual(trials);
    expect(again.store.lastRun(SUBJECT, 'minimize time')).toMatchObject(last);
    expect((await open(database)).messages).toEqual([]);
  });

  it('to which something was added is read again, each trial counted once', async () => {
    put('killed');
    await open(database);
    put('ended');
    rmSync(`${database}-wal`);
    const { store, messages } = await open(database);
    expect(messages[0]).toMatch(/^0 trials of/);
    expect(store.trialsOf(SUBJECT)).toHaveLength(5);
    expect(store.lastRun(SUBJECT, 'minimize time')).toMatchObject({ state: 'stopped', seconds: 3 });
  });

  it('of which pages are broken gives what can be read', async () => {
    put('ended');
    const bytes = readFileSync(database);
    // The index of the kernels and the one of the devices.
    bytes.fill(0xa5, 2 * 4096, 3 * 4096);
    writeFileSync(database, bytes);
    expect((await open(database)).store.trialsOf(SUBJECT)).toHaveLength(5);
    bytes.fill(0xa5, 4096);
    writeFileSync(database, bytes);
    rmSync(path.join(folder, 'trials.jsonl'));
    const { store, messages } = await open(database);
    expect(store.trialsOf(SUBJECT)).toEqual([]);
    expect(messages[0]).toMatch(/^(0 trials of|.* cannot be read: )/);
    expect(readFileSync(database)).toEqual(bytes);
  });

  it('can be imported', async () => {
    put('ended');
    const { records } = (await importedOfFile(database)).value!;
    const { store } = await open(path.join(folder, 'other.jsonl'));
    expect(store.takeIn(records!)).toBe(5);
    expect(store.takeIn(records!)).toBe(0);
    expect(store.trialsOf(SUBJECT)).toHaveLength(5);
    expect(readLog(path.join(folder, 'other.jsonl')).lines).toHaveLength(5 + 2 + 2);
  });
});

describe('an SQLite database of another program', () => {
  const refusal = () => `${database} is an SQLite database of another program; it is left as it is`;

  it('is refused, with its log, also while it is open', async () => {
    const other = new Database(database);
    other.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (url TEXT)',
    );
    const before = contents();
    expect((await TrialStore.open(database, true)).diagnostics[0].message).toBe(refusal());
    expect(contents()).toEqual(before);
    other.close();
  });

  it('is refused with its hot journal, whatever its version', async () => {
    const other = new Database(database);
    other.exec('PRAGMA user_version = 1; CREATE TABLE bookmarks (url TEXT)');
    other.close();
    // As its program left it when it was killed: SQLite undoes by it what was half written.
    writeFileSync(`${database}-journal`, Buffer.from('d9d505f920a163d7', 'hex'));
    mkdirSync(`${database}.lock`);
    const before = contents();
    expect((await TrialStore.open(database, true)).diagnostics[0].message).toBe(refusal());
    // Nor is it taken for the one that a log replaces.
    expect((await open(path.join(folder, 'trials.jsonl'))).messages).toEqual([]);
    expect(contents()).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(['trials.db', 'trials.db-journal', 'trials.db.lock']);
  });
});
