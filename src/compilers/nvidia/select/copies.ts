// Values that enter a loop, start its next iteration or leave a construct: one copy each into the register of
// the parameter or result. Most disappear when both sides can share a register (`coalesce.ts`); a constant, a
// value from another register file or one that lives on needs its move.

import type { ValueId } from '../../../ir/ir.ts';
import { GENERAL, PREDICATE, UNIFORM_GENERAL, UNIFORM_PREDICATE } from '../../../machine/virtual.ts';
import { immediateOf } from './immediates.ts';
import type { Selection } from './selection.ts';
import { FREE } from './value-registers.ts';

/** Emits copies that happen at once; returns how many instructions that took. */
export function emitCopies(s: Selection, targets: readonly number[], values: readonly ValueId[]): number {
  let waiting: { target: number; source: number; value: ValueId }[] = [];
  values.forEach((value, index) => {
    const source = s.values.locate(value);
    const target = targets[index];
    // The second half of a pair comes with the first.
    if (source !== target && !waiting.some((each) => each.target === target))
      waiting.push({ target, source, value });
  });
  const count = waiting.length;
  while (waiting.length > 0) {
    const ready = waiting.filter(
      (each) => !waiting.some((other) => other !== each && other.source === each.target),
    );
    if (ready.length === 0) {
      // A cycle: one value steps aside.
      const first = waiting[0];
      const aside = s.values.table.create(
        s.values.table.files[first.source],
        s.values.table.words[first.source],
      );
      copy(s, aside, first);
      first.source = aside;
      continue;
    }
    for (const each of ready) copy(s, each.target, each);
    waiting = waiting.filter((each) => !ready.includes(each));
  }
  return count;
}

function copy(
  s: Selection,
  target: number,
  { source, value }: { readonly source: number; readonly value: ValueId },
): void {
  const file = s.values.table.files[target];
  const isCopy = source >= 0 && s.values.table.files[source] === file;
  const sources = source >= 0 ? [source] : [];
  const immediates = source >= 0 ? [] : immediateOf(s, value);
  s.emit(opcodeFor(s, file, source), [target], sources, { isCopy, immediates });
}

function opcodeFor(s: Selection, file: number, source: number): string {
  const from = source < 0 ? FREE : s.values.table.files[source];
  switch (file) {
    case PREDICATE:
      return 'PLOP3.LUT';
    case UNIFORM_PREDICATE:
      return 'UPLOP3.LUT';
    case UNIFORM_GENERAL:
      return from === GENERAL ? 'R2UR' : 'UMOV';
    default:
      return from === PREDICATE ? 'SEL' : 'MOV';
  }
}
