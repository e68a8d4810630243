// The state that lowering threads through: the builder, and what each id of the module stands for. Ids are
// dense, so every table is an array by id. A function that is called is lowered again at each call, with its
// ids bound anew; module-level ids stay.

import type { Span } from '../../diagnostics/diagnostic.ts';
import { Builder } from '../../ir/builder.ts';
import type { Buffer, MemoryRoot, Region, Terminator, ValueId, Variable } from '../../ir/ir.ts';
import type { WorkgroupLayout } from '../../ir/workgroup-storage.ts';
import { inWorkgroupMemory } from '../workgroup-layout.ts';
import { addressOfReference, followAddress } from './addresses.ts';
import { alignOf, isMadeOf, sizeOf, strideOf, typeName } from './layout.ts';
import { lengthAt, opcodeAt, type SpirvModule, spanAt } from './module.ts';
import { invalid, unsupported } from './problems.ts';
import type { Operand, Reference, SpirvType } from './types.ts';

/** Lowers the one instruction whose first word is at word `at`. */
export type Handler = (lowering: Lowering, at: number) => void;

/** More than this means that calls multiply without bound, or that large arrays are copied about. */
const MAXIMUM_VALUES = 500_000;
const MAXIMUM_INSTRUCTIONS = 2_000_000;
/** No device has more memory for one variable of an invocation or a workgroup. */
const MAXIMUM_VARIABLE_BYTES = 2 ** 24;

export class Lowering {
  readonly builder = new Builder();
  readonly module: SpirvModule;
  readonly words: Uint32Array;
  readonly variables: Variable[] = [];
  /** The buffers that references lead to, by index. */
  buffers: readonly Buffer[] = [];
  /** Those that have addresses. */
  addressedRoots: readonly MemoryRoot[] = [];
  /** By buffer: the words of uniform ones, as the launch gives them. */
  knownWords: readonly (Uint32Array | undefined)[] = [];
  /** By address: the number of the buffer that it is in, where that is known. */
  readonly addressedBuffers = new Map<ValueId, number>();
  /** By the type of a pointer to physical memory: the distance of elements, where it is given. */
  readonly addressStrides = new Map<number, number>();
  /** By float: the integer that it was converted from. */
  readonly integers = new Map<ValueId, ValueId>();
  /** Samplers that depths are compared by. */
  readonly comparing = new Set<number>();
  /** Constants of all zeros. */
  readonly nulls = new Set<number>();
  /** Spec constants: values by OpName or by SpecId as a decimal string. */
  readonly constants: Readonly<Record<string, number>>;
  private readonly workgroupLayout: WorkgroupLayout | undefined;
  /** Gives constants of the module their value when first asked for. */
  resolveConstant: ((id: number, at: number) => Operand | undefined) | undefined;
  /** The place of an instruction that was made up while decoding. */
  originOf: ((at: number) => number) | undefined;
  private instructionCount = 0;
  private readonly types: (SpirvType | undefined)[];
  private readonly operands: (Operand | undefined)[];
  private readonly references: (Reference | undefined)[];
  private readonly names: (string | undefined)[];

  /** The first word of the instruction that defines each id; 0 where none does. */
  readonly definedAt: Int32Array;

  constructor(
    module: SpirvModule,
    definedAt: Int32Array,
    {
      constants,
      workgroupLayout,
    }: Pick<Lowering, 'constants'> & { readonly workgroupLayout?: WorkgroupLayout },
  ) {
    this.module = module;
    this.definedAt = definedAt;
    this.words = module.words;
    this.constants = constants;
    this.workgroupLayout = workgroupLayout;
    this.types = new Array(module.bound);
    this.operands = new Array(module.bound);
    this.references = new Array(module.bound);
    this.names = new Array(module.bound);
  }

  /** The word index just after the instruction at `at`. */
  end(at: number): number {
    return at + lengthAt(this.module, at);
  }

  opcode(at: number): number {
    return opcodeAt(this.module, at);
  }

  span(at: number): Span {
    return spanAt(this.module, this.originOf?.(at) ?? at);
  }

  /** The type with this id. */
  type(id: number, at: number): SpirvType {
    return this.types[id] ?? invalid('type', `%${this.nameOf(id)} is not a type`, this.span(at));
  }

