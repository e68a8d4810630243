// Private variables to values, as every driver's compiler does: components at constant addresses become SSA
// values, and what an `if`, `switch`, `block` or `loop` assigns becomes a result or a parameter of it.
// Variables that a kernel indexes dynamically stay in memory; once unrolling has made their indices constant,
// another run promotes them.

import { Builder } from '../ir/builder.ts';
import type { Construct, ConstructId, Instruction, Module, Region, ValueId } from '../ir/ir.ts';
import { mapOperands, regionsOf } from '../ir/walk.ts';
import { drop } from './dce.ts';
import { mergeResults } from './redundant-results.ts';
import { findSlots, type Slots } from './sroa.ts';

/** The module with private memory in values where that is possible; the same module when nowhere. */
export function promote(module: Module): Module {
  const slots = findSlots(module);
  if (slots.all.length === 0) return module;
  const promotion = new Promotion(module, slots);
  const body = promotion.region(module.body, new Int32Array(slots.all.length).fill(UNSET));
  const { values, nextConstruct } = promotion.builder;
  return drop(mergeResults({ ...module, body, values, nextConstruct }));
}

/** Marks a slot that nothing has assigned yet: it reads as zero. */
const UNSET = -1;

/** Which value each slot has; indexed by slot. */
type State = Int32Array;

class Promotion {
  readonly builder: Builder;
  private readonly slots: Slots;
  /** Replaces the results of loads that went; -1 for values that stay. */
  private readonly replacement: Int32Array;
  /** Slots assigned inside each construct, by construct id. */
  private readonly assigned: (readonly number[])[] = [];
  private readonly replace = (id: ValueId): ValueId =>
    id < this.replacement.length && this.replacement[id] >= 0 ? this.replacement[id] : id;

  constructor(module: Module, slots: Slots) {
    this.builder = new Builder(module);
    this.slots = slots;
    this.replacement = new Int32Array(module.values.length).fill(-1);
    this.collectAssigned(module.body);
  }

  /** Rewrites a region; `state` is what the slots hold at its start and is changed to what they hold then. */
  region(region: Region, state: State): Region {
    const output: Instruction[] = [];
    for (const instruction of region.instructions) this.instruction(instruction, state, output);
    return { instructions: output };
  }

  private instruction(instruction: Instruction, state: State, output: Instruction[]): void {
    switch (instruction.kind) {
      case 'load':
      case 'store': {
        const slots = this.slots.of(instruction);
        if (!slots) output.push(mapOperands(instruction, this.replace));
        else if (instruction.kind === 'load') this.load(instruction, slots, state, output);
        else this.store(instruction, slots, state, output);
        if (slots && this.slots.keepsStore(instruction)) output.push(mapOperands(instruction, this.replace));
        return;
      }
      case 'break':
      case 'next': {
        const carried = this.assigned[instruction.target].map((slot) => this.read(slot, state));
        output.push({ ...instruction, values: [...instruction.values.map(this.replace), ...carried] });
        return;
      }
      case 'if':
      case 'switch':
      case 'block':
      case 'loop':
        output.push(this.construct(instruction, state));
        return;
      default:
        output.push(mapOperands(instruction, this.replace));
    }
  }

  private load(
    load: Extract<Instruction, { kind: 'load' }>,
    slots: readonly number[],
    state: State,
    output: Instruction[],
  ): void {
    for (let k = 0; k < slots.length; k++) {
      const value = this.read(slots[k], state);
      this.replacement[load.results[k]] = this.converted(value, load.type, load, output);
    }
  }

  private store(
    store: Extract<Instruction, { kind: 'store' }>,
    slots: readonly number[],
    state: State,
    output: Instruction[],
  ): void {
    for (let k = 0; k < slots.length; k++) {
      const slot = slots[k];
      const value = this.replace(store.values[k]);
      state[slot] = this.converted(value, this.slots.all[slot].type, store, output);
    }
  }

  /** The value's bits as another type of the same size. */
  private converted(
    value: ValueId,
    type: Extract<Instruction, { kind: 'load' }>['type'],
    from: Instruction,
    output: Instruction[],
  ): ValueId {
    if (this.builder.typeOf(value) === type) return value;
    const result = this.builder.value(type);
    const { span, origin } = from;
    output.push({
      kind: 'pure',
      op: 'bitcast',
      result,
      operands: [value],
      ...(span ? { span } : {}),
      ...(origin === undefined ? {} : { origin }),
    });
    return result;
  }

  private construct(construct: Construct, state: State): Instruction {
    const slots = this.assigned[construct.id];
    const inner = state.slice();
    let started: Construct = construct;
    if (construct.kind === 'loop') {
      const initial = [
        ...construct.initial.map(this.replace),
        ...slots.map((slot) => this.read(slot, state)),
      ];
      const parameters = this.fresh(slots);
      slots.forEach((slot, k) => {
        inner[slot] = parameters[k];
      });
      started = { ...construct, initial, parameters: [...construct.parameters, ...parameters] };
    }
    const results = this.fresh(slots);
    // A loop's initial values are replaced already; replacing them again changes nothing.
    const rewritten = mapOperands(started, this.replace, (region) =>
      this.region(region, inner.slice()),
    ) as Construct;
    slots.forEach((slot, k) => {
      state[slot] = results[k];
    });
    return { ...rewritten, results: [...construct.results, ...results] };
  }

  private fresh(slots: readonly number[]): ValueId[] {
    return slots.map((slot) => {
      const { type, name } = this.slots.all[slot];
      return this.builder.value(type, name);
    });
  }

  private read(slot: number, state: State): ValueId {
    const value = state[slot];
    return value === UNSET ? this.builder.constant(this.slots.all[slot].type, 0) : value;
  }

  /** Fills `assigned` for the constructs in the region; returns the slots that the region assigns. */
  private collectAssigned(region: Region): Set<number> {
    const assigned = new Set<number>();
    for (const instruction of region.instructions) {
      if (instruction.kind === 'store') {
        for (const slot of this.slots.of(instruction) ?? []) assigned.add(slot);
      }
      if (!('id' in instruction)) continue;
      for (const slot of this.collectConstruct(instruction.id, regionsOf(instruction))) assigned.add(slot);
    }
    return assigned;
  }

  private collectConstruct(id: ConstructId, regions: readonly Region[]): readonly number[] {
    const inner = new Set<number>();
    for (const region of regions) for (const slot of this.collectAssigned(region)) inner.add(slot);
    return (this.assigned[id] = [...inner].sort((a, b) => a - b));
  }
}
