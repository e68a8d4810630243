// Vector registers of a wave: the most that are alive at once, in the driver's steps, and how many waves that leaves.

import { computeLiveness } from '../../machine/liveness.ts';
import { GENERAL, type RegisterTable, type SegmentDraft } from '../../machine/virtual.ts';
import type { AmdGeneration } from './generation.ts';

/** Words of vector registers that are alive at once, at most. */
export function vectorPressure(drafts: readonly SegmentDraft[], registers: RegisterTable): number {
  const { liveOut } = computeLiveness(drafts, registers.count);
  const wordsOf = (register: number) =>
    registers.files[register] === GENERAL ? registers.words[register] : 0;
  let most = 0;
  for (const draft of drafts) {
    const alive = new Set<number>();
    let words = 0;
    const add = (register: number): void => {
      if (alive.has(register)) return;
      alive.add(register);
      words += wordsOf(register);
    };
    liveOut.forEach(draft.id, add);
    most = Math.max(most, words);
    for (const { sources, destinations } of [...draft.instructions].reverse()) {
      for (const each of destinations) add(each);
      most = Math.max(most, words);
      for (const each of destinations) {
        if (sources.includes(each)) continue;
        alive.delete(each);
        words -= wordsOf(each);
      }
      for (const each of sources) add(each);
      most = Math.max(most, words);
    }
  }
  return most;
}

/** What the driver hands to a wave. */
export function allocatedVgprs(pressure: number, { vgprStep, vgprsPerWave }: AmdGeneration): number {
  return Math.min(vgprsPerWave, Math.max(1, Math.ceil(pressure / vgprStep)) * vgprStep);
}
