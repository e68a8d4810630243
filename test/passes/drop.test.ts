import { describe, expect, it } from 'vitest';
import { drop } from '../../src/passes/dce.ts';
import { mergeResults } from '../../src/passes/redundant-results.ts';
import { bodyOf, kernel, variablesOf } from './code.ts';

describe('drop', () => {
  it('removes parameters and results that only feed themselves', () => {
    const module = drop(
      kernel(`
        %s:i32, %d:i32 = loop #0 finite (%i:i32 = 0, %dead:i32 = 3, %sum:i32 = 0) {
          %c:bool = ult %i, 9
          if #1 %c { break #1 } else { break #0 (%sum, %dead) }
          %e:i32 = imul %dead, %i
          %t:i32 = iadd %sum, %i
          %n:i32 = iadd %i, 1
          next #0 (%n, %e, %t)
        }
        store i32 buffer 1 [0] %s
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%s.0:i32 = loop #0 finite (%i.1:i32 = 0, %sum.2:i32 = 0) {
        %c.3:bool = ult %i.1, 9
        if #1 %c.3 {
          break #1
        } else {
          break #0 (%sum.2)
        }
        %t.4:i32 = iadd %sum.2, %i.1
        %n.5:i32 = iadd %i.1, 1
        next #0 (%n.5, %t.4)
      }
      store i32 buffer 1 [0] %s.0
      return"
    `);
  });

  it('removes finite loops, conditions and private stores without influence', () => {
    const module = drop(
      kernel(`
        %i:i32 = input local_index
        %p:bool = ult %i, 3
        store i32 private 1 [0] %i
        loop #0 finite (%k:i32 = 0) {
          %c:bool = ult %k, 9
          if #1 %c { break #1 } else { break #0 }
          store i32 private 2 [0] %k
          %n:i32 = iadd %k, 1
          next #0 (%n)
        }
        if #2 %p { %v:i32 = load i32 buffer 0 [0] break #2 } else { break #2 }
        return`),
    );
    expect(bodyOf(module)).toBe('return');
    expect(variablesOf(module)).toEqual(['tile']);
  });

  it('keeps loops that may not end, and returns under conditions', () => {
    const code = `
      %i:i32 = input local_index
      %p:bool = ult %i, 3
      if #0 %p { return } else { break #0 }
      loop #1 () { if #2 %p { break #2 } else { break #1 } next #1 }
      return`;
    const module = kernel(code);
    expect(bodyOf(drop(module))).toBe(bodyOf(module));
  });

  it('keeps private stores that a needed load may read, and renumbers variables', () => {
    const module = drop(
      kernel(`
        %i:i32 = input local_index
        store i32 private 3 [%i] 1
        %v:i32 = load i32 private 3 [0]
        store i32 buffer 1 [0] %v
        return`),
    );
    expect(variablesOf(module)).toEqual(['tile', 'array']);
    expect(bodyOf(module)).toContain('store i32 private 1 [%i.0] 1');
  });

  it('turns atomics into reductions when the old value is unused, and drops atomic loads', () => {
    const module = drop(
      kernel(`
        %a:i32 = atomic add i32 buffer 1 [0] 1
        %b:i32 = atomic load i32 buffer 1 [4]
        %c:i32 = atomic add i32 buffer 1 [8] 1
        store i32 buffer 1 [12] %c
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "atomic add i32 buffer 1 [0] 1
      %c.0:i32 = atomic add i32 buffer 1 [8] 1
      store i32 buffer 1 [12] %c.0
      return"
    `);
  });

  it('gives the same module back when nothing is dead', () => {
    const module = drop(kernel('%i:i32 = input local_index store i32 buffer 1 [%i] 1 return'));
    expect(drop(module)).toBe(module);
  });
});

describe('mergeResults', () => {
  it('replaces results and parameters that always are one value', () => {
    const module = mergeResults(
      kernel(`
        %i:i32 = input local_index
        %p:bool = ult %i, 3
        %r:i32 = loop #0 finite (%k:i32 = 0, %same:i32 = %i) {
          %c:bool = ult %k, 9
          if #1 %c { break #1 } else { break #0 (%same) }
          %t:i32 = if #2 %p { break #2 (%same) } else { break #2 (%same) }
          %n:i32 = iadd %k, 1
          next #0 (%n, %t)
        }
        store i32 buffer 1 [0] %r
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%i.0:i32 = input local_index
      %p.1:bool = ult %i.0, 3
      loop #0 finite (%k.2:i32 = 0) {
        %c.3:bool = ult %k.2, 9
        if #1 %c.3 {
          break #1
        } else {
          break #0
        }
        if #2 %p.1 {
          break #2
        } else {
          break #2
        }
        %n.4:i32 = iadd %k.2, 1
        next #0 (%n.4)
      }
      store i32 buffer 1 [0] %i.0
      return"
    `);
  });

  it('keeps a result whose one value is defined inside', () => {
    const module = kernel(`
      %r:i32 = block #0 { %i:i32 = input local_index break #0 (%i) }
      store i32 buffer 1 [0] %r
      return`);
    expect(mergeResults(module)).toBe(module);
  });
});