  /** The value that this id stands for; `at` is the instruction that uses it. */
  operand(id: number, at: number): Operand {
    const reference = this.references[id];
    return (
      this.operands[id] ??
      (reference && addressOfReference(this, reference, at)) ??
      this.resolveConstant?.(id, at) ??
      invalid('value', `%${this.nameOf(id)} is not a value that is defined here`, this.span(at))
    );
  }

  /** The one scalar of a scalar value. */
  scalar(id: number, at: number): ValueId {
    const { scalars } = this.operand(id, at);
    return scalars.length === 1
      ? scalars[0]
      : invalid('scalar', `%${this.nameOf(id)} must be a scalar`, this.span(at));
  }

  /** The number of an integer constant (spec constants have their final values); undefined for other values. */
  constantNumber(id: number): number | undefined {
    const operand = this.operands[id] ?? this.resolveConstant?.(id, 0);
    if (operand?.scalars.length !== 1) return undefined;
    return this.builder.constantOf(operand.scalars[0]);
  }

  /** Where this pointer leads. */
  reference(id: number, at: number): Reference {
    if (this.nulls.has(id)) unsupported('null-pointer', 'null pointers are not supported', this.span(at));
    const address = this.operands[id];
    return (
      this.references[id] ??
      (address && followAddress(this, address, at)) ??
      invalid('pointer', `%${this.nameOf(id)} is not a pointer that can be followed`, this.span(at))
    );
  }

  defineType(id: number, type: SpirvType): void {
    this.types[id] = type;
  }

  define(id: number, operand: Operand): void {
    this.operands[id] = operand;
    this.references[id] = undefined;
  }

  defineReference(id: number, reference: Reference): void {
    this.references[id] = reference;
    this.operands[id] = undefined;
  }

  /** The name of OpName, or the id in decimal. */
  nameOf(id: number): string {
    return this.names[id] ?? this.module.textNames?.[id] ?? String(id);
  }

  /** The name of OpName; undefined where the module gives none. */
  givenName(id: number): string | undefined {
    return this.names[id];
  }

  setName(id: number, name: string): void {
    this.names[id] = name;
  }

  /** What an id stands for at present, when that is a value. */
  knownOperand(id: number): Operand | undefined {
    return this.operands[id];
  }

  /** Takes back what `define` said. */
  forget(id: number): void {
    this.operands[id] = undefined;
  }

  knownReference(id: number): Reference | undefined {
    return this.references[id];
  }

  /** A region filled by `fill`, which returns its terminator. */
  region(fill: () => Terminator): Region {
    return this.builder.region(() => this.builder.emit(fill()));
  }

  /** New memory that belongs to the invocation or the workgroup. */
  allocate(name: string, space: 'private' | 'workgroup', declared: SpirvType, span?: Span): Reference {
    const layout = space === 'workgroup' ? this.workgroupLayout : undefined;
    const { type, ...padding } = inWorkgroupMemory(declared, layout, { sizeOf, alignOf, strideOf });
    const sizeBytes = sizeOf(type);
    if (sizeBytes > MAXIMUM_VARIABLE_BYTES)
      unsupported('large-variable', `the variable '${name}' of ${sizeBytes} bytes is too large`, span);
    this.variables.push({
      name,
      space,
      sizeBytes,
      alignBytes: alignOf(type),
      ...padding,
      ...(span ? { span } : {}),
    });
    return { root: { space, index: this.variables.length - 1 }, type, offsetBytes: 0 };
  }

  /** Refuses scalars that do not make up a value of the type. */
  expect(type: SpirvType, scalars: readonly ValueId[], at: number): void {
    const { values } = this.builder;
    if (isMadeOf(type, scalars.length, (k) => values[scalars[k]].type)) return;
    invalid('type', `a value of another type than ${typeName(type)} stands here`, this.span(at));
  }

  /** Gives values the module's name for them where they have none. */
  nameValues(ids: readonly ValueId[], name: string): void {
    const { values } = this.builder;
    for (const id of ids) {
      const value = values[id];
      if (value.constant === undefined && value.name === undefined) values[id] = { type: value.type, name };
    }
  }

  /** Counts instructions lowered, and stops where inlining grows without bound. A call is worth some itself. */
  count(at: number, instructions = 1): void {
    this.instructionCount += instructions;
    if (this.instructionCount <= MAXIMUM_INSTRUCTIONS && this.builder.values.length <= MAXIMUM_VALUES) return;
    unsupported(
      'too-large',
      'the kernel grows too large when its calls are inlined and its values taken apart',
      this.span(at),
    );
  }
}
