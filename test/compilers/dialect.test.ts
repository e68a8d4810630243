import { describe, expect, it } from 'vitest';
import { conversionClamps, divisionGuards } from '../../src/compilers/tint/arithmetic.ts';
import { tintGuards } from '../../src/compilers/tint/guards.ts';
import { tintWorkgroupInit } from '../../src/compilers/tint/workgroup-init.ts';
import { interpret } from '../passes/interpret.ts';
import { instructionsOf, kernel, lines, operations, valid } from './support.ts';

const COUNTING = `
  %n:i32 = load i32 buffer 0 [0]
  loop #0 (%i:i32 = 0) {
    %more:bool = slt %i, %n
    if #1 %more {
      break #1
    } else {
      break #0
    }
    %at:i32 = shl %i, 2
    store i32 buffer 1 [%at] %i
    %next:i32 = iadd %i, 1
    next #0 (%next)
  }
  return`;

describe('loop guards', () => {
  it('count down from 2^64 - 1 and leave at zero', () => {
    expect(lines(valid(tintGuards(kernel(COUNTING))))).toEqual([
      '%n.0:i32 = load i32 buffer 0 [0]',
      'loop #0 (%i.1:i32 = 0, %guard_low.2:i32 = -1, %guard_high.3:i32 = -1) {',
      '%more.4:bool = slt %i.1, %n.0',
      'if #1 %more.4 {',
      'break #1',
      '} else {',
      'break #0',
      '}',
      '%at.5:i32 = shl %i.1, 2',
      'store i32 buffer 1 [%at.5] %i.1',
      '%next.6:i32 = iadd %i.1, 1',
      '%7:bool = ieq %guard_low.2, 0 !loop-guard',
      '%8:i32 = isub %guard_low.2, 1 !loop-guard',
      '%9:i32 = select %7, 1, 0 !loop-guard',
      '%10:i32 = isub %guard_high.3, %9 !loop-guard',
      '%11:i32 = or %8, %10 !loop-guard',
      '%12:bool = ieq %11, 0 !loop-guard',
      'if #2 %12 { !loop-guard',
      'break #0 !loop-guard',
      '} else {',
      'break #2 !loop-guard',
      '}',
      'next #0 (%next.6, %8, %10)',
      '}',
      'return',
    ]);
  });

  it('change nothing that a kernel computes', () => {
    const module = kernel(COUNTING);
    const buffers = [Int32Array.of(5), new Int32Array(8)];
    expect(interpret(tintGuards(module), buffers).buffers).toEqual(interpret(module, buffers).buffers);
  });

  it('borrow from the high half and end the loop when both halves are spent', () => {
    // The same loop with a counter that starts at 2^32: after 2^32 iterations too long to run, so the start is
    // rewritten to (low 1, high 1), which must last 2^32 + 1 iterations, and to (low 3, high 0), which lasts 3.
    const guarded = tintGuards(
      kernel(COUNTING.replace('%n:i32 = load i32 buffer 0 [0]', '%n:i32 = iadd 7, 0')),
    );
    const loop = instructionsOf(guarded, 'loop')[0];
    const values = [
      ...guarded.values,
      { type: 'i32', constant: 3 },
      { type: 'i32', constant: 0 },
    ] as typeof guarded.values;
    const initial = [loop.initial[0], values.length - 2, values.length - 1];
    const instructions = guarded.body.instructions.map((each) =>
      each === loop ? { ...loop, initial } : each,
    );
    const run = interpret({ ...guarded, values, body: { instructions } }, [
      new Int32Array(1),
      new Int32Array(8).fill(-1),
    ]);
    expect(Array.from(run.buffers[1])).toEqual([0, 1, 2, -1, -1, -1, -1, -1]);
  });

  it('leave finite loops alone, and guard each of two nested loops', () => {
    const finite = kernel(COUNTING.replace('loop #0 (', 'loop #0 finite ('));
    expect(tintGuards(finite)).toBe(finite);
    const nested = tintGuards(
      kernel(`
      loop #0 () {
        loop #1 () {
          %x:i32 = load i32 buffer 0 [0]
          %done:bool = ieq %x, 0
          if #2 %done {
            break #1
          } else {
            next #0
          }
          next #1
        }
        break #0
      }
      return`),
    );
    valid(nested);
    expect(instructionsOf(nested, 'loop').map((loop) => loop.parameters.length)).toEqual([2, 2]);
    // Both ways round the outer loop (one from inside the inner loop) count.
    for (const next of instructionsOf(nested, 'next')) expect(next.values.length).toBe(2);
  });
});

