// Tuners that are killed, that share a database, whose disk is full: what was measured is never lost, nothing is
// counted twice, and no wrong kernel wins. Kills at every single moment are in crash.test.ts; a thousand at random
// in test/campaigns/tuners.ts.

import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TrialStore } from '../../src/tune/trials/store.ts';
import { balance, Tuners } from './faults/tuners.ts';
import { SUBJECT } from './subject.ts';

/** The changes of files before which one process after the other is killed: while opening, in its work. */
const MOMENTS = [2, 3, 5, 7, 16, 31, 47, 60, 83, 120, 200, 333];
/** Kills at random times instead, over several databases at once. */
const KILLS = 12;
const LANES = 4;

let tuners: Tuners;
let folder = '';
beforeAll(() => {
  tuners = Tuners.build(path.join(import.meta.dirname, '../..'));
  folder = tuners.folder;
});
afterAll(() => tuners.remove());

const placesOf = (name: string) => ({
  database: path.join(folder, `${name}.jsonl`),
  report: path.join(folder, `${name}.report`),
});
type Places = ReturnType<typeof placesOf>;

const NOTHING_WRONG = { lost: [], twice: [] };

async function killAtRandom(places: Places, kills: number): Promise<void> {
  for (let i = 0; i < kills; i++) {
    const { child, ready, end } = tuners.start(places);
    // Now and then before it is ready, else somewhere in its work.
    if (i % 5 !== 0) await ready;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
    child.kill('SIGKILL');
    expect((await end).output).not.toMatch(/Error/);
  }
}

/** Lets a tuner go on to its end. */
async function expectNothingLost(places: Places): Promise<void> {
  const { output } = await tuners.start({ ...places, trials: 1700 }).end;
  const { value } = await TrialStore.open(places.database, true);
  const trials = value!.trialsOf(SUBJECT).filter((each) => each.purpose === 'search');
  const kept = trials.map(({ configuration }) => Object.values(configuration).join(','));
  const right = trials.filter(({ evaluation }) => evaluation.status === 'correct');
  const best = right.reduce((a, b) => (b.evaluation.timeNs! < a.evaluation.timeNs! ? b : a));
  expect(output).toContain(`winner ${Object.values(best.configuration).join(',')} after`);
  expect(new Set(kept).size).toBe(kept.length);
  expect(new Set(trials.map(({ run }) => run)).size).toBe(1);
  expect(balance(places.database, places.report)).toMatchObject(NOTHING_WRONG);
}

describe('a tuner', () => {
  it('that is killed time after time loses nothing and measures nothing twice', async () => {
    const places = placesOf('killed');
    for (const killAt of MOMENTS) {
      const { child, end } = tuners.start({ ...places, killAt });
      expect((await end).output).not.toMatch(/Error/);
      expect(child.signalCode).toBe('SIGKILL');
    }
    await expectNothingLost(places);
  }, 60_000);

  it(`that is killed ${KILLS} times at random loses nothing either`, async () => {
    const lane = async (_: unknown, i: number) => {
      await killAtRandom(placesOf(`lane-${i}`), KILLS / LANES);
      await expectNothingLost(placesOf(`lane-${i}`));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }, 3_600_000);

  it('shares its database with others, under whatever names they know it', async () => {
    const places = placesOf('shared');
    await tuners.start({ ...places, trials: 1 }).end;
    const [hard, soft] = [placesOf('hard'), placesOf('soft')];
    linkSync(places.database, hard.database);
    mkdirSync(path.join(folder, 'elsewhere'));
    symlinkSync('../shared.jsonl', path.join(folder, 'elsewhere', 'soft.jsonl'));
    symlinkSync('elsewhere/soft.jsonl', soft.database);
    const ends = [places, hard, soft, soft].map(
      ({ database }) => tuners.start({ database, report: places.report, trials: 150, mode: 'new' }).end,
    );
    const codes = (await Promise.all(ends)).map(({ code }) => code);
    expect(codes).toEqual([0, 0, 0, 0]);
    const found = balance(places.database, places.report);
    expect(found).toMatchObject({ ...NOTHING_WRONG, damagedLines: 0, unreported: 0 });
    expect(found.reported).toBeGreaterThan(4 * 150);
    expect(balance(soft.database, places.report)).toEqual(found);
  }, 60_000);

  it('begins a database together with others, and loses nothing when these are killed', async () => {
    const places = placesOf('race');
    const many = Array.from({ length: 6 }, () => tuners.start({ ...places, mode: 'new' }));
    await Promise.all(many.map(({ ready }) => ready));
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const { child } of many) child.kill('SIGKILL');
    await Promise.all(many.map(({ end }) => end));
    await tuners.start({ ...places, trials: 100 }).end;
    expect(balance(places.database, places.report)).toMatchObject(NOTHING_WRONG);
  }, 60_000);

  it('stops when the disk is full, and goes on once there is room', async () => {
    const places = placesOf('full');
    const full = await tuners.start({ ...places, trials: 200, roomKiB: 32 }).end;
    expect(full.output).toMatch(/store failed: .*no file may be that large here.*; [1-9]\d* unwritten/);
    const before = balance(places.database, places.report);
    expect(before).toMatchObject({ ...NOTHING_WRONG, unreported: 0 });
    expect(before.kept).toBeGreaterThan(20);
    const { output } = await tuners.start({ ...places, trials: 300 }).end;
    expect(Number(/ready, (\d+) known/.exec(output)?.[1])).toBeGreaterThan(20);
    expect(output).toMatch(/winner 7,3,9/);
    expect(balance(places.database, places.report)).toMatchObject(NOTHING_WRONG);
  }, 60_000);
});
