// References for the layers of neural networks: softmax, norms, attention, activations, embeddings, top-k.

import { floats, type KernelCase, type KernelCases, sum, words } from '../reference.ts';

function softmax(row: Float64Array): Float64Array {
  const weights = row.map(Math.exp);
  const total = sum(row.length, (i) => weights[i]);
  return weights.map((weight) => weight / total);
}

/** A function of each row of a matrix, row by row. */
function byRow(
  values: Float32Array,
  columns: number,
  map: (row: Float64Array) => Float64Array,
): Float64Array {
  const output = new Float64Array(values.length);
  for (let start = 0; start < values.length; start += columns) {
    output.set(map(Float64Array.from(values.subarray(start, start + columns))), start);
  }
  return output;
}

const softmaxCase = (small: Record<string, number>, columns: number): KernelCase => ({
  small,
  reference: (input) => ({ 1: byRow(input.f32(0), columns, softmax) }),
});

/** Attention of queries over one context: plain softmax of all scores. */
function attend(
  queries: Float32Array,
  keys: Float32Array,
  values: Float32Array,
  width: number,
): Float64Array {
  const length = keys.length / width;
  return byRow(queries, width, (query) => {
    const scores = floats(
      length,
      (k) => sum(width, (i) => query[i] * keys[k * width + i]) / Math.sqrt(width),
    );
    const shares = softmax(scores);
    return floats(width, (i) => sum(length, (k) => shares[k] * values[k * width + i]));
  });
}

const TOKENS = 5;

const halfOf = (bits: number) => {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const magnitude = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
};

/** The 16-bit floats in a buffer of words. */
export function halves(buffer: Uint32Array): Float64Array {
  return Float64Array.from(new Uint16Array(buffer.slice().buffer), halfOf);
}

export const learning: KernelCases = {
  'softmax-row-per-workgroup': softmaxCase({ ROWS: 3, PER_LANE: 2 }, 512),
  'softmax-row-per-invocation': softmaxCase({ ROWS: 70, COLUMNS: 33 }, 33),
  'layer-norm': {
    small: { ROWS: 3, COLUMNS: 600 },
    tolerance: 1e-5,
    reference: (input) => {
      const [scale, shift] = [input.f32(1), input.f32(2)];
      return {
        3: byRow(input.f32(0), 600, (row) => {
          const mean = sum(600, (i) => row[i]) / 600;
          const deviation = Math.sqrt(sum(600, (i) => (row[i] - mean) ** 2) / 600 + 1e-5);
          return row.map((x, i) => ((x - mean) / deviation) * scale[i] + shift[i]);
        }),
      };
    },
  },
  'rms-norm': {
    small: { ROWS: 3, COLUMNS: 600 },
    reference: (input) => ({
      2: byRow(input.f32(0), 600, (row) => {
        const root = Math.sqrt(sum(600, (i) => row[i] ** 2) / 600 + 1e-5);
        return row.map((x, i) => (x / root) * input.f32(1)[i]);
      }),
    }),
  },
  'attention-online': {
    small: { LENGTH: 128 },
    tolerance: 1e-5,
    reference: (input) => ({ 3: attend(input.f32(0), input.f32(1), input.f32(2), 32) }),
  },
  'attention-decode': {
    small: { HEADS: 2, LENGTH: 300 },
    tolerance: 1e-5,
    reference: (input) => {
      const part = (binding: number, head: number) => {
        const all = input.f32(binding);
        return all.subarray((head * all.length) / 2, ((head + 1) * all.length) / 2);
      };
      const heads = [0, 1].flatMap((head) => [...attend(part(0, head), part(1, head), part(2, head), 64)]);
      return { 3: Float64Array.from(heads) };
    },
  },
  gelu: {
    small: { N: 300 },
    reference: (input) => ({
      1: Float64Array.from(input.f32(0), (x) => {
        return (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
      }),
    }),
  },
  'gelu-vec4': {
    small: { N: 3000, WIDTH: 20, GROUPS: 2 },
    reference: (input) => {
      const [values, bias] = [input.f32(0), input.f32(1)];
      const shifted = floats(3000, (i) => values[i] + bias[i % 20]);
      return { 2: shifted.map((x) => x / (1 + Math.exp(-1.702 * x))) };
    },
  },
  rope: {
    small: { TOKENS, HEADS: 3, WIDTH: 16 },
    tolerance: 1e-5,
    reference: (input) => {
      const values = input.f32(0);
      return {
        1: floats(values.length, (i) => {
          const pair = Math.floor(i / 2);
          const angle = Math.floor(i / (3 * 16)) / 10000 ** ((pair % 8) / 8);
          const [x, y] = [values[2 * pair], values[2 * pair + 1]];
          return i % 2 === 0
            ? x * Math.cos(angle) - y * Math.sin(angle)
            : x * Math.sin(angle) + y * Math.cos(angle);
        }),
      };
    },
  },
  'embedding-gather': {
    small: { TOKENS, WORDS: 50, VECTORS: 70 },
    reference: (input) => {
      const [tokens, table, positions] = [input.u32(0), input.f32(1), input.f32(2)];
      const word = (i: number) => table[tokens[Math.floor(i / 280)] * 280 + (i % 280)];
      return { 3: floats(TOKENS * 280, (i) => word(i) + positions[i]) };
    },
  },
  'embedding-gather-scalar': {
    small: { TOKENS, WORDS: 50, WIDTH: 70 },
    reference: (input) => {
      const [tokens, table] = [input.u32(0), input.f32(1)];
      return { 2: floats(TOKENS * 70, (i) => table[tokens[Math.floor(i / 70)] * 70 + (i % 70)]) };
    },
  },
  'top-k': {
    small: { ROWS: 2, COLUMNS: 700, K: 5 },
    reference: (input) => {
      const logits = input.f32(0);
      const best = [0, 1].flatMap((row) => {
        const order = Array.from({ length: 700 }, (_, i) => i);
        order.sort((a, b) => logits[700 * row + b] - logits[700 * row + a] || a - b);
        return order.slice(0, 5);
      });
      const rowOf = (i: number) => Math.floor(i / 5);
      return { 1: floats(10, (i) => logits[700 * rowOf(i) + best[i]]), 2: words(10, (i) => best[i]) };
    },
  },
  'half-scale': {
    small: { N: 2400 },
    tolerance: 1e-3,
    isHalf: true,
    reference: (input) => {
      const [x, y] = [halves(input.u32(0)), halves(input.u32(1))];
      return { 1: y.map((value, i) => value + x[i] / 4) };
    },
  },
};
