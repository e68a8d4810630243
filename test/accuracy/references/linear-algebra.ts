// References for products of matrices and vectors, dense, sparse and quantised, and for steps of elimination.

import { floats, type Inputs, type KernelCase, type KernelCases, sum } from '../reference.ts';

const matvec: KernelCase = {
  small: { ROWS: 130, COLUMNS: 70 },
  reference: (input) => {
    const { ROWS: rows, COLUMNS: columns } = input.params as { ROWS: number; COLUMNS: number };
    const [matrix, x] = [input.f32(0), input.f32(1)];
    return { 2: floats(rows, (row) => sum(columns, (i) => matrix[row * columns + i] * x[i])) };
  },
};

interface Shape {
  readonly M: number;
  readonly N: number;
  readonly K: number;
}

function product(input: Inputs): Float64Array {
  const { M, N, K } = input.params as unknown as Shape;
  const [a, b] = [input.f32(0), input.f32(1)];
  return floats(M * N, (i) => sum(K, (k) => a[Math.floor(i / N) * K + k] * b[k * N + (i % N)]));
}

const spmv: KernelCase = {
  small: { ROWS: 301, MEAN: 9 },
  reference: (input) => {
    const [starts, columns, values, x] = [input.u32(0), input.u32(1), input.f32(2), input.f32(3)];
    const y = floats(301, (row) =>
      sum(starts[row + 1] - starts[row], (i) => {
        const at = starts[row] + i;
        return values[at] * x[columns[at]];
      }),
    );
    return { 4: y };
  },
};

/** t3 -= t2 * v2 over all index values below n; `p4Count` planes of the slowest index. */
function contract(input: Inputs, n: number, p4Count: number, isPermuted: boolean): Float64Array {
  const [t2, v2] = [input.f32(0), input.f32(1)];
  const t3 = Float64Array.from(input.f32(2));
  let at = 0;
  for (let p4 = 0; p4 < p4Count; p4++)
    for (let p5 = 0; p5 < n; p5++)
      for (let p6 = 0; p6 < n; p6++)
        for (let h1 = 0; h1 < n; h1++)
          for (let h2 = 0; h2 < n; h2++)
            for (let h3 = 0; h3 < n; h3++, at++) {
              for (let h7 = 0; h7 < n; h7++) {
                const left = t2[h7 + n * (p4 + n * (p5 + n * h1))];
                const right = isPermuted
                  ? h7 + n * (p6 + n * (h2 + n * h3))
                  : h3 + n * (h2 + n * (p6 + n * h7));
                t3[at] -= left * v2[right];
              }
            }
  return t3;
}

const contraction = (isPermuted: boolean): KernelCase => ({
  small: { N: 5 },
  reference: (input) => ({ 2: contract(input, 5, 5, isPermuted) }),
});

/** Weight `index` of a row of four-bit weights where weight i of a word lies in bits `shiftOf(i)` and up. */
function nibble(weights: Uint32Array, index: number, shiftOf: (place: number) => number): number {
  return ((weights[Math.floor(index / 8)] >>> shiftOf(index % 8)) & 15) - 8;
}

