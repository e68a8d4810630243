// A family of GPUs as data: which machine instructions one abstract operation becomes, which cost class an
// opcode belongs to, and the numbers that steer the driver's scheduler and register allocator. The JSON file
// (`isa/nvidia.json`) is what other programs may read; this is its typed and checked view.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { type InstructionKind, instructionKinds } from './machine.ts';

/** One machine instruction of an expansion. */
export interface ExpansionStep {
  readonly opcode: string;
  readonly costClass: string;
  /**
   * What it reads: an operand of the IR operation as its index (0 to 9), the result of an earlier step as
   * -1 - index.
   */
  readonly from: readonly number[];
}

export interface Expansion {
  /** The operation that its steps make up. */
  readonly operation: string;
  readonly steps: readonly ExpansionStep[];
  readonly source: string;
}

export interface SchedulingNumbers {
  /** Cycles that it takes an instruction to wait for another at most: longer ones are left to other warps. */
  readonly longestWait: number;
  /** Cycles between loads of workgroup memory, of up to two words each; twice as many for four. */
  readonly sharedLoadCycles: number;
  /** Constants kept in registers across one loop. */
  readonly hoistedConstants: number;
  /** Instructions between two uses across which a constant keeps a register that is wanted elsewhere. */
  readonly keptConstantDistance: number;
  /** The driver's assumption about each cost class, which steers the order and nothing else. */
  readonly latencyCycles: ReadonlyMap<string, number>;
}

export interface RegisterNumbers {
  readonly maximum: number;
  /** Registers that the driver reports beyond those that values need. */
  readonly fixedOverhead: number;
  readonly minimum: number;
  /** Registers that the invocations of one workgroup share: those of an SM. */
  readonly perWorkgroup: number;
  /** A thread's share is a multiple of this. */
  readonly perThreadStep: number;
  /** Invocations by which a workgroup's demand grows. */
  readonly workgroupStep: number;
  /** What the driver takes an SM to hold at once when it weighs registers against occupancy. */
  readonly warpThreads: number;
  readonly threadsPerSm: number;
  readonly workgroupsPerSm: number;
  readonly workgroupBytesPerSm: number;
  /** Private arrays of up to this many words live in registers even when indexed dynamically. */
  readonly privateArrayWords: number;
  /** The same of an array that is the only one. */
  readonly privateArrayLoneWords: number;
  /** Most words that dynamic accesses of one array move, each as many as it has; ... */
  readonly privateArrayMoves: number;
  /** ... those of this many words have no such limit. */
  readonly privateArrayFewWords: number;
}

export interface FamilyTable {
  readonly family: string;
  readonly title: string;
  /** Cost class by mnemonic, most specific prefix first: `IMAD.HI.U32` finds `IMAD.HI`, then `IMAD`. */
  readonly opcodes: ReadonlyMap<string, string>;
  /** What emulation treats the instructions of each cost class as. */
  readonly kinds: ReadonlyMap<string, InstructionKind>;
  /** By operation, `operation.operandType:resultType`, `operation:resultType` or `operation.operandType`. */
  readonly expansions: ReadonlyMap<string, Expansion>;
  /** Opcode on the uniform datapath, by IR operation. */
  readonly uniformOperations: ReadonlyMap<string, string>;
  readonly scheduling: SchedulingNumbers;
  readonly registers: RegisterNumbers;
  /** Behaviours of code generation that the family does not have, by name. */
  readonly lacks: ReadonlySet<string>;
}

