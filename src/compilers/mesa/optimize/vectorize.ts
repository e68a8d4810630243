// Neighbouring accesses become wide ones, up to 16 bytes, where the driver's rules allow it: it must not make one access
// of two that the bounds check would see apart.

import { type Ranges, valueRanges } from '../../../ir/analyses/ranges.ts';
import type { Instruction, LoadInstruction, Module, Region, StoreInstruction } from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { mapOperands, regionsOf } from '../../../ir/walk.ts';

type Access = LoadInstruction | StoreInstruction;

const WIDEST_BYTES = 16;

/** What a driver joins. */
export interface JoinRules {
  readonly spaces: readonly ('buffer' | 'workgroup')[];
  /** Tells whether accesses from the first one's address can be one, given where they start and end beside it. */
  readonly fitsIn: (
    module: Module,
    ranges: Ranges,
  ) => (access: Access, startBytes: number, endBytes: number) => boolean;
}

export function vectorize(module: Module, { spaces, fitsIn }: JoinRules): Module {
  const fits = fitsIn(module, valueRanges(module));
  const region = ({ instructions }: Region): Region => {
    const inner = instructions.map((each) =>
      regionsOf(each).length > 0 ? mapOperands(each, (id) => id, region) : each,
    );
    const wide = spaces.reduce(
      (list, space) =>
        (['load', 'store'] as const).reduce(
          (each, kind) => joined(each, { kind, space, module, fits }),
          list,
        ),
      inner as readonly Instruction[],
    );
    return { instructions: wide };
  };
  return { ...module, body: region(module.body) };
}

interface Joining {
  readonly kind: Access['kind'];
  readonly space: JoinRules['spaces'][number];
  readonly module: Module;
  readonly fits: ReturnType<JoinRules['fitsIn']>;
}

/** The list with accesses of one kind joined: loads where the first stood, stores where the last did. */
function joined(instructions: readonly Instruction[], joining: Joining): readonly Instruction[] {
  const { kind, space, module, fits } = joining;
  const output: (Instruction | undefined)[] = [...instructions];
  let open: number[] = [];
  const close = (): void => {
    for (const group of groupsOf(
      open.map((at) => [at, instructions[at] as Access] as const),
      fits,
    )) {
      const accesses = group.map(([, access]) => access);
      for (const [at] of group) output[at] = undefined;
      const places = group.map(([at]) => at);
      output[kind === 'load' ? Math.min(...places) : Math.max(...places)] = wide(accesses);
    }
    open = [];
  };
  instructions.forEach((each, at) => {
    if (each.kind === kind && each.root.space === space) {
      if (kind === 'store' && open.some((earlier) => mayOverlap(instructions[earlier] as Access, each)))
        close();
      open.push(at);
    } else if (isBarrierTo(each, kind, space, module)) close();
  });
  close();
  return output.filter((each) => each !== undefined);
}

/** Tells whether the later of two stores may write what the earlier one wrote: addresses by other sums are not told apart. */
function mayOverlap(earlier: Access, later: Access): boolean {
  if (earlier.root.index !== later.root.index) return false;
  if (earlier.address !== later.address) return true;
  return earlier.offsetBytes < endOf(later) && later.offsetBytes < endOf(earlier);
}

/** Nothing of the kind moves across it. */
function isBarrierTo(
  instruction: Instruction,
  kind: Access['kind'],
  space: Joining['space'],
  module: Module,
): boolean {
  if (regionsOf(instruction).length > 0 || instruction.kind === 'barrier') return true;
  if (instruction.kind === 'atomic') return instruction.root.space === space;
  if (instruction.kind === kind) return false;
  if (instruction.kind === 'store') return instruction.root.space === space;
  return (
    instruction.kind === 'load' &&
    instruction.root.space === space &&
    (space !== 'buffer' || module.buffers[instruction.root.index].access !== 'read')
  );
}

type Placed = readonly [position: number, access: Access];

function groupsOf(placed: readonly Placed[], fits: Joining['fits']): Placed[][] {
  const byAddress = new Map<string, Placed[]>();
  for (const each of placed) {
    const { root, address, type } = each[1];
    const key = `${root.index} ${address} ${type}`;
    byAddress.set(key, [...(byAddress.get(key) ?? []), each]);
  }
  return [...byAddress.values()].flatMap((alike) => runsOf(alike, fits));
}

function runsOf(alike: readonly Placed[], fits: Joining['fits']): Placed[][] {
  const sorted = [...alike].sort(([, a], [, b]) => a.offsetBytes - b.offsetBytes);
  const groups: Placed[][] = [];
  let group: Placed[] = [];
  for (const each of sorted) {
    const { offsetBytes } = each[1];
    const first = group[0]?.[1].offsetBytes;
    const end = group.length > 0 ? endOf(group.at(-1)![1]) : undefined;
    const isNext =
      first !== undefined &&
      offsetBytes === end &&
      endOf(each[1]) - first <= WIDEST_BYTES &&
      fits(each[1], first, endOf(each[1]));
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
