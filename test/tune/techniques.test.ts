import { describe, expect, it } from 'vitest';
import { Points } from '../../src/space/points.ts';
import { Random } from '../../src/space/random.ts';
import { keyOf, type Point, parameterOf } from '../../src/space/space.ts';
import { Ensemble } from '../../src/tune/ensemble/ensemble.ts';
import { Coordinates, clamp, reflect } from '../../src/tune/techniques/coordinates.ts';
import { ExtraTrees } from '../../src/tune/techniques/extra-trees.ts';
import {
  DEFAULT_TECHNIQUES,
  OPENTUNER_TECHNIQUES,
  TECHNIQUE_NAMES,
} from '../../src/tune/techniques/index.ts';
import { bowl, mixedPoints, mixedSpace, run } from './ensemble-spaces.ts';

describe.each(TECHNIQUE_NAMES)('%s', (name) => {
  const trials = 150;
  const start = (seed: number) => new Ensemble({ points: mixedPoints(), seed, techniques: [name] });

  it('proposes valid points only, none twice', () => {
    const points = mixedPoints();
    const proposals = run(start(1), bowl, trials);
    expect(proposals.every(({ point }) => points.indexOf(point) !== -1)).toBe(true);
    expect(new Set(proposals.map(({ point }) => keyOf(point))).size).toBe(trials);
  });

  it('is repeatable', () => {
    const trace = () => JSON.stringify(run(start(6), bowl, trials));
    expect(trace()).toBe(trace());
  });

  it('copes with a space of one point, and with one where everything fails', () => {
    const single = new Points({ parameters: [parameterOf('x', [4])], constraints: [] });
    const alone = new Ensemble({ points: single, seed: 1, techniques: [name] });
    expect(run(alone, () => ({ status: 'ok', time: 1 }))).toHaveLength(1);
    expect(run(start(1), () => ({ status: 'runtime' }), trials)).toHaveLength(trials);
  });

  it('proposes most of the trials itself rather than leaving them to chance', () => {
    const ensemble = start(3);
    run(ensemble, bowl, 60);
    expect(ensemble.report()[0].trials).toBeGreaterThan(20);
  });
});

describe('techniques that learn', () => {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

  /** Mean of the best time after 120 of 8000 points of a smooth space, over seeds. */
  function reached(name: string): number {
    const steps = Array.from({ length: 20 }, (_, i) => i);
    const parameters = ['x', 'y', 'z'].map((each) => parameterOf(each, steps));
    const points = new Points({ parameters, constraints: [] });
    const bests = Array.from({ length: 10 }, (_, seed) => {
      const ensemble = new Ensemble({ points, seed, techniques: [name] });
      const time = ([x, y, z]: Point) => 10 + (x - 13) ** 2 + (y - 4) ** 2 + (z - 9) ** 2;
      run(ensemble, (point) => ({ status: 'ok', time: time(point) }), 120);
      return ensemble.best!.time;
    });
    return mean(bests);
  }

  it.each(TECHNIQUE_NAMES.filter((name) => name !== 'random'))('%s beats random search on a bowl', (name) => {
    expect(reached(name)).toBeLessThan(reached('random'));
  });

  it('include the four of OpenTuner in the ensemble', () => {
    for (const technique of OPENTUNER_TECHNIQUES) expect(DEFAULT_TECHNIQUES).toContain(technique);
    expect(OPENTUNER_TECHNIQUES.map(({ name }) => name)).toEqual([
      'differential-evolution',
      'uniform-greedy-mutation',
      'normal-greedy-mutation',
      'nelder-mead',
    ]);
  });
});

