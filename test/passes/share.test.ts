import { describe, expect, it } from 'vitest';
import { share } from '../../src/passes/cse.ts';
import { bodyOf, kernel } from './code.ts';

/** How often a pattern occurs in the body after sharing. */
function count(pattern: RegExp, code: string): number {
  return [...bodyOf(share(kernel(code))).matchAll(pattern)].length;
}

describe('share', () => {
  it('shares operations, inputs and bounds that a dominating one has done', () => {
    const module = share(
      kernel(`
        %i:i32 = input local_index
        %j:i32 = input local_index
        %a:i32 = iadd %i, 3
        %b:i32 = iadd 3, %j
        %c:i32 = bound %a < 9
        %d:i32 = bound %b < 9
        %e:bool = ult %c, %d
        if #0 %e { %f:i32 = iadd %i, 3 store i32 buffer 1 [%f] %d break #0 } else { break #0 }
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%i.0:i32 = input local_index
      %a.1:i32 = iadd %i.0, 3
      %c.2:i32 = bound %a.1 < 9
      %e.3:bool = ult %c.2, %c.2
      if #0 %e.3 {
        store i32 buffer 1 [%a.1] %c.2
        break #0
      } else {
        break #0
      }
      return"
    `);
  });

  it('does not share between arms, nor out of an arm', () => {
    expect(
      count(
        /iadd/g,
        `%i:i32 = input local_index
         %c:bool = ult %i, 2
         if #0 %c { %a:i32 = iadd %i, 3 store i32 buffer 1 [0] %a break #0 }
         else { %b:i32 = iadd %i, 3 store i32 buffer 1 [4] %b break #0 }
         %d:i32 = iadd %i, 3
         store i32 buffer 1 [8] %d
         return`,
      ),
    ).toBe(3);
  });

  it('tells operations apart that differ in type, component or order of operands', () => {
    expect(
      count(
        /= (s2f|unpack|isub)/g,
        `%i:i32 = input local_index
         %a:f32 = s2f %i
         %b:f16 = s2f %i
         %c:f32 = unpack2x16float.0 %i
         %d:f32 = unpack2x16float.1 %i
         %e:i32 = isub %i, 7
         %f:i32 = isub 7, %i
         store f32 buffer 1 [0] %a, %c, %d
         store f16 buffer 1 [12] %b
         store i32 buffer 1 [16] %e, %f
         return`,
      ),
    ).toBe(6);
  });

  const loads = /= load/g;

  it('shares loads of memory that is only read, whatever happens in between', () => {
    expect(
      count(
        loads,
        `%a:i32 = load i32 buffer 0 [0 + 8]
         %u:i32 = load i32 buffer 2 [0]
         store i32 buffer 1 [0] 1
         barrier workgroup
         %b:i32 = load i32 buffer 0 [8]
         %v:i32 = load i32 buffer 2 [0]
         store i32 buffer 1 [0] %a, %b
         store i32 buffer 1 [8] %u, %v
         return`,
      ),
    ).toBe(2);
  });

  it.each([
    ['nothing', '', 1],
    ['a store to another root', 'store i32 buffer 1 [0] 1', 1],
    ['a store to another place', 'store i32 workgroup 0 [12] 1', 1],
    ['a store to the same base at another offset', 'store i32 workgroup 0 [%i + 4] 1', 2],
    ['a store that may overlap', 'store i32 workgroup 0 [%i] 1', 2],
    ['a store of that very place', 'store i32 workgroup 0 [0] 1, 2, 3', 1],
    ['a store of half of it', 'store f16 workgroup 0 [10] 1h', 2],
    ['a barrier', 'barrier workgroup', 2],
    ['a fence', 'barrier memory', 2],
    ['an atomic', 'atomic add i32 workgroup 0 [32] 1', 2],
    ['a store in one arm', 'if #0 true { store i32 workgroup 0 [8] 1 break #0 } else { break #0 }', 2],
  ])('shares loads of other memory across %s as far as that is safe', (_, between, expected) => {
    const code = `
      %i:i32 = input local_index
      %a:i32 = load i32 workgroup 0 [8]
      ${between}
      %b:i32 = load i32 workgroup 0 [8]
      store i32 buffer 1 [0] %a, %b
      return`;
    expect(count(loads, code)).toBe(expected);
  });

  it('gives a load what a store to the same place wrote', () => {
    const module = share(
      kernel(`
        %i:i32 = input local_index
        %b:i32 = bound %i < 4
        %a:i32 = shl %b, 2
        store i32 private 3 [%a] %i
        %v:i32 = load i32 private 3 [%a]
        %w:f32 = load f32 private 3 [%a]
        store i32 buffer 1 [%a] %v
        %x:i32 = load i32 buffer 1 [%a]
        store f32 buffer 1 [4] %w
        store i32 buffer 1 [0] %x
        %y:i32 = load i32 buffer 1 [0]
        store i32 buffer 1 [8] %y
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%i.0:i32 = input local_index
      %b.1:i32 = bound %i.0 < 4
      %a.2:i32 = shl %b.1, 2
      store i32 private 3 [%a.2] %i.0
      %w.3:f32 = load f32 private 3 [%a.2]
      store i32 buffer 1 [%a.2] %i.0
      %x.4:i32 = load i32 buffer 1 [%a.2]
      store f32 buffer 1 [4] %w.3
      store i32 buffer 1 [0] %x.4
      store i32 buffer 1 [8] %x.4
      return"
    `);
  });

  it('forgets at the start of a loop what the loop writes', () => {
    const code = `
      %a:i32 = load i32 workgroup 0 [0]
      loop #0 (%i:i32 = 0) {
        %c:bool = ult %i, %a
        if #1 %c { break #1 } else { break #0 }
        %b:i32 = load i32 workgroup 0 [0]
        store i32 workgroup 0 [0] %i
        %n:i32 = iadd %b, 1
        next #0 (%n)
      }
      return`;
    expect(count(loads, code)).toBe(2);
  });
});
