// What a lane is: its ids come from special registers. Ids within the grid are counted from where the dispatch
// begins, which stands in uniform registers.

import type { BarrierInstruction, InputInstruction } from '../../../ir/ir.ts';
import type { Selection } from './selection.ts';

export function selectInput(s: Selection, { builtin, result }: InputInstruction): void {
  if (s.preamble.has(result)) return;
  const register = s.code.register(result);
  const isOfGrid = builtin.startsWith('global_id') || builtin.startsWith('workgroup_id');
  const read = isOfGrid ? s.code.create() : register;
  s.code.emit('mov', [read], []);
  if (isOfGrid) s.code.emit('iadd', [register], [read]);
}

export function selectBarrier(s: Selection, { scope }: BarrierInstruction): void {
  if (scope === 'storage' || scope === 'memory') s.code.emit('memory_barrier', [], []);
  if (scope === 'workgroup' || scope === 'storage') s.code.emit('barrier', [], [], { kind: 'barrier' });
}
