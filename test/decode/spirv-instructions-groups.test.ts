// Atomics, barriers and subgroup operations of SPIR-V. Subgroup operations are compared with arithmetic on the
// values of all lanes, for several subgroup sizes.

import { describe, expect, it } from 'vitest';
import type { SpirvType } from '../../src/decode/spirv/types.ts';
import type { Instruction } from '../../src/ir/ir.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import {
  constant,
  execute,
  literal,
  lower,
  type Row,
  run,
  type Scalar,
  scalar,
  vector,
  type Word,
} from './spirv-instruction-runner.ts';

const i32 = scalar('i32');
const f32 = scalar('f32');
const bool = scalar('bool');
const value = (type: SpirvType, ...row: Scalar[]): Word => ({ type, rows: [row] });
const column = (type: SpirvType, values: readonly Scalar[]): Word => ({
  type,
  rows: values.map((x): Row => [x]),
});
const device = constant(i32, 1);
const relaxed = constant(i32, 0);

describe('atomics', () => {
  const pointer: Word = { pointer: i32, space: 'buffer' };
  const once = (name: string, before: number, ...values: number[]) => {
    const semantics = name === 'OpAtomicCompareExchange' ? [relaxed, relaxed] : [relaxed];
    const words = [pointer, device, ...semantics, ...values.map((each) => value(i32, each))];
    const { rows, shared } = run(name, i32, words, { shared: [before] });
    return [rows[0][0], shared[0]];
  };
  it.each<[string, number, number[], number]>([
    ['OpAtomicLoad', 5, [], 5],
    ['OpAtomicExchange', 5, [9], 9],
    ['OpAtomicIIncrement', 2147483647, [], -2147483648],
    ['OpAtomicIDecrement', 0, [], -1],
    ['OpAtomicIAdd', 5, [7], 12],
    ['OpAtomicISub', 5, [7], -2],
    ['OpAtomicSMin', 5, [-7], -7],
    ['OpAtomicUMin', 5, [-7], 5],
    ['OpAtomicSMax', 5, [-7], 5],
    ['OpAtomicUMax', 5, [-7], -7],
    ['OpAtomicAnd', 12, [10], 8],
    ['OpAtomicOr', 12, [10], 14],
    ['OpAtomicXor', 12, [10], 6],
    ['OpAtomicCompareExchange', 5, [9, 5], 9],
    ['OpAtomicCompareExchange', 5, [9, 6], 5],
  ])('%s', (name, before, values, after) => {
    expect(once(name, before, ...values)).toEqual([before, after]);
  });

  it('add up over the workgroup', () => {
    const words = [pointer, device, relaxed, column(i32, [1, 2, 3, 4, 5])];
    const { rows, shared } = run('OpAtomicIAdd', i32, words, { shared: [100] });
    expect(shared).toEqual([115]);
    expect(rows.flat()).toEqual([100, 101, 103, 106, 110]);
  });

  it('store', () => {
    const words = [pointer, device, relaxed, value(i32, 42)];
    expect(run('OpAtomicStore', undefined, words, { shared: [1] }).shared).toEqual([42]);
  });

  it('move floats', () => {
    const float: Word = { pointer: f32, space: 'buffer' };
    const bits = 0x3fc00000;
    const exchanged = run('OpAtomicExchange', f32, [float, device, relaxed, value(f32, -2)], {
      shared: [bits],
    });
    expect(exchanged).toEqual({ rows: [[1.5]], shared: [0xc0000000 | 0] });
    expect(run('OpAtomicLoad', f32, [float, device, relaxed], { shared: [bits] }).rows).toEqual([[1.5]]);
  });
});

