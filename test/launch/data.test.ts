import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halfFromBits, roundToHalf } from '../../src/ir/half.ts';
import { bitsOfFloat, fillWords, hash, randomFloat } from '../../src/launch/data.ts';
import type { BufferData } from '../../src/launch/launch.ts';

function words(data: BufferData, firstWord: number, count: number, sizeBytes = 2 ** 34, file?: Uint8Array) {
  const out = new Uint32Array(count).fill(0xdeadbeef);
  fillWords(data, sizeBytes, firstWord, out, file);
  return out;
}

/** The contract's hash in exact integer arithmetic. */
function hashByBigInt(index: number, seed: number): number {
  const u32 = (value: bigint) => value & 0xffffffffn;
  let x = u32(BigInt(index) + BigInt(seed) * 0x9e3779b9n);
  x = u32(x * 747796405n + 2891336453n);
  const w = u32(((x >> ((x >> 28n) + 4n)) ^ x) * 277803737n);
  return Number((w >> 22n) ^ w);
}

describe('generators', () => {
  it('reproduces the contract values of the hash', () => {
    expect(hash(0, 1)).toBe(2419168863);
    expect(hash(1, 1)).toBe(3252568193);
    expect(hash(2, 1)).toBe(1766601275);
    expect(hash(1000000, 7)).toBe(856120101);
    expect(hash(4294967295, 3)).toBe(819565177);
  });

  it('agrees with exact arithmetic for every counter and seed', () => {
    const u32 = fc.integer({ min: 0, max: 0xffffffff });
    fc.assert(fc.property(u32, u32, (index, seed) => hash(index, seed) === hashByBigInt(index, seed)));
  });

  it('reproduces the contract values of random-f32', () => {
    const got = new Float32Array(words({ kind: 'random-f32', seed: 1, min: -1, max: 1 }, 0, 4).buffer);
    expect([...got]).toEqual([
      0.12651324272155762, 0.5145950317382812, -0.17736220359802246, 0.40647411346435547,
    ]);
  });

  it('draws halves from their least up to their most, those that floats would round to', () => {
    const half = fc.double({ min: -65504, max: 65504, noNaN: true }).map(roundToHalf);
    const seeds = fc.integer({ min: 0, max: 0xffffffff });
    fc.assert(
      fc.property(half, half, seeds, (a, b, seed) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const pairs = [...words({ kind: 'random-f16', seed, min, max }, 0, 8)];
        const values = pairs.flatMap((pair) => [pair & 0xffff, pair >>> 16].map(halfFromBits));
        const floats = values.map((_, k) => roundToHalf(randomFloat(k, seed, min, max)));
        expect(values).toEqual(floats);
        expect(values.every((value) => value >= min && value <= max)).toBe(true);
      }),
    );
  });

  it('reproduces the contract values of random-u32 and csr-rows', () => {
    expect([...words({ kind: 'random-u32', seed: 4, modulo: 4096 }, 0, 4)]).toEqual([2201, 2193, 2271, 3885]);
    expect([...words({ kind: 'csr-rows', rows: 4, meanRow: 40, seed: 3 }, 0, 7)]).toEqual([
      0, 49, 69, 98, 174, 0, 0,
    ]);
  });

  it('leaves the hash alone when no modulo was given', () => {
    expect([...words({ kind: 'random-u32', seed: 1, modulo: 2 ** 32 }, 0, 2)]).toEqual([
      2419168863, 3252568193,
    ]);
  });

  it('gives the words, then zeros', () => {
    const data: BufferData = { kind: 'words', words: Uint32Array.of(5, bitsOfFloat(0.5)) };
    expect([...words(data, 0, 4)]).toEqual([5, 0x3f000000, 0, 0]);
    expect([...words(data, 1, 2)]).toEqual([0x3f000000, 0]);
    expect([...words(data, 9, 2)]).toEqual([0, 0]);
  });

  it('reads files as little-endian words and pads what they lack with zeros', () => {
    const file = Uint8Array.of(1, 2, 3, 0x84, 5, 6);
    expect([...words({ kind: 'file', path: 'x' }, 0, 3, 12, file)]).toEqual([0x84030201, 0x0605, 0]);
  });

  it('stops at the end of the buffer', () => {
    expect([...words({ kind: 'iota-u32' }, 2, 4, 16)]).toEqual([2, 3, 0, 0]);
    expect([...words({ kind: 'random-f32', seed: 1, min: 1, max: 2 }, 100, 2, 16)]).toEqual([0, 0]);
  });
});

describe('random access', () => {
  const kinds: BufferData[] = [
    { kind: 'iota-u32' },
    { kind: 'random-f32', seed: 9, min: 0, max: 1 },
    { kind: 'random-f16', seed: 9, min: -3, max: 1 },
    { kind: 'random-u32', seed: 9, modulo: 1000 },
    { kind: 'csr-rows', rows: 5000, meanRow: 17, seed: 3 },
  ];

  it.each(kinds)('any window of $kind equals that part of the whole', (data) => {
    const whole = words(data, 0, 6000, 24000);
    const window = fc.tuple(fc.integer({ min: 0, max: 6200 }), fc.integer({ min: 0, max: 700 }));
    fc.assert(
      fc.property(window, ([first, count]) => {
        const expected = Array.from({ length: count }, (_, i) => whole[first + i] ?? 0);
        // A fresh object, so that no table of an earlier read helps.
        expect([...words({ ...data }, first, count, 24000)]).toEqual(expected);
      }),
    );
  });

  it('makes row lengths between 1 and twice the mean less one', () => {
    const starts = words({ kind: 'csr-rows', rows: 2000, meanRow: 5, seed: 1 }, 0, 2001);
    const lengths = Array.from({ length: 2000 }, (_, row) => starts[row + 1] - starts[row]);
    expect(Math.min(...lengths)).toBe(1);
    expect(Math.max(...lengths)).toBe(9);
  });
});
