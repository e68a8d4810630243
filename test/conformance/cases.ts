// The conformance cases: what cases.json says, with the kernel's text and its buffers' contents.
// Every kernel reads `inputs` at binding 0, writes `outputs` at 1 and may read a uniform buffer at 2.

import { readFileSync } from 'node:fs';

/** How the words of `inputs` come about. `random-f32` takes a range; the default count suits all kernels. */
export type InputKind =
  | { readonly kind: 'iota-u32' | 'random-u32' | 'u32-edge-pairs' | 'f32-edges' | 'integers-f32' }
  | { readonly kind: 'random-f32'; readonly min: number; readonly max: number };

/** A result may differ by this many units in the last place, or by this much. */
export interface Tolerance {
  readonly ulp?: number;
  readonly absolute?: number;
}

interface CaseEntry {
  readonly kernel: string;
  readonly input: InputKind;
  readonly output: { readonly type: 'u32' | 'f32'; readonly words: number };
  readonly tolerance?: Tolerance;
  /** One to three counts; [4] by default. */
  readonly dispatch?: readonly number[];
  readonly constants?: Readonly<Record<string, number>>;
  /** Words of the uniform buffer. */
  readonly uniform?: readonly (number | { readonly f32: number })[];
  /** Ways to compile that must agree, where the result is the dialect's choice; all by default. */
  readonly ways?: readonly Way[];
}

/**
 * How far kernelcast compiles a kernel before it runs it: the decoded IR as it is; code generation without any
 * behaviour of the modelled compilers; everything, as a prediction does.
 */
export const WAYS = ['decoded', 'plain', 'optimized'] as const;
export type Way = (typeof WAYS)[number];

export interface ConformanceCase {
  readonly name: string;
  readonly code: string;
  readonly input: Uint32Array;
  readonly outputType: 'u32' | 'f32';
  readonly outputWords: number;
  readonly uniform?: Uint32Array;
  readonly tolerance: Tolerance;
  readonly dispatch: readonly [number, number, number];
  readonly constants: Readonly<Record<string, number>>;
  readonly ways: readonly Way[];
}

const INPUT_WORDS = 512;

const U32_EDGES = [
  0, 1, 2, 3, 5, 7, 31, 32, 255, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff,
  12345678,
];

/** Neither NaN, infinities nor subnormal numbers: WGSL lets an implementation treat those as it likes. */
const F32_EDGES = [
  0, -0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.49999997, 1, -1, 3.999, -7.25, 100.5, 8388607.5, 8388609,
  -16777216, 1e6, -123456.7, 2147483520, 2147483648, 4294967040, 4294967296, -2147483648, -2147483904, 1e10,
  -1e10, 3e38, -3e38, 1.1754943508222875e-38, 0.1, 1e-10,
];

export function loadCases(): ConformanceCase[] {
  const folder = new URL('./', import.meta.url);
  const entries = JSON.parse(readFileSync(new URL('cases.json', folder), 'utf8')) as CaseEntry[];
  return entries.map((entry) => ({
    name: entry.kernel,
    code: readFileSync(new URL(`kernels/${entry.kernel}.wgsl`, folder), 'utf8'),
    input: inputWords(entry.input),
    outputType: entry.output.type,
    outputWords: entry.output.words,
    ...(entry.uniform ? { uniform: uniformWords(entry.uniform) } : {}),
    tolerance: entry.tolerance ?? {},
    dispatch: [entry.dispatch?.[0] ?? 4, entry.dispatch?.[1] ?? 1, entry.dispatch?.[2] ?? 1],
    constants: entry.constants ?? {},
    ways: entry.ways ?? WAYS,
  }));
}

/** The words of an input buffer. */
function inputWords(input: InputKind): Uint32Array {
  const indices = Array.from({ length: INPUT_WORDS }, (_, index) => index);
  switch (input.kind) {
    case 'iota-u32':
      return Uint32Array.from(indices);
    case 'random-u32':
      return Uint32Array.from(indices, mixed);
    case 'u32-edge-pairs':
      return Uint32Array.from(indices, (i) => U32_EDGES[i % 2 === 0 ? (i >> 1) & 15 : i >> 5]);
    case 'f32-edges':
      return floatWords(indices.map((i) => F32_EDGES[i % F32_EDGES.length]));
    case 'integers-f32':
      return floatWords(indices.map((i) => (mixed(i) % 33) - 16));
    case 'random-f32':
      return floatWords(indices.map((i) => input.min + (input.max - input.min) * (mixed(i) / 2 ** 32)));
  }
}

/** A bijective mix of 32 bits (the finaliser of MurmurHash3). */
function mixed(index: number): number {
  let x = Math.imul(index + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

function floatWords(numbers: readonly number[]): Uint32Array {
  return new Uint32Array(Float32Array.from(numbers).buffer);
}

function uniformWords(words: readonly (number | { readonly f32: number })[]): Uint32Array {
  return Uint32Array.from(words, (word) => (typeof word === 'number' ? word : floatWords([word.f32])[0]));
}