describe('barriers', () => {
  const barriers = (name: string, ...words: Word[]) => {
    const found: Instruction[] = [];
    forEachInstruction(lower(name, undefined, words).body, (each) => found.push(each));
    return found.flatMap((each) => (each.kind === 'barrier' ? [each.scope] : []));
  };
  const [workgroup, subgroup, invocation] = [constant(i32, 2), constant(i32, 3), constant(i32, 4)];
  it.each<[string, Word[], string[]]>([
    ['workgroup memory', [workgroup, workgroup, constant(i32, 0x108)], ['workgroup']],
    ['buffers', [workgroup, device, constant(i32, 0x48)], ['storage']],
    ['both', [workgroup, device, constant(i32, 0x148)], ['workgroup']],
    ['execution only', [workgroup, workgroup, relaxed], ['workgroup']],
    ['subgroup', [subgroup, subgroup, constant(i32, 0x108)], ['subgroup']],
    ['invocation', [invocation, device, relaxed], []],
    ['invocation, with a fence', [invocation, device, constant(i32, 0x48)], ['memory']],
  ])('%s', (_, words, expected) => {
    expect(barriers('OpControlBarrier', ...words)).toEqual(expected);
  });

  it.each<[string, Word[], string[]]>([
    ['of buffers', [device, constant(i32, 0x48)], ['memory']],
    ['of workgroup memory', [workgroup, constant(i32, 0x108)], ['memory']],
    ['of no memory', [device, constant(i32, 0x8)], []],
    ['of images', [device, constant(i32, 0x808)], []],
    ['for nobody else', [invocation, constant(i32, 0x48)], []],
  ])('a fence %s', (_, words, expected) => {
    expect(barriers('OpMemoryBarrier', ...words)).toEqual(expected);
  });
});

