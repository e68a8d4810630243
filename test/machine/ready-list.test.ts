import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReadyList } from '../../src/machine/ready-list.ts';
import { count, programOf } from './support.ts';

describe('the list of ready instructions', () => {
  it('gives back everything once, what waits outside in source order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(100_000), { maxLength: 1500 }), (indices) => {
        const ready = new ReadyList();
        for (const index of indices) ready.add(index);
        const size = ready.window.length;
        expect(ready.window).toEqual(indices.slice(0, size));
        const entered: number[] = [];
        const taken: number[] = [];
        while (ready.window.length > 0) {
          taken.push(ready.take(0));
          const before = ready.window.length;
          ready.refill();
          entered.push(...ready.window.slice(before));
        }
        expect(entered).toEqual(indices.slice(size).sort((a, b) => a - b));
        expect(taken.sort((a, b) => a - b)).toEqual([...indices].sort((a, b) => a - b));
      }),
      { numRuns: 50 },
    );
  });

  it('thousands of independent stores keep few constants alive', () => {
    const stores = Array.from(
      { length: 2000 },
      (_, each) => `store i32 buffer 1 [%at + ${4 * each}] ${1000 + each}`,
    );
    const program = programOf(
      ['%id:i32 = input global_id_x', '%at:i32 = shl %id, 2', ...stores, 'return'].join('\n'),
    );
    expect(count(program, 'STG')).toBe(2000);
    expect(program.spillBytes).toBe(0);
  });
});

it('a long chain of joins ends in one register without copies', () => {
  const length = 400;
  const lines = ['%id:i32 = input global_id_x', '%at:i32 = shl %id, 2', '%x0:f32 = load f32 buffer 1 [%at]'];
  for (let each = 0; each < length; each++) {
    lines.push(
      `%c${each}:bool = flt %x${each}, ${each}f`,
      `%x${each + 1}:f32 = if #${each} %c${each} {`,
      `%y${each}:f32 = fadd %x${each}, ${each + 1}f`,
      `store f32 buffer 1 [%at + ${4 * each}] %y${each}`,
      `break #${each} (%y${each})`,
      '} else {',
      `break #${each} (%x${each})`,
      '}',
    );
  }
  const program = programOf([...lines, `store f32 buffer 1 [%at] %x${length}`, 'return'].join('\n'));
  expect(count(program, 'FADD')).toBe(length);
  expect(count(program, 'MOV')).toBe(0);
  expect(program.registersPerThread).toBeLessThan(16);
});
