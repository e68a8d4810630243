// Where each value lives: in a virtual register of the file it belongs to, or nowhere, as a constant that
// instructions name themselves.

import { unreachable } from '../../../diagnostics/diagnostic.ts';
import type { ScalarType, ValueId } from '../../../ir/ir.ts';
import {
  GENERAL,
  PREDICATE,
  type RegisterFile,
  RegisterTable,
  UNIFORM_GENERAL,
  UNIFORM_PREDICATE,
} from '../../../machine/virtual.ts';
import { UNIFORM_DATAPATH } from '../behaviours.ts';
import type { SelectionPlan } from './selection-plan.ts';

/** Operand without a register: zero or true, which every instruction can name for free. */
export const FREE = -1;
/** Operand without a register: an immediate or a word of a constant bank. */
export const IMMEDIATE = -2;
const UNKNOWN = -3;

export class ValueRegisters {
  readonly table = new RegisterTable();
  private readonly plan: SelectionPlan;
  private readonly location: Int32Array;

  constructor(plan: SelectionPlan) {
    this.plan = plan;
    this.location = new Int32Array(plan.module.values.length).fill(UNKNOWN);
  }

  typeOf(value: ValueId): ScalarType {
    return this.plan.module.values[value].type;
  }

  constantOf(value: ValueId): number | undefined {
    return this.plan.module.values[value].constant;
  }

  /** The register of a value, or `FREE` or `IMMEDIATE` for a constant. */
  locate(value: ValueId): number {
    const constant = this.constantOf(value);
    if (constant !== undefined) return constant === 0 || this.typeOf(value) === 'bool' ? FREE : IMMEDIATE;
    const found = this.location[value];
    if (found === UNKNOWN) unreachable(`value %${value} is used before its code was selected`);
    return found;
  }

  /** Gives a value a fresh register of the file that it belongs to, or the one that its other half has. */
  define(value: ValueId): number {
    const partner = this.plan.halves.partner[value];
    const shared = partner < 0 ? UNKNOWN : this.location[partner];
    if (shared !== UNKNOWN) {
      this.location[value] = shared;
      return shared;
    }
    const register = this.table.create(this.fileOf(value), wordsOf(this.typeOf(value)));
    this.location[value] = register;
    return register;
  }

  /** The value has no register any more; the next `define` gives it a fresh one. */
  forget(value: ValueId): void {
    this.location[value] = UNKNOWN;
  }

  alias(value: ValueId, register: number): void {
    this.location[value] = register;
  }

  /** The value is a word of a constant bank that instructions can name directly. */
  inConstantBank(value: ValueId): void {
    this.location[value] = IMMEDIATE;
  }

  fileOf(value: ValueId): RegisterFile {
    const isPlaced = this.plan.placed[value] === 1;
    if (this.typeOf(value) === 'bool') return isPlaced ? UNIFORM_PREDICATE : PREDICATE;
    return isPlaced ? UNIFORM_GENERAL : GENERAL;
  }

  isImmediate(value: ValueId): boolean {
    return this.constantOf(value) !== undefined && this.locate(value) === IMMEDIATE;
  }

  isUniformRegister(register: number): boolean {
    return register >= 0 && this.table.files[register] === UNIFORM_GENERAL;
  }

  isPredicateFile(register: number): boolean {
    const file = this.table.files[register];
    return file === PREDICATE || file === UNIFORM_PREDICATE;
  }

  newPredicate(): number {
    return this.table.create(PREDICATE);
  }

  newUniformPredicate(): number {
    return this.table.create(UNIFORM_PREDICATE);
  }

  newGeneral(words = 1): number {
    return this.table.create(GENERAL, words);
  }

  /** A register that a whole warp shares; each lane has its own where there is no uniform datapath. */
  newUniform(words = 1): number {
    const isMissing = this.plan.generation.lacks.has(UNIFORM_DATAPATH);
    return this.table.create(isMissing ? GENERAL : UNIFORM_GENERAL, words);
  }
}

export function wordsOf(type: ScalarType): number {
  return type === 'i64' || type === 'f64' ? 2 : 1;
}
