// What instructions read from the banks of registers, by programs as the model makes them.

import { expect, it } from 'vitest';
import { instructionsOf, programOf } from './support.ts';

const HEAD =
  '%id:i32 = input global_id_x\n %at:i32 = shl %id, 2\n %a:f32 = load f32 buffer 0 [%at]\n %b:f32 = load f32 buffer 0 [%at + 256]\n %c:f32 = load f32 buffer 0 [%at + 512]\n';

/** Of each multiply-add: what it reads from either bank, and what without operands that are kept. */
function readsOf(body: string): number[][] {
  const products = instructionsOf(programOf(`${HEAD}${body}\n store f32 buffer 1 [%at] %z\n return`));
  return products
    .filter((each) => each.opcode.startsWith('FFMA'))
    .map(({ bankReads = 0 }) => [0, 2, 4, 6].map((shift) => (bankReads >> shift) & 3));
}

const sum = ([first, second]: readonly number[]) => first + second;

it('three registers are read, a constant and a register that comes twice are not', () => {
  const [three] = readsOf('%z:f32 = ffma %a, %b, %c');
  expect(sum(three)).toBe(3);
  const [constant] = readsOf('%z:f32 = ffma %a, 3f, %c');
  expect(sum(constant)).toBe(2);
  const [twice] = readsOf('%z:f32 = ffma %a, %a, %c');
  expect(sum(twice)).toBe(2);
});

it('what the instruction in front has read in the same place is kept, and its result is not', () => {
  const chain = readsOf('%x:f32 = ffma %a, %b, %c\n %z:f32 = ffma %a, %x, %c');
  expect(sum(chain[1])).toBe(3);
  expect(sum(chain[1].slice(2))).toBe(1);
  // As addend, the factor has to be read again.
  const moved = readsOf('%x:f32 = ffma %a, %b, %c\n %z:f32 = ffma %c, %x, %a');
  expect(sum(moved[1].slice(2))).toBe(3);
});
