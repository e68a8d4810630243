// Branches that count: `if (c) { n++; }` and a condition added as a number are the same to the driver.
import { describe, expect, it } from 'vitest';
import { predicate } from '../../src/compilers/nvidia/optimize/if-conversion.ts';
import { interpret } from '../passes/interpret.ts';
import { facts, instructionsOf, kernel, operations, valid } from './support.ts';

const HEAD = `
  %n:i32 = load i32 buffer 0 [0]
  %m:i32 = load i32 buffer 0 [4]
  %c:bool = slt %n, 5`;
const arms = (then: string, otherwise: string, results = '%r:i32') => `
  ${results} = if #0 %c {
    ${then}
  } else {
    ${otherwise}
  }`;
const END = 'store i32 buffer 1 [0] %r\nreturn';

const UP = '%s:i32 = iadd %n, 1\nbreak #0 (%s)';
const STAYS = 'break #0 (%n)';

describe('an if that counts', () => {
  it.each([
    ['its first arm', arms(UP, STAYS)],
    ['its second arm', arms(STAYS, UP)],
  ])('in %s adds its condition', (_, branch) => {
    const module = kernel(`${HEAD}${branch}${END}`);
    const selected = valid(predicate(module, facts, 32));
    expect(operations(selected)).toEqual({ slt: 1, select: 1, iadd: 1 });
    for (const n of [4, 5]) {
      const [before, after] = [module, selected].map(
        (each) => interpret(each, [Int32Array.of(n, 9), new Int32Array(1)]).buffers,
      );
      expect(after).toEqual(before);
    }
  });

  it('may choose a known value besides', () => {
    const branch = arms('%s:i32 = iadd %n, 1\nbreak #0 (%s, 7)', 'break #0 (%n, %m)', '%r:i32, %known:i32');
    const selected = valid(
      predicate(kernel(`${HEAD}${branch}\nstore i32 buffer 1 [4] %known\n${END}`), facts, 32),
    );
    expect(operations(selected)).toEqual({ slt: 1, select: 2, iadd: 1 });
  });

  it.each([
    ['adds something else', arms(UP.replace(', 1', ', %m'), STAYS)],
    ['adds more than one', arms(UP.replace(', 1', ', 2'), STAYS)],
    ['counts another value', arms(UP, 'break #0 (%m)')],
    ['computes besides', arms('%s:i32 = iadd %n, 1\n%t:i32 = imul %s, %m\nbreak #0 (%t)', STAYS)],
  ])('is predicated as others when it %s', (_, branch) => {
    const module = valid(predicate(kernel(`${HEAD}${branch}${END}`), facts, 32));
    expect(instructionsOf(module, 'if').map((each) => each.isPredicated)).toEqual([true]);
  });
});
