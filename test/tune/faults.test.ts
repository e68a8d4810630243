// A tuner that is killed, a disk that is full, a database that is damaged or taken: what was measured is never
// lost, nothing is measured twice, and no wrong kernel wins. Kills at every single moment are in crash.test.ts.

import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TrialStore } from '../../src/tune/trials/store.ts';
import { SUBJECT } from './subject.ts';

const { Database } = sqlite;

/** The changes of files before which one process after the other is killed: while opening, in its work. */
const MOMENTS = [2, 7, 16, 31, 47, 60, 83, 120, 200, 333];
/** Kills at random times instead, over several databases at once. */
const KILLS = 40;
const LANES = 4;

const root = path.join(import.meta.dirname, '../..');
let folder = '';
let victim = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-faults-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  victim = path.join(folder, 'victim.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/tune/faults/victim.ts'],
    outfile: victim,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['webgpu', 'node-sqlite3-wasm'],
    logLevel: 'error',
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly output: string;
  readonly code: number | null;
}

interface Started {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly end: Promise<Ended>;
}

function start(database: string, trials: number, fault = ''): Started {
  const child = spawn(process.execPath, [victim, database, `${database}.log`, String(trials), fault]);
  let output = '';
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const hear = (data: Buffer) => {
    output += String(data);
    if (output.includes('ready')) isReady();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const end = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      isReady();
      resolve({ output, code });
    });
  });
  return { child, ready, end };
}

async function killAtMoments(database: string): Promise<void> {
  for (const moment of MOMENTS) {
    const { child, end } = start(database, 100_000, String(moment));
    const { output } = await end;
    expect(child.signalCode).toBe('SIGKILL');
    expect(output).not.toMatch(/damaged|locked|in use|Error/);
  }
}

async function killAtRandom(database: string, kills: number): Promise<void> {
  for (let i = 0; i < kills; i++) {
    const { child, ready, end } = start(database, 100_000);
    // Now and then before it is ready, else somewhere in its work.
    if (i % 5 !== 0) await ready;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
    child.kill('SIGKILL');
    const { output } = await end;
    expect(output).not.toMatch(/damaged|locked|in use|Error/);
  }
}

/** Lets a tuner go on to its end, and holds what was reported as written against what the database has. */
async function expectNothingLost(database: string): Promise<void> {
  const { output } = await start(database, 1700).end;
  const written = readFileSync(`${database}.log`, 'utf8').trim().split('\n');
  const reported = written.filter((line) => line.startsWith('search')).map((line) => line.split(' ')[1]);
  const opened = TrialStore.open(database, true);
  const trials = opened.value!.trialsOf(SUBJECT).filter((each) => each.purpose === 'search');
  opened.value!.close();
  const kept = trials.map(({ configuration }) => Object.values(configuration).join(','));
  const right = trials.filter(({ evaluation }) => evaluation.status === 'correct');
  const best = right.reduce((a, b) => (b.evaluation.timeNs! < a.evaluation.timeNs! ? b : a));
  expect(output).toContain(`winner ${Object.values(best.configuration).join(',')} after`);
  expect(new Set(kept).size).toBe(kept.length);
  expect(reported.filter((each) => !kept.includes(each))).toEqual([]);
  expect(new Set(trials.map(({ run }) => run)).size).toBe(1);
}

