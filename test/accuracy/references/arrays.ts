// References for the kernels over plain arrays: searches, sorts, sums, scans, histograms, transforms.

import { floats, type Inputs, type KernelCase, type KernelCases, sum, words } from '../reference.ts';

const bisection: KernelCase = {
  small: { N: 1024, KEYS: 300 },
  reference: (input) => {
    const values = input.u32(0);
    const keys = input.u32(1);
    // What is too small may only grow with the key, so that counting is a reference of its own.
    return { 2: words(keys.length, (i) => values.filter((value) => value < keys[i]).length) };
  },
};

const bytesOf = (input: Inputs) => new Uint8Array(input.u32(0).buffer);

const histogram = (small: Record<string, number>): KernelCase => ({
  small,
  reference: (input) => {
    const bins = new Uint32Array(256);
    for (const byte of bytesOf(input)) bins[byte]++;
    return { 1: bins };
  },
});

/** Sums of all numbers before each one in its block, and the sums of the blocks. */
const scan = (block: number, isInclusive: boolean): KernelCase => ({
  small: { N: 4 * block },
  reference: (input) => {
    const values = input.u32(0);
    const output = new Uint32Array(values.length);
    const totals = new Uint32Array(values.length / block);
    for (let i = 0; i < values.length; i++) {
      const before = totals[Math.floor(i / block)];
      totals[Math.floor(i / block)] = before + values[i];
      output[i] = isInclusive ? before + values[i] : before;
    }
    return { 1: output, 2: totals };
  },
});

const transpose: KernelCase = {
  small: { WIDTH: 80, HEIGHT: 48 },
  reference: (input) => {
    const { WIDTH: width, HEIGHT: height } = input.params as { WIDTH: number; HEIGHT: number };
    const matrix = input.f32(0);
    return {
      1: floats(matrix.length, (i) => matrix[(i % height) * width + Math.floor(i / height)]),
    };
  },
};

/** Haar levels of one block: averages and differences of pairs, again and again. */
function haar(signal: readonly number[], levels: number): number[] {
  if (levels === 0 || signal.length === 1) return [...signal];
  const pairs = Array.from({ length: signal.length / 2 }, (_, i) => [signal[2 * i], signal[2 * i + 1]]);
  const low = pairs.map(([a, b]) => (a + b) / Math.SQRT2);
  const high = pairs.map(([a, b]) => (a - b) / Math.SQRT2);
  return [...haar(low, levels - 1), ...high];
}

function bitCount(value: number): number {
  let count = 0;
  for (let rest = value; rest > 0; rest &= rest - 1) count++;
  return count;
}

const partialSums = (small: Record<string, number>): KernelCase => ({
  small,
  reference: (input) => {
    const values = input.f32(0);
    const groups = input.params['GROUPS'];
    const lanes = 4 * 256;
    const sums = new Float64Array(groups);
    for (const [i, value] of values.entries()) sums[Math.floor(i / lanes) % groups] += value;
    return { 1: sums };
  },
});

export const arrays: KernelCases = {
  'binary-search': bisection,
  'binary-search-branchless': bisection,
  'reduction-interleaved': {
    small: { N: 1024 },
    reference: (input) => {
      const values = input.f32(0);
      return { 1: floats(4, (block) => sum(256, (i) => values[256 * block + i])) };
    },
  },
  'reduction-sequential': partialSums({ N: 10000, GROUPS: 3 }),
  'reduction-atomic': {
    small: { N: 1000 },
    reference: (input) => ({ 1: words(1, () => sum(1000, (i) => input.u32(0)[i])) }),
  },
  'reduction-subgroup': {
    small: { N: 10000, GROUPS: 3 },
    reference: (input) => {
      const values = input.u32(0);
      return {
        1: Uint32Array.of(
          Math.max(...values),
          sum(10000, (i) => values[i]),
        ),
      };
    },
  },
  'scan-naive': scan(256, true),
  'scan-tree': scan(512, false),
  'scan-subgroup': scan(1024, false),
  'histogram-global': histogram({ N: 1000 }),
  'histogram-workgroup': histogram({ N: 5000, GROUPS: 3 }),
  'bucket-count': {
    small: { N: 2000, GROUPS: 2 },
    reference: (input) => {
      const pivots = input.u32(1);
      const buckets = words(2000, (i) => pivots.filter((pivot) => pivot <= input.u32(0)[i]).length - 1);
      const counts = new Uint32Array(1024);
      for (const bucket of buckets) counts[bucket]++;
      return { 2: buckets, 3: counts };
    },
  },
  'bitonic-block': {
    small: { N: 2048 },
    reference: (input) => {
      const output = new Uint32Array(2048);
      for (let start = 0; start < 2048; start += 512) {
        const block = input
          .u32(0)
          .slice(start, start + 512)
          .sort();
        output.set(block, start);
      }
      return { 1: output };
    },
  },
  'bitonic-step': {
    small: { N: 4096, RUN: 256, DISTANCE: 32 },
    reference: (input) => {
      const values = input.u32(0);
      const output = new Uint32Array(4096);
      for (let i = 0; i < 4096; i++) {
        const partner = i ^ 32;
        const isAscending = Math.floor(i / 256) % 2 === 0;
        const pair = [values[i], values[partner]].sort((a, b) => a - b);
        output[i] = pair[i < partner === isAscending ? 0 : 1];
      }
      return { 1: output };
    },
  },
  transpose,
  'transpose-tiled': transpose,
  'haar-level': {
    small: { N: 3000 },
    reference: (input) => ({ 1: Float64Array.from(haar([...input.f32(0)], 1)) }),
  },
  'haar-block': {
    small: { N: 4096 },
    reference: (input) => {
      const signal = [...input.f32(0)];
      const block = 2 * (input.params['SIZE'] ?? 256);
      const starts = Array.from({ length: 4096 / block }, (_, i) => i * block);
      return {
        1: Float64Array.from(starts.flatMap((start) => haar(signal.slice(start, start + block), 11))),
      };
    },
  },
  'walsh-step': {
    small: { N: 2048, DISTANCE: 16 },
    reference: (input) => {
      const values = input.f32(0);
      return { 1: floats(2048, (i) => values[i & ~16] + (i & 16 ? -1 : 1) * values[i | 16]) };
    },
  },
  'walsh-block': {
    small: { N: 2048 },
    reference: (input) => {
      const values = input.f32(0);
      // Straight from the definition: row i of the Hadamard matrix has the sign of the bits i and j share.
      const element = (start: number, i: number) =>
        sum(1024, (j) => (bitCount(i & j) % 2 ? -1 : 1) * values[start + j]);
      return { 1: floats(2048, (i) => element(i & 1024, i & 1023)) };
    },
  },
};
