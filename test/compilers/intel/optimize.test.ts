// The tables of the Xe model, and what the shared optimiser makes of kernels with their numbers: the IR stays valid, and
// loops are unrolled as far as Mesa's limit for this driver goes.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { shaderCompiler, sourceRules } from '../../../src/compilers/dialects.ts';
import { intelGeneration, intelGenerationNames } from '../../../src/compilers/intel/generation.ts';
import { optimizerNumbers } from '../../../src/compilers/intel/optimize/numbers.ts';
import { optimizeMesa } from '../../../src/compilers/mesa/optimize/chain.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { decodeWgsl } from '../../../src/decode/wgsl/index.ts';
import type { Module } from '../../../src/ir/ir.ts';
import { pureOps } from '../../../src/ir/ops.ts';
import { validateModule } from '../../../src/ir/validate.ts';
import { forEachInstruction } from '../../../src/ir/walk.ts';
import { decodeKernel } from '../../../src/predict/compile-stages.ts';
import { cases } from '../../golden/cases.ts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const numbers = optimizerNumbers(intelGeneration('xe-hpg')!);
const optimize = (module: Module): Module =>
  optimizeMesa(module, shaderCompiler('dawn'), numbers, new PassRunner(new Set()));

describe('tables', () => {
  it.each(intelGenerationNames)('%s follows its schema', (name) => {
    const validate = new Ajv2020().compile(read('isa/intel/generation.schema.json'));
    validate(read(`isa/intel/${name}.json`));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('have instructions for every operation, of classes that there are', () => {
    const { operations, costClasses } = intelGeneration('xe2')!;
    const known = new Set(
      (read('isa/cost-classes.json').classes as { name: string }[]).map(({ name }) => name),
    );
    expect(Object.keys(pureOps).filter((each) => !operations.has(each as keyof typeof pureOps))).toEqual([]);
    expect([...costClasses.values()].filter((each) => !known.has(each))).toEqual([]);
    const mnemonics = [...operations.values()].flatMap(({ ofSecond, ofBoth, own }) =>
      [...ofSecond, ...ofBoth, ...own].map(({ mnemonic }) => mnemonic),
    );
    const isPriced = (mnemonic: string) => [...costClasses.keys()].some((each) => mnemonic.startsWith(each));
    expect(mnemonics.filter((each) => !isPriced(each))).toEqual([]);
  });

  it('stand on the first, but for what differs', () => {
    const [lp, hpg, xe2] = ['xe-lp', 'xe-hpg', 'xe2'].map((each) => intelGeneration(each)!);
    expect([lp.lanes, hpg.lanes, xe2.lanes]).toEqual([16, 16, 32]);
    expect([lp.hasAdd3, hpg.hasAdd3, xe2.hasAdd3]).toEqual([false, true, true]);
    expect(xe2.operations.get('udiv')).toEqual(hpg.operations.get('udiv'));
    // The first of them still divides integers by itself.
    expect(lp.operations.get('udiv')!.ofBoth.map(({ mnemonic }) => mnemonic)).toEqual(['math_intdiv:UD']);
  });
});

describe('the optimiser', () => {
  it.each(cases.map(({ name, launch, source }) => [name, launch, source] as const))(
    'leaves %s valid',
    (_, launch, source) => {
      expect(validateModule(optimize(decodeKernel(launch, source).value!))).toEqual([]);
    },
  );

  it('unrolls 32 iterations and no more', () => {
    const loops = (count: number): number => {
      const text = `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = id.x;
  for (var k = 0u; k < ${count}u; k++) { sum = sum * 3u + k; }
  words[id.x] = sum;
}`;
      const { value } = decodeWgsl({ file: 'kernel.wgsl', text }, { constants: {}, rules: sourceRules() });
      let found = 0;
      forEachInstruction(optimize(value!).body, ({ kind }) => {
        if (kind === 'loop') found++;
      });
      return found;
    };
    expect([loops(32), loops(33)]).toEqual([0, 1]);
  });
});
