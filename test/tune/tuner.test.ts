// The tuner's loop over a made-up kernel: what is tried, when it ends, who wins, and what is written down.

import { describe, expect, it } from 'vitest';
import type { Instance } from '../../src/configure/tunable.ts';
import { compileExpression } from '../../src/launch/expressions.ts';
import { pointsOf } from '../../src/space/points.ts';
import { keyOf, type Point, parameterOf, type Space } from '../../src/space/space.ts';
import { confirm } from '../../src/tune/confirm.ts';
import type { TrialEvaluator } from '../../src/tune/evaluators/evaluator.ts';
import { explain, importances } from '../../src/tune/importance.ts';
import { Journal } from '../../src/tune/journal.ts';
import { objectiveOf, TIME } from '../../src/tune/objective.ts';
import { UnwritableError } from '../../src/tune/trials/log.ts';
import type { StoredTrial } from '../../src/tune/trials/store.ts';
import type { Evaluation } from '../../src/tune/trials/trial.ts';
import { Tuner, type TunerOptions } from '../../src/tune/tuner.ts';

const SIDE = 8;
const values = Array.from({ length: SIDE }, (_, i) => i);
const space: Space = {
  parameters: ['a', 'b', 'c'].map((name) => parameterOf(name, values)),
  constraints: [],
};
const points = pointsOf(space).value!;
const BASE: Point = [0, 0, 0];
const BEST: Point = [5, 2, 7];

const timeNs = (point: Point): number =>
  1000 + 100 * point.reduce((sum, index, i) => sum + Math.abs(index - BEST[i]), 0);
const right = (point: Point): Evaluation => ({ status: 'correct', timeNs: timeNs(point) });

const NOWHERE = { add: () => {}, update: () => {}, settle: () => {} };

interface Log {
  readonly tried: { readonly point: Point; readonly limitNs: number }[];
  readonly confirmed: Point[];
}

function fake(
  evaluate: (point: Point) => Evaluation = right,
  changes: Partial<TrialEvaluator> = {},
): { readonly evaluator: TrialEvaluator; readonly log: Log } {
  const log: Log = { tried: [], confirmed: [] };
  const evaluator: TrialEvaluator = {
    kind: 'hardware',
    device: 'a device',
    driver: '1',
    isNoisy: true,
    room: 1,
    open: async () => ({ value: evaluate(BASE), diagnostics: [] }),
    async evaluate(point, limitNs) {
      log.tried.push({ point, limitNs });
      return evaluate(point);
    },
    async confirm(point) {
      log.confirmed.push(point);
      return evaluate(point);
    },
    close: () => {},
  };
  // Getters stay getters.
  Object.defineProperties(evaluator, Object.getOwnPropertyDescriptors(changes));
  return { evaluator, log };
}

function tuner(evaluator: TrialEvaluator, changes: Partial<TunerOptions> = {}, of: Space = space): Tuner {
  const launch = { params: { WORK: 4000 } } as unknown as Instance['launch'];
  const instantiate = (point: Point) => ({ value: { launch, source: keyOf(point) }, diagnostics: [] });
  let clock = 0;
  return new Tuner({ space: of, points: pointsOf(of).value!, base: BASE, instantiate }, evaluator, {
    seed: 1,
    budget: { trials: 60 },
    objective: TIME,
    seeds: [],
    past: [],
    secondsBefore: 0,
    journal: new Journal(NOWHERE, ''),
    identify: ({ source }) => source,
    now: () => clock++,
    date: () => '2026-01-01T00:00:00Z',
    isInterrupted: () => false,
    ...changes,
  });
}

