import { describe, expect, it } from 'vitest';
import { unrollBudget } from '../../src/compilers/nvidia/optimize/unroll-budget.ts';
import { tintGuards } from '../../src/compilers/tint/guards.ts';
import type { Module } from '../../src/ir/ir.ts';
import { fold } from '../../src/passes/fold/fold.ts';
import { unroll } from '../../src/passes/unroll.ts';
import { facts, instructionsOf, kernel, operations, valid } from './support.ts';

const TILE = { variables: 'variable 0 "tile" workgroup size 64 align 4' };

/** A loop of `trips` iterations that carries %x; `body` makes %y from it. */
const counted = (trips: number, body: string, endsSurely = true): string => `
  %first:f32 = load f32 buffer 0 [0]
  %sum:f32 = loop #0 ${endsSurely ? 'finite ' : ''}(%i:i32 = 0, %x:f32 = %first) {
    %more:bool = ult %i, ${trips}
    if #1 %more {
      break #1
    } else {
      break #0 (%x)
    }
    ${body}
    %next:i32 = iadd %i, 1
    next #0 (%next, %y)
  }
  store f32 buffer 1 [0] %sum
  return`;

const unrolled = (module: Module): Module => valid(unroll(module, unrollBudget(module, facts)));

/** Copies of `op` in all, and loops that are left. */
function copies(body: string, op: string): [number, number] {
  const module = unrolled(kernel(body, TILE));
  return [operations(module)[op] ?? 0, instructionsOf(module, 'loop').length];
}

const ONE = '%y:f32 = ffma %x, 1.5f, 0.25f';

