// Every instruction with operands drawn at random: it is lowered to valid IR or refused with a diagnostic,
// and never anything else.

import { describe, expect, it } from 'vitest';
import { extendedSet, instructionByName, instructionNames } from '../../src/decode/spirv/grammar.ts';
import { handlerFor } from '../../src/decode/spirv/instructions/index.ts';
import { scalarCount } from '../../src/decode/spirv/layout.ts';
import type { SpirvType } from '../../src/decode/spirv/types.ts';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import type { ScalarType } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import {
  array,
  constant,
  literal,
  lower,
  matrix,
  scalar,
  struct,
  vector,
  type Word,
} from './spirv-instruction-runner.ts';

/** A small generator of numbers, the same in every run. */
class Random {
  private state: number;
  constructor(seed: number) {
    this.state = seed;
  }
  below(limit: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) | 0;
    return Math.floor(((this.state >>> 8) / 2 ** 24) * limit);
  }
  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}

const scalars: ScalarType[] = ['bool', 'i8', 'i16', 'i32', 'i32', 'i32', 'i64', 'f16', 'f32', 'f32', 'f64'];
const kinds: SpirvType[] = [
  ...scalars.map(scalar),
  ...scalars.flatMap((each) => [2, 3, 4].map((size) => vector(size, each))),
  matrix(2, 2),
  matrix(2, 3),
  matrix(4, 4),
  matrix(3, 3, 'f64'),
];
const composites: SpirvType[] = [
  struct(scalar('i32'), scalar('i32')),
  struct(vector(2, 'i32'), vector(2, 'i32')),
  struct(scalar('f32'), scalar('i32')),
  struct(scalar('f32'), scalar('f32')),
  struct(),
  array(scalar('i32'), 3),
  array(struct(scalar('f32'), vector(3, 'bool')), 2),
];
const oddities: SpirvType[] = [
  { kind: 'void' },
  { kind: 'opaque', what: 'an image' },
  { kind: 'pointer', storageClass: 7, pointee: scalar('i32'), strideBytes: 4 },
  { kind: 'array', element: scalar('i32'), strideBytes: 4 },
];

function anyWord(random: Random, type: SpirvType): Word {
  switch (random.below(12)) {
    case 0:
      return literal(random.pick([0, 1, 2, 3, 5, 0xffffffff]));
    case 1:
      return {
        pointer: random.pick([vector(2, 'f32'), scalar('i64'), scalar('i32'), scalar('f32')]),
        space: random.pick(['buffer', 'private']),
      };
    case 2:
    case 3:
      return constant(scalar('i32'), random.below(5));
    default: {
      // Mostly one type, or the same shape with other components.
      const near = random.below(4) === 0 ? random.pick(kinds) : type;
      if (near.kind === 'void' || near.kind === 'opaque' || near.kind === 'pointer') return literal(1);
      return { type: near, rows: [new Array(scalarCount(near)).fill(1)] };
    }
  }
}

const instructions = instructionNames().filter(
  (name) => name !== 'OpExtInst' && handlerFor(instructionByName(name)!.opcode) !== undefined,
);
const extended = [...extendedSet('GLSL.std.450')!.byName.keys()].map((name) => `GLSL.${name}`);

describe('random operands', () => {
  it('knows many instructions', () => {
    expect(instructions.length).toBeGreaterThan(160);
  });

  it.each([...instructions, ...extended])('%s', (name) => {
    const random = new Random(name.length * 7919 + name.charCodeAt(name.length - 1));
    const hasResult = name.startsWith('GLSL.') || instructionByName(name)!.hasResult;
    for (let round = 0; round < 60; round++) {
      const type = random.pick(random.below(6) === 0 ? [...composites, ...oddities] : kinds);
      const words = Array.from({ length: random.below(7) }, () => anyWord(random, type));
      const result = hasResult
        ? random.pick([type, type, scalar('bool'), random.pick(composites)])
        : undefined;
      try {
        const module = lower(name, result, words);
        expect(validateModule(module), JSON.stringify([result, words])).toEqual([]);
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        expect(error.diagnostics[0].code).toMatch(/^spirv\//);
      }
    }
  });
});
