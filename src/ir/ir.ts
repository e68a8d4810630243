// The intermediate representation that every front end lowers to and the modelled compilers rewrite.
//
// Shape. A module is one kernel: its buffers, its variables and one body; calls are inlined by the front
// end (no shading language here has recursion, and no modelled compiler keeps calls). All values are scalars
// in SSA form: vectors, matrices, structs and arrays exist only as layouts in memory, and a front end keeps
// a composite value as a tree of scalar ids.
//
// Values. A value id indexes `module.values`; every value has one type and one definition: a constant, the
// result of an instruction, or the parameter of a loop. Integers carry no sign; operations do (`sdiv`,
// `udiv`). `bool` is not a number in memory: front ends store it as i32 0 or 1.
//
// Control flow is structured. A region is a list of instructions that ends in exactly one terminator:
//   break C (values)   leave construct C with its results; inside an arm of an `if` or `switch`, or in a
//                      `block`, breaking its own construct is how the arm yields
//   next L (values)    start the next iteration of loop L with new parameters
//   return             end the invocation
//   unreachable        never executed
// A terminator may name any enclosing construct, so WGSL's `continue` is a `break` of a `block` around the
// loop's body, and an inlined function's early `return` a `break` of the `block` around its body.
// Dominance: a value may be used after its definition in the same region and in the regions nested there.
//
// Memory. An access names its root (a buffer or a variable) statically and its place as a byte offset:
// one i32 operand (unsigned) plus the constant `offsetBytes`. Accesses move 1 to 4 consecutive components
// of one scalar type. Memory out of bounds: buffers read 0 and drop writes (robustBufferAccess2);
// variables must be in bounds, front ends wrap each dynamic index in `bound` where the language promises it.
//
// Integer division never traps: a divisor of 0 gives quotient = dividend and remainder 0; -2^31 / -1 gives
// -2^31 and remainder 0. Shift amounts count modulo the width. f2s and f2u saturate and turn NaN into 0.
// A dialect may spell these promises out with further instructions, as its compiler does.
//
// Order. Instructions execute in order for one invocation; between invocations only barriers and atomics
// order memory. Arithmetic may be reordered by passes unless it has an effect.
//
// Notes. What somebody knows about a construct or a value and the IR has no field for stands beside it, by name
// (`notes.ts`): facts that one compiler draws from the source and looks up again when the IR no longer shows them.
//
// Textures. A texture is a buffer in the module's list of kind `texture`, reached by `texture` instructions alone, which name texels by
// coordinates, layer and level and give or take whole texels as the shader sees them. Reads of texels that there are
// not give zeros, writes to them are dropped; a level is clamped to those that there are when a sampler looks it up.
//
// Not represented: pointers as values, exceptions, precision hints, debug scopes.

import type { Span } from '../diagnostics/diagnostic.ts';
import type { TexelType } from '../texture/formats.ts';
import type { TextureDimension } from '../texture/shape.ts';
import type { MemoryType } from './memory-type.ts';
import type { PureOp } from './ops.ts';
import type { SubgroupReduction } from './subgroup-ops.ts';

export type ValueId = number;
/** Names a structured construct within a module; unique, never reused. */
export type ConstructId = number;

/**
 * Signless integers; `bool` is a predicate. i8, i16, i64 and f64 are for SPIR-V. The optimiser's first pass
 * (`wide-integers.ts`) makes every i64 two i32, so code generation and execution see none.
 */
export type ScalarType = 'bool' | 'i8' | 'i16' | 'i32' | 'i64' | 'f16' | 'f32' | 'f64';

export interface Value {
  readonly type: ScalarType;
  /**
   * Present for constants: the number (bool: 0 or 1; integers: signed; f32: rounded to f32). An i64
   * beyond 2^53 is made by `i64_make` of two constants, since a number does not hold it.
   */
  readonly constant?: number;
  /** The source's name, for printing only. */
  readonly name?: string;
}

