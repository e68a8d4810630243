// The passes as a whole: each leaves valid IR behind it, whatever the shader compiler and the generation, and none is
// there for nothing. Over the kernels on record, the examples, and the suites of constructs in both languages.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialectNames } from '../../src/compilers/dialects.ts';
import { compilerFor } from '../../src/compilers/for-device.ts';
import { generationNames } from '../../src/compilers/nvidia/generation.ts';
import { PassRunner } from '../../src/compilers/pass.ts';
import { spirvSource } from '../../src/decode/spirv/read.ts';
import type { Module } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { decodeKernel, deviceOf } from '../../src/predict/compile-stages.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { cases } from '../golden/cases.ts';
import { binaryOf, glslKernels, launchOf } from '../spirv/kernels.ts';
import { constructs } from '../spirv/suite.ts';

const examples = path.join(import.meta.dirname, '../../examples');
const device = deviceOf(loadProfile('nvidia-h200').value!);

/** A loop with the guard that a shader compiler puts into the SPIR-V it writes, and a choice between known values. */
const GUARDED = `
  @group(0) @binding(0) var<storage, read> inputs: array<u32>;
  @group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
  @compute @workgroup_size(64)
  fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    var left = vec2<u32>(0xffffffffu, 0xffffffffu);
    var chosen = 1u;
    for (var i = 0u; i < inputs[0]; i++) {
      if (all(left == vec2<u32>(0u))) { break; }
      left = left - vec2<u32>(select(0u, 1u, left.y == 0u), 1u);
      if (inputs[i] > id.x) { chosen = i; }
    }
    outputs[id.x] = chosen;
  }`;

const kernels: readonly { readonly name: string; readonly module: Module }[] = [
  ...cases,
  ...readdirSync(examples)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const launch = loadLaunch(path.join(examples, name), { params: {} }).value!;
      return { name, launch, source: readFileSync(launch.shaderPath, 'utf8') };
    }),
  ...constructs.map(({ name, launch, code }) => ({ name, launch, source: code })),
  { name: 'guarded', launch: constructs[0].launch, source: GUARDED },
  ...glslKernels.map((kernel) => ({
    name: `${kernel.name}.spv`,
    launch: launchOf(kernel, 'small'),
    source: spirvSource(`${kernel.name}.spv`, binaryOf(kernel, 'plain')).value!,
  })),
].map(({ name, launch, source }) => ({ name, module: decodeKernel(launch, source).value! }));

const compilers = generationNames.flatMap((generation) =>
  dialectNames.map((dialect) => compilerFor({ ...device, generation, architecture: '' }, dialect)),
);

/** Passes that change no kernel here, and why they are passes all the same. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  'plan-unrolling': 'looks at the loops for `unroll` and leaves the module as it is',
  'indexed-halves': 'looks at the arrays for `mem2reg` and leaves the module as it is',
};

describe('passes', () => {
  const effective = new Set<string>();

  it.each(kernels)('leave valid IR of $name', ({ name, module }) => {
    const problems = validateModule(module).map(({ message }) => `${name} as decoded: ${message}`);
    for (const compiler of compilers) {
      const runner = new PassRunner(new Set(), (pass, changed) => {
        effective.add(pass.name);
        for (const { message } of validateModule(changed))
          problems.push(`${compiler.name} after ${pass.name}: ${message}`);
      });
      compiler.optimize(module, runner);
    }
    expect(problems).toEqual([]);
  });

  it('have names of their own, and an owner', () => {
    for (const { passes } of compilers) {
      const names = passes.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const { owner } of passes) expect(['textbook', 'tint', 'naga', 'nvidia']).toContain(owner);
    }
  });

  it('change one of these kernels each, or say why not', () => {
    const listed = new Set(compilers.flatMap(({ passes }) => passes.map(({ name }) => name)));
    expect([...effective].filter((name) => !listed.has(name))).toEqual([]);
    const idle = [...listed].filter((name) => !effective.has(name));
    expect(idle.sort()).toEqual(Object.keys(WITHOUT_EFFECT).sort());
  });

  it('that break the IR are seen', () => {
    const [{ module }] = kernels;
    const broken: Module = { ...module, values: [] };
    const found: string[] = [];
    const runner = new PassRunner(new Set(), (pass, changed) => {
      if (validateModule(changed).length > 0) found.push(pass.name);
    });
    runner.apply(module, { name: 'breaks', owner: 'textbook', run: () => broken });
    expect(found).toEqual(['breaks']);
  });
});
