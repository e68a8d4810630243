// Guards that hold nothing but a store: no branch where the store's place was accessed before.
import { describe, expect, it } from 'vitest';
import { predicate } from '../../src/compilers/nvidia/optimize/if-conversion.ts';
import { facts, instructionsOf, kernel, valid } from './support.ts';

const HEAD = `
  %id:i32 = input global_id_x
  %at:i32 = shl %id, 2
  %p:bool = ult %id, 1000`;

const guarded = (offset: number, id = 0, work = '') => `
  if #${id} %p {
    ${work}
    store i32 buffer 1 [%at + ${offset}] %id
    break #${id}
  } else {
    break #${id}
  }`;
const LAST = 'store i32 buffer 1 [%at + 64] %id\nreturn';

/** Whether each `if` comes out predicated. */
function predicated(body: string): boolean[] {
  const module = valid(predicate(kernel(`${HEAD}\n${body}`), facts, 32));
  return instructionsOf(module, 'if').map((each) => each.isPredicated === true);
}

describe('a guard of a store', () => {
  it.each([
    ['the same buffer', 'buffer 1'],
    ['another buffer', 'buffer 0'],
  ])('is a predicate behind an access to its place in %s', (_, buffer) => {
    const old = `%old:i32 = load i32 ${buffer} [%at + 4]\nstore i32 buffer 1 [%at + 32] %old`;
    expect(predicated(`${old}\n${guarded(4)}\n${LAST}`)).toEqual([true]);
    expect(predicated(`${old}\n${guarded(8)}\n${LAST}`), 'a place of its own').toEqual([false]);
  });

  it('is a branch when the arm computes what it stores', () => {
    const work = '%s:i32 = imul %id, %id\nstore i32 buffer 1 [%at] %s';
    expect(predicated(`store i32 buffer 1 [%at + 4] 1\n${guarded(4, 0, work)}\n${LAST}`)).toEqual([false]);
  });

  it('is a branch when only another branch accessed the place', () => {
    expect(predicated(`${guarded(4, 0)}\n${guarded(4, 1)}\n${LAST}`)).toEqual([false, false]);
  });

  it('ends the program when nothing follows', () => {
    expect(predicated(`store i32 buffer 1 [%at + 4] 1\n${guarded(4)}\nreturn`)).toEqual([false]);
  });
});
