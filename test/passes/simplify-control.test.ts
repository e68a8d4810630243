import { describe, expect, it } from 'vitest';
import { simplifyControl } from '../../src/passes/simplify-cfg.ts';
import { bodyOf, kernel } from './code.ts';

function simplified(code: string): string {
  return bodyOf(
    simplifyControl(
      kernel(`
        %x:i32 = input local_index
        %p:bool = ult %x, 5
        %q:bool = ult %x, 7
        ${code}`),
    ),
  )
    .split('\n')
    .slice(3)
    .join('\n');
}

describe('simplifyControl', () => {
  it('dissolves blocks, and loops that never repeat', () => {
    expect(
      simplified(`
        %a:i32 = block #0 { %b:i32 = iadd %x, 1 break #0 (%b) }
        %c:i32 = loop #1 (%i:i32 = %a) { %d:i32 = iadd %i, 2 break #1 (%d) }
        store i32 buffer 1 [0] %c
        return`),
    ).toMatchInlineSnapshot(`
      "%b.3:i32 = iadd %x.0, 1
      %d.4:i32 = iadd %b.3, 2
      store i32 buffer 1 [0] %d.4
      return"
    `);
  });

  it('turns an if that chooses values into selects', () => {
    expect(
      simplified(`
        %a:i32, %b:i32 = if #0 %p { break #0 (%x, 1) } else { break #0 (%x, 2) }
        store i32 buffer 1 [0] %a, %b
        return`),
    ).toMatchInlineSnapshot(`
      "%b.3:i32 = select %p.1, 1, 2
      store i32 buffer 1 [0] %x.0, %b.3
      return"
    `);
  });

  it('merges arms that do the same', () => {
    expect(
      simplified(`
        %a:i32 = if #0 %p { %b:i32 = load i32 buffer 1 [0] store i32 buffer 1 [4] %b break #0 (1) }
                 else { %c:i32 = load i32 buffer 1 [0] store i32 buffer 1 [4] %c break #0 (1) }
        store i32 buffer 1 [0] %a
        return`),
    ).toMatchInlineSnapshot(`
      "%b.3:i32 = load i32 buffer 1 [0]
      store i32 buffer 1 [4] %b.3
      store i32 buffer 1 [0] 1
      return"
    `);
  });

  it('takes code out of the arm that goes on', () => {
    expect(
      simplified(`
        %a:i32 = if #0 %p { return } else { %b:i32 = iadd %x, 1 break #0 (%b) }
        store i32 buffer 1 [0] %a
        return`),
    ).toMatchInlineSnapshot(`
      "if #0 %p.1 {
        return
      } else {
        break #0
      }
      %b.3:i32 = iadd %x.0, 1
      store i32 buffer 1 [0] %b.3
      return"
    `);
  });

  it('brings a loop whose arms both leave into the form with a test in front', () => {
    expect(
      simplified(`
        loop #0 (%i:i32 = 0) {
          %c:bool = ult %i, %x
          if #1 %c { %n:i32 = iadd %i, 1 store i32 buffer 1 [%i] 1 next #0 (%n) } else { break #0 }
          unreachable
        }
        return`),
    ).toMatchInlineSnapshot(`
      "loop #0 (%i.3:i32 = 0) {
        %c.4:bool = ult %i.3, %x.0
        if #1 %c.4 {
          break #1
        } else {
          break #0
        }
        %n.5:i32 = iadd %i.3, 1
        store i32 buffer 1 [%i.3] 1
        next #0 (%n.5)
      }
      return"
    `);
  });

  it('turns early exits of a block into arms', () => {
    expect(
      simplified(`
        %a:i32 = block #0 {
          if #1 %p { break #0 (1) } else { break #1 }
          %b:i32 = load i32 buffer 0 [0]
          %c:i32 = if #2 %q { break #2 (%b) } else { store i32 buffer 1 [4] 4 break #0 (2) }
          %d:i32 = iadd %c, 1
          break #0 (%d)
        }
        store i32 buffer 1 [0] %a
        return`),
    ).toMatchInlineSnapshot(`
      "%a.3:i32 = if #0 %p.1 {
        break #0 (1)
      } else {
        %b.4:i32 = load i32 buffer 0 [0]
        %a.5:i32 = if #1 %q.2 {
          %d.6:i32 = iadd %b.4, 1
          break #1 (%d.6)
        } else {
          store i32 buffer 1 [4] 4
          break #1 (2)
        }
        break #0 (%a.5)
      }
      store i32 buffer 1 [0] %a.3
      return"
    `);
  });

  it('settles an exit whose straight arm passes on what another exit decides', () => {
    const code = simplified(`
      %a:i32 = block #0 {
        %b:i32 = if #1 %p {
          break #0 (1)
        } else {
          %c:i32 = if #2 %q { break #2 (2) } else { break #0 (3) }
          break #1 (%c)
        }
        break #0 (%b)
      }
      store i32 buffer 1 [0] %a
      return`);
    // Neither result of the inner constructs is left, and all three numbers are.
    expect(code).not.toMatch(/%[bc]\b/);
    for (const each of ['1', '2', '3']) expect(code).toMatch(new RegExp(`[(, ]${each}[,)\\s]`));
  });

  it('gives plain selects for a chain of early returns', () => {
    const text = simplified(`
      %a:i32 = block #0 {
        if #1 %p { break #0 (1) } else { break #1 }
        if #2 %q { break #0 (2) } else { break #0 (3) }
        unreachable
      }
      store i32 buffer 1 [0] %a
      return`);
    expect(text).not.toContain('block');
    expect(text.match(/select/g)).toHaveLength(1);
  });

  it('drops what control cannot reach', () => {
    expect(
      simplified(`
        block #0 { return }
        store i32 buffer 1 [0] 1
        return`),
    ).toBe('return');
    expect(
      simplified(`
        if #0 %p { unreachable } else { store i32 buffer 1 [0] 2 break #0 }
        return`),
    ).toBe('store i32 buffer 1 [0] 2\nreturn');
  });
});