describe('a run', () => {
  it('finds the best and tries no point twice', async () => {
    const { evaluator, log } = fake();
    const { value } = await tuner(evaluator, { budget: { trials: 200 } }).run();
    expect(value!.ranking[0].point).toEqual(BEST);
    expect(value).toMatchObject({ trials: 200, end: 'trials' });
    expect(new Set(log.tried.map(({ point }) => keyOf(point))).size).toBe(200);
  });

  it('is the same again with the same seed', async () => {
    const [one, two] = [fake(), fake()];
    await tuner(one.evaluator).run();
    await tuner(two.evaluator).run();
    expect(one.log.tried).toEqual(two.log.tried);
  });

  it('may rest: the same is tried, and others take no time of it', async () => {
    const [whole, parts] = [fake(), fake()];
    await tuner(whole.evaluator, { budget: { trials: 30 } }).run();
    let clock = 0;
    const resting = tuner(parts.evaluator, { now: () => clock++ });
    await resting.open();
    expect(await resting.goOn({ trials: 12 })).toBe('trials');
    const { seconds, trials } = resting.result;
    expect(trials).toBe(12);
    clock += 1e6;
    expect(resting.result.seconds).toBe(seconds);
    await resting.goOn({ trials: 30 });
    expect(resting.result.seconds).toBeLessThan(1);
    expect(parts.log.tried).toEqual(whole.log.tried);
    // Both ends at once: no gain is likely long before the trials are spent.
    expect(await resting.goOn({ trials: 400, settles: true })).toBe('settled');
  });

  it('ends when time is up, when nothing is left, when it is interrupted', async () => {
    const { evaluator } = fake();
    // The clock of these tests advances by a millisecond whenever it is read.
    expect((await tuner(evaluator, { budget: { seconds: 0.05 } }).run()).value!.end).toBe('seconds');
    const few: Space = {
      parameters: space.parameters.map(({ name }) => parameterOf(name, [0, 1])),
      constraints: [],
    };
    const all = await tuner(evaluator, { budget: {} }, few).run();
    expect(all.value).toMatchObject({ end: 'exhausted', trials: 7 });
    let left = 5;
    const isInterrupted = () => left-- < 0;
    expect((await tuner(evaluator, { isInterrupted }).run()).value!.end).toBe('interrupted');
  });

  it('without a budget ends once no gain is likely', async () => {
    const { value } = await tuner(fake().evaluator, { budget: {} }).run();
    expect(value!.end).toBe('settled');
    expect(value!.trials).toBeGreaterThanOrEqual(60);
    expect(value!.trials).toBeLessThan(points.count);
    const flat = await tuner(fake(() => ({ status: 'correct', timeNs: 5 })).evaluator, { budget: {} }).run();
    expect(flat.value).toMatchObject({ end: 'settled', trials: 60 });
  });

  it('never lets a kernel win that is wrong, however fast it is', async () => {
    const isWrong = ([a]: Point) => a === 3;
    const evaluate = (point: Point): Evaluation =>
      isWrong(point) ? { status: 'correctness', timeNs: 1, message: 'wrong' } : right(point);
    const { value } = await tuner(fake(evaluate).evaluator, { budget: { trials: 400 } }).run();
    expect(value!.ranking.some(({ point }) => isWrong(point))).toBe(false);
    expect(value!.failed.get('correctness')).toBeGreaterThan(10);
  });

  it('gives up trials at twice the best time, but none of another objective', async () => {
    const { evaluator, log } = fake();
    await tuner(evaluator, { seeds: [BEST, [0, 0, 1]], budget: { trials: 2 } }).run();
    expect(log.tried.map(({ limitNs }) => limitNs)).toEqual([2 * timeNs(BASE), 2 * timeNs(BEST)]);
    const metric = fake();
    await tuner(metric.evaluator, { objective: objectiveOf('WORK/time', 'maximize', []) }).run();
    expect(metric.log.tried.every(({ limitNs }) => limitNs === Number.POSITIVE_INFINITY)).toBe(true);
  });

  it('measures a kernel once that has two names', async () => {
    const { evaluator, log } = fake();
    const identify = ({ source }: Instance) => source.replace(/,\d$/, '');
    const { value } = await tuner(evaluator, { identify, budget: { trials: 150 } }).run();
    expect(value!.trials).toBe(150);
    expect(log.tried.length).toBeLessThanOrEqual(SIDE * SIDE);
  });

  it('goes on from what it knows', async () => {
    const past = [
      { point: BEST, evaluation: right(BEST), technique: 'random' },
      { point: [1, 1, 1], evaluation: { status: 'compile', message: 'no' } as Evaluation },
    ];
    const { evaluator, log } = fake();
    const { value } = await tuner(evaluator, { past, budget: { trials: 20 } }).run();
    // One of the twenty was made before the stop; the other was another run's.
    expect(value).toMatchObject({ trials: 20, reused: 1 });
    expect(log.tried).toHaveLength(19);
    expect(log.tried.map(({ point }) => keyOf(point))).not.toContain(keyOf(BEST));
    expect(value!.ranking[0].point).toEqual(BEST);
  });

  it('waits for what is under way when the GPU is lost, and says so', async () => {
    let working = 0;
    let most = 0;
    const { evaluator } = fake(right, {
      get room() {
        return 3 - working;
      },
      async evaluate(point: Point) {
        working++;
        most = Math.max(most, working);
        await new Promise((resolve) => setTimeout(resolve, 1));
        working--;
        if (most === 3 && keyOf(point).endsWith('1')) throw new Error('the GPU is gone');
        return right(point);
      },
    });
    const written: StoredTrial[] = [];
    const store = { ...NOWHERE, add: (_: string, trial: StoredTrial) => void written.push(trial) };
    const run = tuner(evaluator, { journal: new Journal(store, ''), budget: { trials: 300 } }).run();
    await expect(run).rejects.toThrow('the GPU is gone');
    expect(most).toBe(3);
    expect(working).toBe(0);
    expect(written.length).toBeGreaterThan(3);
  });

  it('stops when trials cannot be written', async () => {
    let room = 10;
    const store = {
      ...NOWHERE,
      add() {
        if (room-- <= 0) throw new UnwritableError({ name: '', message: 'write', code: 'ENOSPC' });
      },
    };
    const journal = new Journal(store, '');
    const { value } = await tuner(fake().evaluator, { journal }).run();
    expect(value!.end).toBe('store');
    expect(journal.failure).toBe('the disk is full');
    // The base, nine trials, and the one that found no room.
    expect(value!.trials).toBe(10);
    room = 100;
    journal.finish(1, 'stopped');
    expect(journal.failure).toBeUndefined();
    expect(value!.ranking.length).toBeGreaterThan(0);
  });

  it('writes down how long the run has taken, those seconds before it was resumed included', async () => {
    const seconds: number[] = [];
    const store = { ...NOWHERE, add: (_: string, trial: StoredTrial) => void seconds.push(trial.seconds) };
    const run = tuner(fake().evaluator, { journal: new Journal(store, ''), secondsBefore: 100 });
    await run.run();
    expect(seconds[0]).toBe(100);
    expect([...seconds].sort((a, b) => a - b)).toEqual(seconds);
    expect(seconds.at(-1)).toBeGreaterThan(100);
  });

  it('tries the same where times are computed, however fast that is', async () => {
    const tried = async (delays: readonly number[]) => {
      const { evaluator, log } = fake(right, { isNoisy: false, ahead: 4, room: Number.POSITIVE_INFINITY });
      const { evaluate } = evaluator;
      evaluator.evaluate = async (point, limitNs) => {
        const result = await evaluate(point, limitNs);
        const delay = delays[log.tried.length % delays.length];
        if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
        return result;
      };
      const { value } = await tuner(evaluator, { budget: { trials: 80 } }).run();
      return [log.tried, value!.ranking, value!.techniques];
    };
    const atOnce = await tried([0]);
    expect(await tried([3, 0, 0, 5, 1, 0])).toEqual(atOnce);
    expect(await tried([0, 1, 0, 4])).toEqual(atOnce);
  });
});

