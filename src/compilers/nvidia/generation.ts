// A generation of GPUs as its driver's compiler sees it: which machine instructions one abstract operation becomes,
// which cost class an opcode belongs to, what stands in for an instruction that it lacks, and the numbers that steer
// optimiser, scheduler and register allocator. `isa/nvidia/GENERATION.json` is what other programs may read; this is
// its typed view. A file with a `basis` says only what is different there.

import costClasses from '../../../isa/cost-classes.json' with { type: 'json' };
import ada from '../../../isa/nvidia/ada.json' with { type: 'json' };
import ampere from '../../../isa/nvidia/ampere.json' with { type: 'json' };
import blackwell from '../../../isa/nvidia/blackwell.json' with { type: 'json' };
import hopper from '../../../isa/nvidia/hopper.json' with { type: 'json' };
import kepler from '../../../isa/nvidia/kepler.json' with { type: 'json' };
import pascal from '../../../isa/nvidia/pascal.json' with { type: 'json' };
import turing from '../../../isa/nvidia/turing.json' with { type: 'json' };
import { unreachable } from '../../diagnostics/diagnostic.ts';
import type { WorkgroupLayout } from '../../ir/workgroup-storage.ts';
import type { InstructionKind } from '../../machine/program.ts';
import type { RegisterNumbers } from '../../machine/registers.ts';
import type { SchedulingNumbers } from '../../machine/schedule.ts';
import type { DeviceLimits } from '../compiler.ts';
import { ROW_PADDING } from './behaviours.ts';
import type { OptimizerNumbers } from './optimize/numbers.ts';

/** One machine instruction of an expansion. */
export interface ExpansionStep {
  readonly opcode: string;
  readonly costClass: string;
  /**
   * What it reads: an operand of the IR operation as its index (0 to 9), the result of an earlier step as
   * -1 - index. None in the first step stands for all operands.
   */
  readonly from: readonly number[];
}

export interface Expansion {
  /** The operation that its steps make up. */
  readonly operation: string;
  readonly steps: readonly ExpansionStep[];
  readonly source: string;
}

/** What stands in for one instruction that a generation lacks. The last step writes its results. */
export interface Replacement {
  readonly steps: readonly ReplacementStep[];
  readonly source: string;
}

export interface ReplacementStep {
  readonly opcode: string;
  /** Whether it reads what the instruction reads. */
  readonly readsOperands: boolean;
  /** Earlier steps whose results it reads. */
  readonly reads: readonly number[];
}

/** Which private arrays live in registers even when they are indexed at run time. */
export interface PrivateArrayNumbers {
  /** Most words of an array that loops access with dynamic indices, ... */
  readonly words: number;
  /** ... of all those together, ... */
  readonly loopedWords: number;
  /** ... and of those that loops read so and other code at places known beforehand. */
  readonly mixedWords: number;
  /** Most words that dynamic accesses of one array move in loops, each as many as it has; ... */
  readonly moves: number;
  /** ... those of this many words have no such limit. */
  readonly fewWords: number;
  /** An array that is the only one is larger than this ... */
  readonly loneWords: number;
  /** ... only with so many moves for each instruction of the kernel. */
  readonly loneGrowth: number;
  /** Moves for each instruction of the kernel, at most, in loops or not; a dynamic access takes as many as its array has words. */
  readonly growth: number;
}

export interface Generation {
  readonly name: string;
  readonly title: string;
  /** Architectures whose code the numbers are for, as profiles name them. */
  readonly architectures: readonly string[];
  readonly subgroupSize: number;
  /**
   * Cost class by mnemonic, most specific prefix first: `IMAD.HI.U32` finds `IMAD.HI`, then `IMAD`. Only what the
   * generation has: selection asks here.
   */
  readonly opcodes: ReadonlyMap<string, string>;
  /** For what selection names and the generation lacks, looked up like `opcodes`. */
  readonly replacements: ReadonlyMap<string, Replacement>;
  /** What emulation treats the instructions of each cost class as. */
  readonly kinds: ReadonlyMap<string, InstructionKind>;
  /** By operation, `operation.operandType:resultType`, `operation:resultType` or `operation.operandType`. */
  readonly expansions: ReadonlyMap<string, Expansion>;
  /** Opcode on the uniform datapath, by IR operation. */
  readonly uniformOperations: ReadonlyMap<string, string>;
  readonly scheduling: SchedulingNumbers & { readonly hoistedConstants: number };
  readonly registers: RegisterNumbers;
  readonly privateArrays: PrivateArrayNumbers;
  readonly optimizer: OptimizerNumbers;
  /** Behaviours of the compiler that this generation does not have, by name, each with the reason. */
  readonly lacks: ReadonlyMap<string, string>;
  /** Parts of the table that were taken over from another generation without being observed, each with the reason. */
  readonly assumed: ReadonlyMap<string, string>;
}

