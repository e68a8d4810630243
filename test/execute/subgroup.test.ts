import { describe, expect, it } from 'vitest';
import { compileProgram, runInFull } from '../../src/execute/index.ts';
import type { Builder } from '../../src/ir/builder.ts';
import type { ScalarType, SubgroupOp } from '../../src/ir/ir.ts';
import { scaled, when } from './loops.ts';
import { buffer, build, floatsOf, integersOf, memoryOf, wrap } from './wrap.ts';

type Operand = (b: Builder, x: number) => number;

/** Results by invocation of one operation with `value(x)` on lanes below `active`; others keep -7. */
function results(
  op: SubgroupOp,
  options: {
    type?: ScalarType;
    result?: ScalarType;
    value?: Operand;
    lane?: Operand;
    active?: number;
    size?: number;
  },
): number[] {
  const { type = 'i32', result = type, active = 32, size = 32 } = options;
  const module = build({ workgroupSize: [32, 1, 1] }, (b) => {
    const x = b.input('local_index');
    b.store(buffer(0), 'i32', scaled(b, x), [b.constant('i32', -7)]);
    const value = options.value?.(b, x) ?? x;
    const lane = options.lane?.(b, x);
    when(b, b.pure('slt', 'bool', [x, b.constant('i32', active)]), () => {
      const types = op === 'ballot' ? (['i32', 'i32', 'i32', 'i32'] as const) : [result];
      const [found] = b.subgroup(op, types, op === 'elect' ? undefined : value, lane);
      const isBool = result === 'bool';
      const stored = isBool
        ? b.pure('select', 'i32', [found, b.constant('i32', 1), b.constant('i32', 0)])
        : found;
      b.store(buffer(0), isBool ? 'i32' : result, scaled(b, x), [stored]);
    });
  });
  const memory = memoryOf(module, [128]);
  runInFull(compileProgram(wrap(module), { subgroupSize: size }), memory, { dispatch: [1, 1, 1] });
  return result === 'f32' ? floatsOf(memory, 0) : integersOf(memory, 0);
}

const range = (count: number, value: (i: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => value(i));
const rest = (count: number) => range(count, () => -7);
const isEven: Operand = (b, x) =>
  b.pure('ieq', 'bool', [b.pure('and', 'i32', [x, b.constant('i32', 1)]), b.constant('i32', 0)]);
const plusOne: Operand = (b, x) => b.pure('iadd', 'i32', [x, b.constant('i32', 1)]);

describe('operations across lanes', () => {
  it('reduce over the active lanes', () => {
    expect(results('add', { active: 10 })).toEqual([...range(10, () => 45), ...rest(22)]);
    expect(results('mul', { value: plusOne, active: 5 })).toEqual([...range(5, () => 120), ...rest(27)]);
    expect(results('smax', { size: 8 })).toEqual(range(32, (i) => i | 7));
    expect(results('umin', { value: (b, x) => b.pure('isub', 'i32', [x, b.constant('i32', 1)]) })[3]).toBe(0);
    expect(results('smin', { value: (b, x) => b.pure('isub', 'i32', [x, b.constant('i32', 1)]) })[3]).toBe(
      -1,
    );
    expect(results('or', { active: 6 })[0]).toBe(7);
    expect(results('and', { value: plusOne, active: 3 })[0]).toBe(0);
    expect(results('xor', { active: 4 })[0]).toBe(0);
    expect(results('fmax', { type: 'f32', value: (b, x) => b.pure('s2f', 'f32', [x]) })[0]).toBe(31);
    expect(results('add', { type: 'f32', value: (b, x) => b.pure('s2f', 'f32', [x]), size: 4 })[9]).toBe(38);
  });

  it('vote', () => {
    expect(results('all', { type: 'bool', value: isEven, active: 1 })).toEqual([1, ...rest(31)]);
    expect(results('all', { type: 'bool', value: isEven, active: 2 }).slice(0, 2)).toEqual([0, 0]);
    expect(results('any', { type: 'bool', value: isEven })).toEqual(range(32, () => 1));
    expect(results('ballot', { type: 'bool', result: 'i32', value: isEven, active: 9 })[0]).toBe(0b101010101);
    expect(results('elect', { result: 'bool', active: 7, size: 4 }).slice(0, 8)).toEqual([
      1, 0, 0, 0, 1, 0, 0, -7,
    ]);
  });

  it('scan in lane order', () => {
    expect(results('inclusive_add', { active: 6 }).slice(0, 6)).toEqual([0, 1, 3, 6, 10, 15]);
    expect(results('exclusive_add', { size: 8 }).slice(6, 11)).toEqual([15, 21, 0, 8, 17]);
    expect(results('inclusive_mul', { value: plusOne }).slice(0, 5)).toEqual([1, 2, 6, 24, 120]);
    expect(results('exclusive_mul', { value: plusOne }).slice(0, 5)).toEqual([1, 1, 2, 6, 24]);
  });

  it('move values between lanes', () => {
    const three: Operand = (b) => b.constant('i32', 3);
    expect(results('broadcast', { lane: three, size: 8 })).toEqual(range(32, (i) => (i & ~7) + 3));
    expect(results('broadcast_first', { value: plusOne, size: 16 })).toEqual(range(32, (i) => (i & ~15) + 1));
    const reverse: Operand = (b, x) => b.pure('isub', 'i32', [b.constant('i32', 31), x]);
    expect(results('shuffle', { lane: reverse })).toEqual(range(32, (i) => 31 - i));
    expect(results('shuffle', { lane: reverse, active: 20 })).toEqual([
      ...range(20, (i) => (31 - i < 20 ? 31 - i : i)),
      ...rest(12),
    ]);
    expect(results('shuffle_xor', { lane: three })).toEqual(range(32, (i) => i ^ 3));
    expect(results('shuffle_up', { lane: three })).toEqual(range(32, (i) => (i < 3 ? i : i - 3)));
    expect(results('shuffle_down', { lane: three })).toEqual(range(32, (i) => (i > 28 ? i : i + 3)));
    expect(results('quad_broadcast', { lane: (b) => b.constant('i32', 2) })).toEqual(
      range(32, (i) => (i & ~3) + 2),
    );
    expect(results('quad_swap_x', {})).toEqual(range(32, (i) => i ^ 1));
    expect(results('quad_swap_y', {})).toEqual(range(32, (i) => i ^ 2));
    expect(results('quad_swap_diagonal', {})).toEqual(range(32, (i) => i ^ 3));
  });
});