describe('division guards', () => {
  const divide = (op: string) =>
    kernel(`
      %a:i32 = load i32 buffer 0 [0]
      %b:i32 = load i32 buffer 0 [4]
      %q:i32 = ${op} %a, %b
      store i32 buffer 1 [0] %q
      return`);

  it.each(['udiv', 'urem', 'sdiv', 'srem'])('keep what %s means, traps included', (op) => {
    const plain = divide(op);
    const guarded = valid(divisionGuards(plain));
    expect(operations(guarded)['select']).toBe(1);
    expect(operations(guarded)['urem'] ?? operations(guarded)['srem']).toBeUndefined();
    for (const a of [0, 1, 17, -17, 2 ** 31 - 1, -(2 ** 31)]) {
      for (const b of [0, 1, -1, 5, -5, -(2 ** 31)]) {
        const buffers = [Int32Array.of(a, b), new Int32Array(1)];
        expect(interpret(guarded, buffers).buffers).toEqual(interpret(plain, buffers).buffers);
      }
    }
  });

  it('are not needed for constants', () => {
    const module = kernel(`
      %a:i32 = load i32 buffer 0 [0]
      %q:i32 = udiv %a, 7
      %r:i32 = srem %a, 7
      store i32 buffer 1 [0] %q, %r
      return`);
    expect(divisionGuards(module)).toBe(module);
  });
});

describe('conversion clamps', () => {
  it('clamp to what both types can hold', () => {
    const module = kernel(`
      %x:f32 = load f32 buffer 0 [0]
      %s:i32 = f2s %x
      %u:i32 = f2u %x
      store i32 buffer 1 [0] %s, %u
      return`);
    const clamped = valid(conversionClamps(module));
    const convert = (x: number): number[] => {
      const words = new Int32Array(Float32Array.of(x).buffer);
      return Array.from(new Uint32Array(interpret(clamped, [words, new Int32Array(2)]).buffers[1].buffer));
    };
    expect(convert(3.75)).toEqual([3, 3]);
    expect(convert(-3.75)).toEqual([-3 >>> 0, 0]);
    expect(convert(1e20)).toEqual([2147483520, 4294967040]);
    expect(convert(-1e20)).toEqual([2 ** 31, 0]);
    expect(instructionsOf(clamped, 'pure').filter((each) => each.origin === 'conversion-clamp')).toHaveLength(
      4,
    );
  });
});