/** Where the immediates of WGSL and the push constants of SPIR-V are: a uniform buffer in no group of a shader. */
export const IMMEDIATES = { group: -1, binding: 0 } as const;

/** What a shader declares about a texture. */
export interface TextureType {
  readonly dimension: TextureDimension;
  /** Of a texel's components as the shader sees them. */
  readonly scalar: TexelType;
  /** A storage texture's; whoever samples a texture does not know it. */
  readonly format?: string;
  /** One component, compared by samplers of their own. */
  readonly isDepth: boolean;
  readonly isMultisampled: boolean;
}

/**
 * What the launch file binds: storage or uniform memory, a texture, or a sampler, which has no bytes and says how
 * textures are looked up.
 */
export interface Buffer {
  readonly group: number;
  readonly binding: number;
  /** Which of an array of buffers at this binding; the first when absent. */
  readonly element?: number;
  readonly name: string;
  readonly kind: 'storage' | 'uniform' | 'texture' | 'sampler';
  readonly access: 'read' | 'read_write';
  /** For kind `texture`. */
  readonly texture?: TextureType;
  /** For kind `sampler`: it compares depths. */
  readonly isComparison?: boolean;
  /** Smallest legal size; for a runtime-sized array, with one element. */
  readonly minBytes: number;
  /** For a buffer that ends in a runtime-sized array: where it starts and the size of an element. */
  readonly runtimeArray?: { readonly offsetBytes: number; readonly strideBytes: number };
  /** What it holds by the source's names; absent for a buffer that has only an address. */
  readonly type?: MemoryType;
  readonly span?: Span;
}

/** Workgroup memory, or memory private to an invocation (`var<private>` and function scope alike). */
export interface Variable {
  readonly name: string;
  readonly space: 'workgroup' | 'private';
  readonly sizeBytes: number;
  readonly alignBytes: number;
  /** Of its size, what a device adds to the layout of the language. */
  readonly paddingBytes?: number;
  /** The module itself asks for zeros at entry (SPIR-V's initializer); WGSL promises them for every variable. */
  readonly isZeroed?: boolean;
  readonly span?: Span;
}

export type { PureOp, SubgroupReduction };

export type MemoryRoot =
  | { readonly space: 'buffer'; readonly index: number }
  | { readonly space: 'workgroup' | 'private'; readonly index: number };

export type Builtin =
  | `${'local_id' | 'workgroup_id' | 'global_id' | 'num_workgroups'}_${'x' | 'y' | 'z'}`
  | 'local_index'
  | `subgroup_${'size' | 'lane' | 'id'}`
  | 'num_subgroups';

export type AtomicOp =
  | 'load'
  | 'store'
  | 'add'
  | 'fadd' // of f32 whose bits the i32 are
  | 'sub'
  | 'smin'
  | 'smax'
  | 'umin'
  | 'umax'
  | 'and'
  | 'or'
  | 'xor'
  | 'exchange'
  | 'compare_exchange'; // compare_exchange: operands (comparand, value); result the old value

/** `exclusive_X` gives the first lane the identity of X; types as `subgroup-ops.ts` tabulates them. */
export type SubgroupOp =
  | SubgroupReduction
  | `inclusive_${SubgroupReduction}`
  | `exclusive_${SubgroupReduction}`
  | 'all'
  | 'any'
  | 'elect'
  | 'ballot' // ballot: four i32 results
  | `broadcast${'' | '_first'}`
  | `shuffle${'' | '_xor' | '_up' | '_down'}`
  | `quad_${'broadcast' | 'swap_x' | 'swap_y' | 'swap_diagonal'}`;

interface Common {
  readonly span?: Span;
  /** Name of the compiler's behaviour that added the instruction (`loop-guard`, ...); absent for the kernel's own. */
  readonly origin?: string;
}

