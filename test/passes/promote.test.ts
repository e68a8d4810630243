import { describe, expect, it } from 'vitest';
import { promote } from '../../src/passes/mem2reg.ts';
import { bodyOf, kernel, variablesOf } from './code.ts';

describe('promote', () => {
  it('carries a sum around a loop and nothing else', () => {
    const module = promote(
      kernel(`
        store f32 private 1 [0] 0f
        store f32 private 2 [0] 7f
        loop #0 finite (%i:i32 = 0) {
          %c:bool = ult %i, 9
          if #1 %c { break #1 } else { break #0 }
          %a:i32 = shl %i, 2
          %v:f32 = load f32 buffer 0 [%a]
          %old:f32 = load f32 private 1 [0]
          %new:f32 = fadd %old, %v @k.wgsl:3-9
          store f32 private 1 [0] %new
          store f32 private 2 [0] 8f
          %n:i32 = iadd %i, 1
          next #0 (%n)
        }
        %sum:f32 = load f32 private 1 [0]
        store f32 buffer 1 [0] %sum
        return`),
    );
    expect(variablesOf(module)).toEqual(['tile']);
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%x.0:f32 = loop #0 finite (%i.1:i32 = 0, %x.2:f32 = 0f) {
        %c.3:bool = ult %i.1, 9
        if #1 %c.3 {
          break #1
        } else {
          break #0 (%x.2)
        }
        %a.4:i32 = shl %i.1, 2
        %v.5:f32 = load f32 buffer 0 [%a.4]
        %new.6:f32 = fadd %x.2, %v.5 @k.wgsl:3-9
        %n.7:i32 = iadd %i.1, 1
        next #0 (%n.7, %new.6)
      }
      store f32 buffer 1 [0] %x.0
      return"
    `);
  });

  it('joins what the arms of an if assign, and reads zero where nothing is assigned', () => {
    const module = promote(
      kernel(`
        %i:i32 = input local_index
        %c:bool = ult %i, 9
        if #0 %c { store i32 private 1 [0] %i break #0 } else { break #0 }
        %x:i32 = load i32 private 1 [0]
        store i32 buffer 1 [0] %x
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%i.0:i32 = input local_index
      %c.1:bool = ult %i.0, 9
      %x.2:i32 = if #0 %c.1 {
        break #0 (%i.0)
      } else {
        break #0 (0)
      }
      store i32 buffer 1 [0] %x.2
      return"
    `);
  });

  it('carries values out of nested constructs through every break', () => {
    const module = promote(
      kernel(`
        %i:i32 = input local_index
        block #0 {
          store i32 private 1 [0] 1
          switch #1 %i {
            case 0 { store i32 private 1 [0] 2 break #0 }
            case 1, default { break #1 }
          }
          store i32 private 1 [0] 3
          break #0
        }
        %x:i32 = load i32 private 1 [0]
        store i32 buffer 1 [0] %x
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%i.0:i32 = input local_index
      %x.1:i32 = block #0 {
        switch #1 %i.0 {
          case 0 {
            break #0 (2)
          }
          case 1, default {
            break #1
          }
        }
        break #0 (3)
      }
      store i32 buffer 1 [0] %x.1
      return"
    `);
  });

  it('reads a slot as another type of its size through a bitcast', () => {
    const module = promote(
      kernel(`
        %v:f32 = load f32 buffer 0 [0]
        store f32 private 3 [0 + 4] %v
        %b:i32 = load i32 private 3 [4]
        store i32 buffer 1 [0] %b
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%v.0:f32 = load f32 buffer 0 [0]
      %1:i32 = bitcast %v.0
      store i32 buffer 1 [0] %1
      return"
    `);
  });

  it('leaves a variable in memory whose index is not constant, and promotes the others', () => {
    const module = promote(
      kernel(`
        %i:i32 = input local_index
        %b:i32 = bound %i < 4
        %a:i32 = shl %b, 2
        store i32 private 3 [0] 5
        store i32 private 1 [0] 6
        %v:i32 = load i32 private 3 [%a]
        %x:i32 = load i32 private 1 [0]
        store i32 buffer 1 [0] %v, %x
        return`),
    );
    expect(variablesOf(module)).toEqual(['tile', 'array']);
    expect(bodyOf(module)).toContain('load i32 private 1 [%a');
    expect(bodyOf(module)).toContain(', 6');
  });

  it('leaves components in memory that overlap in part, with those of the same access', () => {
    const module = promote(
      kernel(`
        %v:f32, %w:f32 = load f32 private 3 [0]
        %h:f16 = load f16 private 3 [2]
        %z:f32 = load f32 private 3 [12]
        store f32 buffer 1 [0] %v, %w, %z
        store f16 buffer 1 [12] %h
        return`),
    );
    expect(variablesOf(module)).toEqual(['tile', 'array']);
    expect(bodyOf(module)).toContain('load f32 private 1 [0]');
    expect(bodyOf(module)).not.toContain('[12]\n');
    expect(bodyOf(module)).toContain(', 0f');
  });

  it('gives the same module back when there is nothing to promote', () => {
    const module = kernel('store i32 buffer 1 [0] 1 return');
    expect(promote(module)).toBe(module);
  });
});