describe('what the driver unrolls', () => {
  it.each([
    [3400, 3400, 0],
    [3600, 327 + 3, 1],
    [4000, 333 + 4, 1],
    [4096, 341 + 4, 1],
    [8192, 341 + 8, 1],
  ])('gives %d iterations of one product and sum %d copies', (trips, count, loops) => {
    expect(copies(counted(trips, ONE), 'ffma')).toEqual([count, loops]);
  });

  it.each([
    [1, 32768, 321 + 26, 1],
    [2, 1200, 1200, 0],
    [2, 1600, 160, 1],
    [4, 700, 77 + 7, 1],
    [16, 64, 64, 0],
    [16, 80, 20, 1],
    [24, 32, 32, 0],
    [24, 40, 13 + 1, 1],
    [24, 64, 10 + 4, 1],
    [32, 20, 20, 0],
    [32, 28, 9 + 1, 1],
    [48, 12, 6, 1],
    [48, 32, 5 + 2, 1],
    [96, 6, 1, 1],
  ])('as the driver: %d products and sums in %d iterations', (size, trips, count, loops) => {
    const chain = Array.from({ length: size }, (_, k) => {
      const [from, to] = [k === 0 ? '%x' : `%v${k}`, k === size - 1 ? '%y' : `%v${k + 1}`];
      return `${to}:f32 = ffma ${from}, 1.5f, 0.25f`;
    });
    expect(copies(counted(trips, chain.join('\n')), 'ffma')).toEqual([size * count, loops]);
  });

  it('goes further where places become constant', () => {
    const sum = (place: string): string => `
      ${place}
      %v:f32 = load f32 workgroup 0 [%at]
      ${Array.from({ length: 20 }, (_, k) => `%p${k}:f32 = fmul %v, ${k > 0 ? `%p${k - 1}` : '%v'}`).join('\n')}
      %y:f32 = fadd %x, %p19`;
    const head = '%lane:i32 = input local_index\n';
    expect(copies(counted(64, sum('%at:i32 = shl %i, 2')), 'fadd')).toEqual([64, 0]);
    expect(copies(head + counted(64, sum('%at:i32 = iadd %i, %lane')), 'fadd')[1]).toBe(1);
  });

  // 64 steps of a digest, whose function changes with each quarter of them, are all written out by the driver.
  it('counts one side of what the counter decides', () => {
    const sums = (name: string, count: number): string =>
      Array.from({ length: count }, (_, k) => `%${name}${k + 1}:f32 = fadd %${name}${k}, 0.5f`).join('\n');
    const body = `%p:bool = ult %i, 16
      %y:f32 = if #2 %p {
        %a0:f32 = fadd %x, 1.0f
        ${sums('a', 19)}
        break #2 (%a19)
      } else {
        %b0:f32 = fadd %x, 2.0f
        ${sums('b', 19)}
        break #2 (%b19)
      }`;
    expect(copies(counted(40, body), 'fadd')).toEqual([40 * 40, 0]);
    expect(copies(counted(64, body), 'fadd')[1]).toBe(1);
  });

  it('takes fewer copies rather than peel many', () => {
    const load = `%row:i32 = shl %i, 6
      %at:i32 = shl %row, 2
      %v:f32 = load f32 buffer 0 [%at]
      %z:f32 = fmul %v, %v
      %y:f32 = fadd %x, %z`;
    const module = unrolled(kernel(counted(2048, load)));
    const [loop] = instructionsOf(module, 'loop');
    const factor = loop.body.instructions.filter((each) => each.kind === 'load').length;
    const peeled = instructionsOf(module, 'load').length - 1 - factor;
    expect(peeled).toBe(2048 % factor);
    expect(factor + peeled).toBeLessThan(2 * factor);
    // With one copy more, too much would be left over.
    expect(factor + 1 + (2048 % (factor + 1))).toBeGreaterThan(factor + peeled);
  });

  it('unrolls nests once what is inside them is folded, in part only for several copies', () => {
    const nest = (outer: number, inner: number): string =>
      counted(
        outer,
        `%y:f32 = loop #2 finite (%j:i32 = 0, %u:f32 = %x) {
          %c:bool = ult %j, ${inner}
          if #3 %c { break #3 } else { break #2 (%u) }
          %w:f32 = ffma %u, 1.5f, 0.25f
          %k:i32 = iadd %j, 1
          next #2 (%k, %w)
        }`,
      );
    const twice = (body: string): [number, number] => {
      const module = kernel(body, TILE);
      const budget = unrollBudget(module, facts);
      const done = unroll(fold(unroll(module, budget)), budget);
      return [operations(done)['ffma'] ?? 0, instructionsOf(done, 'loop').length];
    };
    expect(copies(nest(64, 64), 'ffma')).toEqual([64, 1]);
    expect(twice(nest(64, 64))).toEqual([4096, 0]);
    // 4 copies of 50 are one pass, of 128 there is room for 2.
    expect(twice(nest(1024, 50))).toEqual([200, 1]);
    expect(twice(nest(128, 128))).toEqual([128, 1]);
    expect(twice(nest(64, 4096))).toEqual([345, 2]);
  });

  it('leaves nests over private arrays, as a Montgomery product over sixteen limbs', () => {
    const nest = (outer: number): string =>
      counted(
        outer,
        `%own:i32 = shl %i, 2
        %limb:f32 = load f32 private 0 [%own]
        %y:f32 = loop #2 finite (%j:i32 = 0, %u:f32 = %x) {
          %c:bool = ult %j, 16
          if #3 %c { break #3 } else { break #2 (%u) }
          %at:i32 = shl %j, 2
          %t:f32 = load f32 private 0 [%at]
          %w:f32 = ffma %u, %t, %limb
          store f32 private 0 [%at] %w
          %k:i32 = iadd %j, 1
          next #2 (%k, %w)
        }`,
      );
    const loopsLeft = (outer: number): number => {
      const module = kernel(nest(outer), { variables: 'variable 0 "limbs" private size 64 align 4' });
      const budget = unrollBudget(module, facts);
      return instructionsOf(unroll(fold(unroll(module, budget)), budget), 'loop').length;
    };
    expect(loopsLeft(16)).toBe(0);
    expect(loopsLeft(128)).toBe(1);
  });

  it('counts a sum and a scaling for each storage access beside another, in loops unrolled in part', () => {
    // As the driver takes 8 copies of 6 products of 5 words, 8 of 9 of 6, 6 of 15 of 8, and none of 32 of 12.
    const products = (rows: number, columns: number): string => {
      const words = (name: string, base: string, count: number) =>
        Array.from({ length: count }, (_, k) => [
          ...(k > 0 ? [`%${name}a${k}:i32 = iadd ${base}, ${4 * k}`] : []),
          `%${name}${k}:f32 = load f32 buffer 0 [${k > 0 ? `%${name}a${k}` : base}]`,
        ]).flat();
      const sums = Array.from({ length: rows * columns }, (_, k) => {
        const result = k === rows * columns - 1 ? 'y' : `s${k}`;
        return `%${result}:f32 = ffma %r${Math.floor(k / columns)}, %c${k % columns}, ${k > 0 ? `%s${k - 1}` : '%x'}`;
      });
      return [
        '%lane:i32 = input global_id_x',
        counted(
          96,
          [
            '%p:i32 = imul %i, 40',
            '%q:i32 = iadd %p, %lane',
            `%rb:i32 = imul %q, ${4 * rows}`,
            '%t:i32 = imul %i, 50',
            '%u:i32 = iadd %t, %lane',
            `%cb:i32 = imul %u, ${4 * columns}`,
            ...words('r', '%rb', rows),
            ...words('c', '%cb', columns),
            ...sums,
          ].join('\n'),
        ),
      ].join('\n');
    };
    const inLoop = (rows: number, columns: number): number => {
      const [all] = copies(products(rows, columns), 'ffma');
      return Math.floor(all / rows / columns);
    };
    expect([inLoop(2, 3), inLoop(3, 3), inLoop(3, 5), inLoop(4, 8)]).toEqual([8, 8, 6, 1]);
  });

  it('unrolls bodies of several blocks fully or not at all', () => {
    const store = `%row:i32 = shl %i, 6
      %at:i32 = shl %row, 2
      store f32 buffer 1 [%at] %x
      ${ONE}`;
    expect(copies(counted(200, store), 'ffma')).toEqual([200, 0]);
    expect(copies(counted(512, store), 'ffma')).toEqual([1, 1]);
    const leaving = `${ONE}
      %large:bool = flt 100f, %y
      if #2 %large { break #0 (%y) } else { break #2 }`;
    expect(copies(counted(600, leaving), 'ffma')).toEqual([600, 0]);
    expect(copies(counted(1024, leaving), 'ffma')).toEqual([1, 1]);
  });

  it('unrolls less inside a loop that nobody can count', () => {
    const tiles = (trips: number, body: string): string => `
      %first:f32 = load f32 buffer 0 [0]
      %count:i32 = load i32 buffer 0 [4]
      %total:f32 = loop #4 (%t:i32 = 0, %u:f32 = %first) {
        %on:bool = ult %t, %count
        if #5 %on { break #5 } else { break #4 (%u) }
        %sum:f32 = loop #0 finite (%i:i32 = 0, %x:f32 = %u) {
          %more:bool = ult %i, ${trips}
          if #1 %more { break #1 } else { break #0 (%x) }
          ${body}
          %next:i32 = iadd %i, 1
          next #0 (%next, %y)
        }
        %after:i32 = iadd %t, 1
        next #4 (%after, %sum)
      }
      store f32 buffer 1 [0] %total
      return`;
    expect(copies(tiles(64, ONE), 'ffma')).toEqual([64, 1]);
    expect(copies(tiles(4096, ONE), 'ffma')).toEqual([341 + 4, 2]);
    const rounds = `%y:f32 = loop #2 finite (%j:i32 = 0, %v:f32 = %x) {
      %c:bool = ult %j, 64
      if #3 %c { break #3 } else { break #2 (%v) }
      %w:f32 = ffma %v, 1.5f, 0.25f
      %k:i32 = iadd %j, 1
      next #2 (%k, %w)
    }`;
    const nest = kernel(tiles(32, rounds), TILE);
    const budget = unrollBudget(nest, facts);
    const twice = unroll(unroll(nest, budget), budget);
    expect([operations(twice)['ffma'], instructionsOf(twice, 'loop').length]).toEqual([4 * 64, 2]);
  });

  it('leaves loops with barriers, guards, or a start that is not known', () => {
    expect(copies(counted(4, `barrier workgroup\n${ONE}`), 'ffma')).toEqual([1, 1]);
    expect(copies(counted(4, ONE, false), 'ffma')).toEqual([4, 0]);
    const guarded = tintGuards(kernel(counted(4, ONE, false)));
    expect(unrolled(guarded)).toBe(guarded);
    const late = counted(4, ONE)
      .replace('%i:i32 = 0', '%i:i32 = %start')
      .replace('%first', '%start:i32 = input local_index\n%first');
    expect(copies(late, 'ffma')).toEqual([1, 1]);
  });
});

describe('many loops, each of which may go entirely', () => {
  it('stop going once the kernel has grown much', () => {
    const loops = Array.from(
      { length: 60 },
      (
        _,
        k,
      ) => `%s${k}:f32 = loop #${2 * k} finite (%i${k}:i32 = 0, %x${k}:f32 = ${k > 0 ? `%s${k - 1}` : '%first'}) {
        %more${k}:bool = ult %i${k}, 3000
        if #${2 * k + 1} %more${k} { break #${2 * k + 1} } else { break #${2 * k} (%x${k}) }
        %y${k}:f32 = ffma %x${k}, 1.5f, 0.25f
        %next${k}:i32 = iadd %i${k}, 1
        next #${2 * k} (%next${k}, %y${k})
      }`,
    );
    const module = unrolled(
      kernel(`%first:f32 = load f32 buffer 0 [0]\n${loops.join('\n')}\nstore f32 buffer 1 [0] %s59\nreturn`),
    );
    const left = instructionsOf(module, 'loop').length;
    expect(left).toBeGreaterThan(20);
    expect(left).toBeLessThan(55);
    expect(operations(module)['ffma']).toBeLessThan(2 ** 16 + 60);
  });
});
