// Everything that the execution tests run, at sizes that run in a moment: the construct suite, the examples and the
// twins of the GLSL kernels, each a launch with its WGSL and how to compare what it leaves.

import type { Binding, Launch } from '../../src/launch/launch.ts';
import { type ConformanceCase, loadCases, type Tolerance, type Way } from '../conformance/cases.ts';
import { exampleKernels, exampleLaunch, glslKernels, launchOf, type TestKernel, twinOf } from './kernels.ts';

export interface Subject {
  readonly name: string;
  readonly launch: Launch;
  readonly code: string;
  readonly outputs: readonly number[];
  readonly type: 'u32' | 'f32';
  readonly tolerance: Tolerance;
  /** How far kernelcast compiles the WGSL where it stands in for a GPU. */
  readonly standIn: Way;
}

export const constructs: readonly Subject[] = loadCases().map((each) => ({
  name: each.name,
  launch: launchOfCase(each),
  code: each.code,
  outputs: [1],
  type: each.outputType,
  tolerance: each.tolerance,
  // Some results are the dialect's to choose, so only the whole chain has them.
  standIn: each.ways.includes('decoded') ? 'decoded' : 'optimized',
}));

export const examples: readonly Subject[] = exampleKernels.map((kernel) =>
  subjectOf(kernel, exampleLaunch(kernel.name, kernel.small)),
);

export const twins: readonly Subject[] = glslKernels
  .filter((kernel) => kernel.twin !== false)
  .map((kernel) =>
    subjectOf(
      { ...kernel, name: `glsl/${kernel.name}` },
      { launch: launchOf(kernel, 'small'), code: twinOf(kernel) },
    ),
  );

function subjectOf(
  { name, outputs, type, tolerance = {} }: TestKernel,
  source: { readonly launch: Launch; readonly code: string },
): Subject {
  return { name, outputs, type, tolerance, ...source, standIn: 'decoded' };
}

/** The name of the one entry point. */
export function entryPointOf(code: string): string {
  return /@compute[^{]*?\bfn\s+(\w+)/.exec(code)![1];
}

function launchOfCase(each: ConformanceCase): Launch {
  const words = (data: Uint32Array): Binding['data'] => ({ kind: 'words', words: data });
  const bindings: Binding[] = [
    { group: 0, binding: 0, usage: 'storage', sizeBytes: each.input.byteLength, data: words(each.input) },
    { group: 0, binding: 1, usage: 'storage', sizeBytes: each.outputWords * 4, data: { kind: 'zeros' } },
  ];
  if (each.uniform) {
    const { byteLength } = each.uniform;
    bindings.push({
      group: 0,
      binding: 2,
      usage: 'uniform',
      sizeBytes: byteLength,
      data: words(each.uniform),
    });
  }
  return {
    name: each.name,
    file: `${each.name}.json`,
    shaderPath: `${each.name}.wgsl`,
    entryPoint: 'main',
    params: {},
    constants: each.constants,
    dispatch: each.dispatch,
    bindings,
  };
}
