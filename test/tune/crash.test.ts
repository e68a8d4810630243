// The database of trials, killed at every moment of its life at which a file changes: what was reported as written is
// there again, and nothing is left behind. Real processes are killed in faults.test.ts.

import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StoredTrial, TrialStore } from '../../src/tune/trials/store.ts';
import { eachMoment } from './faults/moments.ts';
import { SUBJECT } from './subject.ts';

let folder = '';
let from = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-crash-'));
  from = path.join(folder, 'from');
  mkdirSync(from);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const trial = (a: number, size: number): StoredTrial => ({
  purpose: 'search',
  configuration: { a },
  identity: String(a),
  technique: 'random',
  measured: '2026-01-01T00:00:00Z',
  seconds: a,
  evaluation: { status: 'correct', timeNs: 1, message: 'x'.repeat(size) },
});

async function open(database: string): Promise<TrialStore> {
  const { value, diagnostics } = await TrialStore.open(database, true);
  if (!value) throw new Error(diagnostics.map(({ message }) => message).join());
  return value;
}

/** What a kill would leave at one moment, and the trials that were reported as written until then. */
interface Left {
  readonly at: string;
  readonly folder: string;
  readonly written: readonly number[];
}

/** Adds trials of these sizes, numbered from `first` on. */
async function killedAtEachMoment(sizes: readonly number[], first: number): Promise<Left[]> {
  const store = await open(path.join(from, 'trials.jsonl'));
  const written: number[] = [];
  const left: Left[] = [];
  const work = () => {
    const run = store.beginRun(SUBJECT, { seed: 1, objective: 'time', started: '2026' }, {});
    for (const size of sizes) {
      store.add(run, trial(first + written.length, size));
      written.push(first + written.length);
    }
    store.update(run, 1, 'finished');
  };
  eachMoment(work, (what) => {
    const to = path.join(folder, `left-${first}-${left.length}`);
    cpSync(from, to, { recursive: true });
    left.push({ at: `kill ${left.length}, ${what}`, folder: to, written: [...written] });
  });
  return left;
}

async function trialsIn(left: string): Promise<number[]> {
  const store = await open(path.join(left, 'trials.jsonl'));
  return store.trialsOf(SUBJECT).map(({ configuration }) => Number(configuration['a']));
}

const SIZES = [600, 9000, 600];

describe('a database of trials', () => {
  it('survives a kill at each moment, and a second one at each moment after that', async () => {
    const first = await killedAtEachMoment(SIZES, 0);
    expect(first.length).toBeGreaterThan(15);
    for (const { at, folder: left, written } of first) {
      const kept = await trialsIn(left);
      expect([at, kept.slice(0, written.length)]).toEqual([at, written]);
      expect(kept.length).toBeLessThanOrEqual(written.length + 1);
      // Whatever was left, the next tuner writes on behind it.
      from = left;
      for (const again of await killedAtEachMoment([600], 100)) {
        const both = await trialsIn(again.folder);
        expect([at, again.at, both.slice(0, kept.length)]).toEqual([at, again.at, kept]);
        expect(both.slice(kept.length, kept.length + again.written.length)).toEqual(again.written);
        rmSync(again.folder, { recursive: true });
      }
      const extra = readdirSync(left).filter((name) => name !== 'trials.jsonl');
      // All that a kill can leave is the header of a log that was being begun.
      expect(extra.length).toBeLessThanOrEqual(1);
    }
  }, 60_000);
});