export const linearAlgebra: KernelCases = {
  'matvec-row-per-invocation': matvec,
  'matvec-row-per-workgroup': matvec,
  'matvec-transposed': {
    small: { ROWS: 70, COLUMNS: 130 },
    reference: (input) => {
      const [matrix, x] = [input.f32(0), input.f32(1)];
      return { 2: floats(130, (column) => sum(70, (row) => matrix[row * 130 + column] * x[row])) };
    },
  },
  'gemv-subgroup': {
    small: { ROWS: 14, COLUMNS: 208 },
    reference: (input) => {
      const [matrix, x, bias] = [input.f32(0), input.f32(1), input.f32(2)];
      return { 3: floats(14, (row) => bias[row] + sum(208, (i) => matrix[row * 208 + i] * x[i])) };
    },
  },
  'gemv-q4': {
    small: { ROWS: 9, COLUMNS: 2080 },
    reference: (input) => {
      const [weights, scales, x] = [input.u32(0), input.f32(1), input.f32(2)];
      const shiftOf = (place: number) => 8 * (place % 4) + (place < 4 ? 0 : 4);
      const element = (row: number, i: number) =>
        nibble(weights, row * 2080 + i, shiftOf) * scales[(row * 2080 + i - (i % 32)) / 32];
      return { 3: floats(9, (row) => sum(2080, (i) => element(row, i) * x[i])) };
    },
  },
  'sgemm-naive': {
    small: { M: 37, N: 53, K: 29 },
    reference: (input) => {
      const c = input.f32(2);
      return { 2: product(input).map((value, i) => 1.5 * value + 0.5 * c[i]) };
    },
  },
  'sgemm-tiled': { small: { M: 37, N: 53, K: 29 }, reference: (input) => ({ 2: product(input) }) },
  'sgemm-register': { small: { M: 64, N: 128, K: 48 }, reference: (input) => ({ 2: product(input) }) },
  'matmul-int8': {
    small: { M: 32, N: 48, K: 128 },
    reference: (input) => {
      const a = new Int8Array(input.u32(0).buffer);
      const b = new Int8Array(input.u32(1).buffer);
      const dot = (i: number) => sum(128, (k) => a[Math.floor(i / 48) * 128 + k] * b[(i % 48) * 128 + k]);
      return { 2: Int32Array.from({ length: 32 * 48 }, (_, i) => dot(i)) };
    },
  },
  'matmul-q4': {
    small: { M: 64, N: 32, K: 96 },
    reference: (input) => {
      const [a, weights, scales] = [input.f32(0), input.u32(1), input.f32(2)];
      const element = (column: number, k: number) =>
        nibble(weights, column * 96 + k, (place) => 4 * place) * scales[column * 3 + Math.floor(k / 32)];
      return {
        3: floats(64 * 32, (i) => sum(96, (k) => a[Math.floor(i / 32) * 96 + k] * element(i % 32, k))),
      };
    },
  },
  'spmv-scalar': spmv,
  'spmv-vector': spmv,
  'contraction-sd1': contraction(false),
  'contraction-sd1-permuted': contraction(true),
  'contraction-sd1-tiled': { small: { P4: 1 }, reference: (input) => ({ 2: contract(input, 16, 1, false) }) },
  'lud-internal': {
    small: { SIDE: 64, OFFSET: 16 },
    reference: (input) => {
      const matrix = input.f32(0);
      const isInside = (i: number) => Math.floor(i / 64) >= 32 && i % 64 >= 32;
      const loss = (i: number) =>
        sum(16, (k) => matrix[Math.floor(i / 64) * 64 + 16 + k] * matrix[(16 + k) * 64 + (i % 64)]);
      return { 0: floats(64 * 64, (i) => matrix[i] - (isInside(i) ? loss(i) : 0)) };
    },
  },
  'gaussian-multipliers': {
    small: { SIDE: 50, PIVOT: 7 },
    reference: (input) => {
      const matrix = input.f32(0);
      return { 1: floats(50, (row) => (row > 7 ? matrix[row * 50 + 7] / matrix[7 * 50 + 7] : 0)) };
    },
  },
  'gaussian-eliminate': {
    small: { SIDE: 50, PIVOT: 7 },
    reference: (input) => {
      const [matrix, right, multipliers] = [input.f32(0), input.f32(1), input.f32(2)];
      const factor = (row: number) => (row > 7 ? multipliers[row] : 0);
      return {
        0: floats(50 * 50, (i) => {
          const [row, column] = [Math.floor(i / 50), i % 50];
          return matrix[i] - (column >= 7 ? factor(row) * matrix[7 * 50 + column] : 0);
        }),
        1: floats(50, (row) => right[row] - factor(row) * right[7]),
      };
    },
  },
};
