// 64-bit integers as pairs of words: nothing of them is left, and what cannot be split is refused by name.
// What the operations compute is tested in test/execute/types.test.ts.

import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import type { Instruction, Module, ValueId } from '../../src/ir/ir.ts';
import { forEachInstruction, operandsOf, resultsOf } from '../../src/ir/walk.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { optimize } from '../compile.ts';
import { instructionsOf, kernel, lines, operations, valid } from './support.ts';

function typesTouched(module: Module): Set<string> {
  const types = new Set<string>();
  forEachInstruction(module.body, (instruction) => {
    const parameters = instruction.kind === 'loop' ? instruction.parameters : [];
    for (const id of [...operandsOf(instruction), ...resultsOf(instruction), ...parameters])
      types.add(module.values[id].type);
  });
  return types;
}

describe('wideIntegers', () => {
  it('gives a module without them back', () => {
    const module = kernel('%a:i32 = input local_index\n return');
    expect(wideIntegers(module)).toBe(module);
  });

  it('splits sums, accesses and constants', () => {
    const module = kernel(`%a:i64, %b:i64, %c:i64 = load i64 buffer 0 [0 + 8]
      %s:i64 = iadd %a, -2i64
      store i64 buffer 1 [0] %s, %b, %c
      return`);
    expect(lines(valid(wideIntegers(module)))).toEqual([
      '%a_lo.0:i32, %a_hi.1:i32, %b_lo.2:i32, %b_hi.3:i32 = load i32 buffer 0 [0 + 8]',
      '%c_lo.4:i32, %c_hi.5:i32 = load i32 buffer 0 [0 + 24]',
      '%6:i32 = iadd %a_lo.0, -2',
      '%7:bool = uadd_carry %a_lo.0, -2',
      '%8:i32 = iadd_carried %a_hi.1, -1, %7',
      'store i32 buffer 1 [0] %6, %8, %b_lo.2, %b_hi.3',
      'store i32 buffer 1 [0 + 16] %c_lo.4, %c_hi.5',
      'return',
    ]);
  });

  it('splits what constructs take and give', () => {
    const module = kernel(`%x:i64 = load i64 buffer 0 [0]
      %r:i64, %n:i32 = loop #0 (%i:i64 = 0i64, %k:i32 = 0) {
        %more:bool = slt %i, %x
        %y:i64 = if #1 %more {
          break #1 (%i)
        } else {
          break #0 (%i, %k)
        }
        %next:i64 = iadd %y, 1i64
        %count:i32 = iadd %k, 1
        next #0 (%next, %count)
      }
      store i64 buffer 1 [0] %r
      store i32 buffer 1 [8] %n
      return`);
    const split = valid(wideIntegers(module));
    expect(typesTouched(split)).toEqual(new Set(['i32', 'bool']));
    expect(instructionsOf(split, 'loop')[0].parameters).toHaveLength(3);
    expect(instructionsOf(split, 'loop')[0].results).toHaveLength(3);
  });

  it('runs first, in every dialect, whatever is switched off', () => {
    const module = kernel(`%x:i64, %y:i64 = load i64 buffer 0 [0]
      %q:i64 = sdiv %x, %y\n store i64 buffer 1 [0] %q\n return`);
    for (const dialect of ['dawn', 'raw'] as const) {
      for (const without of [[], ['folding', 'dead-code']]) {
        const result = valid(optimize(module, { dialect, without: new Set(without) }));
        expect(typesTouched(result).has('i64')).toBe(false);
      }
    }
  });

  it('turns division by a power of two into shifts', () => {
    const module = kernel(`%x:i64 = load i64 buffer 0 [0]
      %q:i64 = sdiv %x, 16i64\n %r:i64 = urem %x, 16i64\n store i64 buffer 1 [0] %q, %r\n return`);
    const result = optimize(module, { dialect: 'raw', without: new Set() });
    expect(operations(result)).not.toHaveProperty('udiv');
    expect(instructionsOf(result, 'if')).toEqual([]);
  });

  it('drops carries that cannot be', () => {
    const module = kernel(`%x:i32 = load i32 buffer 0 [0]
      %w:i64 = uextend %x\n %m:i64 = shl %w, 32i64\n %s:i64 = iadd %m, %w\n store i64 buffer 1 [0] %s\n return`);
    const result = optimize(module, { dialect: 'raw', without: new Set() });
    expect(operations(result)).toEqual({});
  });

  it('keeps an atomic whole, with its words in turn', () => {
    const module = kernel(`%x:i64 = load i64 buffer 0 [0]
      %a:i64 = atomic compare_exchange i64 buffer 1 [0] %x, 5i64\n store i64 buffer 1 [8] %a\n return`);
    const atomic = wideIntegers(module).body.instructions.find(({ kind }) => kind === 'atomic')!;
    expect(atomic).toMatchObject({ type: 'i64', op: 'compare_exchange' });
    expect(operandsOf(atomic)).toHaveLength(1 + 4);
    expect(resultsOf(atomic)).toHaveLength(2);
  });

  it('refuses arithmetic on them by subgroup instructions', () => {
    // The text would not be valid, so the instruction is put in place of a valid one.
    const { body, ...rest } = kernel('%x:i64 = i64_make 1, 2\n %r:i64 = subgroup xor %x\n return');
    const [make, xor, end] = body.instructions as [Instruction, Instruction, Instruction];
    expect(() => wideIntegers({ ...rest, body })).not.toThrow();
    const [x] = resultsOf(make) as [ValueId];
    const [result] = resultsOf(xor) as [ValueId];
    const bad: Instruction = { kind: 'subgroup', op: 'inclusive_add', operand: x, results: [result] };
    let thrown: unknown;
    try {
      wideIntegers({ ...rest, body: { instructions: [make, bad, end] } });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(DiagnosticError);
    expect((thrown as DiagnosticError).diagnostics[0]).toMatchObject({
      severity: 'unsupported',
      code: 'optimize/wide-type',
    });
  });
});
