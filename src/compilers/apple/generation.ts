// The typed view of a generation's table in `isa/apple/`: what instructions an operation becomes, and the numbers of
// optimiser and register file.

import g13 from '../../../isa/apple/g13.json' with { type: 'json' };
import type { PureOp } from '../../ir/ir.ts';
import type { DeviceLimits } from '../compiler.ts';

export interface AppleNumbers {
  readonly simdThreads: number;
  /** Words of registers that a thread can name; each is two halves. */
  readonly registersPerThread: number;
  /** Halves of registers that a core has for all its threads. */
  readonly registerFileHalves: number;
  /** Halves are handed to a thread in multiples of this many. */
  readonly halvesStep: number;
  /** Of a threadgroup, however few registers they take. */
  readonly mostThreads: number;
  readonly unrolledIterations: number;
  /** Operations of all iterations together. */
  readonly unrolledCost: number;
  /** Of each arm of a branch that becomes selections. */
  readonly flattenedInstructions: number;
  /** Instructions that must be skipped for a jump to be worth its place, where half of the SIMD groups jump. */
  readonly skippedCost: number;
  /** The same for the way out of a loop, which one of ten takes. */
  readonly exitCost: number;
  /** What a load from device memory counts in these costs. */
  readonly skippedLoadCost: number;
  /** Halves of uniform registers that the preamble may fill. */
  readonly preambleHalves: number;
  /** Accesses that one counter has on their way at most. */
  readonly mostPending: number;
}

/** Mnemonics of an operation, one after the other. */
export interface Expansion {
  readonly code: readonly string[];
  /** What is left of a division where the preamble knows the divisor. */
  readonly byUniform?: readonly string[];
}

export interface AppleGeneration extends AppleNumbers {
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

interface RawExpansion {
  readonly code: string;
  readonly byUniform?: string;
  readonly source: string;
}

interface GenerationFile {
  readonly generation: string;
  readonly title: string;
  readonly architectures: readonly string[];
  readonly numbers: Readonly<Record<string, { readonly value: number }>>;
  readonly costClasses: Readonly<Record<string, { readonly opcodes: string }>>;
  readonly operations: Readonly<Record<string, RawExpansion>>;
}

const FILES: Readonly<Record<string, GenerationFile>> = { g13 };

export const appleGenerationNames: readonly string[] = Object.keys(FILES);

/** A generation by its name; undefined for one that has no table. */
export function appleGeneration(name: string): AppleGeneration | undefined {
  const file = FILES[name];
  return file && readGeneration(file);
}

/** The numbers of a device that is not the one the table was read off: its lanes and its registers. */
export function appleOnDevice(generation: AppleGeneration, limits: DeviceLimits): AppleGeneration {
  return {
    ...generation,
    simdThreads: limits.subgroupSize,
    registersPerThread: limits.registersPerThread,
    registerFileHalves: 2 * limits.registersPerSm,
  };
}

/** Threads of a threadgroup, at most, that have so many halves of registers each. */
export function threadsOf(halves: number, generation: AppleGeneration): number {
  const { halvesStep, registerFileHalves, mostThreads, simdThreads } = generation;
  const allocated = Math.max(1, Math.ceil(halves / halvesStep)) * halvesStep;
  // SIMD groups come in pairs.
  const pair = 2 * simdThreads;
  return Math.min(mostThreads, pair * Math.floor(registerFileHalves / (pair * allocated)));
}

function readGeneration(file: GenerationFile): AppleGeneration {
  const numbers = Object.entries(file.numbers).map(([name, { value }]) => [name, value]);
  const operations = Object.entries(file.operations);
  return {
    ...(Object.fromEntries(numbers) as unknown as AppleNumbers),
    name: file.generation,
    title: file.title,
    architectures: file.architectures,
    costClasses: new Map(
      Object.entries(file.costClasses).flatMap(([name, { opcodes }]) =>
        words(opcodes).map((each): [string, string] => [each, name]),
      ),
    ),
    assumed: new Map(
      operations
        .filter(([, { source }]) => source.startsWith('guess:'))
        .map(([name, { source }]) => [`operations.${name}`, source.slice('guess: '.length)]),
    ),
    operations: new Map(operations.map(([name, raw]) => [name as PureOp, readExpansion(raw)])),
  };
}

function readExpansion({ code, byUniform }: RawExpansion): Expansion {
  return { code: words(code), ...(byUniform === undefined ? {} : { byUniform: words(byUniform) }) };
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((each) => each !== '');
}
