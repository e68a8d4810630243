// Removes results and loop parameters that always are one and the same value: a result for which every break
// carries the same, a parameter that starts as some value and is only ever passed on. On structured control
// flow, repeating this until nothing changes leaves the fewest (Braun et al., "Simple and Efficient
// Construction of Static Single Assignment Form", 2013, section 3.2).

import { filterModule } from '../ir/filter.ts';
import type { Construct, Instruction, Module, Region, ValueId } from '../ir/ir.ts';
import { regionsOf, resultsOf } from '../ir/walk.ts';

/** The module without results and parameters that are copies of another value. */
export function mergeResults(module: Module): Module {
  const joins = new Joins(module);
  if (!joins.mergeAll()) return module;
  return filterModule(module, {
    isRemoved: joins.isRemoved,
    replace: (id) => joins.resolve(id),
  });
}

/** A value that takes one of several others, depending on the way that control took. */
interface Join {
  readonly value: ValueId;
  readonly construct: Construct;
  readonly inputs: ValueId[];
}

class Joins {
  readonly isRemoved: Uint8Array;
  private readonly replacement: Int32Array;
  /** Where each value is defined, as a position in program order; constants at -1. */
  private readonly position: Int32Array;
  private readonly first: number[] = [];
  private readonly last: number[] = [];
  private readonly joins: Join[] = [];
  private readonly resultJoins: Join[][] = [];
  private readonly parameterJoins: Join[][] = [];
  private clock = 0;

  constructor(module: Module) {
    this.isRemoved = new Uint8Array(module.values.length);
    this.position = new Int32Array(module.values.length).fill(-1);
    this.replacement = new Int32Array(module.values.length).fill(-1);
    this.collect(module.body);
  }

  /** Merges until nothing changes; true when anything was merged. */
  mergeAll(): boolean {
    let isAnyMerged = false;
    let isMerged = true;
    while (isMerged) {
      isMerged = false;
      for (const join of this.joins) {
        if (!this.isRemoved[join.value] && this.merge(join)) isMerged = true;
      }
      isAnyMerged ||= isMerged;
    }
    return isAnyMerged;
  }

  resolve(id: ValueId): ValueId {
    let current = id;
    while (current < this.replacement.length && this.replacement[current] >= 0)
      current = this.replacement[current];
    return current;
  }

  private merge(join: Join): boolean {
    let only = -1;
    for (const input of join.inputs) {
      const value = this.resolve(input);
      if (value === join.value || value === only) continue;
      if (only >= 0) return false;
      only = value;
    }
    if (only < 0 || this.isInside(only, join.construct)) return false;
    this.replacement[join.value] = only;
    this.isRemoved[join.value] = 1;
    return true;
  }

  /** True when the value cannot be named after (or, for a parameter, before) the construct. */
  private isInside(id: ValueId, { id: construct }: Construct): boolean {
    const position = this.position[id];
    return position >= this.first[construct] && position < this.last[construct];
  }

  private collect(region: Region): void {
    for (const instruction of region.instructions) {
      if (instruction.kind === 'break' || instruction.kind === 'next') {
        const joins = instruction.kind === 'break' ? this.resultJoins : this.parameterJoins;
        joins[instruction.target].forEach((join, k) => {
          join.inputs.push(instruction.values[k]);
        });
      }
      if ('id' in instruction) this.collectConstruct(instruction);
      this.clock++;
      this.place(resultsOf(instruction));
    }
  }

  private collectConstruct(construct: Construct): void {
    this.first[construct.id] = ++this.clock;
    if (construct.kind === 'loop') this.place(construct.parameters);
    const join = (value: ValueId, inputs: ValueId[]): Join => ({ value, construct, inputs });
    const results = construct.results.map((value) => join(value, []));
    const parameters =
      construct.kind === 'loop'
        ? construct.parameters.map((value, k) => join(value, [construct.initial[k]]))
        : [];
    this.resultJoins[construct.id] = results;
    this.parameterJoins[construct.id] = parameters;
    for (const inner of regionsOf(construct as Instruction)) this.collect(inner);
    // Inner joins come first: their merging is what makes outer ones trivial.
    this.joins.push(...parameters, ...results);
    this.last[construct.id] = ++this.clock;
  }

  private place(ids: readonly ValueId[]): void {
    for (const id of ids) this.position[id] = this.clock;
  }
}
