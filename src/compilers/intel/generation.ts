// The typed view of a generation's table in `isa/intel/`: what instructions an operation becomes, and the numbers of
// optimiser and register file. A table with a basis holds only what differs.

import xeHpg from '../../../isa/intel/xe-hpg.json' with { type: 'json' };
import xeLp from '../../../isa/intel/xe-lp.json' with { type: 'json' };
import xe2 from '../../../isa/intel/xe2.json' with { type: 'json' };
import type { PureOp } from '../../ir/ir.ts';
import type { DeviceLimits } from '../compiler.ts';

/** One instruction of an operation's expansion. */
export interface Step {
  /** With the type of what it writes: `add:D`. */
  readonly mnemonic: string;
  /** It and its neighbours that say so are there once for each half of the lanes. */
  readonly isHalf: boolean;
}

/** What an operation becomes. */
export interface Expansion {
  /** Depends on the second operand alone: the reciprocal of a divisor. */
  readonly ofSecond: readonly Step[];
  /** Depends on both, and is alike for operations that share it: a quotient, which the remainder needs. */
  readonly ofBoth: readonly Step[];
  readonly own: readonly Step[];
}

export interface IntelNumbers {
  /** Of a thread: the SIMD width that the code is made for. */
  readonly lanes: number;
  /** Of the arithmetic pipes: one register of words, in which lies what is alike for all lanes. */
  readonly nativeLanes: number;
  readonly grfBytes: number;
  /** Registers of a thread. */
  readonly grfCount: number;
  readonly zeroedBytes: number;
  readonly mostBlockWords: number;
  /** Shorter loads for all lanes are loads for each. */
  readonly leastBlockWords: number;
  readonly hasAdd3: boolean;
  /** Messages to workgroup memory have room for an offset. */
  readonly hasSharedOffsets: boolean;
  readonly hasLocalIds: boolean;
  /** The length of a buffer is put together from fields of its descriptor. */
  readonly packsLengths: boolean;
  readonly fenceSyncs: number;
  readonly signalsBarrierByBit: boolean;
  readonly guardsMasklessSends: boolean;
  readonly unrolledIterations: number;
  /** Operations of all iterations together. */
  readonly unrolledCost: number;
  readonly flattenedInstructions: number;
}

export interface IntelGeneration extends IntelNumbers {
  readonly name: string;
  /** What the table was made from, and the architectures that it is for. */
  readonly title: string;
  readonly architectures: readonly string[];
  readonly operations: ReadonlyMap<PureOp, Expansion>;
  /** Cost classes by beginnings of mnemonics. */
  readonly costClasses: ReadonlyMap<string, string>;
  /** Operations whose instructions nobody has seen, with the reason. */
  readonly assumed: ReadonlyMap<string, string>;
}

interface GenerationFile {
  readonly generation: string;
  readonly basis?: string;
  readonly title: string;
  readonly architectures: readonly string[];
  readonly numbers: Readonly<Record<string, { readonly value: number | boolean }>>;
  readonly costClasses?: Readonly<Record<string, { readonly opcodes: string }>>;
  readonly operations: Readonly<Record<string, { readonly steps: string; readonly source: string }>>;
}

const FILES: Readonly<Record<string, GenerationFile>> = { 'xe-lp': xeLp, 'xe-hpg': xeHpg, xe2 };

export const intelGenerationNames: readonly string[] = Object.keys(FILES);

/** A generation by its name; undefined for one that has no table. */
export function intelGeneration(name: string): IntelGeneration | undefined {
  const file = FILES[name];
  return file && readGeneration(file);
}

/** The numbers of a device that is not the one the table was read off: its lanes and its registers. */
export function intelOnDevice(generation: IntelGeneration, limits: DeviceLimits): IntelGeneration {
  const lanes = limits.subgroupSize;
  const wordsOfRegister = generation.grfBytes / WORD_BYTES;
  return { ...generation, lanes, grfCount: (limits.registersPerThread * lanes) / wordsOfRegister };
}

/** Registers of a thread, counted as those of a lane. */
export function registersPerLane({ grfCount, grfBytes, lanes }: IntelNumbers): number {
  return (grfCount * grfBytes) / WORD_BYTES / lanes;
}

export const WORD_BYTES = 4;

function readGeneration(file: GenerationFile): IntelGeneration {
  const basis = file.basis === undefined ? undefined : FILES[file.basis];
  const numbers = Object.entries({ ...basis?.numbers, ...file.numbers }).map(([name, { value }]) => [
    name,
    value,
  ]);
  const operations = Object.entries({ ...basis?.operations, ...file.operations });
  const classes = Object.entries({ ...basis?.costClasses, ...file.costClasses });
  return {
    ...(Object.fromEntries(numbers) as unknown as IntelNumbers),
    name: file.generation,
    title: file.title,
    architectures: file.architectures,
    costClasses: new Map(
      classes.flatMap(([name, { opcodes }]) => words(opcodes).map((each): [string, string] => [each, name])),
    ),
    assumed: new Map(
      operations
        .filter(([, { source }]) => source.startsWith('guess:'))
        .map(([name, { source }]) => [`operations.${name}`, source.slice('guess: '.length)]),
    ),
    operations: new Map(operations.map(([name, { steps }]) => [name as PureOp, readExpansion(steps)])),
  };
}

function readExpansion(text: string): Expansion {
  const parts = text.split('|').map((each) => words(each).map(readStep));
  if (parts.length === 1) return { ofSecond: [], ofBoth: [], own: parts[0] };
  const [ofSecond, ofBoth, own] = parts;
  return { ofSecond, ofBoth, own };
}

function readStep(text: string): Step {
  return { mnemonic: text.replace('/half', ''), isHalf: text.endsWith('/half') };
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((each) => each !== '');
}
