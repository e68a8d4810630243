// The state of instruction selection, composed of what is known beforehand, the code being written, the registers
// of values and those that are shared. The `select-*.ts` files add the instructions of one kind of operation each.
//
// An instruction of this generation takes at most one operand that is no vector register: an immediate, a word of
// a constant bank or a uniform register. The second one needs a move, which is made once and, in a loop, in
// front of the loop.

import type { ValueId } from '../../../ir/ir.ts';
import type { Immediate } from '../../../machine/program.ts';
import type { VirtualInstruction } from '../../../machine/virtual.ts';
import { immediateOf } from './immediates.ts';
import type { Extension } from './operand-uses.ts';
import { type EmitOptions, SegmentWriter } from './segment-writer.ts';
import type { SelectionPlan } from './selection-plan.ts';
import { SharedRegisters } from './shared-registers.ts';
import { FREE, IMMEDIATE, ValueRegisters } from './value-registers.ts';

export class Selection {
  readonly plan: SelectionPlan;
  readonly code: SegmentWriter;
  readonly values: ValueRegisters;
  readonly shared: SharedRegisters;
  /** What is known of the upper bits of the register of an i8 or i16. */
  readonly extensions = new Map<ValueId, Extension>();
  /** Sums and differences by `sumKey`: the instruction whose carry later code may want. */
  readonly sums = new Map<string, VirtualInstruction>();
  /** The registers of private variables that live in registers, once asked for. */
  readonly elements = new Map<number, number[]>();
  /** Special registers already read, by a key of `select-input.ts`. They are read at the top of the kernel. */
  readonly inputs = new Map<number, number>();
  /** Predicate under which effects happen, inside a predicated `if`. */
  guard = FREE;
  /** The store being selected is the last thing that the program does. */
  isLastStore = false;
  /** Number of enclosing conditions that differ between the lanes of a warp. */
  splitDepth = 0;

  /** What stands among lists of sources and is no register, by the list. */
  private readonly immediates = new WeakMap<readonly number[], Immediate[]>();

  constructor(plan: SelectionPlan) {
    this.plan = plan;
    this.values = new ValueRegisters(plan);
    this.code = new SegmentWriter(plan.generation, this.values.table);
    this.shared = new SharedRegisters(plan, this.code, this.values);
  }

  /** Registers that an instruction on the vector side reads for these operands. */
  vectorSources(values: readonly ValueId[], scalarOperands = 1): number[] {
    const sources: number[] = [];
    const among: Immediate[] = [];
    let left = scalarOperands;
    // Immediates stay where they are: what else is moved to a register serves other instructions, too.
    let immediates = values.filter(
      (each, index) => this.values.isImmediate(each) && values.indexOf(each) === index,
    ).length;
    for (let index = 0; index < values.length; index++) {
      const value = values[index];
      const found = this.values.locate(value);
      if (found === FREE) {
        among.push(...immediateOf(this, value, sources.length));
        continue;
      }
      const isScalar = found === IMMEDIATE || this.values.isUniformRegister(found);
      if (!isScalar) {
        sources.push(found);
        continue;
      }
      const isRepeated = values.indexOf(value) < index;
      const isImmediate = this.values.isImmediate(value);
      if (isImmediate && !isRepeated) immediates--;
      if (isRepeated || left > (isImmediate ? 0 : immediates)) {
        if (!isRepeated) left--;
        if (found >= 0) sources.push(found);
        else among.push(...immediateOf(this, value, sources.length));
      } else sources.push(this.shared.inVectorRegister(value));
    }
    this.immediates.set(sources, among);
    return sources;
  }

  /** Registers that an instruction of the uniform datapath reads. */
  uniformSources(values: readonly ValueId[]): number[] {
    const sources: number[] = [];
    const immediates: Immediate[] = [];
    for (const value of values) {
      const found = this.values.locate(value);
      if (found >= 0) sources.push(found);
      else if (found === IMMEDIATE && this.values.constantOf(value) === undefined)
        sources.push(this.shared.inUniformRegister(value));
      else immediates.push(...immediateOf(this, value, sources.length));
    }
    this.immediates.set(sources, immediates);
    return sources;
  }

  /** Appends sources with what stands among them. */
  append(sources: number[], more: readonly number[]): void {
    const moved = (this.immediates.get(more) ?? []).map((each) => ({
      ...each,
      position: each.position + sources.length,
    }));
    this.immediates.set(sources, [...(this.immediates.get(sources) ?? []), ...moved]);
    sources.push(...more);
  }

  /** Adds an instruction to the segment being filled. */
  emit(
    opcode: string,
    destinations: number[],
    sources: number[],
    options: EmitOptions = {},
  ): VirtualInstruction {
    const among = this.immediates.get(sources);
    const immediates = among ? [...among, ...(options.immediates ?? [])] : options.immediates;
    const whole = immediates ? { ...options, immediates } : options;
    return this.code.emit(this.code.current, opcode, destinations, sources, whole);
  }

  /** Computes an integer or logic result on the side (vector or uniform) where the value lives. */
  compute(
    opcode: string,
    result: ValueId,
    values: readonly ValueId[],
    extra: readonly number[] = [],
    immediates: readonly Immediate[] = [],
  ): void {
    const isUniform = this.plan.placed[result] === 1;
    const sources = isUniform ? this.uniformSources(values) : this.vectorSources(values);
    for (const register of extra) if (register >= 0) sources.push(register);
    this.emit(isUniform ? uniformOpcode(opcode) : opcode, [this.values.define(result)], sources, {
      immediates,
    });
  }
}

function uniformOpcode(opcode: string): string {
  if (opcode === 'VIADD') return 'UIADD3';
  return `U${opcode}`;
}
