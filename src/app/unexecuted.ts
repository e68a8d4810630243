// What of a dispatch's buffers is not as the app would have left it, since the dispatches that write it were too large to
// be executed whole.

import { type AppBuffer, isDispatch, replacesAll } from './app.ts';
import type { AppForecast } from './predict.ts';

/** @param at position among the app's dispatches. @returns the names of such buffers, and of what writes them */
export function unexecutedContents(
  { steps }: Pick<AppForecast, 'steps'>,
  at: number,
): { readonly buffers: readonly string[]; readonly writers: readonly string[] } {
  const lacking = new Map<AppBuffer, string>();
  let left = at;
  for (const { operation, dispatched } of steps) {
    if (isDispatch(operation)) {
      if (left-- === 0) {
        const own = operation.bindings.filter(({ buffer }) => lacking.has(buffer));
        const unique = (names: readonly string[]) => [...new Set(names)];
        return {
          buffers: unique(own.map(({ buffer }) => buffer.name)),
          writers: unique(own.map(({ buffer }) => lacking.get(buffer)!)),
        };
      }
      if (dispatched?.forecast && !dispatched.isExecutedWhole)
        for (const { buffer } of dispatched.written) lacking.set(buffer, operation.name);
    } else if (operation.kind !== 'skipped') {
      const writer = operation.kind === 'copy' ? lacking.get(operation.from.buffer) : undefined;
      if (writer !== undefined) lacking.set(operation.to.buffer, writer);
      else if (replacesAll(operation)) lacking.delete(operation.to.buffer);
    }
  }
  return { buffers: [], writers: [] };
}
