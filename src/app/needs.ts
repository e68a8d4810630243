// Which dispatches must be executed whole: those that write what steers a later one, directly or by way of others. A
// later kernel's way hangs on it (an index, a count, a compacted list), so a sample of its writer would not do; all
// others write numbers that no time hangs on, and are sampled. And which buffers must hold their first contents again
// before the app does the same work again.

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

export interface Needs {
  /** The dispatches whose results decide what later ones do. */
  readonly dispatches: ReadonlySet<Dispatch>;
  /** Buffers whose first contents decide what the app does, and that it changes. */
  readonly restored: readonly AppBuffer[];
}

/** @param useOf of the dispatch's kernel */
export function needsOf(app: App, useOf: (dispatch: Dispatch) => BufferUse): Needs {
  const needed = new Set<AppBuffer>();
  const dispatches = new Set<Dispatch>();
  const changed = new Set<AppBuffer>();
  for (const operation of app.operations.toReversed()) {
    if (isDispatch(operation)) {
      const use = useOf(operation);
      const bound = (places: ReadonlySet<string>) =>
        operation.bindings.filter((each) => places.has(placeOf(each))).map(({ buffer }) => buffer);
      const written = bound(use.writes);
      for (const buffer of written) changed.add(buffer);
      if (written.some((buffer) => needed.has(buffer))) {
        dispatches.add(operation);
        for (const buffer of bound(use.reads)) needed.add(buffer);
      }
      for (const buffer of bound(use.steers)) needed.add(buffer);
      if (isIndirect(operation.dispatch)) needed.add(operation.dispatch.buffer);
    } else if (operation.kind === 'copy') {
      changed.add(operation.to.buffer);
      if (!needed.has(operation.to.buffer)) continue;
      if (replacesAll(operation)) needed.delete(operation.to.buffer);
      needed.add(operation.from.buffer);
    } else if (operation.kind !== 'skipped') {
      changed.add(operation.to.buffer);
      if (replacesAll(operation)) needed.delete(operation.to.buffer);
    }
  }
  return { dispatches, restored: [...needed].filter((buffer) => changed.has(buffer)) };
}
