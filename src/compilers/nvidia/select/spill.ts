// Values that do not fit into registers go through local memory: a store behind the definition, a load in
// front of the use in each segment. Chosen are the values that live long and are used seldom. A guess at what
// the driver's allocator does; only kernels beyond what `mostRegisters` allows are affected.

import type { Liveness } from '../../../machine/liveness.ts';
import { GENERAL, type SegmentDraft, type VirtualInstruction } from '../../../machine/virtual.ts';
import type { Selection } from './selection.ts';

const WORD_BYTES = 4;

/** Inserts stores and loads for `words` registers around the segment with most pressure. */
export function insertSpills(
  s: Selection,
  drafts: readonly SegmentDraft[],
  liveness: Liveness,
  peakWords: Int32Array,
  words: number,
): void {
  let worst = 0;
  peakWords.forEach((peak, segment) => {
    if (peak > peakWords[worst]) worst = segment;
  });
  const chosen = chooseVictims(s, drafts, liveness, worst, words);
  for (const draft of drafts) rewrite(s, draft, chosen);
}

function chooseVictims(
  s: Selection,
  drafts: readonly SegmentDraft[],
  liveness: Liveness,
  worst: number,
  words: number,
): Set<number> {
  const uses = new Map<number, number>();
  for (const draft of drafts) {
    const weight = 8 ** draft.loopDepth;
    for (const instruction of draft.instructions) {
      for (const source of instruction.sources) uses.set(source, (uses.get(source) ?? 0) + weight);
      for (const destination of instruction.destinations)
        uses.set(destination, (uses.get(destination) ?? 0) + weight);
    }
  }
  const candidates = new Set<number>();
  liveness.liveIn.forEach(worst, (register) => candidates.add(register));
  for (const instruction of drafts[worst].instructions)
    for (const each of instruction.destinations) candidates.add(each);
  const sorted = [...candidates]
    .filter((each) => s.values.table.files[each] === GENERAL)
    .sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0) || a - b);
  const chosen = new Set<number>();
  let freed = 0;
  for (const register of sorted) {
    if (freed >= words) break;
    chosen.add(register);
    freed += s.values.table.words[register];
  }
  return chosen;
}

function rewrite(s: Selection, draft: SegmentDraft, chosen: ReadonlySet<number>): void {
  const code: VirtualInstruction[] = [];
  const loaded = new Set<number>();
  const local = (
    opcode: string,
    kind: 'loadLocal' | 'storeLocal',
    register: number,
    near: VirtualInstruction,
  ): VirtualInstruction => ({
    opcode,
    kind,
    costClass: s.code.classOf(opcode),
    destinations: kind === 'loadLocal' ? [register] : [],
    sources: kind === 'loadLocal' ? [] : [register],
    immediates: [],
    access: undefined,
    bytesPerLane: WORD_BYTES * s.values.table.words[register],
    scope: undefined,
    aggregation: undefined,
    span: near.span,
    origin: 'spill',
    expands: undefined,
    order: undefined,
    place: near.place,
    isCopy: false,
    endsBlock: false,
    isRepeatable: false,
  });
  for (const instruction of draft.instructions) {
    for (const source of instruction.sources) {
      if (!chosen.has(source) || loaded.has(source)) continue;
      loaded.add(source);
      code.push(local('LDL', 'loadLocal', source, instruction));
    }
    code.push(instruction);
    for (const destination of instruction.destinations) {
      if (!chosen.has(destination)) continue;
      loaded.add(destination);
      code.push(local('STL', 'storeLocal', destination, instruction));
    }
  }
  draft.instructions = code;
}
