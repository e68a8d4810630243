// The kernels together use the whole language of compute kernels: every builtin function that has no texture
// or half-float in it, every statement, operator and address space. f16 is left to unit tests, because the
// software implementations at hand do not have it.

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCases } from './cases.ts';

const cases = loadCases();
const text = cases.map((each) => each.code.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '')).join('\n');

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');

const FUNCTIONS = `
  all any select arrayLength bitcast
  abs acos acosh asin asinh atan atanh atan2 ceil clamp cos cosh countLeadingZeros countOneBits countTrailingZeros
  cross degrees determinant distance dot dot4U8Packed dot4I8Packed exp exp2 extractBits faceForward
  firstLeadingBit firstTrailingBit floor fma fract frexp insertBits inverseSqrt ldexp length log log2 max min mix
  modf normalize pow quantizeToF16 radians reflect refract reverseBits round saturate sign sin sinh smoothstep
  sqrt step tan tanh transpose trunc
  pack4x8snorm pack4x8unorm pack4xI8 pack4xU8 pack4xI8Clamp pack4xU8Clamp pack2x16snorm pack2x16unorm
  pack2x16float unpack4x8snorm unpack4x8unorm unpack4xI8 unpack4xU8 unpack2x16snorm unpack2x16unorm
  unpack2x16float
  atomicLoad atomicStore atomicAdd atomicSub atomicMax atomicMin atomicAnd atomicOr atomicXor atomicExchange
  atomicCompareExchangeWeak
  workgroupBarrier storageBarrier workgroupUniformLoad
  subgroupAdd subgroupExclusiveAdd subgroupInclusiveAdd subgroupAll subgroupAnd subgroupAny subgroupBallot
  subgroupBroadcast subgroupBroadcastFirst subgroupElect subgroupMax subgroupMin subgroupMul subgroupExclusiveMul
  subgroupInclusiveMul subgroupOr subgroupShuffle subgroupShuffleDown subgroupShuffleUp subgroupShuffleXor
  subgroupXor quadBroadcast quadSwapDiagonal quadSwapX quadSwapY`;

const BUILTIN_VALUES = `local_invocation_id local_invocation_index global_invocation_id workgroup_id num_workgroups
  subgroup_invocation_id subgroup_size subgroup_id num_subgroups global_invocation_index workgroup_index`;

const WORDS = `if else for while loop continuing switch case default break continue return const let var override
  struct alias const_assert enable requires diagnostic fn ptr`;

const OPERATORS = ['break if', ...words('+= -= *= /= %= &= |= ^= <<= >>= ++ -- && || == != <= >= << >> ! ~')];

describe('the conformance kernels', () => {
  it.each(words(FUNCTIONS))('call %s', (name) => {
    expect(new RegExp(`\\b${name}\\s*(<[^;()]*>)?\\(`).test(text)).toBe(true);
  });

  it.each(words(BUILTIN_VALUES))('read %s', (name) => {
    expect(text).toContain(`@builtin(${name})`);
  });

  it.each(words(WORDS))('contain %s', (word) => {
    expect(new RegExp(`\\b${word}\\b`).test(text)).toBe(true);
  });

  it.each(OPERATORS)('contain %s', (operator) => {
    expect(text).toContain(operator);
  });

  it.each(['storage, read>', 'storage, read_write>', 'uniform', 'workgroup', 'private', 'function'])(
    'use the address space %s',
    (space) => {
      expect(text).toContain(`<${space}`);
    },
  );

  it.each([2, 3, 4])('use vectors and matrices of %i', (size) => {
    expect(text).toMatch(new RegExp(`\\bvec${size}[fiu<]`));
    for (const rows of [2, 3, 4]) expect(text).toMatch(new RegExp(`\\bmat${size}x${rows}f`));
  });

  it('have one case each', () => {
    const files = readdirSync(new URL('kernels/', import.meta.url)).map((file) => file.replace('.wgsl', ''));
    expect(cases.map((each) => each.name).sort()).toEqual(files.sort());
  });
});
