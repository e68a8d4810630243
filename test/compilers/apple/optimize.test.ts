// The optimiser of the model: its table names instructions, its passes leave the IR valid and what it computes as it
// was, and each does what it is for.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appleGeneration, threadsOf } from '../../../src/compilers/apple/generation.ts';
import { classOfMnemonic } from '../../../src/compilers/apple/listing.ts';
import { optimizeApple } from '../../../src/compilers/apple/optimize/chain.ts';
import { type Dialect, shaderCompiler, sourceRules } from '../../../src/compilers/dialects.ts';
import { PassRunner } from '../../../src/compilers/pass.ts';
import { decodeWgsl } from '../../../src/decode/wgsl/index.ts';
import type { Instruction, Module } from '../../../src/ir/ir.ts';
import { validateModule } from '../../../src/ir/validate.ts';
import { forEachInstruction } from '../../../src/ir/walk.ts';
import { cases } from '../../golden/cases.ts';
import { alikeButNan, interpret } from '../../passes/interpret.ts';
import { arbitraryProgram, randomBuffers } from '../../passes/random-program.ts';
import { valid } from '../support.ts';

const generation = appleGeneration('g13')!;
const read = (file: string) => JSON.parse(readFileSync(`isa/apple/${file}`, 'utf8'));

function optimize(module: Module, dialect: Dialect = 'dawn', without: readonly string[] = []): Module {
  return optimizeApple(module, shaderCompiler(dialect), generation, new PassRunner(new Set(without)));
}

function kernel(text: string, dialect?: Dialect): Module {
  const { value } = decodeWgsl({ file: 'kernel.wgsl', text }, { constants: {}, rules: sourceRules() });
  return optimize(value!, dialect);
}

const bodyOf = (body: string, dialect?: Dialect) =>
  kernel(
    `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<storage, read> given: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { ${body} }`,
    dialect,
  );

function count(module: Module, isWanted: (instruction: Instruction) => boolean): number {
  let found = 0;
  forEachInstruction(module.body, (each) => {
    if (isWanted(each)) found++;
  });
  return found;
}
const isIf = ({ kind }: Instruction) => kind === 'if';

describe('the table', () => {
  it('follows its schema', () => {
    const check = new Ajv2020({ strict: false }).compile(read('generation.schema.json'));
    expect(check(read('g13.json')) ? [] : check.errors).toEqual([]);
  });

  it('names instructions that have a class and a cost class', () => {
    const steps = [...generation.operations.values()].flatMap(({ code, byUniform = [] }) => [
      ...code,
      ...byUniform,
    ]);
    expect(steps.filter((each) => classOfMnemonic(each) === undefined)).toEqual([]);
    const begins = [...generation.costClasses.keys()];
    expect(steps.filter((each) => !begins.some((begin) => each.startsWith(begin)))).toEqual([]);
  });

  it('gives threads as the driver counts them', () => {
    const table = [
      [104, 1024],
      [112, 896],
      [128, 832],
      [136, 768],
      [144, 704],
      [160, 640],
      [184, 576],
      [208, 512],
      [232, 448],
      [256, 384],
    ];
    for (const [halves, threads] of table) {
      expect(threadsOf(halves, generation)).toBe(threads);
      expect(threadsOf(halves - 7, generation)).toBe(threads);
    }
  });
});

describe('the optimiser', () => {
  it.each(
    cases
      .filter(({ source }) => typeof source === 'string')
      .map(({ name, source }) => [name, source] as const),
  )('leaves %s valid', (_name, source) => {
    expect(validateModule(kernel(source as string))).toEqual([]);
  });

  it('computes the same', () => {
    const program = arbitraryProgram().map((module) => ({
      ...module,
      workgroupSize: [64, 1, 1] as const,
    }));
    const outcome = (module: Module) =>
      interpret(valid(module), randomBuffers()).buffers.map((words) => Array.from(words));
    fc.assert(
      fc.property(program, (module) => {
        // What rounds otherwise, or knows no sign of zero, stays out.
        const optimized = optimize(module, 'dawn', ['contraction', 'float-constants']);
        const expected = outcome(module);
        expect(alikeButNan(outcome(optimized), expected)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('clamps what no hardware checks', () => {
    const clamps = (dialect: Dialect) =>
      count(
        bodyOf('words[id.x] = 1u;', dialect),
        (each) => each.kind === 'pure' && each.op === 'umin' && each.origin === 'index-clamp',
      );
    expect(clamps('dawn')).toBe(1);
    expect(clamps('raw')).toBe(0);
  });

  it('chooses instead of branching, also between loads of what nobody writes', () => {
    const chosen = (buffer: string) =>
      count(bodyOf(`var x = 1u; if (id.x > 7u) { x = ${buffer}[id.x]; } words[id.x + 1u] = x;`), isIf);
    expect(chosen('given')).toBe(0);
    expect(chosen('words')).toBe(1);
  });

  it('makes branches of switches', () => {
    const body = `switch (given[id.x]) { case 1u, 2u: { words[id.x] = 5u; }
      case 3u: { words[id.x + 1u] = 6u; } default: { words[0] = 7u; } }`;
    const module = bodyOf(body);
    expect(count(module, ({ kind }) => kind === 'switch')).toBe(0);
    expect(count(module, isIf)).toBe(2);
    const left = bodyOf(
      'switch (given[id.x]) { case 1u: { if (id.x > 3u) { break; } words[0] = 1u; } default: {} }',
    );
    expect(validateModule(left)).toEqual([]);
  });

  it('unrolls within its limits', () => {
    const loops = (end: number) =>
      count(
        bodyOf(`var s = 1u; for (var i = 0u; i < ${end}u; i++) { s = s * s + 1u; } words[id.x] = s;`),
        ({ kind }) => kind === 'loop',
      );
    expect(loops(32)).toBe(0);
    expect(loops(40)).toBe(1);
  });
});
