// Splits private variables into the scalars that a kernel really uses. Where every access to a variable has a
// constant address, each component accessed becomes a slot of its own; components that overlap in part stay
// in memory, and with them every component that shares an access with one.

import type { Instruction, Module, ScalarType, ValueId } from '../ir/ir.ts';
import { bitWidth } from '../ir/ops.ts';
import { forEachInstruction } from '../ir/walk.ts';

type Access = Extract<Instruction, { kind: 'load' | 'store' | 'atomic' }>;

export interface Slot {
  readonly variable: number;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
  /** Type that the slot's value has between accesses: that of its first store, else of its first load. */
  readonly type: ScalarType;
  readonly name: string;
}

export interface Slots {
  readonly all: readonly Slot[];
  /** The slots that the access touches, one per component; undefined when it stays a memory access. */
  of(access: Access): readonly number[] | undefined;
}

interface Candidate extends Slot {
  isStored: boolean;
  isBlocked: boolean;
  type: ScalarType;
}

/** Finds the slots of a module. */
export function findSlots(module: Module): Slots {
  const accesses = privateAccesses(module);
  const candidates = findCandidates(module, accesses);
  blockOverlaps(candidates);
  while (spreadBlocking(module, accesses, candidates)) {
    // Blocking one component of an access blocks the others, which may share further accesses.
  }
  const all: Slot[] = [];
  const numbers = candidates.map((byOffset) => {
    const numbered = new Map<number, number>();
    for (const [offset, candidate] of byOffset) {
      if (!candidate.isBlocked) numbered.set(offset, all.push(candidate) - 1);
    }
    return numbered;
  });
  const of = (access: Access) => {
    if (access.root.space !== 'private' || access.kind === 'atomic') return undefined;
    const numbered = numbers[access.root.index]!;
    if (numbered.size === 0) return undefined;
    const touched = offsetsOf(module, access)?.map((offset) => numbered.get(offset));
    return touched?.every((slot) => slot !== undefined) ? (touched as number[]) : undefined;
  };
  return { all, of };
}

function privateAccesses(module: Module): Access[] {
  const accesses: Access[] = [];
  forEachInstruction(module.body, (instruction) => {
    if (isAccess(instruction) && instruction.root.space === 'private') accesses.push(instruction);
  });
  return accesses;
}

function isAccess(instruction: Instruction): instruction is Access {
  return instruction.kind === 'load' || instruction.kind === 'store' || instruction.kind === 'atomic';
}

/** Per variable, what its accesses touch by offset; empty for one with an access at an unknown place. */
function findCandidates(module: Module, accesses: readonly Access[]): Map<number, Candidate>[] {
  const candidates = module.variables.map(() => new Map<number, Candidate>());
  const isDynamic = new Set<number>();
  for (const access of accesses) {
    const variable = access.root.index;
    const offsets = access.kind === 'atomic' ? undefined : offsetsOf(module, access);
    if (offsets) for (const offset of offsets) addCandidate(module, candidates[variable]!, access, offset);
    else isDynamic.add(variable);
  }
  for (const variable of isDynamic) candidates[variable]!.clear();
  return candidates;
}

function addCandidate(
  module: Module,
  byOffset: Map<number, Candidate>,
  access: Access,
  offset: number,
): void {
  const sizeBytes = bitWidth(access.type) / 8;
  const known = byOffset.get(offset);
  const isStored = access.kind === 'store';
  if (known) {
    if (known.sizeBytes !== sizeBytes) known.isBlocked = true;
    if (isStored && !known.isStored) {
      known.isStored = true;
      known.type = access.type;
    }
    return;
  }
  const { index } = access.root;
  const variable = module.variables[index]!;
  const name = variable.sizeBytes === sizeBytes ? variable.name : `${variable.name}_${offset}`;
  byOffset.set(offset, {
    variable: index,
    offsetBytes: offset,
    sizeBytes,
    type: access.type,
    name,
    isStored,
    isBlocked: offset < 0 || offset + sizeBytes > variable.sizeBytes,
  });
}

function blockOverlaps(candidates: readonly Map<number, Candidate>[]): void {
  for (const byOffset of candidates) {
    const sorted = [...byOffset.values()].sort((a, b) => a.offsetBytes - b.offsetBytes);
    let reaching: Candidate | undefined;
    for (const candidate of sorted) {
      if (reaching && reaching.offsetBytes + reaching.sizeBytes > candidate.offsetBytes) {
        reaching.isBlocked = candidate.isBlocked = true;
      }
      const end = candidate.offsetBytes + candidate.sizeBytes;
      if (!reaching || end > reaching.offsetBytes + reaching.sizeBytes) reaching = candidate;
    }
  }
}

function spreadBlocking(
  module: Module,
  accesses: readonly Access[],
  candidates: readonly Map<number, Candidate>[],
): boolean {
  let isSpread = false;
  for (const access of accesses) {
    const byOffset = candidates[access.root.index]!;
    if (byOffset.size === 0) continue;
    const touched = offsetsOf(module, access)!.map((offset) => byOffset.get(offset)!);
    const blocked = touched.filter((each) => each.isBlocked).length;
    if (blocked === 0 || blocked === touched.length) continue;
    for (const each of touched) each.isBlocked = true;
    isSpread = true;
  }
  return isSpread;
}

/** Byte offsets of the components; undefined when the address is not constant. */
function offsetsOf(module: Module, access: Access): number[] | undefined {
  const base = module.values[access.address]!.constant;
  if (base === undefined) return undefined;
  const sizeBytes = bitWidth(access.type) / 8;
  const moved: readonly ValueId[] =
    access.kind === 'load' ? access.results : access.kind === 'store' ? access.values : access.operands;
  return moved.map((_, k) => base + access.offsetBytes + k * sizeBytes);
}
