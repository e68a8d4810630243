import { describe, expect, it } from 'vitest';
import { predicate } from '../../src/compilers/nvidia/optimize/if-conversion.ts';
import { facts, instructionsOf, kernel, valid } from './support.ts';

const VARIABLES = 'variable 0 "tile" workgroup size 256 align 4';
const HEAD = `
  %x:i32 = input local_id_x
  %id:i32 = input global_id_x
  %at:i32 = shl %id, 2
  %p:bool = ieq %x, 0
  %here:i32 = load i32 buffer 0 [%at]
`;

/** Whether each `if` comes out predicated. */
function predicated(body: string): boolean[] {
  const module = valid(predicate(kernel(`${HEAD}${body}\nreturn`, { variables: VARIABLES }), facts, 32));
  return instructionsOf(module, 'if').map((each) => each.isPredicated === true);
}

const halo = `
  if #1 %p {
    %left:i32 = load i32 buffer 0 [%at + 64]
    store i32 workgroup 0 [%x] %left
    break #1
  } else {
    break #1
  }`;

describe('branches that load from read-only storage', () => {
  it('are predicated, so that a halo is loaded along with the rest', () => {
    expect(predicated(halo)).toEqual([true]);
  });

  it('stay when the buffer is writable', () => {
    expect(predicated(halo.replace('buffer 0', 'buffer 1'))).toEqual([false]);
  });

  it('stay when the condition waited for what each lane loaded', () => {
    const guarded = halo.replace('%p', '%q');
    expect(predicated(`%q:bool = ult %here, 8\n${guarded}`)).toEqual([false]);
    const once = '%all:i32 = load i32 buffer 0 [4]\n%q:bool = ult %all, %x';
    expect(predicated(`${once}\n${guarded}`), 'one place for all').toEqual([true]);
  });

  it('stay when the next branch hangs on what they load', () => {
    const search = (use: string) => `
      %y:bool = if #1 %p {
        %next:i32 = load i32 buffer 0 [%at + 64]
        %hit:bool = ieq %next, 7
        break #1 (%hit)
      } else {
        break #1 (false)
      }
      ${use}`;
    const leave = 'if #2 %y {\n return\n } else {\n break #2\n }';
    expect(predicated(search(leave))).toEqual([false, false]);
    expect(predicated(search('%n:i32 = select %y, 1, 2\nstore i32 buffer 1 [%at] %n'))).toEqual([true]);
    const own = `%n:i32 = if #2 %y {
        %m:i32 = imul %id, %x
        break #2 (%m)
      } else {
        break #2 (%id)
      }
      store i32 buffer 1 [%at] %n`;
    expect(predicated(search(own)), 'one that is predicated itself').toEqual([true, true]);
    // Up to sixteen neighbours that count where they are inside, set, and have a weight: no branch in the driver's code.
    const loading = `%n:i32 = if #2 %y {
        %m:i32 = load i32 buffer 0 [%at + 128]
        break #2 (%m)
      } else {
        break #2 (%id)
      }
      store i32 buffer 1 [%at] %n`;
    expect(predicated(search(loading)), 'one with a load of its own').toEqual([true, true]);
  });

  it('stay when they are large', () => {
    const loads = [64, 128, 192, 256, 320].map(
      (offset, k) =>
        `%l${k}:i32 = load i32 buffer 0 [%at + ${offset}]\nstore i32 workgroup 0 [%x + ${4 * k}] %l${k}`,
    );
    expect(predicated(`if #1 %p {\n${loads.join('\n')}\nbreak #1\n} else {\nbreak #1\n}`)).toEqual([false]);
  });
});
