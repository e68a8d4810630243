// Neighbouring accesses to buffers become wide ones, up to 16 bytes. The driver must not make one access of two that
// the bounds check would see apart, so the address has to be known to be aligned so far that no sum with the
// offsets wraps.

import { type Ranges, valueRanges } from '../../../ir/analyses/ranges.ts';
import type { Instruction, LoadInstruction, Module, Region, StoreInstruction } from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { mapOperands, regionsOf } from '../../../ir/walk.ts';

type Access = LoadInstruction | StoreInstruction;

const WIDEST_BYTES = 16;

export function vectorize(module: Module): Module {
  const ranges = valueRanges(module);
  const region = ({ instructions }: Region): Region => {
    const inner = instructions.map((each) =>
      regionsOf(each).length > 0 ? mapOperands(each, (id) => id, region) : each,
    );
    return { instructions: joined(joined(inner, 'load', module, ranges), 'store', module, ranges) };
  };
  return { ...module, body: region(module.body) };
}

/** The list with accesses of one kind joined: loads where the first stood, stores where the last did. */
function joined(
  instructions: readonly Instruction[],
  kind: Access['kind'],
  module: Module,
  ranges: Ranges,
): readonly Instruction[] {
  const output: (Instruction | undefined)[] = [...instructions];
  let open: number[] = [];
  const close = (): void => {
    for (const group of groupsOf(
      open.map((at) => [at, instructions[at] as Access] as const),
      module,
      ranges,
    )) {
      const accesses = group.map(([, access]) => access);
      for (const [at] of group) output[at] = undefined;
      const places = group.map(([at]) => at);
      output[kind === 'load' ? Math.min(...places) : Math.max(...places)] = wide(accesses);
    }
    open = [];
  };
  instructions.forEach((each, at) => {
    if (each.kind === kind && each.root.space === 'buffer') open.push(at);
    else if (isBarrierTo(each, kind, module)) close();
  });
  close();
  return output.filter((each) => each !== undefined);
}

/** Nothing of the kind moves across it. */
function isBarrierTo(instruction: Instruction, kind: Access['kind'], module: Module): boolean {
  if (regionsOf(instruction).length > 0 || instruction.kind === 'barrier') return true;
  if (instruction.kind === 'atomic') return instruction.root.space === 'buffer';
  if (instruction.kind === kind) return false;
  if (instruction.kind === 'store') return instruction.root.space === 'buffer';
  return (
    instruction.kind === 'load' &&
    instruction.root.space === 'buffer' &&
    module.buffers[instruction.root.index].access !== 'read'
  );
}

type Placed = readonly [position: number, access: Access];

function groupsOf(placed: readonly Placed[], module: Module, ranges: Ranges): Placed[][] {
  const byAddress = new Map<string, Placed[]>();
  for (const each of placed) {
    const { root, address, type } = each[1];
    const key = `${root.index} ${address} ${type}`;
    byAddress.set(key, [...(byAddress.get(key) ?? []), each]);
  }
  return [...byAddress.values()].flatMap((alike) => {
    const { address } = alike[0][1];
    const isFixed = module.values[address].constant !== undefined;
    const alignment = isFixed ? 2 ** 32 : 2 ** Math.min(31, ranges.trailingZeros(address));
    return runsOf(alike, alignment);
  });
}

function runsOf(alike: readonly Placed[], alignment: number): Placed[][] {
  const sorted = [...alike].sort(([, a], [, b]) => a.offsetBytes - b.offsetBytes);
  const groups: Placed[][] = [];
  let group: Placed[] = [];
  const block = (offset: number) => Math.floor(offset / alignment);
  for (const each of sorted) {
    const { offsetBytes } = each[1];
    const first = group[0]?.[1].offsetBytes;
    const end = group.length > 0 ? endOf(group.at(-1)![1]) : undefined;
    const isNext =
      first !== undefined &&
      offsetBytes === end &&
      endOf(each[1]) - first <= WIDEST_BYTES &&
      block(first) === block(endOf(each[1]) - 1);
    if (isNext) group.push(each);
    else {
      if (group.length > 1) groups.push(group);
      group = [each];
    }
  }
  if (group.length > 1) groups.push(group);
  return groups;
}

function endOf(access: Access): number {
  const count = access.kind === 'load' ? access.results.length : access.values.length;
  return access.offsetBytes + count * scalarBytes(access.type);
}

/** One access in place of neighbours. */
function wide(accesses: readonly Access[]): Access {
  const [first] = accesses;
  return first.kind === 'load'
    ? { ...first, results: accesses.flatMap((each) => (each as LoadInstruction).results) }
    : { ...first, values: accesses.flatMap((each) => (each as StoreInstruction).values) };
}
