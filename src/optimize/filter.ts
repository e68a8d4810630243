// Rebuilds a module with some instructions, construct results and loop parameters left out and with values
// replaced by others. Several passes decide what goes; this is the one place that carries it out. Regions in
// which nothing changes stay the same objects.

import type { Construct, Instruction, LoopInstruction, Module, Region, ValueId } from '../ir/ir.ts';
import { mapOperands, operandsOf, regionsOf } from '../ir/walk.ts';

export interface Filter {
  /** False for instructions that go, with everything inside them. */
  readonly keeps: (instruction: Instruction) => boolean;
  /** Indexed by ValueId: 1 for results of constructs and parameters of loops that go. */
  readonly isRemoved: Uint8Array;
  /** The value that stands in place of `id`; `id` itself for most. */
  readonly replace: (id: ValueId) => ValueId;
}

/** The module without what the filter removes; the same module when that is nothing. */
export function filterModule(module: Module, filter: Filter): Module {
  const constructs: Construct[] = [];
  const body = filterRegion(module.body, filter, constructs);
  return body === module.body ? module : { ...module, body };
}

function filterRegion(region: Region, filter: Filter, constructs: Construct[]): Region {
  const { instructions } = region;
  let output: Instruction[] | undefined;
  for (let k = 0; k < instructions.length; k++) {
    const instruction = instructions[k]!;
    const filtered = filter.keeps(instruction)
      ? filterInstruction(instruction, filter, constructs)
      : undefined;
    if (filtered !== instruction) output ??= instructions.slice(0, k);
    if (output && filtered) output.push(filtered);
  }
  return output ? { instructions: output } : region;
}

function filterInstruction(instruction: Instruction, filter: Filter, constructs: Construct[]): Instruction {
  if (instruction.kind === 'break' || instruction.kind === 'next') {
    const target = constructs[instruction.target]!;
    const receivers = instruction.kind === 'break' ? target.results : (target as LoopInstruction).parameters;
    const values = select(instruction.values, receivers, filter);
    return values === instruction.values ? instruction : { ...instruction, values };
  }
  if (!('id' in instruction)) {
    const isChanged = operandsOf(instruction).some((id) => filter.replace(id) !== id);
    return isChanged ? mapOperands(instruction, filter.replace) : instruction;
  }
  return filterConstruct(instruction, filter, constructs);
}

function filterConstruct(construct: Construct, filter: Filter, constructs: Construct[]): Instruction {
  constructs[construct.id] = construct;
  const regions = regionsOf(construct);
  const filtered = regions.map((region) => filterRegion(region, filter, constructs));
  const results = remaining(construct.results, filter);
  const isChanged =
    results !== construct.results ||
    filtered.some((region, k) => region !== regions[k]) ||
    operandsOf(construct).some((id) => filter.replace(id) !== id) ||
    (construct.kind === 'loop' && construct.parameters.some((id) => filter.isRemoved[id]));
  if (!isChanged) return construct;
  let next = 0;
  const nextRegion = () => filtered[next++]!;
  if (construct.kind !== 'loop')
    return { ...(mapOperands(construct, filter.replace, nextRegion) as Construct), results };
  const initial = select(construct.initial, construct.parameters, filter);
  return {
    ...construct,
    results,
    initial,
    parameters: remaining(construct.parameters, filter),
    body: nextRegion(),
  };
}

/** The ids that are not removed; the same array when all stay. */
function remaining(ids: readonly ValueId[], filter: Filter): readonly ValueId[] {
  return ids.some((id) => filter.isRemoved[id]) ? ids.filter((id) => !filter.isRemoved[id]) : ids;
}

/** The values whose receiver is not removed, replaced; the same array when nothing changes. */
function select(
  values: readonly ValueId[],
  receivers: readonly ValueId[],
  filter: Filter,
): readonly ValueId[] {
  const isChanged = values.some((id, k) => filter.isRemoved[receivers[k]!] || filter.replace(id) !== id);
  if (!isChanged) return values;
  return values.filter((_, k) => !filter.isRemoved[receivers[k]!]).map(filter.replace);
}