/** One result from scalar operands, no effect. For the unpack operations `component` picks which float. */
export interface PureInstruction extends Common {
  readonly kind: 'pure';
  readonly op: PureOp;
  readonly result: ValueId;
  readonly operands: readonly ValueId[];
  readonly component?: number;
}

/** A value that is fixed for the invocation. */
export interface InputInstruction extends Common {
  readonly kind: 'input';
  readonly builtin: Builtin;
  readonly result: ValueId;
}

/**
 * Identity when `index` (i32, unsigned) is less than `size` (constant, or `arrayLength` of a buffer);
 * otherwise any index below `size`. Marks where a language promises that no access leaves its array; the
 * dialect decides what it costs (a `umin`, a check by the hardware, nothing).
 */
export interface BoundInstruction extends Common {
  readonly kind: 'bound';
  readonly result: ValueId;
  readonly index: ValueId;
  readonly size: { readonly constant: number } | { readonly buffer: number };
}

/** Elements in the runtime-sized array of a buffer. */
export interface ArrayLengthInstruction extends Common {
  readonly kind: 'arrayLength';
  readonly result: ValueId;
  readonly buffer: number;
}

interface MemoryAccess extends Common {
  readonly root: MemoryRoot;
  /** Scalar type of the components; never bool. */
  readonly type: ScalarType;
  /** i32 byte offset from the root, unsigned. */
  readonly address: ValueId;
  /** Added to `address`, modulo 2^32: passes may move constants between the two. May be negative. */
  readonly offsetBytes: number;
}

export interface LoadInstruction extends MemoryAccess {
  readonly kind: 'load';
  /** One to four results from consecutive components. */
  readonly results: readonly ValueId[];
}

export interface StoreInstruction extends MemoryAccess {
  readonly kind: 'store';
  readonly values: readonly ValueId[];
}

/**
 * `result` is absent when nothing uses the old value (store, or a reduction). On i64, once words stand for those: low
 * and high word of each operand in turn, and of the result.
 */
export interface AtomicInstruction extends MemoryAccess {
  readonly kind: 'atomic';
  readonly op: AtomicOp;
  readonly operands: readonly ValueId[];
  readonly result?: ValueId;
  readonly resultHigh?: ValueId;
}

/**
 * Operands follow each other in this order: coordinates (i32 texels for `load` and `store`, else f32; as many as
 * `axesOf` says), the layer of an array (i32), then
 *   load              the level, or the sample of a multisampled texture (i32); nothing for a storage texture
 *   store             four components
 *   sample            the level (f32)
 *   sample_gradient   the change of each coordinate along x, then along y
 *   sample_compare    the reference (f32); level 0
 *   gather            nothing; `component` says which of the four texels is wanted
 *   gather_compare    the reference (f32)
 * Results are four components, but one where depths are compared, or the texture holds them, and nothing is gathered.
 */
export type TextureOp =
  | 'load'
  | 'store'
  | 'sample'
  | 'sample_gradient'
  | 'sample_compare'
  | 'gather'
  | 'gather_compare';

export interface TextureInstruction extends Common {
  readonly kind: 'texture';
  readonly op: TextureOp;
  /** One of kind `texture`. */
  readonly buffer: number;
  /** A buffer of kind `sampler`; absent for `load` and `store`. */
  readonly sampler?: number;
  readonly operands: readonly ValueId[];
  /** Texels that a sampler adds to where it looks. */
  readonly offset?: readonly number[];
  readonly component?: number;
  readonly results: readonly ValueId[];
}

export type TextureQuery = 'width' | 'height' | 'depth' | 'layers' | 'levels' | 'samples';

/** A number (i32) about a texture that the launch fixes; `level` (i32) for its sizes, 0 when absent. */
export interface TextureQueryInstruction extends Common {
  readonly kind: 'textureQuery';
  readonly query: TextureQuery;
  readonly buffer: number;
  readonly level?: ValueId;
  readonly result: ValueId;
}

