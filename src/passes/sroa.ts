// Splits private variables into the scalars that a kernel really uses. Where every access to a variable has a
// constant address, each component accessed becomes a slot of its own; components that overlap in part stay
// in memory, and with them every component that shares an access with one.

import type { Instruction, Module, ScalarType } from '../ir/ir.ts';
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
  /** True for a store that stays in memory although its components are slots. */
  keepsStore(access: Access): boolean;
}

interface Candidate extends Slot {
  isStored: boolean;
  isBlocked: boolean;
  type: ScalarType;
  /** Components of the stores to it, 0 when they differ. */
  storedWith: number;
  /** Position among the slots, once they are known. */
  number: number;
}

/** An access at a constant address, with the candidate of each component. */
interface Touch {
  readonly access: Access;
  readonly candidates: readonly Candidate[];
}

/** Finds the slots of a module. */
export function findSlots(module: Module): Slots {
  const accesses = privateAccesses(module);
  const byVariable = module.variables.map(() => new Map<number, Candidate>());
  const touches = findCandidates(module, accesses, byVariable);
  blockOverlaps(byVariable);
  blockKept(module, touches);
  while (spreadBlocking(touches)) {
    // Blocking one component of an access blocks the others, which may share further accesses.
  }
  const all: Slot[] = [];
  for (const byOffset of byVariable) {
    for (const candidate of byOffset.values()) {
      if (!candidate.isBlocked) candidate.number = all.push(candidate) - 1;
    }
  }
  if (all.length === 0) return { all, of: () => undefined, keepsStore: () => false };
  const touched = new Map<Access, readonly number[]>();
  for (const { access, candidates } of touches) {
    if (!candidates[0].isBlocked && isValue(module, access, candidates))
      touched.set(access, numbersOf(candidates));
  }
  return {
    all,
    of: (access) => (access.root.space === 'private' ? touched.get(access) : undefined),
    keepsStore: (access) => access.kind === 'store' && isKept(module, access),
  };
}

function isKept(module: Module, { root }: Access): boolean {
  return root.space === 'private' && module.variables[root.index].keepsStores === true;
}

/** True unless the access is a load of a variable in memory that is not as wide as the stores to it. */
function isValue(module: Module, access: Access, candidates: readonly Candidate[]): boolean {
  if (access.kind !== 'load' || !isKept(module, access)) return true;
  return candidates.every((each) => each.storedWith === candidates.length);
}

/** Variables in memory none of whose loads is a value have no use for slots. */
function blockKept(module: Module, touches: readonly Touch[]): void {
  for (const { access, candidates } of touches) {
    if (access.kind !== 'store') continue;
    for (const each of candidates)
      each.storedWith = each.storedWith < 0 || each.storedWith === candidates.length ? candidates.length : 0;
  }
  const wanted = new Set<number>();
  for (const { access, candidates } of touches)
    if (access.kind === 'load' && isValue(module, access, candidates)) wanted.add(access.root.index);
  for (const { access, candidates } of touches) {
    if (!isKept(module, access) || wanted.has(access.root.index)) continue;
    for (const each of candidates) each.isBlocked = true;
  }
}

function numbersOf(candidates: readonly Candidate[]): readonly number[] {
  return candidates.length === 1 ? [candidates[0].number] : candidates.map((each) => each.number);
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

/**
 * Fills in, per variable, what its accesses touch by offset, and returns the accesses; nothing for a variable
 * with an access at an unknown place.
 */
function findCandidates(
  module: Module,
  accesses: readonly Access[],
  byVariable: readonly Map<number, Candidate>[],
): Touch[] {
  const isDynamic = new Set<number>();
  for (const access of accesses) {
    const isKnown = access.kind !== 'atomic' && module.values[access.address].constant !== undefined;
    if (!isKnown) isDynamic.add(access.root.index);
  }
  const touches: Touch[] = [];
  for (const access of accesses) {
    const { index } = access.root;
    if (access.kind === 'atomic' || isDynamic.has(index)) continue;
    const sizeBytes = bitWidth(access.type) / 8;
    const start = module.values[access.address].constant! + access.offsetBytes;
    const count = access.kind === 'load' ? access.results.length : access.values.length;
    const candidates: Candidate[] = [];
    for (let k = 0; k < count; k++) {
      candidates.push(addCandidate(module, byVariable[index], access, start + k * sizeBytes, sizeBytes));
    }
    touches.push({ access, candidates });
  }
  return touches;
}

function addCandidate(
  module: Module,
  byOffset: Map<number, Candidate>,
  access: Access,
  offset: number,
  sizeBytes: number,
): Candidate {
  const known = byOffset.get(offset);
  const isStored = access.kind === 'store';
  if (known) {
    if (known.sizeBytes !== sizeBytes) known.isBlocked = true;
    if (isStored && !known.isStored) {
      known.isStored = true;
      known.type = access.type;
    }
    return known;
  }
  const { index } = access.root;
  const variable = module.variables[index];
  const name = variable.sizeBytes === sizeBytes ? variable.name : `${variable.name}_${offset}`;
  const candidate: Candidate = {
    variable: index,
    offsetBytes: offset,
    sizeBytes,
    type: access.type,
    name,
    isStored,
    isBlocked: offset < 0 || offset + sizeBytes > variable.sizeBytes,
    storedWith: -1,
    number: -1,
  };
  byOffset.set(offset, candidate);
  return candidate;
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

/** Blocks all components of accesses of which some are blocked; true when there were any. */
function spreadBlocking(touches: readonly Touch[]): boolean {
  let isSpread = false;
  for (const { candidates } of touches) {
    if (candidates.length === 1) continue;
    const blocked = candidates.filter((each) => each.isBlocked).length;
    if (blocked === 0 || blocked === candidates.length) continue;
    for (const each of candidates) each.isBlocked = true;
    isSpread = true;
  }
  return isSpread;
}
