// The dispatch of a `switch`, in front of its cases. Source: driver code for SM 9.0 for the tree.

import type { SwitchInstruction } from '../../../ir/ir.ts';
import type { Selection } from './selection.ts';

/** A table of targets when the cases are many and close together (a guess), else a tree of compares. */
export function emitDispatch(s: Selection, instruction: SwitchInstruction, sources: readonly number[]): void {
  const values = instruction.cases.flatMap((each) => each.values);
  const least = 16;
  const spread = values.length === 0 ? 0 : Math.max(...values) - Math.min(...values) + 1;
  if (values.length >= least && spread <= 2 * values.length) {
    const clamped = s.values.newGeneral();
    s.emit('VIMNMX.U32', [clamped], [...sources], { place: 'end' });
    const scaled = s.values.newGeneral();
    s.emit('IMAD.SHL.U32', [scaled], [clamped], { place: 'end' });
    const target = s.values.newGeneral(2);
    s.emit('LDC', [target], [scaled], { place: 'end' });
    s.emit('BRX', [], [target], { place: 'end' });
    return;
  }
  // A balanced tree of compares: one way through it is executed.
  const depth = Math.max(1, Math.ceil(Math.log2(Math.max(1, values.length))));
  for (let test = 0; test < depth && values.length > 0; test++) {
    const predicate = s.values.newPredicate();
    s.emit('ISETP.EQ.AND', [predicate], [...sources], { place: 'end' });
    s.emit('BRA', [], [predicate], { place: 'end' });
  }
}
