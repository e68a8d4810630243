// Kernels for the tests of transformations: a source with a launch made up for it, transformed, validated by
// Tint, and compared with the original by execution in full.

import { expect } from 'vitest';
import { validateWgsl } from '../../src/hardware/tint.ts';
import type { Binding, Launch } from '../../src/launch/launch.ts';
import { type Transformation, type Transformed, transformKernel } from '../../src/transform/index.ts';
import { Random } from '../differential/random.ts';
import { wrap } from '../execute/wrap.ts';
import { type Contents, contentsAfter, firstDifference } from './equality.ts';

export interface TestLaunch {
  readonly dispatch: readonly [number, number, number];
  readonly constants?: Readonly<Record<string, number>>;
  /** Words of each buffer of group 0: how many random ones, or which. */
  readonly buffers: readonly (number | readonly number[])[];
  /** Those that are uniform buffers. */
  readonly uniforms?: readonly number[];
}

export function launchOf({ dispatch, constants = {}, buffers, uniforms = [] }: TestLaunch, seed = 1): Launch {
  const bindings = buffers.map((content, binding): Binding => {
    const random = new Random(seed * 16 + binding);
    const words =
      typeof content === 'number'
        ? Uint32Array.from({ length: content }, () => random.bits() >>> 8)
        : Uint32Array.from(content);
    const usage = uniforms.includes(binding) ? 'uniform' : 'storage';
    return { group: 0, binding, usage, sizeBytes: words.byteLength, data: { kind: 'words', words } };
  });
  return {
    name: 'test',
    file: 'test.json',
    shaderPath: 'test.wgsl',
    params: {},
    constants,
    dispatch,
    bindings,
  };
}

/** The transformation's result; it must be there. */
export function transformed(source: string, launch: Launch, transformation: Transformation): Transformed {
  const { value, diagnostics } = transformKernel(source, launch, transformation);
  expect(diagnostics.map((each) => each.message)).toEqual([]);
  return value!;
}

/** The one reason why a transformation is refused, and the line that it is about. */
export function refusal(source: string, launch: Launch, transformation: Transformation) {
  const { value, diagnostics } = transformKernel(source, launch, transformation);
  expect(value?.source).toBeUndefined();
  const { severity, code, message, span } = diagnostics[0];
  const line = span && source.slice(0, span.start).split('\n').length;
  return { severity, code, message, line };
}

/** As decoded: whether transforming keeps the meaning is no question to a compiler. */
export function run(source: string, launch: Launch, subgroupSize = 32): Contents {
  return contentsAfter(source, launch, { subgroupSize, compile: wrap });
}

/** What the result does differently from the original; undefined where nothing. Tint must take it. */
export async function difference(
  source: string,
  launch: Launch,
  result: Transformed,
  expected = run(source, launch),
): Promise<string | undefined> {
  const problems = await validateWgsl(result.source, 'transformed.wgsl');
  expect(problems.filter((each) => each.severity === 'invalid').map((each) => each.message)).toEqual([]);
  const { dispatch, constants } = result;
  return firstDifference(expected, run(result.source, { ...launch, dispatch, constants }));
}
