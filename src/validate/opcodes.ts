// Machine code counted by its opcodes, the model's like the driver's; what an opcode means the compiler's listing says.

import type { Listing } from '../compilers/listing.ts';
import type { MachineInstruction, Program, Segment } from '../machine/program.ts';

/** Static instructions by opcode. */
export type OpcodeCounts = Readonly<Record<string, number>>;

/** Cost classes that the driver may swap for each other count together. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  float: ['fma'],
  half: ['fp16', 'fp64'],
  integer: ['imad', 'imad_hi', 'alu'],
  compare: ['alu_predicate'],
  move: ['mov', 'special_register'],
  special: ['sfu', 'convert'],
  uniform: ['uniform', 'constant'],
  lanes: ['shuffle', 'shuffle_test', 'vote'],
  storage: ['load_global', 'store_global', 'atomic_global', 'reduce_global', 'fence'],
  texture: ['texture_load', 'texture_sample', 'surface_load', 'surface_store', 'texture_query'],
  workgroup: ['load_shared', 'store_shared', 'atomic_shared', 'compare_shared'],
  local: ['load_local', 'store_local'],
  control: ['branch', 'reconverge', 'barrier', 'nop'],
};

/** Groups whose number two compilers differ in without touching memory or control. */
const ARITHMETIC = new Set(['integer', 'compare', 'move', 'uniform', 'float', 'special']);

export const groupNames: readonly string[] = Object.keys(GROUPS);

const GROUP_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([group, classes]) => classes.map((each) => [each, group] as const)),
);

export function opcodeCounts(program: Program): OpcodeCounts {
  const counts: Record<string, number> = {};
  for (const { instructions } of program.segments)
    for (const { opcode } of instructions) counts[opcode] = (counts[opcode] ?? 0) + 1;
  return counts;
}

/** Opcodes of a segment in issue order, without padding. */
export function opcodesOf({ instructions }: Segment, listing: Listing): string[] {
  return instructions.map((each) => each.opcode).filter((opcode) => !listing.isPadding(opcode));
}

/** The group that an instruction counts in; `other` for a class that is in none. */
function groupOf(opcode: string, costClass: string | undefined, listing: Listing): string {
  return listing.isMove(opcode) ? 'move' : (GROUP_OF.get(costClass ?? '') ?? 'other');
}

/** Whether an instruction touches neither memory nor control. */
export function isArithmetic({ opcode, costClass, access }: MachineInstruction, listing: Listing): boolean {
  return access === undefined && ARITHMETIC.has(groupOf(opcode, costClass, listing));
}

/** Instructions by group (`groupNames`); `other` for opcodes that the compiler does not have. */
export function groupCounts(opcodes: OpcodeCounts, listing: Listing): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [opcode, count] of Object.entries(opcodes)) {
    const group = groupOf(opcode, listing.costClassOf(opcode), listing);
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return counts;
}

/** The most frequent kind of work that a copy of a loop repeats. */
export function busiestWork(opcodes: OpcodeCounts, listing: Listing): string | undefined {
  const counted = listing.copiedWork.map((work) => ({ work, count: copiesOf(opcodes, work, listing) }));
  const most = counted.reduce((best, each) => (each.count > best.count ? each : best));
  return most.count > 0 ? most.work : undefined;
}

export function copiesOf(opcodes: OpcodeCounts, work: string, listing: Listing): number {
  return Object.entries(opcodes).reduce(
    (sum, [opcode, count]) => (listing.isOf(opcode, work) ? sum + count : sum),
    0,
  );
}

/** Instructions by kind of the work that an iteration does. */
export function workOf(opcodes: readonly string[], listing: Listing): Record<string, number> {
  const work: Record<string, number> = {};
  for (const opcode of opcodes) {
    const kind = listing.workOf(opcode);
    if (kind !== undefined) work[kind] = (work[kind] ?? 0) + 1;
  }
  return work;
}
