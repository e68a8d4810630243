import { describe, expect, it } from 'vitest';
import { hoist } from '../../src/passes/licm.ts';
import { bodyOf, kernel } from './code.ts';

/** The lines in front of the loop and those inside it. */
function hoisted(inLoop: string): { before: string; inside: string } {
  const body = bodyOf(
    hoist(
      kernel(`
        %x:i32 = input local_index
        %p:bool = ult %x, 5
        loop #0 finite (%i:i32 = 0) {
          %c:bool = ult %i, 9
          if #1 %c { break #1 } else { break #0 }
          ${inLoop}
          %n:i32 = iadd %i, 1
          next #0 (%n)
        }
        return`),
    ),
  );
  const at = body.indexOf('loop');
  return { before: body.slice(0, at), inside: body.slice(at) };
}

describe('hoist', () => {
  it('moves invariant code out of two loops, as far as it is invariant', () => {
    const module = hoist(
      kernel(`
        %x:i32 = input local_index
        loop #0 finite (%i:i32 = 0) {
          %c:bool = ult %i, 9
          if #1 %c { break #1 } else { break #0 }
          loop #2 finite (%j:i32 = 0) {
            %d:bool = ult %j, 9
            if #3 %d { break #3 } else { break #2 }
            %a:i32 = imul %x, 12
            %b:i32 = iadd %a, %i
            %e:i32 = iadd %b, %j
            %u:i32 = load i32 buffer 2 [%a]
            store i32 buffer 1 [%e] %u
            %m:i32 = iadd %j, 1
            next #2 (%m)
          }
          %n:i32 = iadd %i, 1
          next #0 (%n)
        }
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%x.0:i32 = input local_index
      %a.1:i32 = imul %x.0, 12
      %u.2:i32 = load i32 buffer 2 [%a.1]
      loop #0 finite (%i.3:i32 = 0) {
        %c.4:bool = ult %i.3, 9
        if #1 %c.4 {
          break #1
        } else {
          break #0
        }
        %b.5:i32 = iadd %a.1, %i.3
        loop #2 finite (%j.6:i32 = 0) {
          %d.7:bool = ult %j.6, 9
          if #3 %d.7 {
            break #3
          } else {
            break #2
          }
          %e.8:i32 = iadd %b.5, %j.6
          store i32 buffer 1 [%e.8] %u.2
          %m.9:i32 = iadd %j.6, 1
          next #2 (%m.9)
        }
        %n.10:i32 = iadd %i.3, 1
        next #0 (%n.10)
      }
      return"
    `);
  });

  it.each([
    ['%v:i32 = load i32 buffer 0 [%x]', 'before'],
    ['%v:i32 = load i32 buffer 1 [%x]', 'inside'],
    ['%v:i32 = load i32 workgroup 0 [0]', 'inside'],
    ['%v:i32 = udiv %x, 7', 'before'],
    ['if #2 %p { %v:i32 = udiv %x, 7 store i32 buffer 1 [0] %v break #2 } else { break #2 }', 'inside'],
    ['if #2 %p { %v:i32 = iadd %x, 7 store i32 buffer 1 [0] %v break #2 } else { break #2 }', 'before'],
    [
      'if #2 %p { %v:i32 = load i32 buffer 0 [0] store i32 buffer 1 [0] %v break #2 } else { break #2 }',
      'inside',
    ],
    ['block #2 { %v:i32 = load i32 buffer 0 [0] store i32 buffer 1 [0] %v break #2 }', 'before'],
    ['if #2 %p { break #0 } else { break #2 } %v:i32 = load i32 buffer 0 [0]', 'inside'],
    [
      'block #2 { if #3 %p { break #2 } else { break #3 } %v:i32 = load i32 buffer 0 [0] break #2 }',
      'inside',
    ],
    [
      'block #2 { if #3 %p { break #2 } else { break #3 } break #2 } %v:i32 = load i32 buffer 0 [0]',
      'before',
    ],
    ['%v:i32 = subgroup shuffle %x lane 1', 'inside'],
  ] as const)('knows where %j belongs', (code, where) => {
    expect(hoisted(code)[where]).toContain('%v.');
  });

  it('leaves those loops alone that it is told to', () => {
    const module = kernel(`
      %x:i32 = input local_index
      loop #0 finite (%i:i32 = 0) {
        %c:bool = ult %i, 9
        if #1 %c { break #1 } else { break #0 }
        %v:i32 = imul %x, 12
        store i32 buffer 1 [0] %v
        %n:i32 = iadd %i, 1
        next #0 (%n)
      }
      return`);
    expect(hoist(module, ({ id }) => id === 0)).toBe(module);
    expect(hoist(module, ({ id }) => id === 1)).not.toBe(module);
  });
});
