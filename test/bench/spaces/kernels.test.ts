// The kernels of bench/spaces/kernels: their spaces are as large as promised, and every configuration computes
// what the base does. Each kernel runs in full, scaled down to an odd size, at the corners of its space and at
// random points.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { limitsOf } from '../../../src/configure/needs.ts';
import { openTunable, type Tunable } from '../../../src/configure/open.ts';
import { decodeWgsl } from '../../../src/decode/wgsl/index.ts';
import type { Outcome } from '../../../src/diagnostics/diagnostic.ts';
import { compileProgram, createMemory, readBuffer, runInFull } from '../../../src/execute/index.ts';
import { loadProfile } from '../../../src/profile/load.ts';
import { Random } from '../../../src/space/random.ts';
import { keyOf, type Point } from '../../../src/space/space.ts';
import { wrap } from '../../execute/wrap.ts';

const folder = path.join(import.meta.dirname, '../../../bench/spaces/kernels');
const SUBGROUP_SIZE = 32;

interface KernelTest {
  /** A size that divides evenly by little. */
  readonly small: Readonly<Record<string, number>>;
  /** How far configurations may differ where they add in another order, as a share of the largest number. */
  readonly tolerance?: number;
}

const kernels: Readonly<Record<string, KernelTest>> = {
  'black-scholes': { small: { COUNT: 1000 } },
  'convolution-2d': { small: { WIDTH: 75, HEIGHT: 21 } },
  dedispersion: { small: { SAMPLES: 300, TRIALS: 20, CHANNELS: 5 } },
  gemv: { small: { COUNT: 37, COLUMNS: 2048 }, tolerance: 2e-6 },
  histogram: { small: { N: 30_000 } },
  hotspot: { small: { WIDTH: 90, HEIGHT: 41 } },
  kmeans: { small: { POINTS: 1500, CLUSTERS: 4 } },
  mandelbrot: { small: { WIDTH: 70, HEIGHT: 33 } },
  'mri-q': { small: { VOXELS: 1100, SAMPLES: 11 } },
  nbody: { small: { BODIES: 200 } },
  reduction: { small: { N: 100_004 } },
  'rms-norm': { small: { COUNT: 21, COLUMNS: 2048 }, tolerance: 2e-6 },
  scan: { small: { COUNT: 2, LENGTH: 4096 } },
  'sgemm-blocked': { small: { M: 50, N: 140, K: 32 } },
  'sgemm-naive': { small: { M: 37, N: 70, K: 19 } },
  sobel: { small: { WIDTH: 140, HEIGHT: 53 } },
  spmv: { small: { COUNT: 500, MEAN: 9 }, tolerance: 2e-6 },
  'stencil-3d': { small: { N: 35, DEPTH: 13 } },
  transpose: { small: { WIDTH: 150, HEIGHT: 70 } },
};

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const profile = loadProfile('nvidia-h200').value!;

function expectValue<T>(outcome: Outcome<T>): T {
  expect(outcome.diagnostics.map(({ message }) => message)).toEqual([]);
  return outcome.value!;
}

function open(name: string, params: Readonly<Record<string, number>> = {}): Tunable {
  const texts = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
  return expectValue(
    openTunable(path.join(folder, `${name}.json`), texts, undefined, limitsOf('adapter', profile)),
  );
}

/** The words of all buffers after a full run, as decoded: what a compiler does to kernels is tested elsewhere. */
function run(tunable: Tunable, point: Point): Uint32Array[] {
  const { launch, source } = expectValue(tunable.instantiate(point));
  const entryPoint = launch.entryPoint === undefined ? {} : { entryPoint: launch.entryPoint };
  const file = { file: launch.shaderPath, text: source };
  const module = expectValue(decodeWgsl(file, { constants: launch.constants, ...entryPoint }));
  const program = wrap(module);
  const memory = createMemory(program.module.buffers, launch.bindings, () => new Uint8Array());
  const kernel = compileProgram(program, { subgroupSize: SUBGROUP_SIZE });
  const { diagnostics, isComplete } = runInFull(kernel, memory, { dispatch: launch.dispatch });
  // A coarsened kernel may read past a guard what it then does not use.
  const isTransformed = tunable.shaders.every(({ text }) => text !== source);
  const problems = diagnostics.filter(
    ({ message }) => !isTransformed || !/out-of-bounds reads/.test(message),
  );
  expect([isComplete, problems.map(({ message }) => message)]).toEqual([true, []]);
  return program.module.buffers
    .map(({ binding }, index) => ({
      binding,
      words: new Uint32Array(readBuffer(memory, index).slice().buffer),
    }))
    .sort((a, b) => a.binding - b.binding)
    .map(({ words }) => words);
}

/** Largest difference of two buffers of floats, as a share of the largest magnitude. */
function difference(actual: Uint32Array, expected: Uint32Array): number {
  const [a, b] = [new Float32Array(actual.buffer), new Float32Array(expected.buffer)];
  let [largest, magnitude] = [0, 0];
  b.forEach((value, i) => {
    largest = Math.max(largest, Math.abs(value - a[i]));
    magnitude = Math.max(magnitude, Math.abs(value));
  });
  return largest / magnitude;
}

/** Points with the least and the most of everything, and some in between. */
function somePoints({ space, points }: Tunable, seed: number): Point[] {
  const random = new Random(seed);
  const ends = space.parameters.map(({ values }) => values.length - 1);
  const corners = [
    ends.map(() => 0),
    ends,
    ends.map((end, i) => (i % 2 === 0 ? end : 0)),
    ends.map((end, i) => (i % 2 === 0 ? 0 : end)),
  ];
  const found = [
    ...corners.map((corner) => points.nearest(corner, random)),
    ...Array.from({ length: 2 }, () => points.sample(random)),
  ];
  return [...new Map(found.map((point) => [keyOf(point), point])).values()];
}

describe('the kernels for tuning', () => {
  it('are all tested', () => {
    expect(names.sort()).toEqual(Object.keys(kernels).sort());
  });

  it.each(names)('%s has a space of 50 to 2000 configurations, its base among them', (name) => {
    const { points, base } = open(name);
    expect(points.count).toBeGreaterThanOrEqual(50);
    expect(points.count).toBeLessThanOrEqual(2000);
    expect(points.indexOf(base)).toBeGreaterThanOrEqual(0);
  });

  it.each(names)('%s computes the same in every configuration', (name) => {
    const { small, tolerance } = kernels[name];
    const tunable = open(name, small);
    const expected = run(tunable, tunable.base);
    for (const point of somePoints(tunable, names.indexOf(name))) {
      const actual = run(tunable, point);
      expect(actual.length).toBe(expected.length);
      actual.forEach((words, i) => {
        if (tolerance === undefined) expect(words).toEqual(expected[i]);
        else expect(difference(words, expected[i])).toBeLessThan(tolerance);
      });
    }
  });
});
