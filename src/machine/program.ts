// The machine program: what the modelled compiler would have run. It keeps two views of the same code in step.
//
// - The *tree* of nodes carries the final IR. Execution compiles it: it says what the code computes.
// - The *segments* carry machine instructions. Emulation times them: they say what the code costs. A segment
//   is a straight line without a branch inside; small `if`s that become predicated code stay
//   inside a segment, both as IR (`if` instructions) and as machine instructions.
//
// The link: each segment node names its segment, and a machine instruction that touches memory names the
// access it performs by `access`, the position of the IR memory instruction among the load, store, atomic and texture
// instructions of that segment in IR order (predicated `if`s included, both arms counted, then before
// otherwise). Execution records accesses in that order, emulation may issue them in another.

import type { Span } from '../diagnostics/diagnostic.ts';
import type {
  BlockInstruction,
  IfInstruction,
  Instruction,
  LoopInstruction,
  Module,
  ScalarType,
  SwitchInstruction,
} from '../ir/ir.ts';

/** A slot for scheduling: general, predicate or uniform register after allocation. */
export type RegisterId = number;

/**
 * How the lanes of an atomic are combined before it is sent: all of them (one address is certain), all of
 * them when they turn out to have one address, or in hardware those that share an address.
 */
export type Aggregation = 'always' | 'when-same' | 'by-address';

/**
 * How emulation treats an instruction; what it costs is a matter of its cost class. `issueOnly` takes a slot and
 * nothing more; a `jump` is taken always, a `branch` when the warp goes on elsewhere; an `exchange` is one between
 * the lanes of a warp; a `reduceGlobal` is an atomic that gives nothing back; a `loadScalar` reads a buffer once for
 * the whole warp, past L1.
 */
export const instructionKinds = [
  'arithmetic',
  'issueOnly',
  'branch',
  'jump',
  'barrier',
  'exchange',
  'fence',
  'loadGlobal',
  'storeGlobal',
  'loadShared',
  'storeShared',
  'loadLocal',
  'storeLocal',
  'loadConstant',
  'loadScalar',
  'loadTexture',
  'storeTexture',
  'atomicGlobal',
  'reduceGlobal',
  'atomicShared',
] as const;

export type InstructionKind = (typeof instructionKinds)[number];

/** Among whom an access to a buffer is coherent; without one, nobody writes what it reads. */
export type MemoryScope = 'workgroup' | 'device';

/**
 * An operand that is no register: a constant in the instruction itself, or what has a name, such as a word of a constant
 * bank or a special register. For people, as the opcode is, but for the place of a word in a bank.
 */
export type Immediate = {
  /** How many of the sources stand in front of it. */
  readonly position: number;
} & (
  | { readonly type: ScalarType; readonly value: number }
  | {
      readonly name: string;
      /** In bytes, of a word that comes through the cache of operands; banks lie one behind the other. */
      readonly bankByte?: number;
    }
);

export interface MachineInstruction {
  /** The mnemonic with its modifiers. For people: nothing is read from it. */
  readonly opcode: string;
  readonly kind: InstructionKind;
  /** The unit that it takes and for how long: a cost class, as `isa/cost-classes.json` names them. */
  readonly costClass: string;
  readonly destinations: readonly RegisterId[];
  readonly sources: readonly RegisterId[];
  readonly immediates?: readonly Immediate[];
  /** Which memory access of the segment this performs; see above. */
  readonly access?: number;
  /** Further accesses of the segment that it performs: words in two places, in one instruction. */
  readonly joined?: readonly number[];
  /** What a lane reads or writes; for every instruction that accesses memory. */
  readonly bytesPerLane?: number;
  readonly scope?: MemoryScope;
  /** For atomics. */
  readonly aggregation?: Aggregation;
  readonly span?: Span;
  /** Registers that it reads from each bank, as operand-reads.ts packs them; not given where a compiler counts none. */
  readonly bankReads?: number;
  /** Name of the compiler's behaviour that added it (`bounds-check`, `loop-guard`, ...), for "what does it cost me". */
  readonly origin?: string;
  /** The IR operation of which this is one step, where the family has no single instruction for it. */
  readonly expands?: string;
}

export interface Segment {
  readonly id: number;
  /** In issue order. */
  readonly instructions: readonly MachineInstruction[];
  /** How many memory accesses execution records each time a warp enters. */
  readonly accessCount: number;
  /** The first of them: not the IR's, but of registers that live in local memory. */
  readonly spills?: readonly LocalSpill[];
}

/** An access to a register that lives in local memory. */
export interface LocalSpill {
  /** In bytes, within what an invocation has there for registers, behind its variables. */
  readonly offset: number;
  readonly bytes: number;
}

/** A run of IR for one segment. Only the last may be a terminator; an `if` in here is predicated. */
export interface SegmentNode {
  readonly kind: 'segment';
  readonly segment: number;
  readonly instructions: readonly Instruction[];
}

/** Constructs that branch. Their machine code (compare, branch, reconvergence) is in the segments around. */
export interface IfNode {
  readonly kind: 'if';
  readonly instruction: IfInstruction;
  readonly then: readonly MachineNode[];
  readonly otherwise: readonly MachineNode[];
}

export interface SwitchNode {
  readonly kind: 'switch';
  readonly instruction: SwitchInstruction;
  /** One body per case of the instruction. */
  readonly cases: readonly (readonly MachineNode[])[];
}

export interface BlockNode {
  readonly kind: 'block';
  readonly instruction: BlockInstruction;
  readonly body: readonly MachineNode[];
}

export interface LoopNode {
  readonly kind: 'loop';
  readonly instruction: LoopInstruction;
  readonly body: readonly MachineNode[];
}

export type MachineNode = SegmentNode | IfNode | SwitchNode | BlockNode | LoopNode;

export interface Program {
  /** Final IR; the nodes' instructions are its instructions. */
  readonly module: Module;
  readonly nodes: readonly MachineNode[];
  /** Indexed by segment id. */
  readonly segments: readonly Segment[];
  /** Register slots that the segments name: ids are below this. */
  readonly registerSlots: number;
  /** 32-bit registers per thread as a compiler would report, before allocation granularity. */
  readonly registersPerThread: number;
  /** Bytes per thread of registers that did not fit. */
  readonly spillBytes: number;
  /** The part of them that lies in workgroup memory. */
  readonly sharedSpillBytes?: number;
  /** Workgroup memory per workgroup, without what registers take of it. */
  readonly workgroupBytes: number;
  /** Private memory per invocation that stayed in memory. */
  readonly privateBytes: number;
  /** Private variables that lie in registers, whatever their indices. */
  readonly registerArrays: ReadonlySet<number>;
  /** Private variables that lie in a constant bank. */
  readonly constantTables: ReadonlySet<number>;
  /** Whether uniform buffers are read as constant banks; else they are buffers like others. */
  readonly hasConstantBanks: boolean;
}

/** All workgroup memory that a workgroup takes: its variables and, of each invocation, registers. */
export function allocatedWorkgroupBytes({ workgroupBytes, sharedSpillBytes = 0, module }: Program): number {
  const [x, y, z] = module.workgroupSize;
  return workgroupBytes + sharedSpillBytes * x * y * z;
}
