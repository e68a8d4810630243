import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeTests } from '../../src/compilers/nvidia/optimize/range-tests.ts';
import type { Module } from '../../src/ir/ir.ts';
import { drop } from '../../src/passes/dce.ts';
import { interpret } from '../passes/interpret.ts';
import { kernel, operations, valid } from './support.ts';

/** A kernel that stores 1 where the condition %c on two loaded words %x and %y holds, else 2. */
const branch = (condition: string): Module =>
  kernel(`
    %x:i32 = load i32 buffer 0 [0]
    %y:i32 = load i32 buffer 0 [4]
    ${condition}
    if #1 %c {
      store i32 buffer 1 [0] 1
      break #1
    } else {
      store i32 buffer 1 [0] 2
      break #1
    }
    return`);

const merged = (condition: string) => operations(valid(drop(rangeTests(branch(condition)))));

describe('range tests of a branch', () => {
  it.each([
    ['%a:bool = ult %x, 4096\n%b:bool = ult %y, 4096\n%c:bool = and %a, %b', { or: 1, and: 1, ieq: 1 }],
    ['%a:bool = ule 64, %x\n%b:bool = ule 64, %y\n%c:bool = or %a, %b', { or: 1, and: 1, ine: 1 }],
    ['%a:bool = sle 0, %x\n%b:bool = slt %x, 100\n%c:bool = and %a, %b', { ult: 1 }],
    ['%a:bool = slt %x, 3\n%b:bool = sle 13, %x\n%c:bool = or %a, %b', { iadd: 1, ule: 1 }],
    ['%a:bool = slt 2, %x\n%b:bool = sle %x, 12\n%c:bool = and %a, %b', { iadd: 1, ult: 1 }],
    ['%a:bool = ieq %x, 123\n%b:bool = ieq %x, 91\n%c:bool = or %a, %b', { or: 1, ieq: 1 }],
    ['%a:bool = ine %x, 4\n%b:bool = ine %x, 0\n%c:bool = and %a, %b', { or: 1, ine: 1 }],
  ])('are one comparison for %s', (condition, expected) => {
    expect(merged(condition)).toEqual(expected);
  });

  it.each([
    ['bounds that differ', '%a:bool = ult %x, 4096\n%b:bool = ult %y, 2048\n%c:bool = and %a, %b'],
    ['no power of two', '%a:bool = ult %x, 100\n%b:bool = ult %y, 100\n%c:bool = and %a, %b'],
    ['signed values', '%a:bool = slt %x, 4096\n%b:bool = slt %y, 4096\n%c:bool = and %a, %b'],
    ['the wrong operator', '%a:bool = ult %x, 4096\n%b:bool = ult %y, 4096\n%c:bool = or %a, %b'],
    ['two bits', '%a:bool = ieq %x, 123\n%b:bool = ieq %x, 93\n%c:bool = or %a, %b'],
    ['a value equal to both', '%a:bool = ieq %x, 1\n%b:bool = ieq %x, 0\n%c:bool = and %a, %b'],
    ['an empty range', '%a:bool = sle 9, %x\n%b:bool = slt %x, 3\n%c:bool = and %a, %b'],
  ])('stay for %s', (_, condition) => {
    const module = branch(condition);
    expect(rangeTests(module)).toBe(module);
  });

  it('decide as before', () => {
    const word = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer());
    const relation = fc.constantFrom('ult', 'ule', 'slt', 'sle', 'ieq', 'ine');
    const limit = fc.constantFrom(-3, 0, 1, 4, 8, 16, 100);
    const comparison = fc.record({
      relation,
      limit,
      value: fc.constantFrom('%x', '%y'),
      isFrom: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(comparison, { minLength: 2, maxLength: 4 }),
        fc.constantFrom('and', 'or'),
        word,
        word,
        (comparisons, operator, x, y) => {
          const tests = comparisons.map(({ relation, limit, value, isFrom }, k) => {
            const operands = isFrom ? `${limit}, ${value}` : `${value}, ${limit}`;
            return `%t${k}:bool = ${relation} ${operands}`;
          });
          const joined = comparisons.slice(1).map((_, k) => {
            const left = k === 0 ? '%t0' : `%j${k - 1}`;
            const name = k === comparisons.length - 2 ? '%c' : `%j${k}`;
            return `${name}:bool = ${operator} ${left}, %t${k + 1}`;
          });
          const module = branch([...tests, ...joined].join('\n'));
          const buffers = [new Int32Array([x, y]), new Int32Array(1)];
          expect(interpret(valid(rangeTests(module)), buffers).buffers).toEqual(
            interpret(module, buffers).buffers,
          );
        },
      ),
    );
  });
});