describe('the winner', () => {
  it('is who wins when the best few are measured again', async () => {
    // The first time, one point was lucky.
    const seen = new Set<string>();
    const evaluate = (point: Point): Evaluation => {
      const isLucky = keyOf(point) === '5,3,7' && !seen.has('5,3,7');
      seen.add(keyOf(point));
      return isLucky ? { status: 'correct', timeNs: 990 } : right(point);
    };
    const { evaluator, log } = fake(evaluate);
    const all = tuner(evaluator, { budget: { trials: 512 }, seeds: [[5, 3, 7], BEST] });
    const result = (await all.run()).value!;
    expect(result.ranking[0].point).toEqual([5, 3, 7]);
    const { winner, gain, isCertain, rounds } = await confirm(all, result);
    expect(winner.point).toEqual(BEST);
    expect({ isCertain, rounds, gain }).toEqual({ isCertain: true, rounds: 3, gain: timeNs(BASE) / 1000 });
    expect(log.confirmed.filter((point) => keyOf(point) === keyOf(BASE))).toHaveLength(3);
  });

  it('is not one that turns out to be wrong', async () => {
    let isConfirming = false;
    const evaluate = (point: Point): Evaluation =>
      isConfirming && keyOf(point) === keyOf(BEST)
        ? { status: 'correctness', message: 'it differs now' }
        : right(point);
    const run = tuner(fake(evaluate).evaluator, { seeds: [BEST, [5, 3, 7]] });
    const result = (await run.run()).value!;
    isConfirming = true;
    const { winner, rejected } = await confirm(run, result);
    expect(rejected).toEqual([{ point: BEST, message: 'it differs now' }]);
    expect(timeNs(winner.point)).toBe(1100);
  });

  it('is not one that another way of checking finds wrong', async () => {
    const verify = async (point: Point) => (point[0] === 5 ? 'its output is wrong' : undefined);
    const run = tuner(fake(right, { verify }).evaluator, { seeds: [BEST, [4, 2, 7]], budget: { trials: 2 } });
    const { winner, rejected } = await confirm(run, (await run.run()).value!);
    expect(winner.point).toEqual([4, 2, 7]);
    expect(rejected).toHaveLength(1);
  });

  it('is the base when all others are no better than noise', async () => {
    const evaluate = (point: Point): Evaluation => ({
      status: 'correct',
      timeNs: keyOf(point) === keyOf(BASE) ? 1000 : 995 + point[0],
    });
    const run = tuner(fake(evaluate).evaluator);
    const { isCertain } = await confirm(run, (await run.run()).value!);
    expect(isCertain).toBe(false);
  });

  it('owes its time to changes that are undone one at a time', async () => {
    const evaluate = ([a, b]: Point): Evaluation => ({
      status: 'correct',
      timeNs: 1000 - 10 * a - 100 * b,
    });
    const run = tuner(fake(evaluate).evaluator);
    await run.run();
    const winner = run.findingOf([2, 7, 4], evaluate([2, 7, 4]), 'x')!;
    const found = await importances(run, BASE, winner);
    expect(found.map(({ parameters, factor }) => [parameters, factor])).toEqual([
      [[1], 980 / 280],
      [[0], 300 / 280],
      [[2], 1],
    ]);
  });

  it('takes back a change that does harm', async () => {
    const evaluate = ([a, b, c]: Point): Evaluation => ({
      status: 'correct',
      timeNs: 1000 - 100 * a + 50 * b + 20 * c,
    });
    const run = tuner(fake(evaluate, { isNoisy: false }).evaluator, {
      seeds: [[5, 1, 2]],
      budget: { trials: 1 },
    });
    const confirmed = await confirm(run, (await run.run()).value!);
    expect(confirmed.winner.point).toEqual([5, 1, 2]);
    const { confirmation, importances: found } = await explain(run, confirmed);
    expect(confirmation.winner.point).toEqual([5, 0, 0]);
    expect(confirmation.gain).toBe(2);
    expect(found.map(({ parameters, factor }) => [parameters, factor])).toEqual([[[0], 2]]);
  });

  it('owes it to several at once where the constraints tie them together', async () => {
    const holds = (configuration: readonly unknown[]) => configuration[0] === configuration[1];
    const tied: Space = { ...space, constraints: [{ text: 'a == b', parameters: [0, 1], holds }] };
    const run = tuner(fake().evaluator, {}, tied);
    await run.run();
    const winner = run.findingOf([5, 5, 7], right([5, 5, 7]), 'x')!;
    const found = await importances(run, BASE, winner);
    expect(found.map(({ parameters }) => parameters)).toEqual([[2], [0, 1]]);
  });
});

