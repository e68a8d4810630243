// Loads of descriptors: each says where a buffer is and how long. They lie in a set's memory one after the other, so
// that neighbours which a piece of code needs come in one load of up to four.

import type { Module } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import type { Selection } from './selection.ts';

const BYTES: Readonly<Record<Module['buffers'][number]['kind'], number>> = {
  storage: 16,
  uniform: 16,
  sampler: 16,
  texture: 32,
};

interface Slot {
  readonly group: number;
  readonly offsetBytes: number;
  readonly bytes: number;
}

/** Puts the loads in front of the segments that were the first to need them. */
export function loadDescriptors(s: Selection): void {
  const slots = slotsOf(s.module);
  const last = [...s.setAddresses].at(-1);
  const keepsRegister = usesWorkgroupX(s.module);
  for (const [draft, wanted] of s.descriptors()) {
    const before = draft.instructions;
    draft.instructions = [];
    s.code.current = draft;
    s.code.origin = undefined;
    if (s.setAddresses.has(draft)) {
      // The upper half of a set's address is a constant, and lies where the workgroup's number comes in.
      if (keepsRegister || draft !== last) s.code.emit('s_mov_b32', [], []);
      s.code.emit('s_movk_i32', [], []);
    }
    for (const run of runsOf([...wanted.keys()], slots)) {
      const opcode = `s_load_dwordx${run.bytes / 4}`;
      s.code.emit(
        opcode,
        run.buffers.map((each) => wanted.get(each)!),
        [],
      );
    }
    draft.instructions.push(...before);
  }
}

function usesWorkgroupX({ body }: Module): boolean {
  let isUsed = false;
  forEachInstruction(body, (each) => {
    if (each.kind === 'input' && (each.builtin === 'workgroup_id_x' || each.builtin === 'global_id_x'))
      isUsed = true;
  });
  return isUsed;
}

function slotsOf({ buffers }: Module): Slot[] {
  const order = buffers
    .map((_, index) => index)
    .sort((a, b) => buffers[a].group - buffers[b].group || buffers[a].binding - buffers[b].binding);
  const slots: Slot[] = [];
  const ends = new Map<number, number>();
  for (const index of order) {
    const { group, kind } = buffers[index];
    const offsetBytes = ends.get(group) ?? 0;
    slots[index] = { group, offsetBytes, bytes: BYTES[kind] };
    ends.set(group, offsetBytes + BYTES[kind]);
  }
  return slots;
}

/** Neighbours in loads of 16, 32 or 64 bytes. */
function runsOf(buffers: readonly number[], slots: readonly Slot[]): { buffers: number[]; bytes: number }[] {
  const sorted = [...buffers].sort(
    (a, b) => slots[a].group - slots[b].group || slots[a].offsetBytes - slots[b].offsetBytes,
  );
  const runs: { buffers: number[]; bytes: number }[] = [];
  for (let at = 0; at < sorted.length; ) {
    const first = slots[sorted[at]];
    let [best, bytes] = [1, first.bytes];
    for (let count = 1, sum = 0; at + count <= sorted.length; count++) {
      const slot = slots[sorted[at + count - 1]];
      if (slot.group !== first.group || slot.offsetBytes !== first.offsetBytes + sum) break;
      sum += slot.bytes;
      if (sum === 16 || sum === 32 || sum === 64) [best, bytes] = [count, sum];
    }
    runs.push({ buffers: sorted.slice(at, at + best), bytes });
    at += best;
  }
  return runs;
}
