import { describe, expect, it } from 'vitest';
import { analyzeLoop } from '../../src/ir/analyses/loops.ts';
import { countTrips, type Relation } from '../../src/ir/analyses/trip-count.ts';
import type { LoopInstruction, Module } from '../../src/ir/ir.ts';
import { kernel } from './code.ts';

function shapeOf(module: Module) {
  const loop = module.body.instructions.find((each): each is LoopInstruction => each.kind === 'loop')!;
  return analyzeLoop(module, loop);
}

function counted(
  start: number,
  condition: string,
  step: string,
  arms = '{ break #1 } else { break #0 }',
  extra = '',
) {
  return shapeOf(
    kernel(`
      %x:i32 = input local_index
      %p:bool = ult %x, 3
      loop #0 (%i:i32 = ${start}) {
        %n:i32 = ${step}
        %c:bool = ${condition}
        if #1 %c ${arms}
        ${extra}
        next #0 (%n)
      }
      return`),
  );
}

describe('analyzeLoop', () => {
  it.each([
    [0, 'ult %i, 10', 'iadd %i, 1', 10],
    [0, 'ult %i, 10', 'iadd 3, %i', 4],
    [0, 'ule %i, 9', 'iadd %i, 3', 4],
    [10, 'slt 0, %i', 'isub %i, 2', 5],
    [10, 'sle 0, %i', 'iadd %i, -2', 6],
    [10, 'ule 0, %i', 'iadd %i, -2', undefined],
    [0, 'ine %i, 12', 'iadd %i, 4', 3],
    [0, 'ine %i, 13', 'iadd %i, 4', undefined],
    [5, 'ult %i, 5', 'iadd %i, 1', 0],
    [0, 'ult %n, 10', 'iadd %i, 1', 9],
    [-5, 'slt %i, 5', 'iadd %i, 1', 10],
    [-5, 'ult %i, 5', 'iadd %i, 1', 0],
    [0, 'slt %i, 2147483647', 'iadd %i, 2', undefined],
  ])('counts from %d while %s by %s', (start, condition, step, expected) => {
    const shape = counted(start, condition, step)!;
    expect(shape.tripCount).toBe(expected);
    expect(shape.isTestOnlyExit).toBe(true);
    expect(shape.isTestFirst).toBe(true);
  });

  it('reads a test that leaves in its first arm', () => {
    expect(counted(0, 'ule 10, %i', 'iadd %i, 1', '{ break #0 } else { break #1 }')!.tripCount).toBe(10);
  });

  it('keeps a bound that is known only at run time', () => {
    const shape = counted(0, 'ult %i, %x', 'iadd %i, 4')!;
    expect(shape.tripCount).toBeUndefined();
  });

  it('sees further exits', () => {
    const arms = '{ break #1 } else { break #0 }';
    const shape = counted(0, 'ult %i, 10', 'iadd %i, 1', arms, 'if #2 %p { return } else { break #2 }')!;
    expect(shape.tripCount).toBe(10);
    expect(shape.isTestOnlyExit).toBe(false);
  });

  it.each([
    ['a counter that doubles', 'ult %i, 10', 'iadd %i, %i', ''],
    ['a counter that is not compared', 'ult %x, 10', 'iadd %i, 1', ''],
    ['a bound that the loop computes', 'ult %i, %n', 'iadd %i, 1', ''],
  ])('refuses %s', (_, condition, step, extra) => {
    expect(counted(0, condition, step, undefined, extra)).toBeUndefined();
  });

  it('refuses a test that some iterations skip, and steps that differ', () => {
    const module = kernel(`
      %x:i32 = input local_index
      loop #0 (%i:i32 = 0) {
        %n:i32 = iadd %i, 1
        %p:bool = ult %x, %i
        if #2 %p { next #0 (%n) } else { break #2 }
        %c:bool = ult %i, 10
        if #1 %c { break #1 } else { break #0 }
        next #0 (%n)
      }
      return`);
    expect(shapeOf(module)).toBeUndefined();
    const uneven = kernel(`
      %x:i32 = input local_index
      loop #0 (%i:i32 = 0) {
        %c:bool = ult %i, 10
        if #1 %c { break #1 } else { break #0 }
        %n:i32 = iadd %i, 1
        %m:i32 = iadd %i, 2
        %p:bool = ult %x, %i
        if #2 %p { next #0 (%n) } else { break #2 }
        next #0 (%m)
      }
      return`);
    expect(shapeOf(uneven)).toBeUndefined();
  });
});

describe('countTrips', () => {
  const compare: Record<Relation, (a: number, b: number) => boolean> = {
    ult: (a, b) => a >>> 0 < b >>> 0,
    ule: (a, b) => a >>> 0 <= b >>> 0,
    ugt: (a, b) => a >>> 0 > b >>> 0,
    uge: (a, b) => a >>> 0 >= b >>> 0,
    slt: (a, b) => a < b,
    sle: (a, b) => a <= b,
    sgt: (a, b) => a > b,
    sge: (a, b) => a >= b,
    eq: (a, b) => a === b,
    ne: (a, b) => a !== b,
  };
  const numbers = [0, 1, 2, 7, -1, -2, -7, 2147483647, 2147483646, -2147483648, -2147483647];

  it('agrees with counting, whenever it gives a number', () => {
    let given = 0;
    for (const relation of Object.keys(compare) as Relation[]) {
      for (const start of numbers) {
        for (const bound of numbers) {
          for (const step of [1, -1, 3, -3, 5]) {
            const count = countTrips(relation, start, step, bound);
            if (count === undefined || count > 50) continue;
            given++;
            let value = start;
            let counted = 0;
            while (counted <= 60 && compare[relation](value, bound)) {
              value = (value + step) | 0;
              counted++;
            }
            expect([relation, start, step, bound, count]).toEqual([relation, start, step, bound, counted]);
          }
        }
      }
    }
    expect(given).toBeGreaterThan(2500);
  });
});
