// A kernel's predicted time hardly depends on the language that it comes in: WGSL under a dialect against the SPIR-V
// that the dialect's compiler writes for a driver, and the GLSL kernels against their twins. Times are those of
// realistic sizes on an H200.

import { beforeAll, describe, expect, it } from 'vitest';
import { describeOnDevice } from '../devices.ts';
import {
  compare,
  describeComparison,
  glslPairs,
  nagaPairs,
  type Pair,
  sources,
  tintPairs,
} from './comparisons.ts';
import refusals from './naga-refusals.json' with { type: 'json' };

const TOLERANCE = 0.05;
/**
 * Where a launch ends with a few long warps alone, one branch less in their loop shows as it is; where a loop fills its
 * pipes, so does a copy of a value, or a product that reads three registers where that of the twin reads two and a constant.
 */
const TOLERANCES: Readonly<Record<string, number>> = {
  'glsl/mandelbrot': 0.12,
  'glsl/matmul-specialized': 0.07,
  'mandelbrot (opt)': 0.08,
  nbody: 0.07,
  'nested-loops (opt)': 0.06,
  'nested-loops (plain)': 0.06,
};

function check(pair: Pair): void {
  const comparison = compare(pair);
  expect(Math.abs(comparison.ratio - 1), describeComparison(pair.name, comparison)).toBeLessThanOrEqual(
    TOLERANCES[pair.name] ?? TOLERANCE,
  );
}

const names = sources.map((each, index) => [each.name, index] as const);

describeOnDevice('through Tint', () => {
  let pairs: Pair[];
  beforeAll(async () => {
    pairs = await tintPairs();
  }, 120_000);
  it.each(names)('%s', (_, index) => check(pairs[index]), 30_000);
});

describe('through naga', () => {
  let pairs: Pair[];
  beforeAll(async () => {
    pairs = await nagaPairs();
  }, 120_000);
  const accepted = names.filter(([name]) => !(name in refusals));
  it.each(accepted)('%s', (_, index) => check(pairs[index]), 30_000);
});

describe('from GLSL', () => {
  it.each(glslPairs().map((pair) => [pair.name, pair] as const))('%s', (_, pair) => check(pair), 30_000);
});
