// Rebuilds a module with some instructions, construct results and loop parameters left out and with values
// replaced by others. Several passes decide what goes; this is the one place that carries it out. Regions in
// which nothing changes stay the same objects.

import type { Construct, Instruction, LoopInstruction, Module, Region, ValueId } from './ir.ts';
import { mapOperands, operandsOf, regionsOf } from './walk.ts';

export interface Filter {
  /**
   * False for instructions that go, with everything inside them; absent when all stay. `position` counts
   * instructions in program order, a construct before those inside it.
   */
  readonly keeps?: (instruction: Instruction, position: number) => boolean;
  /** Indexed by ValueId: 1 for results of constructs and parameters of loops that go. */
  readonly isRemoved: Uint8Array;
  /** The value that stands in place of `id`; `id` itself for most. Absent when no value is replaced. */
  readonly replace?: (id: ValueId) => ValueId;
}

/** The module without what the filter removes; the same module when that is nothing. */
export function filterModule(module: Module, filter: Filter): Module {
  const body = new Filtering(filter).region(module.body);
  return body === module.body ? module : { ...module, body };
}

class Filtering {
  private readonly filter: Filter;
  private readonly isRemoved: Uint8Array;
  /** Enclosing constructs, by id. */
  private readonly constructs: Construct[] = [];
  private position = 0;
  private readonly replace: (id: ValueId) => ValueId;

  constructor(filter: Filter) {
    this.filter = filter;
    this.isRemoved = filter.isRemoved;
    this.replace = filter.replace ?? ((id) => id);
  }

  region(region: Region): Region {
    const { instructions } = region;
    const { keeps } = this.filter;
    let output: Instruction[] | undefined;
    for (let k = 0; k < instructions.length; k++) {
      const instruction = instructions[k];
      const isKept = !keeps || keeps(instruction, this.position);
      if (!isKept) this.position += size(instruction);
      const filtered = isKept ? this.instruction(instruction) : undefined;
      if (filtered !== instruction) output ??= instructions.slice(0, k);
      if (output && filtered) output.push(filtered);
    }
    return output ? { instructions: output } : region;
  }

  private instruction(instruction: Instruction): Instruction {
    this.position++;
    if (instruction.kind === 'break' || instruction.kind === 'next') {
      const target = this.constructs[instruction.target];
      const receivers =
        instruction.kind === 'break' ? target.results : (target as LoopInstruction).parameters;
      const values = this.select(instruction.values, receivers);
      return values === instruction.values ? instruction : { ...instruction, values };
    }
    if ('id' in instruction) return this.construct(instruction);
    return this.isAnyReplaced(instruction) ? mapOperands(instruction, this.replace) : instruction;
  }

  private construct(construct: Construct): Instruction {
    this.constructs[construct.id] = construct;
    const regions = regionsOf(construct);
    const filtered = regions.map((region) => this.region(region));
    const results = this.remaining(construct.results);
    const isChanged =
      results !== construct.results ||
      filtered.some((region, k) => region !== regions[k]) ||
      this.isAnyReplaced(construct) ||
      (construct.kind === 'loop' && construct.parameters.some((id) => this.isRemoved[id]));
    if (!isChanged) return construct;
    let next = 0;
    const nextRegion = () => filtered[next++];
    if (construct.kind !== 'loop') {
      return { ...(mapOperands(construct, this.replace, nextRegion) as Construct), results };
    }
    const initial = this.select(construct.initial, construct.parameters);
    return {
      ...construct,
      results,
      initial,
      parameters: this.remaining(construct.parameters),
      body: nextRegion(),
    };
  }

  private isAnyReplaced(instruction: Instruction): boolean {
    if (!this.filter.replace) return false;
    for (const id of operandsOf(instruction)) if (this.replace(id) !== id) return true;
    return false;
  }

  /** The ids that are not removed; the same array when all stay. */
  private remaining(ids: readonly ValueId[]): readonly ValueId[] {
    return ids.some((id) => this.isRemoved[id]) ? ids.filter((id) => !this.isRemoved[id]) : ids;
  }

  /** The values whose receiver is not removed, replaced; the same array when nothing changes. */
  private select(values: readonly ValueId[], receivers: readonly ValueId[]): readonly ValueId[] {
    const isChanged = values.some((id, k) => this.isRemoved[receivers[k]] || this.replace(id) !== id);
    if (!isChanged) return values;
    return values.filter((_, k) => !this.isRemoved[receivers[k]]).map(this.replace);
  }
}

/** The instruction and all those inside it. */
function size(instruction: Instruction): number {
  let count = 1;
  for (const region of regionsOf(instruction)) for (const inner of region.instructions) count += size(inner);
  return count;
}
