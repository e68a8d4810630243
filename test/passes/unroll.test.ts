import { describe, expect, it } from 'vitest';
import type { Module } from '../../src/ir/ir.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import { drop } from '../../src/passes/dce.ts';
import { fold } from '../../src/passes/fold/fold.ts';
import { unroll } from '../../src/passes/unroll.ts';
import { bodyOf, kernel } from './code.ts';
import { within } from './unroll-within.ts';

function count(module: Module, kind: string): number {
  let found = 0;
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind === kind || (instruction.kind === 'pure' && instruction.op === kind)) found++;
  });
  return found;
}

/** One fma per iteration. */
const chain = (trips: number, extra = '') =>
  kernel(`
    %x:f32 = load f32 buffer 0 [0]
    %p:bool = flt %x, 0f
    %r:f32 = loop #0 finite (%i:i32 = 0, %a:f32 = 0f) {
      %c:bool = ult %i, ${trips}
      if #1 %c { break #1 } else { break #0 (%a) }
      ${extra}
      %b:f32 = ffma %a, %x, 1f
      %n:i32 = iadd %i, 1
      next #0 (%n, %b)
    }
    store f32 buffer 1 [0] %r
    return`);

describe('unroll', () => {
  it('unrolls fully what fits', () => {
    const module = unroll(
      kernel(`
        %s:i32 = loop #0 finite (%i:i32 = 0, %a:i32 = 5) {
          %c:bool = ult %i, 3
          if #1 %c { break #1 } else { %e:i32 = imul %a, 2 break #0 (%e) }
          %o:i32 = shl %i, 2
          %v:i32 = load i32 buffer 0 [%o] @k.wgsl:4-8
          %b:i32 = iadd %a, %v
          %n:i32 = iadd %i, 1
          next #0 (%n, %b)
        }
        store i32 buffer 1 [0] %s
        return`),
      within(100),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%v.0:i32 = load i32 buffer 0 [0] @k.wgsl:4-8
      %b.1:i32 = iadd 5, %v.0
      %v.2:i32 = load i32 buffer 0 [4] @k.wgsl:4-8
      %b.3:i32 = iadd %b.1, %v.2
      %v.4:i32 = load i32 buffer 0 [8] @k.wgsl:4-8
      %b.5:i32 = iadd %b.3, %v.4
      %e.6:i32 = imul %b.5, 2
      store i32 buffer 1 [0] %e.6
      return"
    `);
  });

  it('unrolls in part, with the remainder in front', () => {
    const module = unroll(
      kernel(`
        loop #0 finite (%i:i32 = 0) {
          %c:bool = ult %i, 11
          if #1 %c { break #1 } else { break #0 }
          %v:i32 = imul %i, %i
          store i32 workgroup 0 [%i] %v
          %n:i32 = iadd %i, 1
          next #0 (%n)
        }
        return`),
      within(8),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "store i32 workgroup 0 [0] 0
      store i32 workgroup 0 [1] 1
      store i32 workgroup 0 [2] 4
      loop #0 finite (%i.0:i32 = 3) { !unrolling
        %c.1:bool = ult %i.0, 11
        if #1 %c.1 {
          break #1
        } else {
          break #0
        }
        %v.2:i32 = imul %i.0, %i.0
        store i32 workgroup 0 [%i.0] %v.2
        %i.3:i32 = iadd %i.0, 1
        %v.4:i32 = imul %i.3, %i.3
        store i32 workgroup 0 [%i.3] %v.4
        %i.5:i32 = iadd %i.0, 2
        %v.6:i32 = imul %i.5, %i.5
        store i32 workgroup 0 [%i.5] %v.6
        %i.7:i32 = iadd %i.0, 3
        %v.8:i32 = imul %i.7, %i.7
        store i32 workgroup 0 [%i.7] %v.8
        %i.9:i32 = iadd %i.0, 4
        next #0 (%i.9)
      }
      return"
    `);
  });

  it.each([
    [341, 341, 0],
    [1024, 341 + (1024 % 341), 1],
    [10_000, 341 + (10_000 % 341), 1],
  ])('gives %d iterations of one fma %d copies', (trips, copies, loops) => {
    const module = unroll(chain(trips), within(341));
    expect(count(module, 'ffma')).toBe(copies);
    expect(count(module, 'loop')).toBe(loops);
  });

  it('does not unroll again what is left of a loop', () => {
    const once = unroll(chain(10_000), within(50));
    expect(unroll(once, within(341))).toBe(once);
  });

  it('leaves loops alone that have a second exit, unless told otherwise', () => {
    const guarded = chain(8, 'if #2 %p { break #0 (0f) } else { break #2 }');
    expect(unroll(guarded, within(1000))).toBe(guarded);
    const unrolled = unroll(guarded, within(1000, 100));
    expect(count(unrolled, 'loop')).toBe(0);
    expect(count(unrolled, 'ffma')).toBe(8);
    expect(bodyOf(unrolled)).toContain('= block #');
  });

  it('leaves loops alone whose trip count is not constant or whose body is too large', () => {
    const large = chain(100);
    expect(unroll(large, within(1))).toBe(large);
    const dynamic = kernel(`
      %x:i32 = input local_index
      loop #0 finite (%i:i32 = 0) {
        %c:bool = ult %i, %x
        if #1 %c { break #1 } else { break #0 }
        store i32 workgroup 0 [%i] %i
        %n:i32 = iadd %i, 1
        next #0 (%n)
      }
      return`);
    expect(unroll(dynamic, within(1000))).toBe(dynamic);
  });

  it('unrolls inner loops first, and loops with barriers too', () => {
    const nest = kernel(`
      loop #0 finite (%i:i32 = 0) {
        %c:bool = ult %i, 100
        if #1 %c { break #1 } else { break #0 }
        barrier workgroup
        loop #2 finite (%j:i32 = 0) {
          %d:bool = ult %j, 4
          if #3 %d { break #3 } else { break #2 }
          %a:i32 = iadd %i, %j
          store i32 workgroup 0 [%j] %a
          %m:i32 = iadd %j, 1
          next #2 (%m)
        }
        %n:i32 = iadd %i, 1
        next #0 (%n)
      }
      return`);
    const budget = within(20);
    const inner = drop(fold(unroll(nest, budget)));
    expect(count(inner, 'loop')).toBe(1);
    expect(count(inner, 'store')).toBe(4);
    const outer = unroll(inner, budget);
    expect(count(outer, 'loop')).toBe(1);
    expect(count(outer, 'store')).toBe(8);
    expect(count(outer, 'barrier')).toBe(2);
    const generous = within(1000);
    expect(count(unroll(unroll(nest, generous), generous), 'store')).toBe(400);
  });
});
