// The state that lowering threads through: the builder, and what each id of the module stands for. Ids are
// dense, so every table is an array by id. A function that is called is lowered again at each call, with its
// ids bound anew; module-level ids stay.

import { Builder } from '../../ir/builder.ts';
import type { ValueId, Variable } from '../../ir/ir.ts';
import { lengthAt, opcodeAt, type SpirvModule, spanAt } from './module.ts';
import { invalid } from './problems.ts';
import type { Operand, Reference, SpirvType } from './types.ts';

/** Lowers the one instruction whose first word is at word `at`. */
export type Handler = (lowering: Lowering, at: number) => void;

export class Lowering {
  readonly builder = new Builder();
  readonly module: SpirvModule;
  readonly words: Uint32Array;
  readonly variables: Variable[] = [];
  /** Spec constants: values by OpName or by SpecId as a decimal string. */
  readonly constants: Readonly<Record<string, number>>;
  private readonly types: (SpirvType | undefined)[];
  private readonly operands: (Operand | undefined)[];
  private readonly references: (Reference | undefined)[];
  private readonly names: (string | undefined)[];

  constructor(module: SpirvModule, constants: Readonly<Record<string, number>>) {
    this.module = module;
    this.words = module.words;
    this.constants = constants;
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

  span(at: number) {
    return spanAt(this.module, at);
  }

  /** The type with this id. */
  type(id: number, at: number): SpirvType {
    return this.types[id] ?? invalid('type', `%${this.nameOf(id)} is not a type`, this.span(at));
  }

  /** The value that this id stands for; `at` is the instruction that uses it. */
  operand(id: number, at: number): Operand {
    return (
      this.operands[id] ??
      invalid('value', `%${this.nameOf(id)} is not a value that is defined here`, this.span(at))
    );
  }

  /** The one scalar of a scalar value. */
  scalar(id: number, at: number): ValueId {
    const { scalars } = this.operand(id, at);
    return scalars.length === 1
      ? scalars[0]!
      : invalid('scalar', `%${this.nameOf(id)} must be a scalar`, this.span(at));
  }

  /** The number of an integer constant (spec constants have their final values); undefined for other values. */
  constantNumber(id: number): number | undefined {
    const operand = this.operands[id];
    if (operand?.scalars.length !== 1) return undefined;
    return this.builder.constantOf(operand.scalars[0]!);
  }

  /** Where this pointer leads. */
  reference(id: number, at: number): Reference {
    return (
      this.references[id] ??
      invalid('pointer', `%${this.nameOf(id)} is not a pointer that can be followed`, this.span(at))
    );
  }

  defineType(id: number, type: SpirvType): void {
    this.types[id] = type;
  }

  define(id: number, operand: Operand): void {
    this.operands[id] = operand;
  }

  defineReference(id: number, reference: Reference): void {
    this.references[id] = reference;
  }

  /** The name of OpName, or the id in decimal. */
  nameOf(id: number): string {
    return this.names[id] ?? String(id);
  }

  setName(id: number, name: string): void {
    this.names[id] = name;
  }
}
