import { describe, expect, it } from 'vitest';
import { booleans } from '../../src/passes/booleans.ts';
import { conditions } from '../../src/passes/conditions.ts';
import { drop } from '../../src/passes/dce.ts';
import { fold } from '../../src/passes/fold/fold.ts';
import { shortCircuit } from '../../src/passes/short-circuit.ts';
import { unroll } from '../../src/passes/unroll.ts';
import { instructionsOf, kernel, operations, valid } from '../compilers/support.ts';
import { interpret } from '../passes/interpret.ts';
import { within } from '../passes/unroll-within.ts';

/** `a > 0 || b > 0` by way of a variable, as a front end without bools in memory writes it. */
const CARRIED = `
  %a:i32 = load i32 buffer 0 [0]
  %b:i32 = load i32 buffer 0 [4]
  %first:bool = slt 0, %a
  %not_first:bool = sle %a, 0
  %word:i32 = if #0 %not_first {
    %second:bool = slt 0, %b
    %second_word:i32 = select %second, 1, 0
    break #0 (%second_word)
  } else {
    %first_word:i32 = select %first, 1, 0
    break #0 (%first_word)
  }
  %any:bool = ine %word, 0
  %none:bool = ieq %word, 0
  %x:i32 = select %any, 5, 6
  %y:i32 = select %none, 7, 8
  store i32 buffer 1 [0] %x
  store i32 buffer 1 [4] %y
  return`;

const inputs = [-1, 0, 1].flatMap((a) => [-1, 0, 1].map((b) => [a, b] as const));

describe('conditions that went through memory', () => {
  it('become bools, one comparison for both opposites, and an operation without a branch', () => {
    const carried = kernel(CARRIED);
    const oneForm = valid(drop(valid(conditions(valid(booleans(carried))))));
    const module = valid(fold(valid(shortCircuit(oneForm))));
    expect(instructionsOf(module, 'if')).toEqual([]);
    expect(operations(module)).toMatchObject({ or: 1, slt: 2 });
    for (const [a, b] of inputs) {
      const buffers = [Int32Array.of(a, b), new Int32Array(2)];
      expect(interpret(module, buffers).buffers).toEqual(interpret(carried, buffers).buffers);
    }
  });

  it('stay words where anything but a comparison with 0 reads them', () => {
    const module = kernel(CARRIED.replace('store i32 buffer 1 [0] %x', 'store i32 buffer 1 [0] %word'));
    expect(booleans(module)).toBe(module);
  });

  it('stay words where they may hold another number', () => {
    const module = kernel(CARRIED.replace('select %second, 1, 0', 'select %second, 2, 0'));
    expect(booleans(module)).toBe(module);
  });

  it('are known inside the arms of a branch on them', () => {
    const module = kernel(`
      %a:i32 = load i32 buffer 0 [0]
      %is_small:bool = ult %a, 4
      %is_large:bool = ule 4, %a
      %r:i32 = if #0 %is_small {
        %x:i32 = select %is_large, 1, 2
        break #0 (%x)
      } else {
        %y:i32 = select %is_large, 3, 4
        break #0 (%y)
      }
      store i32 buffer 1 [0] %r
      return`);
    const known = valid(fold(valid(conditions(module))));
    expect(operations(known)['select']).toBeUndefined();
    for (const a of [0, 3, 4, -1]) {
      const buffers = [Int32Array.of(a), new Int32Array(1)];
      expect(interpret(known, buffers).buffers).toEqual(interpret(module, buffers).buffers);
    }
  });

  it('are evaluated on both sides only where that touches no memory', () => {
    const module = kernel(`
      %a:i32 = load i32 buffer 0 [0]
      %first:bool = slt 0, %a
      %r:bool = if #0 %first {
        break #0 (true)
      } else {
        %b:i32 = load i32 buffer 0 [4]
        %second:bool = slt 0, %b
        break #0 (%second)
      }
      %x:i32 = select %r, 1, 2
      store i32 buffer 1 [0] %x
      return`);
    expect(shortCircuit(module)).toBe(module);
  });
});

describe('unrolling a loop with an exit in front of its test', () => {
  it('takes that exit in the last, incomplete iteration too', () => {
    const module = kernel(`
      %limit:i32 = load i32 buffer 0 [0]
      %sum:i32 = loop #0 (%i:i32 = 0, %acc:i32 = 0) {
        %is_over:bool = slt %limit, %acc
        if #1 %is_over {
          break #0 (-1)
        } else {
          break #1
        }
        %more:bool = ult %i, 4
        if #2 %more {
          break #2
        } else {
          break #0 (%acc)
        }
        %three:i32 = load i32 buffer 0 [4]
        %added:i32 = iadd %acc, %three
        %next:i32 = iadd %i, 1
        next #0 (%next, %added)
      }
      store i32 buffer 1 [0] %sum
      return`);
    const unrolled = valid(unroll(module, within(100, 100)));
    expect(instructionsOf(unrolled, 'loop')).toEqual([]);
    for (const limit of [2, 11, 12, 100]) {
      const buffers = [Int32Array.of(limit, 3), new Int32Array(1)];
      expect(interpret(unrolled, buffers).buffers).toEqual(interpret(module, buffers).buffers);
    }
  });
});
