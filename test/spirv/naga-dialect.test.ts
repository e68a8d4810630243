import { describe, expect, it } from 'vitest';
import { nagaClamps } from '../../src/compilers/naga/clamps.ts';
import { nagaDivisionGuards } from '../../src/compilers/naga/division.ts';
import { nagaGuards } from '../../src/compilers/naga/guards.ts';
import type { Module } from '../../src/ir/ir.ts';
import { optimize } from '../compile.ts';
import { instructionsOf, kernel, operations, valid } from '../compilers/support.ts';
import { interpret } from '../passes/interpret.ts';

const SUM = (kind: string) => `
  %sum:i32 = loop #0 ${kind} (%i:i32 = 0, %acc:i32 = 0) {
    %more:bool = ult %i, 8
    if #1 %more {
      break #1
    } else {
      break #0 (%acc)
    }
    %at:i32 = shl %i, 2
    %x:i32 = load i32 buffer 0 [%at]
    %added:i32 = iadd %acc, %x
    %next:i32 = iadd %i, 1
    next #0 (%next, %added)
  }
  store i32 buffer 1 [0] %sum
  return`;

const options = { without: new Set<string>() };

describe('loop guards of naga', () => {
  it('are in finite loops too, which therefore stay loops', () => {
    const finite = kernel(SUM('finite'));
    expect(instructionsOf(valid(nagaGuards(finite)), 'loop')[0].parameters).toHaveLength(4);
    expect(instructionsOf(optimize(finite, { ...options, dialect: 'dawn' }), 'loop')).toHaveLength(0);
    const guarded = valid(optimize(finite, { ...options, dialect: 'naga' }));
    expect(instructionsOf(guarded, 'loop')).toHaveLength(1);
    expect(instructionsOf(guarded, 'if').some((each) => each.origin === 'loop-guard')).toBe(true);
  });

  it('cost the unrolling when they are left out by name', () => {
    const without = new Set(['loop-guard']);
    const free = optimize(kernel(SUM('')), { without, dialect: 'naga' });
    expect(instructionsOf(free, 'loop')).toHaveLength(0);
  });
});

describe('integer division of naga', () => {
  const divide = (op: string): Module =>
    kernel(`
      %a:i32 = load i32 buffer 0 [0]
      %b:i32 = load i32 buffer 0 [4]
      %q:i32 = ${op} %a, %b
      store i32 buffer 1 [0] %q
      return`);

  it('leaves an unsigned remainder one operation, a signed one not', () => {
    expect(operations(valid(nagaDivisionGuards(divide('urem'))))).toEqual({ ieq: 1, select: 1, urem: 1 });
    expect(operations(valid(nagaDivisionGuards(divide('srem'))))).toMatchObject({
      sdiv: 1,
      imul: 1,
      isub: 1,
    });
  });

  it.each(['udiv', 'urem', 'sdiv', 'srem'])('keeps what %s means', (op) => {
    const plain = divide(op);
    for (const a of [0, 1, 17, -17, -(2 ** 31)]) {
      for (const b of [0, 1, -1, 5, -(2 ** 31)]) {
        const buffers = [Int32Array.of(a, b), new Int32Array(1)];
        expect(interpret(nagaDivisionGuards(plain), buffers).buffers).toEqual(
          interpret(plain, buffers).buffers,
        );
      }
    }
  });
});

describe('index clamps of naga', () => {
  const variables = 'variable 0 "tile" workgroup size 64 align 4';
  const access = (index: string, root: string): Module =>
    kernel(
      `
      %lane:i32 = input local_id_x
      %x:i32 = load i32 buffer 0 [0]
      %masked:i32 = and %lane, 15
      %inside:i32 = bound ${index} < 16
      %at:i32 = shl %inside, 2
      %y:i32 = load i32 ${root} [%at]
      store i32 buffer 1 [0] %y
      return`,
      { variables, workgroupSize: [16, 1, 1] },
    );

  it('are there for every index that is no constant, even where it is plainly inside', () => {
    expect(operations(nagaClamps(access('%lane', 'workgroup 0')))['umin']).toBe(1);
    expect(operations(nagaClamps(access('%masked', 'workgroup 0')))['umin']).toBe(1);
    expect(operations(nagaClamps(access('3', 'workgroup 0')))['umin']).toBeUndefined();
  });

  it('are not there for arrays of fixed size in buffers', () => {
    expect(operations(nagaClamps(access('%x', 'buffer 0')))['umin']).toBeUndefined();
    expect(operations(nagaClamps(access('%x', 'workgroup 0')))['umin']).toBe(1);
  });

  it('stay for an index whose element decides about a buffer', () => {
    const chained = kernel(
      `
      %x:i32 = load i32 buffer 0 [0]
      %inside:i32 = bound %x < 16
      %at:i32 = shl %inside, 2
      %y:i32 = load i32 workgroup 0 [%at]
      %place:i32 = shl %y, 2
      store i32 buffer 1 [%place] %y
      return`,
      { variables },
    );
    expect(operations(valid(nagaClamps(chained)))['umin']).toBe(1);
  });
});