/** How the driver lays workgroup memory out; nothing where the generation lacks that. */
export function workgroupLayoutOf({ lacks, optimizer }: Generation): {
  readonly workgroupLayout?: WorkgroupLayout;
} {
  const { paddedRowBytes: fromBytes, rowPaddingBytes: paddingBytes } = optimizer;
  return lacks.has(ROW_PADDING) ? {} : { workgroupLayout: { fromBytes, paddingBytes } };
}

/** The cost class of an opcode with its modifiers; undefined for a mnemonic that the generation does not have. */
export function costClassOf(opcodes: ReadonlyMap<string, string>, opcode: string): string | undefined {
  return byPrefix(opcodes, opcode);
}

/** What an opcode with its modifiers becomes where the generation lacks it. */
export function replacementOf(
  replacements: ReadonlyMap<string, Replacement>,
  opcode: string,
): Replacement | undefined {
  return byPrefix(replacements, opcode);
}

/** The entry of the longest known prefix. */
function byPrefix<T>(entries: ReadonlyMap<string, T>, opcode: string): T | undefined {
  for (let end = opcode.length; end > 0; end = opcode.lastIndexOf('.', end - 1)) {
    const found = entries.get(opcode.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

type InstructionSet = Pick<Generation, 'opcodes' | 'replacements'>;

/** The cost class of an opcode, or of what writes its results where others stand in for it. */
export function resultClassOf(set: InstructionSet, opcode: string): string | undefined {
  const replacement = replacementOf(set.replacements, opcode);
  const last = replacement?.steps.at(-1)?.opcode;
  // A stand-in may end in the instruction itself, with something before it.
  if (last === undefined || replacementOf(set.replacements, last) === replacement)
    return costClassOf(set.opcodes, last ?? opcode);
  return resultClassOf(set, last);
}

interface RawStep {
  readonly opcode: string;
  readonly from?: readonly string[];
}
interface RawExpansion {
  readonly steps: readonly RawStep[];
  readonly source: string;
}
interface RawQuantity<T = number> {
  readonly value: T;
}
type Section = Readonly<Record<string, unknown>>;

/** A file of `isa/nvidia/`, checked by `generation.schema.json` in the tests. */
export interface GenerationFile {
  readonly generation: string;
  readonly title: string;
  readonly architectures: readonly string[];
  readonly basis?: string;
  readonly lacks?: Section;
  readonly assumed?: Section;
  readonly opcodes?: Section;
  readonly replacements?: Section;
  readonly expansions?: Section;
  readonly uniform?: Section;
  readonly scheduling?: Section;
  readonly registers?: Section;
  readonly privateArrays?: Section;
  readonly optimizer?: Section;
}

const KINDS = new Map(costClasses.classes.map(({ name, kind }) => [name, kind as InstructionKind]));

const FILES: Readonly<Record<string, GenerationFile>> = {
  kepler,
  pascal,
  turing,
  ampere,
  ada,
  hopper,
  blackwell,
};

/** By age, oldest first. */
export const generationNames: readonly string[] = Object.keys(FILES);

const known = new Map<string, Generation>();

/** A generation by its name; undefined for one that has no table. */
export function generationNamed(name: string): Generation | undefined {
  const file = FILES[name];
  if (file && !known.has(name)) known.set(name, readGeneration(file, FILES));
  return known.get(name);
}

const SECTIONS = [
  'opcodes',
  'replacements',
  'expansions',
  'uniform',
  'scheduling',
  'registers',
  'privateArrays',
  'optimizer',
  'lacks',
  'assumed',
] as const;
type Sections = Readonly<Record<(typeof SECTIONS)[number], Section>>;

/** The sections of a file over those of its basis, entry by entry; `null` takes an entry of the basis away. */
function sectionsOf(file: GenerationFile, files: Readonly<Record<string, GenerationFile>>): Sections {
  const basis = file.basis === undefined ? undefined : sectionsOf(files[file.basis], files);
  const join = (name: (typeof SECTIONS)[number]) => {
    const entries = Object.entries({ ...basis?.[name], ...file[name] });
    return [name, Object.fromEntries(entries.filter(([, entry]) => entry !== null))];
  };
  return Object.fromEntries(SECTIONS.map(join)) as Sections;
}

/** @param files where the basis is found */
export function readGeneration(
  file: GenerationFile,
  files: Readonly<Record<string, GenerationFile>>,
): Generation {
  const sections = sectionsOf(file, files);
  const set = readInstructionSet(sections);
  const expansions = Object.entries(sections.expansions as Record<string, RawExpansion>);
  return {
    name: file.generation,
    title: file.title,
    architectures: file.architectures,
    ...set,
    kinds: KINDS,
    expansions: new Map(expansions.map(([name, raw]) => [name, readExpansion(name, raw, set)])),
    uniformOperations: new Map(Object.entries(sections.uniform['operations'] as Record<string, string>)),
    scheduling: {
      ...(values(sections.scheduling) as unknown as Generation['scheduling']),
      pipes: readPipes(sections.scheduling['pipeCycles'] as RawPipes),
      latencyCycles: new Map(
        Object.entries((sections.scheduling['latencyCycles'] as { classes: Record<string, number> }).classes),
      ),
    },
    registers: values(sections.registers) as unknown as RegisterNumbers,
    subgroupSize: values(sections.registers)['warpThreads'] as number,
    privateArrays: values(sections.privateArrays) as unknown as PrivateArrayNumbers,
    optimizer: values(sections.optimizer) as unknown as OptimizerNumbers,
    lacks: new Map(Object.entries(sections.lacks as Record<string, string>)),
    assumed: new Map(Object.entries(sections.assumed as Record<string, string>)),
  };
}

interface RawPipes {
  readonly pipes: readonly { readonly cycles: number; readonly classes: readonly string[] }[];
}

/** Pipes have the numbers of their places. */
function readPipes({ pipes }: RawPipes): SchedulingNumbers['pipes'] {
  return new Map(
    pipes.flatMap(({ cycles, classes }, pipe) => classes.map((each) => [each, { pipe, cycles }] as const)),
  );
}

/** Opcodes and their stand-ins; what has one is no opcode of the generation. */
function readInstructionSet(sections: Sections): InstructionSet {
  const replacements = new Map(
    Object.entries(sections.replacements as Record<string, RawExpansion>).map(
      ([opcode, { steps, source }]) => [opcode, { steps: steps.map(readReplacementStep), source }],
    ),
  );
  const opcodes = Object.entries(sections.opcodes as Record<string, string>);
  return {
    opcodes: new Map(opcodes.filter(([opcode]) => replacementOf(replacements, opcode) === undefined)),
    replacements,
  };
}

/** Without `from`, a step reads what the one before made, the first one the instruction's operands. */
function readReplacementStep({ opcode, from }: RawStep, index: number): ReplacementStep {
  return {
    opcode,
    readsOperands: from?.includes('*') ?? index === 0,
    reads:
      from?.filter((each) => each !== '*').map((each) => Number(each.slice(1))) ??
      (index === 0 ? [] : [index - 1]),
  };
}

/** The bare values of a section of `{ value, source }`. */
function values(section: Section): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(section).map(([name, quantity]) => [name, (quantity as RawQuantity<unknown>).value]),
  );
}

function readExpansion(name: string, { steps, source }: RawExpansion, set: InstructionSet): Expansion {
  const read = ({ opcode, from }: RawStep, index: number): ExpansionStep => ({
    opcode,
    costClass: resultClassOf(set, opcode) ?? unreachable(`opcode ${opcode} has no cost class`),
    from: from?.map(inputOf) ?? (index === 0 ? [] : [-index]),
  });
  return { operation: name.split(/[.:!]/)[0], steps: steps.map(read), source };
}

/** `"1"` is an operand, `"@1"` the result of an earlier step. */
function inputOf(name: string): number {
  return name.startsWith('@') ? -1 - Number(name.slice(1)) : Number(name);
}

/** The generation on a device: how much its SMs hold decides about registers, the size of its warps about code. */
export function onDevice(generation: Generation, limits: DeviceLimits): Generation {
  const lanes = limits.subgroupSize;
  return {
    ...generation,
    subgroupSize: lanes,
    registers: {
      ...generation.registers,
      maximum: limits.registersPerThread,
      perWorkgroup: limits.registersPerSm,
      perThreadStep: Math.max(1, limits.registerAllocation / lanes),
      workgroupStep: limits.warpAllocation * lanes,
      warpThreads: lanes,
      threadsPerSm: limits.warpsPerSm * lanes,
      workgroupsPerSm: limits.workgroupsPerSm,
    },
  };
}
