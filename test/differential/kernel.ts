// A kernel with all that is needed to run it and to judge the result. Kernels are generated from a seed; found
// cases are read from files, whose first line is a comment with the rest as JSON.

import { formatOf } from '../../src/texture/formats.ts';
import { bytesOf } from '../../src/texture/shape.ts';
import type { Tolerance } from './generator/approximate.ts';
import { type BufferSpec, program } from './generator/program.ts';
import { SLOTS_PER_THREAD } from './generator/statements.ts';
import {
  INPUT_WORDS,
  type KernelSampler,
  type KernelTexture,
  THREADS,
  textureProgram,
} from './generator/textures.ts';
import { forEachFloat, strideOf, type Type } from './generator/types.ts';
import { Random } from './random.ts';
import { print, type Tree } from './tree.ts';

export interface KernelBuffer extends BufferSpec {
  /** How to compare what it holds afterwards; integers unless said. */
  readonly compare?: Comparison;
}

/** Words that repeat with a period: these of each are floats, with a tolerance or exact but for a zero's sign. */
export interface Comparison {
  readonly periodWords: number;
  readonly floats: readonly { readonly word: number; readonly tolerance?: Tolerance }[];
}

export interface Kernel {
  readonly name: string;
  readonly code: string;
  /** Of the buffers' contents. */
  readonly seed: number;
  readonly dispatch: readonly [number, number, number];
  /** `main` unless said. */
  readonly entryPoint?: string;
  /** Of a workgroup; said where devices may refuse so many. */
  readonly invocations?: number;
  readonly constants: Readonly<Record<string, number>>;
  readonly buffers: readonly KernelBuffer[];
  readonly textures?: readonly KernelTexture[];
  readonly samplers?: readonly KernelSampler[];
}

export interface GeneratedKernel extends Kernel {
  readonly tree: Tree;
}

export function generateKernel(seed: number): GeneratedKernel {
  const { tree, dispatch, constants, buffers, tolerances, cell, ledger, entryPoint, perGroup } =
    program(seed);
  const comparisons: Readonly<Record<number, Comparison>> = {
    4: comparisonOf(cell),
    6: { periodWords: SLOTS_PER_THREAD, floats: tolerances.map((tolerance, word) => ({ word, tolerance })) },
    7: comparisonOf(ledger),
  };
  return {
    name: `seed-${seed}`,
    seed,
    tree,
    code: print(tree),
    dispatch,
    entryPoint,
    invocations: perGroup,
    constants,
    buffers: buffers.map((each) => {
      const compare = comparisons[each.binding];
      return compare ? { ...each, compare } : each;
    }),
  };
}

/** A kernel on textures. */
export function generateTextureKernel(seed: number): GeneratedKernel {
  const { tree, dispatch, textures, samplers, tolerances } = textureProgram(seed);
  const slots = Math.max(1, tolerances.length);
  const floats = tolerances.map((tolerance, word) => ({ word, tolerance }));
  return {
    name: `textures-${seed}`,
    seed,
    tree,
    code: print(tree),
    dispatch,
    constants: {},
    buffers: [
      { binding: 0, access: 'read', words: INPUT_WORDS, fill: 'integers' },
      { binding: 1, access: 'read_write', words: THREADS, fill: 'zeros' },
      {
        binding: 2,
        access: 'read_write',
        words: THREADS * slots,
        fill: 'zeros',
        compare: { periodWords: slots, floats },
      },
    ],
    textures,
    samplers,
  };
}

/** Of an array of such elements: their floats are exact. */
function comparisonOf(element: Type): Comparison {
  const floats: { word: number }[] = [];
  forEachFloat(element, 0, (offset) => floats.push({ word: offset / 4 }));
  return { periodWords: strideOf(element) / 4, floats };
}

const EDGES = [0, 1, 2, 3, 7, 31, 32, 33, 0xff, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff];

/** The contents of a buffer before the kernel runs. */
export function contentsOf(kernel: Kernel, buffer: BufferSpec): Uint32Array {
  const words = new Uint32Array(buffer.words);
  const random = new Random(kernel.seed * 16 + buffer.binding);
  if (buffer.fill === 'integers') {
    for (let i = 0; i < words.length; i++) words[i] = random.once(3) ? random.choose(EDGES) : random.bits();
  } else if (buffer.fill === 'quarters') {
    // As floats, these are within the budget of stored ones; as integers they are anything.
    const floats = new Float32Array(words.buffer);
    for (let i = 0; i < floats.length; i++) floats[i] = (random.below(2047) - 1023) / 4 || 0;
  } else if (buffer.fill === 'halves') {
    // Multiples of 1/4 up to 31.75, and no zero: its sign is not dependable.
    const half = (): number => halfOfQuarters(random.between(1, 127)) | (random.below(2) << 15);
    for (let i = 0; i < words.length; i++) words[i] = (half() | (half() << 16)) >>> 0;
  }
  return words;
}

/** The texels of a texture before the kernel runs: whole numbers and parts of one are any, floats multiples of 1/4. */
export function texelsOf({ seed }: Kernel, { binding, shape }: KernelTexture): Uint32Array {
  const words = new Uint32Array(bytesOf(shape) / 4);
  const random = new Random(seed * 16 + binding);
  const { encoding, bits } = formatOf(shape.format)!;
  const half = (): number => halfOfQuarters(random.between(1, 127)) | (random.below(2) << 15);
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < words.length; i++) {
    if (encoding === 'float' && bits === 32) floats[i] = random.between(1, 127) / (random.once(2) ? 4 : -4);
    else if (encoding === 'float') words[i] = (half() | (half() << 16)) >>> 0;
    else if (encoding === 'rg11b10') words[i] = random.bits() & SMALL_FLOATS;
    else if (encoding === 'rgb9e5') words[i] = (random.bits() >>> 5) | (random.below(20) << 27);
    else words[i] = random.bits();
  }
  return words;
}

/** Bits that leave three packed floats below 32: of their exponents, neither the last value nor those near it. */
const SMALL_FLOATS = 0b0111111111_01111111111_01111111111 >>> 0;

/** The bits of a half of so many quarters, of which there are at least one and less than 2048. */
function halfOfQuarters(quarters: number): number {
  const exponent = 31 - Math.clz32(quarters);
  return ((exponent - 2 + 15) << 10) | ((quarters << (10 - exponent)) & 0x3ff);
}

const HEADER = '// ';

/** The text of a found case. */
export function writeCase(kernel: Kernel, remarks: readonly string[]): string {
  const { name: _name, code, ...rest } = kernel;
  const header = JSON.stringify({ ...rest, tree: undefined });
  return `${HEADER}${header}\n${remarks.map((each) => `// ${each.replaceAll('\n', ' ')}\n`).join('')}${code}`;
}

export function readCase(name: string, text: string): Kernel {
  const end = text.indexOf('\n');
  const rest = JSON.parse(text.slice(HEADER.length, end)) as Omit<Kernel, 'name' | 'code'>;
  return { ...rest, name, code: text.slice(end + 1) };
}