describe('coordinates', () => {
  it('lead from every point back to itself', () => {
    const points = mixedPoints();
    const coordinates = new Coordinates(points);
    const random = new Random(1);
    for (const point of points) {
      expect(coordinates.pointOf(coordinates.vectorOf(point), random)).toEqual(point);
    }
  });

  it('leave out parameters that cannot vary and end at valid points', () => {
    const space = mixedSpace();
    const points = new Points({ ...space, parameters: [...space.parameters, parameterOf('fixed', [3])] });
    const coordinates = new Coordinates(points);
    expect(coordinates.dimensions).toBe(4);
    const random = new Random(2);
    for (let i = 0; i < 200; i++) {
      const vector = Array.from({ length: 4 }, () => 3 * random.next() - 1);
      expect(points.indexOf(coordinates.pointOf(vector, random))).not.toBe(-1);
    }
  });

  it('are clamped or thrown back at the borders', () => {
    expect([-0.2, 0.4, 1.3].map(clamp)).toEqual([0, 0.4, 1]);
    const reflected = [-0.25, 0.5, 1.25, 2.25, -1.75].map(reflect);
    expect(reflected).toEqual([0.25, 0.5, 0.75, 0.25, 0.25]);
  });
});

describe('extremely randomised trees', () => {
  const rowsOf = (rows: readonly (readonly number[])[]) => ({
    width: rows[0].length,
    cells: Float64Array.from(rows.flat()),
  });

  it('reproduce what they were shown and tell a column that matters from one that does not', () => {
    const rows = Array.from({ length: 64 }, (_, i) => [i % 8, i >> 3]);
    const targets = Float64Array.from(rows, ([x]) => (x < 4 ? 1 : 5));
    const trees = new ExtraTrees(16, new Random(1));
    trees.fit(rowsOf(rows), targets, 16);
    const prediction = { mean: 0, deviation: 0 };
    rows.forEach((row, i) => {
      trees.predict(row, 0, prediction);
      expect(prediction.mean).toBeCloseTo(targets[i], 9);
    });
  });

  it('end at leaves where no split explains anything', () => {
    // Rounding can make the gain of such a split negative; the node was then neither split nor a leaf.
    const rows = Array.from({ length: 90 }, (_, i) => [i % 3, (i * 7) % 5, (i * 11) % 4]);
    const random = new Random(3);
    const trees = new ExtraTrees(8, new Random(1));
    const prediction = { mean: 0, deviation: 0 };
    for (let round = 0; round < 20; round++) {
      trees.fit(
        rowsOf(rows),
        Float64Array.from(rows, () => 0.1 * Math.round(3 * random.next())),
        8,
      );
      for (const row of rows) trees.predict(row, 0, prediction);
      expect(prediction.mean).toBeGreaterThanOrEqual(0);
    }
  });

  it('take what is not known of a row as more than everything', () => {
    const rows = Array.from({ length: 30 }, (_, i) => [i % 5, i < 10 ? Number.NaN : i]);
    const trees = new ExtraTrees(8, new Random(1));
    trees.fit(
      rowsOf(rows),
      Float64Array.from(rows, ([, x]) => (Number.isNaN(x) ? 7 : 1)),
      8,
    );
    const prediction = { mean: 0, deviation: 0 };
    trees.predict([0, Number.NaN], 0, prediction);
    expect(prediction.mean).toBeCloseTo(7, 9);
  });

  it('are less sure between what they were shown than there', () => {
    const rows = Array.from({ length: 10 }, (_, i) => [10 * i]);
    const targets = Float64Array.from(rows, ([x]) => x ** 2);
    const trees = new ExtraTrees(50, new Random(1));
    trees.fit(rowsOf(rows), targets, 50);
    const [known, between] = [40, 45].map((x) => {
      const prediction = { mean: 0, deviation: 0 };
      trees.predict([x], 0, prediction);
      return prediction;
    });
    expect(known.deviation).toBeLessThan(1e-6);
    expect(between.deviation).toBeGreaterThan(100);
    expect(between.mean).toBeGreaterThan(40 ** 2);
    expect(between.mean).toBeLessThan(50 ** 2);
  });

  it('learn more rows as they come, a few trees at a time', () => {
    const trees = new ExtraTrees(8, new Random(1));
    const rows: number[][] = [];
    for (let i = 0; i < 40; i++) {
      rows.push([i]);
      trees.fit(
        rowsOf(rows),
        Float64Array.from(rows, ([x]) => x),
        2,
      );
    }
    const prediction = { mean: 0, deviation: 0 };
    trees.predict([20], 0, prediction);
    expect(prediction.mean).toBeCloseTo(20, 9);
  });
});