/** The cost class of an opcode with its modifiers; undefined for a mnemonic that the family does not have. */
export function costClassOf(opcodes: ReadonlyMap<string, string>, opcode: string): string | undefined {
  for (let end = opcode.length; end > 0; end = opcode.lastIndexOf('.', end - 1)) {
    const found = opcodes.get(opcode.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a family is read from: parsed files of `isa/`. */
export interface FamilyFiles {
  readonly family: unknown;
  readonly costClasses: unknown;
  /** A variant of the family (`kernelcast/family-variant@1`) says only what differs from its basis. */
  readonly variant?: unknown;
}

/** Checks the files of a family and gives its typed view, or one diagnostic per problem. */
export function loadFamily({ family, costClasses, variant }: FamilyFiles): Outcome<FamilyTable> {
  const reader = new Reader();
  const root = vary(reader, reader.object(family, 'family table'), variant);
  if (root.schema !== 'kernelcast/family@1') reader.problem('schema', 'must be "kernelcast/family@1"');
  const kinds = readKinds(reader, costClasses);
  const opcodes = reader.strings(root.opcodes, 'opcodes');
  for (const [opcode, costClass] of opcodes)
    if (!kinds.has(costClass)) reader.problem(`opcodes.${opcode}`, `there is no cost class "${costClass}"`);
  const expansions = new Map<string, Expansion>();
  for (const [name, raw] of Object.entries(reader.object(root.expansions, 'expansions'))) {
    expansions.set(name, readExpansion(reader, raw, name, opcodes));
  }
  const uniform = reader.object(root.uniform, 'uniform');
  const table: FamilyTable = {
    family: reader.text(root.family, 'family'),
    title: reader.text(root.title, 'title'),
    opcodes,
    kinds,
    expansions,
    uniformOperations: reader.strings(uniform.operations, 'uniform.operations'),
    scheduling: readScheduling(reader, root.scheduling),
    registers: readRegisters(reader, root.registers),
    lacks: new Set(Object.keys(reader.object(root.lacks ?? {}, 'lacks'))),
  };
  for (const [operation, opcode] of table.uniformOperations) {
    if (!costClassOf(opcodes, opcode))
      reader.problem(`uniform.operations.${operation}`, `${opcode} has no cost class`);
  }
  return reader.problems.length > 0 ? { diagnostics: reader.problems } : { value: table, diagnostics: [] };
}

function vary(reader: Reader, basis: JsonObject, variant: unknown): JsonObject {
  if (variant === undefined) return basis;
  const other = reader.object(variant, 'variant');
  if (other.schema !== 'kernelcast/family-variant@1')
    reader.problem('variant.schema', 'must be "kernelcast/family-variant@1"');
  if (other.basis !== basis.family) reader.problem('variant.basis', `must be "${basis.family}"`);
  const { family, title, lacks } = other;
  const joined = (field: 'opcodes' | 'expansions'): JsonObject => ({
    ...reader.object(basis[field], field),
    ...reader.object(other[field], `variant.${field}`),
  });
  return { ...basis, family, title, lacks, opcodes: joined('opcodes'), expansions: joined('expansions') };
}

function readKinds(reader: Reader, raw: unknown): Map<string, InstructionKind> {
  const { classes } = reader.object(raw, 'cost classes');
  const kinds = new Map<string, InstructionKind>();
  if (!Array.isArray(classes)) reader.problem('cost classes', 'need a list of "classes"');
  for (const each of Array.isArray(classes) ? classes : []) {
    const name = reader.text(reader.object(each, 'cost classes').name, 'cost classes');
    const kind = instructionKinds.find((known) => known === each.kind);
    if (kind) kinds.set(name, kind);
    else reader.problem(`cost class ${name}`, `"kind" must be one of ${instructionKinds.join(', ')}`);
  }
  return kinds;
}

function readExpansion(
  reader: Reader,
  raw: unknown,
  name: string,
  opcodes: ReadonlyMap<string, string>,
): Expansion {
  const at = `expansions.${name}`;
  const entry = reader.object(raw, at);
  const list = Array.isArray(entry.steps) ? entry.steps : [];
  if (!Array.isArray(entry.steps)) reader.problem(at, 'needs a list of steps');
  const steps = list.map((rawStep, index): ExpansionStep => {
    const step = reader.object(rawStep, `${at}.steps[${index}]`);
    const opcode = reader.text(step.opcode, `${at}.steps[${index}].opcode`);
    const costClass = costClassOf(opcodes, opcode);
    if (costClass === undefined) reader.problem(at, `${opcode} is not among the family's opcodes`);
    return { opcode, costClass: costClass ?? '', from: readInputs(reader, step.from, index, at) };
  });
  const [operation] = name.split(/[.:!]/);
  return { operation, steps, source: reader.text(entry.source, `${at}.source`) };
}

/** Default inputs: all operands for the first step (an empty list stands for that), else the step before. */
function readInputs(reader: Reader, raw: unknown, index: number, at: string): readonly number[] {
  if (raw === undefined) return index === 0 ? [] : [-index];
  if (!Array.isArray(raw)) {
    reader.problem(at, '"from" must be a list');
    return [];
  }
  return raw.map((each) => {
    const match = /^(@?)(\d+)$/.exec(String(each));
    const number = match ? Number(match[2]) : 0;
    if (!match || (match[1] === '@' && number >= index)) {
      reader.problem(at, `"${each}" names neither an operand nor an earlier step`);
      return 0;
    }
    return match[1] === '@' ? -1 - number : number;
  });
}

function readScheduling(reader: Reader, raw: unknown): SchedulingNumbers {
  const entry = reader.object(raw, 'scheduling');
  const latency = reader.object(entry.latencyCycles, 'scheduling.latencyCycles');
  const latencyCycles = new Map<string, number>();
  for (const [name, value] of Object.entries(
    reader.object(latency.classes, 'scheduling.latencyCycles.classes'),
  )) {
    if (typeof value === 'number' && value > 0) latencyCycles.set(name, value);
    else reader.problem(`scheduling.latencyCycles.classes.${name}`, 'must be a positive number');
  }
  return {
    longestWait: reader.quantity(entry.longestWait, 'scheduling.longestWait'),
    sharedLoadCycles: reader.quantity(entry.sharedLoadCycles, 'scheduling.sharedLoadCycles'),
    hoistedConstants: reader.quantity(entry.hoistedConstants, 'scheduling.hoistedConstants'),
    keptConstantDistance: reader.quantity(entry.keptConstantDistance, 'scheduling.keptConstantDistance'),
    latencyCycles,
  };
}

function readRegisters(reader: Reader, raw: unknown): RegisterNumbers {
  const entry = reader.object(raw, 'registers');
  return {
    maximum: reader.quantity(entry.maximum, 'registers.maximum'),
    fixedOverhead: reader.quantity(entry.fixedOverhead, 'registers.fixedOverhead'),
    minimum: reader.quantity(entry.minimum, 'registers.minimum'),
    perWorkgroup: reader.quantity(entry.perWorkgroup, 'registers.perWorkgroup'),
    perThreadStep: reader.quantity(entry.perThreadStep, 'registers.perThreadStep'),
    workgroupStep: reader.quantity(entry.workgroupStep, 'registers.workgroupStep'),
    warpThreads: reader.quantity(entry.warpThreads, 'registers.warpThreads'),
    threadsPerSm: reader.quantity(entry.threadsPerSm, 'registers.threadsPerSm'),
    workgroupsPerSm: reader.quantity(entry.workgroupsPerSm, 'registers.workgroupsPerSm'),
    workgroupBytesPerSm: reader.quantity(entry.workgroupBytesPerSm, 'registers.workgroupBytesPerSm'),
    privateArrayWords: reader.quantity(entry.privateArrayWords, 'registers.privateArrayWords'),
    privateArrayMoves: reader.quantity(entry.privateArrayMoves, 'registers.privateArrayMoves'),
    privateArrayLoneWords: reader.quantity(entry.privateArrayLoneWords, 'registers.privateArrayLoneWords'),
    privateArrayFewWords: reader.quantity(entry.privateArrayFewWords, 'registers.privateArrayFewWords'),
  };
}

type JsonObject = Record<string, unknown>;

class Reader {
  readonly problems: Diagnostic[] = [];

  problem(at: string, message: string): void {
    this.problems.push({
      severity: 'invalid',
      code: 'family/invalid',
      message: `Family table, ${at}: ${message}.`,
    });
  }

  object(value: unknown, at: string): JsonObject {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    this.problem(at, 'must be an object');
    return {};
  }

  text(value: unknown, at: string): string {
    if (typeof value === 'string' && value !== '') return value;
    this.problem(at, 'must be a text');
    return '';
  }

  strings(value: unknown, at: string): Map<string, string> {
    const entries = Object.entries(this.object(value, at));
    return new Map(entries.map(([key, each]) => [key, this.text(each, `${at}.${key}`)]));
  }

  quantity(value: unknown, at: string): number {
    const entry = this.object(value, at);
    this.text(entry.source, `${at}.source`);
    if (typeof entry.value === 'number' && Number.isFinite(entry.value) && entry.value >= 0)
      return entry.value;
    this.problem(at, 'needs a number "value" of at least 0');
    return 0;
  }
}
