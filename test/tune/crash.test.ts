// The database of trials, killed at every moment of its life at which a file changes: what was reported as
// written is there again, and nothing is broken. Real processes are killed in faults.test.ts.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StoredTrial, TrialStore } from '../../src/tune/trials/store.ts';
import { eachMoment } from './faults/moments.ts';
import { SUBJECT } from './subject.ts';

const { Database } = sqlite;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that is gone. */
const DEAD = spawnSync(process.execPath, ['--version']).pid;

const trial = (a: number, size: number): StoredTrial => ({
  purpose: 'search',
  configuration: { a },
  identity: String(a),
  technique: 'random',
  measured: '2026-01-01T00:00:00Z',
  evaluation: { status: 'correct', timeNs: 1, message: 'x'.repeat(size) },
});

function open(database: string): TrialStore {
  const { value, diagnostics } = TrialStore.open(database, true);
  if (!value || diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join());
  return value;
}

/** Adds trials of these sizes, whose numbers go to `written` as soon as they are reported as written. */
function work(database: string, sizes: readonly number[], written: number[]): void {
  const store = open(database);
  const run = store.beginRun(SUBJECT, { seed: 1, objective: 'time', started: '2026' }, '[]');
  for (const size of sizes) {
    store.add(run, trial(written.length, size));
    written.push(written.length);
  }
  store.update(run, 1, 'finished');
  store.close();
}

/** The folder as a process that was killed now would leave it. */
function copyAsKilled(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(to)) {
    const file = path.join(to, name);
    if (!name.includes('.owner') || statSync(file).size === 0) continue;
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: DEAD }));
  }
}

/** What is wrong with what was left behind. */
function faultsOf(left: string, written: readonly number[]): string[] {
  const database = path.join(left, 'trials.db');
  try {
    const store = open(database);
    const kept = store.trialsOf(SUBJECT).map(({ configuration }) => Number(configuration['a']));
    store.close();
    const checked = new Database(database);
    const integrity = checked.get('PRAGMA integrity_check')!['integrity_check'];
    checked.close();
    const files = readdirSync(left).filter((name) => name !== 'trials.db');
    return [
      ...written.filter((each) => !kept.includes(each)).map((each) => `trial ${each} is lost`),
      ...(kept.length > written.length + 1 ? ['there is more than was written'] : []),
      ...(integrity === 'ok' ? [] : [String(integrity)]),
      ...files.map((name) => `${name} is left`),
    ];
  } catch (error) {
    return [(error as Error).message];
  }
}

/**
 * Does the work on the database in `from/`, and calls `after` with what a kill would leave at every n-th moment,
 * where that differs from what it left before.
 */
function killAtEachMoment(
  from: string,
  toDo: () => void,
  every: number,
  after: (what: string) => void,
): void {
  const left = path.join(folder, 'left');
  let moment = 0;
  let last = '';
  eachMoment(toDo, (what) => {
    if (moment++ % every !== 0) return;
    const state = contentsOf(from);
    if (state === last) return;
    last = state;
    copyAsKilled(from, left);
    after(`kill ${moment}, ${what}`);
    rmSync(left, { recursive: true });
  });
}

function faultsAtEachMoment(from: string, sizes: readonly number[], written: number[], every = 1): string[] {
  const faults: string[] = [];
  const toDo = () => work(path.join(from, 'trials.db'), sizes, written);
  killAtEachMoment(from, toDo, every, (what) => {
    for (const fault of faultsOf(path.join(folder, 'left'), written)) faults.push(`${what}: ${fault}`);
  });
  return faults;
}

function contentsOf(from: string): string {
  const hash = createHash('sha1');
  for (const name of readdirSync(from).sort()) {
    const file = path.join(from, name);
    hash.update(name);
    if (statSync(file).isFile()) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** What is left of a process that was killed once trials of these sizes were written, but still in the log. */
function killedAfter(from: string, sizes: readonly number[], written: number[]): string {
  const goal = written.length + sizes.length;
  const to = path.join(folder, 'killed');
  eachMoment(
    () => work(path.join(from, 'trials.db'), sizes, written),
    () => {
      if (written.length === goal && !existsSync(to)) copyAsKilled(from, to);
    },
  );
  expect(existsSync(path.join(to, 'trials.db-wal'))).toBe(true);
  return to;
}

describe('a database of trials', () => {
  let from = '';
  let written: number[] = [];
  beforeEach(() => {
    from = path.join(folder, 'from');
    mkdirSync(from);
    written = [];
  });

  // Enough for pages to be split, and one trial that takes several.
  const SIZES = [600, 600, 600, 9000, 600, 600, 600];

  it('survives a kill at each moment from its making to its end', () => {
    expect(faultsAtEachMoment(from, SIZES, written)).toEqual([]);
    expect(written).toHaveLength(SIZES.length);
  }, 60_000);

  it('survives a second kill at each moment after the first', () => {
    const killed = killedAfter(from, SIZES, written);
    expect(faultsAtEachMoment(killed, [600, 600], written)).toEqual([]);
    expect(written).toHaveLength(SIZES.length + 2);
  }, 60_000);

  it('survives a kill while a long log is put in its place', () => {
    // SQLite does so once a log has a thousand pages.
    expect(faultsAtEachMoment(from, Array(45).fill(100_000), written, 211)).toEqual([]);
  }, 60_000);

  it('is salvaged, log and all, however often its salvage is killed', () => {
    work(path.join(from, 'trials.db'), SIZES, written);
    const killed = killedAfter(from, SIZES, written);
    const damaged = path.join(killed, 'trials.db');
    // The index of the kernels, which is in no log since the second run did not change it.
    const bytes = readFileSync(damaged);
    bytes.fill(0xa5, 2 * 4096, 3 * 4096);
    writeFileSync(damaged, bytes);
    const messages: (string | undefined)[] = [];
    const toDo = () => messages.push(TrialStore.open(damaged, false).diagnostics[0]?.message);
    const kept: number[] = [];
    killAtEachMoment(killed, toDo, 1, () => {
      const { value } = TrialStore.open(path.join(folder, 'left', 'trials.db'), false);
      kept.push(value?.trialsOf(SUBJECT).length ?? 0);
      value?.close();
    });
    expect(messages).toEqual([expect.stringMatching(/was damaged .* 14 trials could be read/)]);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.filter((trials) => trials !== 14)).toEqual([]);
  }, 60_000);

  it('keeps its trials when another program takes the log away', () => {
    const killed = killedAfter(from, SIZES, written);
    const database = path.join(killed, 'trials.db');
    const store = open(database);
    store.add(1, trial(written.length, 600));
    // As SQLite's shell does when it ends, having put in its place what it found.
    rmSync(`${database}-wal`);
    store.add(1, trial(written.length + 1, 600));
    const left = path.join(folder, 'left');
    copyAsKilled(killed, left);
    expect(faultsOf(left, [...written, written.length, written.length + 1])).toEqual([]);
    store.close();
  });

  it('of another program is left alone, with its log', () => {
    const database = path.join(folder, 'bookmarks.db');
    const other = new Database(database);
    other.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE bookmarks (url TEXT)',
    );
    const before = contentsOf(folder);
    const { value, diagnostics } = TrialStore.open(database, true);
    expect(value).toBeUndefined();
    expect(diagnostics[0].message).toMatch(/is a database of something else; choose another file/);
    expect(contentsOf(folder)).toBe(before);
    other.close();
  });
});
