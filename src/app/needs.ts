// Which dispatches must be executed whole: those that write what steers a later one, directly or by way of others. A
// later kernel's way hangs on it (an index, a count, a compacted list), so a sample of its writer would not do; all
// others write numbers that no time hangs on, and are sampled.

import { steeringOf } from '../ir/analyses/steering.ts';
import type { Module } from '../ir/ir.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { placeOf } from '../launch/launch.ts';
import { type App, type AppBuffer, type Dispatch, isDispatch, isIndirect, replacesAll } from './app.ts';

/** What a kernel does with its buffers, by their places. */
export interface BufferUse {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  /** What it reads decides where it goes. */
  readonly steers: ReadonlySet<string>;
}

export function bufferUse(module: Module): BufferUse {
  const steering = steeringOf((visit) => forEachInstruction(module.body, visit), 'paths and places');
  const [reads, writes] = [new Set<string>(), new Set<string>()];
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind === 'texture') {
      const place = placeOf(module.buffers[instruction.buffer]);
      (instruction.op === 'store' ? writes : reads).add(place);
    }
    if (!('root' in instruction) || instruction.root.space !== 'buffer') return;
    const place = placeOf(module.buffers[instruction.root.index]);
    if (instruction.kind !== 'store') reads.add(place);
    if (instruction.kind !== 'load') writes.add(place);
  });
  const steers = module.buffers
    .filter((_, index) => steering.hasRoot({ space: 'buffer', index }))
    .map(placeOf);
  return { reads, writes, steers: new Set(steers) };
}

/** The dispatches whose results decide what later ones do. @param useOf of the dispatch's kernel */
export function neededResults(app: App, useOf: (dispatch: Dispatch) => BufferUse): Set<Dispatch> {
  const needed = new Set<AppBuffer>();
  const dispatches = new Set<Dispatch>();
  for (const operation of app.operations.toReversed()) {
    if (isDispatch(operation)) {
      const use = useOf(operation);
      const bound = (places: ReadonlySet<string>) =>
        operation.bindings.filter((each) => places.has(placeOf(each))).map(({ buffer }) => buffer);
      if (bound(use.writes).some((buffer) => needed.has(buffer))) {
        dispatches.add(operation);
        for (const buffer of bound(use.reads)) needed.add(buffer);
      }
      for (const buffer of bound(use.steers)) needed.add(buffer);
      if (isIndirect(operation.dispatch)) needed.add(operation.dispatch.buffer);
    } else if (operation.kind === 'copy') {
      if (!needed.has(operation.to.buffer)) continue;
      if (replacesAll(operation)) needed.delete(operation.to.buffer);
      needed.add(operation.from.buffer);
    } else if (operation.kind !== 'skipped' && replacesAll(operation)) {
      needed.delete(operation.to.buffer);
    }
  }
  return dispatches;
}