describe('an objective', () => {
  const evaluation: Evaluation = { status: 'correct', timeNs: 2000, minNs: 1000 };
  const launch = { params: { N: 100 } };

  it('is an expression of time in seconds, params and the configuration', () => {
    const rate = objectiveOf('N * TILE / time', 'maximize', []);
    const value = rate.valueOf(evaluation, { TILE: 4 }, launch);
    expect(value).toBeCloseTo(400 / 2e-6);
    expect(rate.costOf(value)).toBeLessThan(rate.costOf(value / 2));
    expect(objectiveOf('minTime', 'minimize', []).valueOf(evaluation, {}, launch)).toBeCloseTo(1e-6);
    expect(
      objectiveOf('coarsen.x * pi', 'minimize', ['coarsen.x']).valueOf(
        evaluation,
        { 'coarsen.x': 2 },
        launch,
      ),
    ).toBeCloseTo(2 * Math.PI);
  });

  it('says what it cannot use', () => {
    const use = (text: string) => () => objectiveOf(text, 'maximize', []).valueOf(evaluation, {}, launch);
    expect(use('flops / time')).toThrow('unknown name "flops"; there are N, time, minTime');
    expect(use('time - 1')).toThrow(/has to be above 0/);
    expect(use('time +')).toThrow();
    expect(compileExpression('1').names.size).toBe(0);
  });
});