describe.each([4, 8, 32])('subgroups of %i', (size) => {
  const scope = constant(i32, 3);
  const lanes = 32;
  const numbers = Array.from({ length: lanes }, (_, i) => ((i * 37 + 11) % 23) - 7);
  const groupOf = <T>(values: readonly T[], lane: number): T[] => {
    const start = lane - (lane % size);
    return values.slice(start, start + size);
  };
  const perLane = <T>(result: (lane: number) => T): T[] =>
    Array.from({ length: lanes }, (_, lane) => result(lane));
  const run = (name: string, type: SpirvType, ...words: Word[]) =>
    execute(name, type, [scope, ...words], { lanes, subgroupSize: size });
  const old = (name: string, type: SpirvType, ...words: Word[]) =>
    execute(name, type, words, { lanes, subgroupSize: size });

  const reductions: [string, 'i32' | 'f32' | 'bool', number, (a: number, b: number) => number][] = [
    ['IAdd', 'i32', 0, (a, b) => (a + b) | 0],
    ['FAdd', 'f32', 0, (a, b) => a + b],
    ['IMul', 'i32', 1, Math.imul],
    ['SMin', 'i32', 2147483647, Math.min],
    ['UMin', 'i32', -1, (a, b) => Math.min(a >>> 0, b >>> 0) | 0],
    ['FMin', 'f32', Infinity, Math.min],
    ['SMax', 'i32', -2147483648, Math.max],
    ['UMax', 'i32', 0, (a, b) => Math.max(a >>> 0, b >>> 0) | 0],
    ['FMax', 'f32', -Infinity, Math.max],
    ['BitwiseAnd', 'i32', -1, (a, b) => a & b],
    ['BitwiseOr', 'i32', 0, (a, b) => a | b],
    ['BitwiseXor', 'i32', 0, (a, b) => a ^ b],
    ['LogicalAnd', 'bool', 1, (a, b) => a & b],
    ['LogicalOr', 'bool', 0, (a, b) => a | b],
    ['LogicalXor', 'bool', 0, (a, b) => a ^ b],
  ];
  it.each(reductions)('%s', (name, kind, identity, combine) => {
    const values = kind === 'bool' ? numbers.map((x) => Number(x > 0)) : numbers;
    const type = scalar(kind);
    const operation = (which: number, ...more: Word[]) =>
      run(`OpGroupNonUniform${name}`, type, literal(which), column(type, values), ...more).flat();
    const fold = (each: readonly number[]) => each.reduce((a, b) => combine(a, b), identity);
    expect(operation(0)).toEqual(perLane((lane) => fold(groupOf(values, lane))));
    expect(operation(1)).toEqual(perLane((lane) => fold(groupOf(values, lane).slice(0, (lane % size) + 1))));
    expect(operation(2)).toEqual(perLane((lane) => fold(groupOf(values, lane).slice(0, lane % size))));
    const clusters = perLane((lane) => fold(values.slice(lane - (lane % 4), lane - (lane % 4) + 4)));
    expect(operation(3, constant(i32, 4))).toEqual(clusters);
  });

  it('FMul', () => {
    const values = numbers.map((x) => 1 + x / 64);
    const found = run('OpGroupNonUniformFMul', f32, literal(0), column(f32, values)).flat();
    perLane((lane) => groupOf(values, lane).reduce((a, b) => a * b)).forEach((each, i) => {
      expect(found[i]).toBeCloseTo(each, 4);
    });
  });

  it('reductions of vectors', () => {
    const rows = numbers.map((x): Row => [x, 2 * x]);
    const found = run('OpGroupNonUniformIAdd', vector(2, 'i32'), literal(0), {
      type: vector(2, 'i32'),
      rows,
    });
    const sum = (lane: number) => groupOf(numbers, lane).reduce((a, b) => a + b);
    expect(found).toEqual(perLane((lane) => [sum(lane), 2 * sum(lane)]));
  });

  const flags = numbers.map((x) => Number(x > 3));
  it('votes', () => {
    const all = perLane((lane) => Number(groupOf(flags, lane).every(Boolean)));
    const any = perLane((lane) => Number(groupOf(flags, lane).some(Boolean)));
    expect(run('OpGroupNonUniformAll', bool, column(bool, flags)).flat()).toEqual(all);
    expect(run('OpGroupNonUniformAny', bool, column(bool, flags)).flat()).toEqual(any);
    expect(old('OpSubgroupAllKHR', bool, column(bool, flags)).flat()).toEqual(all);
    expect(old('OpSubgroupAnyKHR', bool, column(bool, flags)).flat()).toEqual(any);
    expect(run('OpGroupNonUniformElect', bool).flat()).toEqual(perLane((lane) => Number(lane % size === 0)));
    const same = perLane((lane) => Math.floor(lane / 8));
    const isSame = perLane((lane) => Number(new Set(groupOf(same, lane)).size === 1));
    expect(run('OpGroupNonUniformAllEqual', bool, column(i32, same)).flat()).toEqual(isSame);
    expect(old('OpSubgroupAllEqualKHR', bool, column(f32, same)).flat()).toEqual(isSame);
  });

  it('exchanges', () => {
    const values = column(i32, numbers);
    const from = (source: (lane: number) => number) =>
      perLane((lane) => groupOf(numbers, lane)[source(lane % size)]);
    const two = constant(i32, 2);
    expect(run('OpGroupNonUniformBroadcast', i32, values, two).flat()).toEqual(from(() => 2));
    expect(run('OpGroupNonUniformBroadcastFirst', i32, values).flat()).toEqual(from(() => 0));
    expect(old('OpSubgroupReadInvocationKHR', i32, values, two).flat()).toEqual(from(() => 2));
    expect(old('OpSubgroupFirstInvocationKHR', i32, values).flat()).toEqual(from(() => 0));
    const reversed = column(
      i32,
      perLane((lane) => size - 1 - (lane % size)),
    );
    expect(run('OpGroupNonUniformShuffle', i32, values, reversed).flat()).toEqual(
      from((lane) => size - 1 - lane),
    );
    expect(run('OpGroupNonUniformShuffleXor', i32, values, two).flat()).toEqual(from((lane) => lane ^ 2));
    const up = run('OpGroupNonUniformShuffleUp', i32, values, constant(i32, 1)).flat();
    expect(up.filter((_, lane) => lane % size >= 1)).toEqual(
      from((lane) => lane - 1).filter((_, lane) => lane % size >= 1),
    );
    const down = run('OpGroupNonUniformShuffleDown', i32, values, constant(i32, 1)).flat();
    expect(down.filter((_, lane) => lane % size < size - 1)).toEqual(
      from((lane) => lane + 1).filter((_, lane) => lane % size < size - 1),
    );
    expect(run('OpGroupNonUniformRotateKHR', i32, values, constant(i32, 3)).flat()).toEqual(
      from((lane) => (lane + 3) % size),
    );
    expect(run('OpGroupNonUniformRotateKHR', i32, values, constant(i32, 1), constant(i32, 4)).flat()).toEqual(
      from((lane) => (lane & ~3) | ((lane + 1) & 3)),
    );
    const vectors: Word = { type: vector(2, 'bool'), rows: flags.map((x): Row => [x, 1 - x]) };
    const swapped = run('OpGroupNonUniformShuffleXor', vector(2, 'bool'), vectors, constant(i32, 1));
    expect(swapped).toEqual(perLane((lane) => [flags[lane ^ 1], 1 - flags[lane ^ 1]]));
  });

  it('quads', () => {
    const values = column(i32, numbers);
    expect(run('OpGroupNonUniformQuadBroadcast', i32, values, constant(i32, 3)).flat()).toEqual(
      perLane((lane) => numbers[lane | 3]),
    );
    [1, 2, 3].forEach((mask, direction) => {
      expect(run('OpGroupNonUniformQuadSwap', i32, values, constant(i32, direction)).flat()).toEqual(
        perLane((lane) => numbers[lane ^ mask]),
      );
    });
  });

  it('ballots', () => {
    const v4 = vector(4, 'i32');
    const bits = (lane: number) => groupOf(flags, lane).reduce((word, flag, i) => word | (flag << i), 0);
    const expected = perLane((lane) => [bits(lane), 0, 0, 0]);
    expect(run('OpGroupNonUniformBallot', v4, column(bool, flags))).toEqual(expected);
    expect(old('OpSubgroupBallotKHR', v4, column(bool, flags))).toEqual(expected);
  });

  it('bits of ballots', () => {
    // Bits beyond the subgroup must not count.
    const words = [0xa5c3f178 | 0, -1, 0x55555555, 7];
    const ballot = value(vector(4, 'i32'), ...words);
    const isSet = (lane: number) => (words[lane >> 5] >>> (lane & 31)) & 1;
    const counted = (count: number) =>
      Array.from({ length: count }, (_, lane) => isSet(lane)).reduce((a, b) => a + b, 0);
    expect(run('OpGroupNonUniformInverseBallot', bool, ballot).flat()).toEqual(
      perLane((lane) => isSet(lane % size)),
    );
    const indices = perLane((lane) => (lane * 4 + 3) % 128);
    expect(run('OpGroupNonUniformBallotBitExtract', bool, ballot, column(i32, indices)).flat()).toEqual(
      indices.map(isSet),
    );
    const count = (which: number) =>
      run('OpGroupNonUniformBallotBitCount', i32, literal(which), ballot).flat();
    expect(count(0)).toEqual(perLane(() => counted(size)));
    expect(count(1)).toEqual(perLane((lane) => counted((lane % size) + 1)));
    expect(count(2)).toEqual(perLane((lane) => counted(lane % size)));
    const set = Array.from({ length: size }, (_, lane) => lane).filter(isSet);
    expect(run('OpGroupNonUniformBallotFindLSB', i32, ballot)[0]).toEqual([3]);
    if (set.length > 0) expect(run('OpGroupNonUniformBallotFindMSB', i32, ballot)[0]).toEqual([set.at(-1)]);
  });
});