describe('zeroing of workgroup memory', () => {
  const zeroed = (variables: string, workgroupSize: readonly [number, number, number]) =>
    valid(tintWorkgroupInit(kernel('return', { variables, workgroupSize })));

  /** Bytes zeroed over all invocations of a workgroup, by running the prologue for each. */
  const coverage = (variables: string, invocations: number): number[] => {
    const module = zeroed(variables, [invocations, 1, 1]);
    const covered = new Set<string>();
    for (let index = 0; index < invocations; index++) {
      for (const store of storesOf(module, index)) {
        for (let byte = 0; byte < store.bytes; byte++) covered.add(`${store.variable}:${store.at + byte}`);
      }
    }
    return module.variables.map(
      (_, variable) => [...covered].filter((key) => key.startsWith(`${variable}:`)).length,
    );
  };

  it('covers every byte exactly, whatever the sizes', () => {
    const variables = `variable 0 "a" workgroup size 1024 align 4
variable 1 "b" workgroup size 4 align 4
variable 2 "c" workgroup size 100 align 16
variable 3 "d" private size 64 align 4
variable 4 "e" workgroup size 4096 align 4`;
    expect(coverage(variables, 64)).toEqual([1024, 4, 100, 0, 4096]);
    expect(coverage(variables, 7)).toEqual([1024, 4, 100, 0, 4096]);
    expect(coverage(variables, 1)).toEqual([1024, 4, 100, 0, 4096]);
  });

  it('needs no guard when there is one 128-bit store for each invocation, and ends at a barrier', () => {
    expect(lines(zeroed('variable 0 "tile" workgroup size 1024 align 4', [8, 8, 1]))).toEqual([
      '%local_index.0:i32 = input local_index !workgroup-init',
      '%1:i32 = shl %local_index.0, 4 !workgroup-init',
      'store i32 workgroup 0 [%1] 0, 0, 0, 0 !workgroup-init',
      'barrier workgroup !workgroup-init',
      'return',
    ]);
  });

  it('guards fewer stores than invocations, repeats more, and loops over very many', () => {
    const few = zeroed('variable 0 "tile" workgroup size 512 align 4', [64, 1, 1]);
    expect(instructionsOf(few, 'if')).toHaveLength(1);
    expect(instructionsOf(few, 'loop')).toHaveLength(0);
    const more = zeroed('variable 0 "tile" workgroup size 2560 align 4', [64, 1, 1]);
    expect(instructionsOf(more, 'loop')).toHaveLength(0);
    expect(instructionsOf(more, 'store').map((each) => each.offsetBytes)).toEqual([0, 1024, 2048]);
    expect(instructionsOf(more, 'if')).toHaveLength(1);
    const many = zeroed('variable 0 "tile" workgroup size 2048 align 4', [1, 1, 1]);
    expect(instructionsOf(many, 'loop')).toHaveLength(1);
  });

  it('lets variables of the same size share a guard', () => {
    const two = zeroed(
      'variable 0 "a" workgroup size 512 align 4\nvariable 1 "b" workgroup size 512 align 4',
      [64, 1, 1],
    );
    expect(instructionsOf(two, 'if')).toHaveLength(1);
    expect(instructionsOf(two, 'store')).toHaveLength(2);
  });

  it('leaves kernels without workgroup memory alone', () => {
    const module = kernel('return', { variables: 'variable 0 "a" private size 64 align 4' });
    expect(tintWorkgroupInit(module)).toBe(module);
  });
});

/** The stores that an invocation performs, found by following the prologue's few shapes. */
function storesOf(
  module: ReturnType<typeof kernel>,
  localIndex: number,
): { variable: number; at: number; bytes: number }[] {
  const values = new Map<number, number>();
  const read = (id: number): number => module.values[id].constant ?? values.get(id)!;
  const found: { variable: number; at: number; bytes: number }[] = [];
  type Exit = { target: number; isNext: boolean; values: number[] } | undefined;
  const walk = (instructions: typeof module.body.instructions): Exit => {
    for (const each of instructions) {
      if (each.kind === 'input') values.set(each.result, localIndex);
      else if (each.kind === 'pure') {
        const [a, b] = each.operands.map(read) as [number, number];
        values.set(each.result, each.op === 'ult' ? Number(a < b) : each.op === 'shl' ? a << b : a + b);
      } else if (each.kind === 'store') {
        found.push({
          variable: each.root.index,
          at: read(each.address) + each.offsetBytes,
          bytes: 4 * each.values.length,
        });
      } else if (each.kind === 'break' || each.kind === 'next') {
        return { target: each.target, isNext: each.kind === 'next', values: each.values.map(read) };
      } else if (each.kind === 'if') {
        const exit = walk((read(each.condition) ? each.then : each.otherwise).instructions);
        if (exit && exit.target !== each.id) return exit;
      } else if (each.kind === 'loop') {
        for (let current = each.initial.map(read); ; ) {
          for (const [index, id] of each.parameters.entries()) values.set(id, current[index]);
          const exit = walk(each.body.instructions)!;
          if (!exit.isNext) break;
          current = exit.values;
        }
      }
    }
    return undefined;
  };
  walk(module.body.instructions);
  return found;
}