describe('a tuner', () => {
  it('that is killed time after time loses nothing and measures nothing twice', async () => {
    const database = path.join(folder, 'killed.db');
    await killAtMoments(database);
    await expectNothingLost(database);
  }, 60_000);

  it(`that is killed ${KILLS} times at random loses nothing either`, async () => {
    const lane = async (_: unknown, i: number) => {
      const database = path.join(folder, `lane-${i}.db`);
      await killAtRandom(database, KILLS / LANES);
      await expectNothingLost(database);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }, 3_600_000);

  it('does not share its database with another one that lives', async () => {
    const database = path.join(folder, 'shared.db');
    const first = start(database, 100_000);
    await first.ready;
    const second = await start(database, 10).end;
    expect(second.code).toBe(2);
    expect(second.output).toMatch(new RegExp(`shared.db is in use by process ${first.child.pid} on `));
    first.child.kill('SIGKILL');
    await first.end;
    const third = await start(database, 10).end;
    expect(third.output).toMatch(/ready[\s\S]*winner/);
  }, 60_000);

  it('lets only one of many that start at once on an abandoned database have it', async () => {
    const database = path.join(folder, 'race.db');
    const dead = start(database, 100_000);
    await dead.ready;
    dead.child.kill('SIGKILL');
    await dead.end;
    const many = Array.from({ length: 6 }, () => start(database, 100_000));
    await Promise.all(many.map((each) => each.ready));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const alive = many.filter((each) => each.child.exitCode === null);
    for (const each of alive) each.child.kill('SIGKILL');
    const ends = await Promise.all(many.map((each) => each.end));
    expect(alive).toHaveLength(1);
    expect(ends.filter((each) => each.code === 2)).toHaveLength(5);
  }, 60_000);

  it('puts a damaged database aside and keeps what can be read', async () => {
    const database = path.join(folder, 'damaged.db');
    await start(database, 200).end;
    const bytes = readFileSync(database);
    const known = countTrials(database);
    // Late pages, which hold trials; the first ones say where these are.
    for (const share of [0.7, 0.85]) {
      const page = 4096 * Math.floor((bytes.length / 4096) * share);
      bytes.fill(0xa5, page, page + 4096);
    }
    writeFileSync(database, bytes);
    const { output } = await start(database, 300).end;
    const kept = Number(/(\d+) trials could be read/.exec(output)?.[1]);
    expect(output).toContain(`it is now ${database}.damaged`);
    expect(kept).toBeGreaterThan(known / 3);
    expect(kept).toBeLessThan(known);
    expect(output).toMatch(/winner 7,3,9/);
    expect(readFileSync(`${database}.damaged`).equals(bytes)).toBe(true);
  }, 60_000);

  it('begins anew when nothing can be read, and says so', async () => {
    const database = path.join(folder, 'text.db');
    writeFileSync(database, 'these are my notes, no database at all '.repeat(100));
    const { output } = await start(database, 30).end;
    expect(output).toMatch(
      /text.db was damaged \(file is not a database\); it is now .*text.db.damaged, and no trial could be read/,
    );
    expect(output).toMatch(/winner/);
    expect(existsSync(`${database}.damaged`)).toBe(true);
  });

  it('leaves the database of another program alone', () => {
    const database = path.join(folder, 'other.db');
    const other = new Database(database);
    other.exec('CREATE TABLE bookmarks (url TEXT)');
    other.close();
    const { value, diagnostics } = TrialStore.open(database, true);
    expect(value).toBeUndefined();
    expect(diagnostics[0].message).toMatch(/is a database of something else; choose another file/);
    expect(existsSync(`${database}.owner`)).toBe(false);
  });

  it('refuses a database of a newer version', () => {
    const database = path.join(folder, 'newer.db');
    const newer = new Database(database);
    newer.exec('CREATE TABLE x (y); PRAGMA user_version = 99');
    newer.close();
    const { diagnostics } = TrialStore.open(database, true);
    expect(diagnostics[0].message).toMatch(/written by a newer kernelcast \(version 99, known is 1\)/);
  });

  it('says so when the disk is full, and goes on once there is room', async () => {
    const database = path.join(folder, 'full.db');
    const full = await start(database, 200, 'full').end;
    expect(full.output).toMatch(/store failed: .*full.*; [1-9]\d* unwritten/);
    const { output } = await start(database, 300).end;
    const known = Number(/ready, (\d+) known/.exec(output)?.[1]);
    const reported = readFileSync(`${database}.log`, 'utf8')
      .split('\n')
      .filter((line) => /^(search|base)/.test(line));
    expect(known).toBeGreaterThan(20);
    expect(known).toBeLessThan(reported.length);
    expect(output).toMatch(/winner 7,3,9/);
  }, 60_000);

  it('says why when the place cannot be written', () => {
    const { diagnostics } = TrialStore.open(path.join(folder, 'nowhere', 'x.db'), true);
    expect(diagnostics[0].message).toMatch(/cannot use .*no such file/i);
    mkdirSync(path.join(folder, 'folder.db'));
    const inFolder = TrialStore.open(path.join(folder, 'folder.db'), true);
    expect(inFolder.diagnostics[0].message).toMatch(/it is no file/);
  });
});

function countTrials(database: string): number {
  const opened = TrialStore.open(database, true);
  const { length } = opened.value!.trialsOf(SUBJECT);
  opened.value!.close();
  return length;
}
