// The typed view of a generation's table in `isa/amd/`: what instructions an operation becomes, and the numbers of
// optimiser, scheduler and register file. A table with a basis holds only what differs.

import rdna2 from '../../../isa/amd/rdna2.json' with { type: 'json' };
import rdna3 from '../../../isa/amd/rdna3.json' with { type: 'json' };
import type { PureOp } from '../../ir/ir.ts';
import type { DeviceLimits } from '../compiler.ts';

/** Mnemonics of an operation, one after the other. */
export interface Expansion {
  /** Where an operand or the result is one of a lane. */
  readonly vector: readonly string[];
  /** Where all of it is the wave's; absent where the scalar unit lacks it. */
  readonly scalar?: readonly string[];
  /** With lanes' dividends and the wave's divisor. */
  readonly byScalar?: readonly string[];
}

export interface AmdNumbers {
  readonly waveThreads: number;
  /** Vector registers that a wave can name. */
  readonly vgprsPerWave: number;
  /** Vector registers of a SIMD, for waves of `waveThreads` lanes. */
  readonly vgprsPerSimd: number;
  readonly vgprStep: number;
  readonly wavesPerSimd: number;
  readonly ldsBytes: number;
  readonly ldsStepBytes: number;
  /** A lane's three local ids come in one register. */
  readonly packsLocalIds: boolean;
  /** The code says how long dependent instructions wait (`s_delay_alu`). */
  readonly delaysDependents: boolean;
  readonly hasMinMax: boolean;
  /** Operands may be bytes and halves of registers (SDWA). */
  readonly readsParts: boolean;
  /** Two zeros come into neighbouring registers by one shift of 64 bits. */
  readonly movesPairs: boolean;
  readonly unrolledIterations: number;
  /** Of a loop that may be left in several places. */
  readonly unrolledIterationsWithExits: number;
  /** Operations of all iterations together. */
  readonly unrolledCost: number;
  readonly flattenedInstructions: number;
  readonly bufferOffsetBytes: number;
}

export interface AmdGeneration extends AmdNumbers {
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
  readonly vector: string;
  readonly scalar?: string;
  readonly byScalar?: string;
  readonly source: string;
}

interface GenerationFile {
  readonly generation: string;
  readonly basis?: string;
  readonly title: string;
  readonly architectures: readonly string[];
  readonly numbers: Readonly<Record<string, { readonly value: number | boolean }>>;
  readonly costClasses?: Readonly<Record<string, { readonly opcodes: string }>>;
  readonly operations: Readonly<Record<string, RawExpansion>>;
}

const FILES: Readonly<Record<string, GenerationFile>> = { rdna2, rdna3 };

export const amdGenerationNames: readonly string[] = Object.keys(FILES);

/** A generation by its name; undefined for one that has no table. */
export function amdGeneration(name: string): AmdGeneration | undefined {
  const file = FILES[name];
  return file && readGeneration(file);
}

/** The numbers of a device that is not the one the table was read off: its lanes and its registers. */
export function amdOnDevice(generation: AmdGeneration, limits: DeviceLimits): AmdGeneration {
  const lanes = limits.subgroupSize;
  return {
    ...generation,
    waveThreads: lanes,
    vgprsPerWave: limits.registersPerThread,
    vgprsPerSimd: limits.registersPerSm / limits.warpAllocation / lanes,
    vgprStep: Math.max(1, limits.registerAllocation / lanes),
  };
}

function readGeneration(file: GenerationFile): AmdGeneration {
  const basis = file.basis === undefined ? undefined : FILES[file.basis];
  const numbers = Object.entries({ ...basis?.numbers, ...file.numbers }).map(([name, { value }]) => [
    name,
    value,
  ]);
  const operations = Object.entries({ ...basis?.operations, ...file.operations });
  const classes = Object.entries({ ...basis?.costClasses, ...file.costClasses });
  return {
    ...(Object.fromEntries(numbers) as unknown as AmdNumbers),
    name: file.generation,
    title: file.title,
    architectures: file.architectures,
    costClasses: new Map(
      classes.flatMap(([name, { opcodes }]) => steps(opcodes).map((each): [string, string] => [each, name])),
    ),
    assumed: new Map(
      operations
        .filter(([, { source }]) => source.startsWith('guess:'))
        .map(([name, { source }]) => [`operations.${name}`, source.slice('guess: '.length)]),
    ),
    operations: new Map(operations.map(([name, raw]) => [name as PureOp, readExpansion(raw)])),
  };
}

function readExpansion({ vector, scalar, byScalar }: RawExpansion): Expansion {
  return {
    vector: steps(vector),
    ...(scalar === undefined ? {} : { scalar: steps(scalar) }),
    ...(byScalar === undefined ? {} : { byScalar: steps(byScalar) }),
  };
}

function steps(text: string): readonly string[] {
  return text.split(' ').filter((each) => each !== '');
}
