// SPIR-V computes what the software GPU computes from the WGSL: the construct suite and the examples through Tint and
// through naga, and the GLSL kernels beside their twins. Without a Vulkan device kernelcast's own execution of the WGSL
// stands in for the GPU, and Tint, which needs one to write SPIR-V, is left out.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Module } from '../../src/ir/ir.ts';
import { differences } from '../conformance/compare.ts';
import { describeOnDevice, VULKAN_DRIVER } from '../devices.ts';
import type { Failure } from '../differential/jobs.ts';
import { nagaSpirv, tintSpirv } from '../differential/spirv-sources.ts';
import { fromAssembly, fromBinary, fromWgsl } from './decode.ts';
import { runOnGpu } from './gpu.ts';
import { binaryOf, FORMS, glslKernels, launchOf } from './kernels.ts';
import refusals from './naga-refusals.json' with { type: 'json' };
import { programOf, run, WAYS, type Way } from './pipeline.ts';
import { expectedOf } from './references.ts';
import { constructs, entryPointOf, examples, type Subject, twins } from './suite.ts';

const subjects = [...constructs, ...examples, ...twins];
const STAND_IN_SUBGROUP_SIZE = 4;
/** Kernels whose SPIR-V from naga 30 is wrong, and how. */
const MISTAKES_OF_NAGA: Readonly<Record<string, string>> = {
  'struct-layout': 'a struct with an `@align`ed member is placed at 8, where its alignment of 16 is ignored',
};

let expected: ReadonlyMap<string, readonly Uint32Array[]>;
let subgroupSize = STAND_IN_SUBGROUP_SIZE;

beforeAll(async () => {
  const results = VULKAN_DRIVER ? await onGpu() : subjects.map((each) => onKernelcast(each));
  expected = new Map(subjects.map((each, k) => [each.name, results[k]]));
}, 120_000);

async function onGpu(): Promise<Uint32Array[][]> {
  const answer = await runOnGpu(subjects);
  subgroupSize = answer.subgroupSize;
  return answer.results.map((each, k) => {
    if ('error' in each) throw new Error(`${subjects[k].name}: ${each.error}`);
    return each;
  });
}

function onKernelcast({ code, launch, outputs, standIn }: Subject): Uint32Array[] {
  const module = fromWgsl(code, launch);
  return run(programOf(module, standIn, 'dawn'), launch, outputs, subgroupSize);
}

function check(
  subject: Omit<Subject, 'standIn'>,
  module: Module,
  way: Way,
  results = expected.get(subject.name)!,
): void {
  const { launch, outputs, type, tolerance } = subject;
  const actual = run(programOf(module, way, 'raw'), launch, outputs, subgroupSize);
  expect(outputs.flatMap((_, k) => differences(type, tolerance, results[k], actual[k]))).toEqual([]);
}

const source = ({ code, launch }: Subject) => ({
  code,
  constants: launch.constants,
  entryPoint: launch.entryPoint ?? entryPointOf(code),
});
const names = subjects.map((each, index) => [each.name, index] as const);

describeOnDevice('through Tint', () => {
  let compiled: ({ readonly text: string } | Failure)[];
  beforeAll(async () => {
    compiled = await tintSpirv(subjects.map(source));
  }, 120_000);

  it.each(names)('%s', (_, index) => {
    const made = compiled[index];
    if ('error' in made) throw new Error(made.error);
    for (const way of WAYS) check(subjects[index], fromAssembly(made.text), way);
  });
});

describe('through naga', () => {
  let compiled: ({ readonly bytes: Uint8Array } | Failure)[];
  beforeAll(async () => {
    compiled = await nagaSpirv(subjects.map(source));
  }, 120_000);

  it('compiles all but what naga has not got', () => {
    const refused = subjects.flatMap((each, k) => ('error' in compiled[k] ? [each.name] : []));
    expect(refused.sort()).toEqual(Object.keys(refusals).sort());
  });

  const accepted = names.filter(([name]) => !(name in refusals || name in MISTAKES_OF_NAGA));
  it.each(accepted)('%s', (_, index) => {
    const made = compiled[index];
    if ('error' in made) throw new Error(made.error);
    for (const way of WAYS)
      check(subjects[index], fromBinary(made.bytes, { ...subjects[index].launch, constants: {} }), way);
  });
});

describe('from GLSL', () => {
  describe.each(FORMS)('%s', (form) => {
    it.each(glslKernels.map((kernel) => [kernel.name, kernel] as const))('%s', (name, kernel) => {
      const launch = launchOf(kernel, 'small');
      const { outputs, type, tolerance = {} } = kernel;
      const subject = { name: `glsl/${name}`, launch, code: '', outputs, type, tolerance };
      const module = fromBinary(binaryOf(kernel, form), launch);
      const results = kernel.twin === false ? expectedOf(name, launch) : expected.get(subject.name)!;
      for (const way of WAYS) check(subject, module, way, results);
    });
  });
});
