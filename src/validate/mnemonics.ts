// Machine code by its mnemonics: only these are known of code recorded from the driver, so a comparison with it
// counts the model's instructions by theirs as well. All that validation knows of NVIDIA's mnemonics is here.

import type { Program, Segment } from '../machine/program.ts';

/** Cost class of an opcode with its modifiers; undefined for one that the family does not have. */
export type ClassOf = (opcode: string) => string | undefined;

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
  workgroup: ['load_shared', 'store_shared', 'atomic_shared', 'compare_shared'],
  local: ['load_local', 'store_local'],
  control: ['branch', 'reconverge', 'barrier', 'nop'],
};

export const groupNames: readonly string[] = Object.keys(GROUPS);

const GROUP_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([group, classes]) => classes.map((each) => [each, group] as const)),
);

/** Moves and constants that run on a pipe of arithmetic to balance the load. */
const MOVE = /^(IMAD\.(MOV|U32)|HFMA2\.MMA)/;

/** Kinds of work whose static copies tell how often a loop was copied. */
const COPIED_WORK = ['LDG', 'LDS', 'FFMA', 'MUFU'];

/** Kinds of work of which an iteration of the source has a fixed number, by mnemonic. */
const LOOP_WORK: ReadonlyMap<string, string> = new Map([
  ...['LDG', 'STG', 'LDS', 'STS', 'ATOMG', 'ATOMS', 'RED', 'MUFU', 'SHFL', 'BAR'].map(
    (each) => [each, each] as const,
  ),
  ...['FFMA', 'FADD', 'FMUL'].map((each) => [each, 'float'] as const),
]);

export function opcodeCounts(program: Program): OpcodeCounts {
  const counts: Record<string, number> = {};
  for (const { instructions } of program.segments)
    for (const { opcode } of instructions) counts[opcode] = (counts[opcode] ?? 0) + 1;
  return counts;
}

/** Opcodes of a segment in issue order, without those that do nothing. */
export function opcodesOf({ instructions }: Segment): string[] {
  return instructions.map((each) => each.opcode).filter((opcode) => opcode !== 'NOP');
}

/** Instructions by group (`groupNames`); `other` for opcodes that the family does not have. */
export function groupCounts(opcodes: OpcodeCounts, classOf: ClassOf): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [opcode, count] of Object.entries(opcodes)) {
    const group = MOVE.test(opcode) ? 'move' : (GROUP_OF.get(classOf(opcode) ?? '') ?? 'other');
    counts.set(group, (counts.get(group) ?? 0) + count);
  }
  return counts;
}

/** The most frequent kind of work that a copy of a loop repeats. */
export function busiestWork(opcodes: OpcodeCounts): string | undefined {
  const counted = COPIED_WORK.map((work) => ({ work, count: copiesOf(opcodes, work) }));
  const most = counted.reduce((best, each) => (each.count > best.count ? each : best));
  return most.count > 0 ? most.work : undefined;
}

export function copiesOf(opcodes: OpcodeCounts, work: string): number {
  return Object.entries(opcodes).reduce(
    (sum, [opcode, count]) => (stem(opcode) === work ? sum + count : sum),
    0,
  );
}

/** Instructions by kind of the work that an iteration does. */
export function workOf(opcodes: readonly string[]): Record<string, number> {
  const work: Record<string, number> = {};
  for (const opcode of opcodes) {
    const kind = LOOP_WORK.get(stem(opcode));
    if (kind !== undefined) work[kind] = (work[kind] ?? 0) + 1;
  }
  return work;
}

/** The mnemonic without its modifiers. */
function stem(opcode: string): string {
  return opcode.split('.')[0];
}
