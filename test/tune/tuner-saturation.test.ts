import { describe, expect, it } from 'vitest';
import { findSaturation, searchSaving, sizesOf, targetSecondsOf } from '../../src/tune/saturation.ts';

/** Throughputs by size, with linear work. */
const curve = (throughputs: Readonly<Record<number, number>>) =>
  Object.entries(throughputs).map(([size, throughput]) => ({
    size: Number(size),
    work: Number(size),
    timeNs: Number(size) / throughput,
  }));

const chosen = (throughputs: Readonly<Record<number, number>>) => {
  const { curve: points, chosen: at, verdict } = findSaturation(curve(throughputs));
  return [points[at].size, verdict];
};

describe('the minimum saturation point', () => {
  it('is the smallest size within a tenth of the target and followed by such sizes alone', () => {
    expect(chosen({ 1: 10, 2: 40, 4: 91, 8: 97, 16: 100 })).toEqual([4, 'saturates']);
    expect(chosen({ 1: 10, 2: 40, 4: 89, 8: 97, 16: 100 })).toEqual([8, 'saturates']);
    expect(chosen({ 1: 95, 2: 40, 4: 95, 8: 97, 16: 100 })).toEqual([4, 'saturates']);
  });

  it('is not where a cache makes a smaller size faster than the target can be', () => {
    // The paper's rule would take 4.
    expect(chosen({ 1: 10, 2: 90, 4: 200, 8: 105, 16: 101, 32: 100 })).toEqual([8, 'saturates']);
  });

  it('says when there is none', () => {
    expect(chosen({ 1: 10, 2: 20, 4: 40, 8: 80 })).toEqual([8, 'rising']);
    expect(chosen({ 1: 100, 2: 100, 4: 100, 8: 60 })).toEqual([8, 'falling']);
  });

  it('knows work that grows faster than the size', () => {
    const matmul = [64, 128, 256, 512].map((size) => ({
      size,
      work: size ** 3,
      timeNs: 1000 + size ** 3 / 1000,
    }));
    expect(findSaturation(matmul).curve[findSaturation(matmul).chosen].size).toBe(256);
  });

  it('looks at halvings of the target, or at what is given', () => {
    expect(sizesOf([], 1024)).toEqual([8, 16, 32, 64, 128, 256, 512, 1024]);
    expect(sizesOf([], 5)).toEqual([1, 3, 5]);
    expect(sizesOf([100, 5000, 300], 1000)).toEqual([100, 300, 1000]);
  });
});

describe('the saving', () => {
  it('is formula 2', () => {
    const saturation = findSaturation(curve({ 4: 100, 64: 100 }));
    // 2 s of 10 s were the kernel's, which takes 16 times as long at the target.
    expect(targetSecondsOf(10, 2, saturation)).toBe(40);
    const times = { searchSeconds: 10, curveSeconds: 1, confirmSeconds: 1, targetSeconds: 40 };
    expect(searchSaving(times)).toBeCloseTo(40 / 12);
  });
});
