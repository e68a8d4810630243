// A kernel's predicted time hardly depends on the language that it comes in: WGSL under a dialect against the SPIR-V
// that the dialect's compiler writes for a driver, and the GLSL kernels against their twins. Times are those of
// realistic sizes on an H200.

import { beforeAll, describe, expect, it } from 'vitest';
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
const isAvailable = process.env['KERNELCAST_VULKAN_ICD'] !== undefined;

/** Pairs further apart than that, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'glsl/mandelbrot through Tint':
    'Tint reads uniform blocks in units of 16 bytes, so that the second comparison of the first `||` needs no load any more and is not branched over',
  'glsl/mandelbrot through naga':
    'the second comparison of the first `||` is a branch in what naga writes; that of WGSL reads a field and gets none',
  'transpose-naive through naga':
    'one branch more than in Dawn’s code; why a tenth less is predicted for it was not found',
  'nested-loops (plain) from GLSL':
    'four moves of a loop that its ALU work bounds go to the other pipe, as balancing starts from another count',
  'nested-loops (opt) from GLSL': 'as without spirv-opt',
};

function check(pair: Pair, way: string): void {
  const comparison = compare(pair);
  const isClose = Math.abs(comparison.ratio - 1) <= TOLERANCE;
  const isExpected = !(`${pair.name} ${way}` in EXCEPTIONS);
  expect(isClose, describeComparison(pair.name, comparison)).toBe(isExpected);
}

const names = sources.map((each, index) => [each.name, index] as const);

describe.skipIf(!isAvailable)('through Tint', () => {
  let pairs: Pair[];
  beforeAll(async () => {
    pairs = await tintPairs();
  }, 120_000);
  it.each(names)('%s', (_, index) => check(pairs[index]!, 'through Tint'), 30_000);
});

describe('through naga', () => {
  let pairs: Pair[];
  beforeAll(async () => {
    pairs = await nagaPairs();
  }, 120_000);
  const accepted = names.filter(([name]) => !(name in refusals));
  it.each(accepted)('%s', (_, index) => check(pairs[index]!, 'through naga'), 30_000);
});

describe('from GLSL', () => {
  it.each(glslPairs().map((pair) => [pair.name, pair] as const))(
    '%s',
    (_, pair) => check(pair, 'from GLSL'),
    30_000,
  );
});
