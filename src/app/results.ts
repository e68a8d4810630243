// What an app must leave in its buffers by kernelcast's own execution, and where that says nothing: what was not
// executed whole, what hangs on the order in which atomics come, and all that was made from either.

import { forEachInstruction } from '../ir/walk.ts';
import { placeOf } from '../launch/launch.ts';
import type { Program } from '../machine/program.ts';
import { usesFloats, type WordKind, wordKinds } from '../predict/reference.ts';
import { isFiltering } from '../texture/sampler.ts';
import type { AppBuffer, Clear, Copy, Dispatch, Write } from './app.ts';
import type { AppContents } from './contents.ts';
import type { BufferUse } from './needs.ts';

export class AppResults {
  readonly contents: AppContents;
  /** Buffers of which nothing can be said, and why. */
  readonly unsure = new Map<AppBuffer, string>();
  /** How the words of what was written are to be read. */
  readonly kinds = new Map<AppBuffer, WordKind>();
  /** The last dispatch that wrote into a buffer. */
  readonly writers = new Map<AppBuffer, Dispatch>();
  /** Floats took part somewhere: integers may come from rounded numbers. */
  usesFloats = false;
  /** Texels were looked up through samplers somewhere, and blended. */
  isLookedUp = false;
  isFiltered = false;
  private readonly abouts = new Map<Program, ProgramResults>();

  constructor(contents: AppContents) {
    this.contents = contents;
  }

  dispatch(
    operation: Dispatch,
    { reads, writes }: BufferUse,
    program: Program,
    isExecutedWhole: boolean,
  ): void {
    const { name, bindings, samplers } = operation;
    const { kinds, isOrdered, isRounded } = this.about(program);
    this.usesFloats ||= isRounded;
    this.isLookedUp ||= samplers.length > 0;
    this.isFiltered ||= samplers.some(({ sampler }) => isFiltering(sampler));
    const before = bindings.find((each) => reads.has(placeOf(each)) && this.unsure.has(each.buffer));
    const reason = !isExecutedWhole
      ? `not verified (too large): ${name} is not executed whole`
      : isOrdered
        ? `not verified: the order in which the atomics of ${name} come decides what it leaves`
        : before && this.unsure.get(before.buffer);
    for (const bound of bindings) {
      if (!writes.has(placeOf(bound))) continue;
      this.writers.set(bound.buffer, operation);
      this.addKind(bound.buffer, kinds.get(placeOf(bound)));
      if (reason !== undefined) this.unsure.set(bound.buffer, reason);
    }
  }

  transfer(operation: Copy | Clear | Write): void {
    const { to } = operation;
    const isWhole = to.sizeBytes === to.buffer.sizeBytes;
    const from = operation.kind === 'copy' ? operation.from.buffer : undefined;
    if (from) this.addKind(to.buffer, this.kinds.get(from));
    const reason = from && this.unsure.get(from);
    if (reason !== undefined) this.unsure.set(to.buffer, reason);
    else if (isWhole) this.unsure.delete(to.buffer);
  }

  private addKind(buffer: AppBuffer, kind: WordKind | undefined): void {
    const known = this.kinds.get(buffer);
    if (kind !== undefined) this.kinds.set(buffer, known === undefined || known === kind ? kind : 'mixed');
  }

  private about(program: Program): ProgramResults {
    const about = this.abouts.get(program) ?? resultsOf(program);
    this.abouts.set(program, about);
    return about;
  }
}

interface ProgramResults {
  readonly kinds: ReadonlyMap<string, WordKind>;
  readonly isOrdered: boolean;
  readonly isRounded: boolean;
}

function resultsOf(program: Program): ProgramResults {
  const { buffers, body } = program.module;
  let isOrdered = false;
  forEachInstruction(body, (each) => {
    isOrdered ||= each.kind === 'atomic' && each.result !== undefined && each.op !== 'load';
  });
  const kinds = new Map([...wordKinds(program)].map(([index, kind]) => [placeOf(buffers[index]), kind]));
  return { kinds, isOrdered, isRounded: usesFloats(program) };
}