/** `operand` is absent for `elect`; `lane` is the lane, mask or delta where the operation takes one. */
export interface SubgroupInstruction extends Common {
  readonly kind: 'subgroup';
  readonly op: SubgroupOp;
  readonly results: readonly ValueId[];
  readonly operand?: ValueId;
  readonly lane?: ValueId;
}

/**
 * `workgroup` and `storage` wait for the whole workgroup; `subgroup` for the subgroup. `memory` waits for no
 * invocation: it only orders the memory accesses before it and behind it, as all of them do.
 */
export interface BarrierInstruction extends Common {
  readonly kind: 'barrier';
  readonly scope: 'workgroup' | 'storage' | 'subgroup' | 'memory';
}

export interface Region {
  readonly instructions: readonly Instruction[];
}

export interface IfInstruction extends Common {
  readonly kind: 'if';
  readonly id: ConstructId;
  readonly condition: ValueId;
  readonly results: readonly ValueId[];
  readonly then: Region;
  readonly otherwise: Region;
  /** Both arms are issued under predicates, without a branch; absent as long as nobody has decided. */
  readonly isPredicated?: boolean;
}

export interface SwitchInstruction extends Common {
  readonly kind: 'switch';
  readonly id: ConstructId;
  readonly selector: ValueId;
  readonly results: readonly ValueId[];
  /** `values` lists the selectors of the case; the case with `isDefault` takes the rest. */
  readonly cases: readonly {
    readonly values: readonly number[];
    readonly isDefault: boolean;
    readonly body: Region;
  }[];
}

export interface BlockInstruction extends Common {
  readonly kind: 'block';
  readonly id: ConstructId;
  readonly results: readonly ValueId[];
  readonly body: Region;
}

export interface LoopInstruction extends Common {
  readonly kind: 'loop';
  readonly id: ConstructId;
  /** Values for the first iteration, one per parameter. */
  readonly initial: readonly ValueId[];
  readonly parameters: readonly ValueId[];
  readonly results: readonly ValueId[];
  readonly body: Region;
}

export interface BreakInstruction extends Common {
  readonly kind: 'break';
  readonly target: ConstructId;
  readonly values: readonly ValueId[];
}

export interface NextInstruction extends Common {
  readonly kind: 'next';
  readonly target: ConstructId;
  readonly values: readonly ValueId[];
}

export interface ReturnInstruction extends Common {
  readonly kind: 'return';
}

export interface UnreachableInstruction extends Common {
  readonly kind: 'unreachable';
}

export type Terminator = BreakInstruction | NextInstruction | ReturnInstruction | UnreachableInstruction;
export type Construct = IfInstruction | SwitchInstruction | BlockInstruction | LoopInstruction;
export type Instruction =
  | PureInstruction
  | InputInstruction
  | BoundInstruction
  | ArrayLengthInstruction
  | LoadInstruction
  | StoreInstruction
  | AtomicInstruction
  | TextureInstruction
  | TextureQueryInstruction
  | SubgroupInstruction
  | BarrierInstruction
  | Construct
  | Terminator;

/** Names of facts, by the id of what they are about. */
export type NoteTable = ReadonlyMap<number, readonly string[]>;

/** Side tables of a module; ids that are gone may stay in them. */
export interface Notes {
  /** By ConstructId. */
  readonly constructs: NoteTable;
  /** By ValueId. */
  readonly values: NoteTable;
}

export interface Module {
  readonly name: string;
  readonly entryPoint: string;
  readonly workgroupSize: readonly [number, number, number];
  readonly buffers: readonly Buffer[];
  readonly variables: readonly Variable[];
  /** Indexed by ValueId. Passes append; they never change what an id means. */
  readonly values: readonly Value[];
  readonly body: Region;
  /** First construct id that is free. */
  readonly nextConstruct: ConstructId;
  readonly notes: Notes;
}
