// The typed view of a generation's table in `isa/amd/`: what instructions an operation becomes, and the numbers of
// optimiser, scheduler and register file. A table with a basis holds only what differs.

import rdna2 from '../../../isa/amd/rdna2.json' with { type: 'json' };
import rdna3 from '../../../isa/amd/rdna3.json' with { type: 'json' };
import type { PureOp } from '../../ir/ir.ts';

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
  readonly unrolledIterations: number;
  /** Operations of all iterations together. */
  readonly unrolledCost: number;
  readonly flattenedInstructions: number;
  readonly bufferOffsetBytes: number;
}

export interface AmdGeneration extends AmdNumbers {
  readonly name: string;
  readonly operations: ReadonlyMap<PureOp, Expansion>;
}

interface RawExpansion {
  readonly vector: string;
  readonly scalar?: string;
  readonly byScalar?: string;
}

interface GenerationFile {
  readonly generation: string;
  readonly basis?: string;
  readonly numbers: Readonly<Record<string, { readonly value: number | boolean }>>;
  readonly operations: Readonly<Record<string, RawExpansion>>;
}

const FILES: Readonly<Record<string, GenerationFile>> = { rdna2, rdna3 };

/** A generation by its name; undefined for one that has no table. */
export function amdGeneration(name: string): AmdGeneration | undefined {
  const file = FILES[name];
  return file && readGeneration(file);
}

function readGeneration(file: GenerationFile): AmdGeneration {
  const basis = file.basis === undefined ? undefined : FILES[file.basis];
  const numbers = Object.entries({ ...basis?.numbers, ...file.numbers }).map(([name, { value }]) => [
    name,
    value,
  ]);
  const operations = Object.entries({ ...basis?.operations, ...file.operations });
  return {
    ...(Object.fromEntries(numbers) as unknown as AmdNumbers),
    name: file.generation,
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
