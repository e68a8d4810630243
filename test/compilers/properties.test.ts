// Every pass of this folder leaves what random structured programs compute as it was, and the value ranges
// hold for every value that a run produces.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { predicate } from '../../src/compilers/nvidia/optimize/if-conversion.ts';
import { mergeAccesses } from '../../src/compilers/nvidia/optimize/merge-accesses.ts';
import { conversionClamps, divisionGuards } from '../../src/compilers/tint/arithmetic.ts';
import { tintClamps } from '../../src/compilers/tint/clamps.ts';
import { tintGuards } from '../../src/compilers/tint/guards.ts';
import { valueRanges } from '../../src/ir/analyses/ranges.ts';
import type { Instruction, Module, ValueId } from '../../src/ir/ir.ts';
import { rewriteModule } from '../../src/ir/rewrite.ts';
import { operandsOf } from '../../src/ir/walk.ts';
import { legalize } from '../../src/passes/legalize.ts';
import { promote } from '../../src/passes/mem2reg.ts';
import { offsets } from '../../src/passes/offsets.ts';
import { strength } from '../../src/passes/strength-reduction.ts';
import { alikeButNan, interpret } from '../passes/interpret.ts';
import { arbitraryProgram, randomBuffers } from '../passes/random-program.ts';
import { facts, valid } from './support.ts';

/** The interpreter gives builtins small numbers; a workgroup of this size allows them. */
function program(): fc.Arbitrary<Module> {
  return arbitraryProgram().map((module) => ({ ...module, workgroupSize: [64, 1, 1] as const }));
}

function outcome(module: Module): number[][] {
  return interpret(valid(module), randomBuffers()).buffers.map((words) => Array.from(words));
}

const passes: Record<string, (module: Module) => Module> = {
  tintGuards,
  divisionGuards,
  conversionClamps,
  tintClamps,
  strength,
  offsets,
  // Without the dialect's clamps an index may leave its array, which nothing defines.
  legalize: (module) => legalize(tintClamps(module), facts.accessBytes),
  mergeAccesses: (module) => mergeAccesses(module, facts.accessBytes),
  predicate: (module) => predicate(module, facts, 32),
};

describe('random structured programs', () => {
  it.each(Object.keys(passes))('compute the same after %s', (name) => {
    const pass = passes[name];
    fc.assert(
      fc.property(program(), fc.boolean(), (module, isPromoted) => {
        const start = isPromoted ? promote(module) : module;
        const expected = outcome(start);
        expect(alikeButNan(outcome(pass(start)), expected)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('compute values within their ranges', () => {
    fc.assert(
      fc.property(program(), (module) => {
        const promoted = promote(module);
        const buffers = randomBuffers();
        const errors = buffers.push(new Int32Array(1)) - 1;
        expect(interpret(valid(withChecks(promoted, errors)), buffers).buffers[errors][0]).toBe(0);
      }),
      { numRuns: 250 },
    );
  });
});

/** What the ranges claim about a value where an instruction reads it. */
interface Claim {
  readonly value: ValueId;
  readonly min: number;
  readonly max: number;
  readonly zeros: number;
}

/** The module with a count, in a further buffer, of operands that break what the ranges claim about them. */
function withChecks(module: Module, errors: number): Module {
  const claims = new Map<Instruction, Claim[]>();
  valueRanges(module, (instruction, ranges) => {
    const known = operandsOf(instruction).filter((id) => module.values[id].type === 'i32');
    claims.set(
      instruction,
      known.map((value) => ({
        value,
        min: ranges.unsignedMin(value),
        max: ranges.unsignedMax(value),
        zeros: ranges.trailingZeros(value),
      })),
    );
  });
  const buffer = { ...module.buffers[1], name: 'errors', binding: 9 };
  const checked = rewriteModule(module, (instruction, rewriter) => {
    // Constructs are new objects when something inside changed; their own operands were checked by their parts.
    for (const { value, min, max, zeros } of claims.get(instruction) ?? []) {
      const integer = (constant: number): ValueId => rewriter.constant('i32', constant);
      const isBelow = rewriter.pure('ult', 'bool', [value, integer(min)]);
      const isAbove = rewriter.pure('ult', 'bool', [integer(max), value]);
      const low = rewriter.pure('and', 'i32', [value, integer(zeros === 32 ? -1 : 2 ** zeros - 1)]);
      const hasLow = rewriter.pure('ine', 'bool', [low, integer(0)]);
      const isOutside = rewriter.pure('or', 'bool', [isBelow, isAbove]);
      const isWrong = rewriter.pure('or', 'bool', [isOutside, hasLow]);
      const count = rewriter.pure('select', 'i32', [isWrong, integer(1), integer(0)]);
      const root = { space: 'buffer', index: errors } as const;
      rewriter.emit({
        kind: 'atomic',
        op: 'add',
        root,
        type: 'i32',
        address: integer(0),
        offsetBytes: 0,
        operands: [count],
      });
    }
    return false;
  });
  return { ...checked, buffers: [...module.buffers, buffer] };
}
