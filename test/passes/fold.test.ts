import { describe, expect, it } from 'vitest';
import { drop } from '../../src/passes/dce.ts';
import { fold } from '../../src/passes/fold/fold.ts';
import { bodyOf, kernel } from './code.ts';

/** Folds one expression of %x, %y (i32), %f (f32) and %p, %q (bool); gives what is stored at the end. */
function folded(code: string, stored: string, type = 'i32'): string {
  const module = kernel(`
    %x:i32 = input local_index
    %y:i32 = input global_id_x
    %f:f32 = load f32 buffer 0 [0]
    %p:bool = ult %x, 5
    %q:bool = ult %y, 5
    ${code}
    store ${type} buffer 1 [0] ${stored}
    return`);
  const lines = bodyOf(drop(fold(module))).split('\n');
  return lines
    .slice(0, -1)
    .filter((line) => !/= (input|load)/.test(line))
    .join('; ')
    .replace(/%(\w+)\.\d+/g, '%$1')
    .replace(/:(i32|f32|bool)/g, '');
}

describe('fold', () => {
  it.each([
    ['%r:i32 = imul 6, 7', 'store i32 buffer 1 [0] 42'],
    ['%r:i32 = iadd 0, %x', 'store i32 buffer 1 [0] %x'],
    ['%r:i32 = imul %x, 1', 'store i32 buffer 1 [0] %x'],
    ['%r:i32 = imul %x, 0', 'store i32 buffer 1 [0] 0'],
    ['%r:i32 = and %x, -1', 'store i32 buffer 1 [0] %x'],
    ['%r:i32 = isub %x, %x', 'store i32 buffer 1 [0] 0'],
    ['%r:i32 = umin %x, %x', 'store i32 buffer 1 [0] %x'],
    ['%r:i32 = shl %x, 32', 'store i32 buffer 1 [0] %x'],
    ['%r:i32 = imul 8, %x', '%r = shl %x, 3; store i32 buffer 1 [0] %r'],
    ['%r:i32 = imul %x, -2147483648', '%r = shl %x, 31; store i32 buffer 1 [0] %r'],
    ['%s:i32 = imul %x, 3 %r:i32 = shl %s, 8', '%r = imul %x, 768; store i32 buffer 1 [0] %r'],
    ['%s:i32 = shl %x, 8 %r:i32 = imul %s, 3', '%r = imul %x, 768; store i32 buffer 1 [0] %r'],
    ['%r:i32 = isub %x, 3', '%r = iadd %x, -3; store i32 buffer 1 [0] %r'],
    ['%s:i32 = iadd %x, 3 %r:i32 = isub %s, 5', '%r = iadd %x, -2; store i32 buffer 1 [0] %r'],
    ['%s:i32 = shl %x, 30 %r:i32 = shl %s, 2', 'store i32 buffer 1 [0] 0'],
    ['%s:i32 = sshr %x, 30 %r:i32 = sshr %s, 9', '%r = sshr %x, 31; store i32 buffer 1 [0] %r'],
    ['%s:i32 = xor %x, -1 %r:i32 = not %s', 'store i32 buffer 1 [0] %x'],
    ['%s:i32 = iadd %x, 1 %r:i32 = shl %s, 2', '%1 = shl %x, 2; %r = iadd %1, 4; store i32 buffer 1 [0] %r'],
    [
      '%s:i32 = iadd %x, 1 %r:i32 = iadd %y, %s',
      '%2 = iadd %y, %x; %r = iadd %2, 1; store i32 buffer 1 [0] %r',
    ],
    [
      '%s:i32 = iadd %x, 1 %h:i32 = shl %s, 7 %l:i32 = ushr %s, 25 %r:i32 = or %h, %l',
      '%s = iadd %x, 1; %h = shl %s, 7; %l = ushr %s, 25; %r = or %h, %l; store i32 buffer 1 [0] %r',
    ],
    ['%r:i32 = udiv %x, 0', '%r = udiv %x, 0; store i32 buffer 1 [0] %r'],
    ['%r:i32 = bound 3 < 4', 'store i32 buffer 1 [0] 3'],
    ['%r:i32 = bound 4 < 4', '%r = bound 4 < 4; store i32 buffer 1 [0] %r'],
    ['%s:i32 = bound %x < 4 %r:i32 = bound %s < 8', '%s = bound %x < 4; store i32 buffer 1 [0] %s'],
  ])('simplifies integers: %s', (code, expected) => {
    expect(folded(code, '%r')).toBe(expected);
  });

  it('does to constants in advance what is done to one of them', () => {
    const code = '%s:i32 = select %p, 1, 0 %r:i32 = shl %s, 4';
    expect(folded(code, '%r')).toContain('%r = select %p, 16, 0');
  });

  it.each([
    ['%r:f32 = fmul %f, 1f', '%f'],
    ['%r:f32 = fadd %f, -0f', '%f'],
    ['%r:f32 = fsub %f, 0f', '%f'],
    ['%s:f32 = fneg %f %r:f32 = fneg %s', '%f'],
    ['%r:f32 = fadd 0.5f, 0.25f', '0.75f'],
  ])('simplifies floats: %s', (code, expected) => {
    expect(folded(code, '%r', 'f32')).toBe(`store f32 buffer 1 [0] ${expected}`);
  });

  it.each([
    ['%r:f32 = fadd %f, 0f', 'a negative zero would change'],
    ['%r:f32 = fmul %f, 0f', 'a NaN would vanish'],
    ['%r:f32 = fsub %f, %f', 'an infinity gives NaN'],
    ['%r:f32 = fdiv %f, 3f', 'the reciprocal is not exact'],
  ])('leaves %s alone: %s', (code) => {
    const [first] = folded(code, '%r', 'f32').split(';');
    expect(first).toBe(code.replace(':f32', ''));
  });

  const asNumber = (code: string) =>
    folded(`${code} %r:i32 = select %c, 1, 2`, '%r').split('; ').slice(0, -1).join('; ');

  it.each([
    ['%c:bool = ieq %x, %x', ''],
    ['%c:bool = ult %x, 0', ''],
    ['%a:bool = not %p %c:bool = not %a', '%c = ult %x, 5; %r = select %c, 1, 2'],
    ['%c:bool = not %p', '%c = ule 5, %x; %r = select %c, 1, 2'],
    ['%c:bool = and %p, %p', '%p = ult %x, 5; %r = select %p, 1, 2'],
    ['%c:bool = or %p, true', ''],
    ['%s:i32 = select %p, 1, 0 %c:bool = ine %s, 0', '%p = ult %x, 5; %r = select %p, 1, 2'],
    ['%s:i32 = iadd %x, 3 %c:bool = ieq %s, 5', '%c = ieq %x, 2; %r = select %c, 1, 2'],
    ['%s:i32 = and %x, 4 %c:bool = ieq %s, 4', '%s = and %x, 4; %c = ine %s, 0; %r = select %c, 1, 2'],
    ['%s:i32 = and %x, 4 %c:bool = ieq %s, 2', '%s = and %x, 4; %c = ieq %s, 2; %r = select %c, 1, 2'],
    ['%s:i32 = and %x, 6 %c:bool = ine %s, 6', '%s = and %x, 6; %c = ine %s, 6; %r = select %c, 1, 2'],
    ['%c:bool = select %p, true, %q', '%p = ult %x, 5; %q = ult %y, 5; %c = or %p, %q; %r = select %c, 1, 2'],
  ])('simplifies conditions: %s', (code, expected) => {
    expect(asNumber(code)).toBe(expected);
  });

  it('takes the way that a constant condition or selector decides', () => {
    const module = fold(
      kernel(`
        %i:i32 = input local_index
        %c:bool = ult 1, 2
        %a:i32 = if #0 %c { %b:i32 = iadd %i, 1 break #0 (%b) } else { barrier workgroup break #0 (0) }
        %d:i32 = switch #1 7 {
          case 1 { break #1 (%a) }
          case default { if #2 %c { break #2 } else { break #1 (3) } store i32 buffer 1 [0] 1 break #1 (%a) }
        }
        store i32 buffer 1 [0] %d
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%i.0:i32 = input local_index
      %b.1:i32 = iadd %i.0, 1
      %d.2:i32 = block #0 {
        store i32 buffer 1 [0] 1
        break #0 (%b.1)
      }
      store i32 buffer 1 [0] %d.2
      return"
    `);
  });

  it('drops what follows a way that leaves, and keeps a block for early breaks', () => {
    const module = fold(
      kernel(`
        %i:i32 = input local_index
        %c:bool = ult %i, 2
        %a:i32 = if #0 true {
          if #1 %c { break #0 (1) } else { break #1 }
          break #0 (2)
        } else { break #0 (0) }
        store i32 buffer 1 [0] %a
        block #2 {
          if #3 true { return } else { break #3 }
          store i32 buffer 1 [0] 9
          break #2
        }
        return`),
    );
    expect(bodyOf(module)).toMatchInlineSnapshot(`
      "%i.0:i32 = input local_index
      %c.1:bool = ult %i.0, 2
      %a.2:i32 = block #0 {
        if #1 %c.1 {
          break #0 (1)
        } else {
          break #1
        }
        break #0 (2)
      }
      store i32 buffer 1 [0] %a.2
      block #2 {
        return
      }
      return"
    `);
  });
});
