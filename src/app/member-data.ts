// Data that are given by the members of a type: the words that they are, from the first dispatch after them whose
// shader has a type for the place that they are bound to. All that an app does with buffers it does with words.

import type { Module } from '../ir/ir.ts';
import { type BufferPages, placeOf } from '../launch/launch.ts';
import { fillBinding } from '../predict/buffer-data.ts';
import { type App, type Dispatch, isDispatch, type Range } from './app.ts';

type Data = BufferPages['base'];

/** By the data; without those that no dispatch has a type for. */
export function wordsOfMembers(
  { buffers, operations }: App,
  moduleOf: (dispatch: Dispatch) => Module,
): ReadonlyMap<Data, Data> {
  const found = new Map<Data, Data>();
  const open = new Map<Data, Pick<Range, 'buffer' | 'offsetBytes'>>();
  const note = (data: Data, buffer: Range['buffer'], offsetBytes: number) => {
    if (data.kind === 'struct') open.set(data, { buffer, offsetBytes });
  };
  for (const buffer of buffers) note(buffer.data as Data, buffer, 0);
  for (const operation of operations) {
    if (operation.kind === 'write')
      note(operation.data as Data, operation.to.buffer, operation.to.offsetBytes);
    if (!isDispatch(operation) || open.size === 0) continue;
    const declared = moduleOf(operation).buffers;
    for (const [data, { buffer, offsetBytes }] of open) {
      const bound = operation.bindings.find(
        (each) => each.buffer === buffer && each.offsetBytes === offsetBytes,
      );
      const type = bound && declared.find((each) => placeOf(each) === placeOf(bound));
      const filled = type && fillBinding(type, { ...bound, usage: 'storage', data });
      if (!filled?.value) continue;
      found.set(data, filled.value.binding.data as Data);
      open.delete(data);
    }
  }
  return found;
}
