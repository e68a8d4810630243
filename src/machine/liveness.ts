// Which virtual registers are alive at the borders of segments: for each use that no definition in its segment
// precedes, walk back over the predecessors to the definitions. One register after the other, so that time and
// memory follow the number of live values, not registers times segments.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { SegmentDraft } from './virtual.ts';

export interface Liveness {
  readonly liveIn: LiveSets;
  readonly liveOut: LiveSets;
}

/** For each segment the registers that are alive there, in ascending order. */
export class LiveSets {
  /** Where each segment's registers begin, and where the last one's end. */
  private readonly starts: Int32Array;
  private readonly registers: Int32Array;

  /** The pairs come in order of registers. */
  constructor(segmentCount: number, pairs: Pairs) {
    this.starts = new Int32Array(segmentCount + 1);
    this.registers = new Int32Array(pairs.count);
    for (let k = 0; k < pairs.count; k++) this.starts[pairs.segments[k] + 1]++;
    for (let id = 0; id < segmentCount; id++) this.starts[id + 1] += this.starts[id];
    const next = this.starts.slice();
    for (let k = 0; k < pairs.count; k++) this.registers[next[pairs.segments[k]]++] = pairs.registers[k];
  }

  /** Registers over all segments. */
  get count(): number {
    return this.registers.length;
  }

  forEach(segment: number, visit: (register: number) => void): void {
    const end = this.starts[segment + 1];
    for (let k = this.starts[segment]; k < end; k++) visit(this.registers[k]);
  }

  has(segment: number, register: number): boolean {
    let [from, to] = [this.starts[segment], this.starts[segment + 1]];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.registers[middle] < register) from = middle + 1;
      else to = middle;
    }
    return from < this.starts[segment + 1] && this.registers[from] === register;
  }
}

/** Live registers over all segments, at one of their borders; they must fit into memory. */
const MOST_PAIRS = 2 ** 23;

/** A growing list of registers and the segments where they are alive. */
class Pairs {
  count = 0;
  segments = new Int32Array(1024);
  registers = new Int32Array(1024);

  add(segment: number, register: number): void {
    if (this.count === this.segments.length) this.grow();
    this.segments[this.count] = segment;
    this.registers[this.count++] = register;
  }

  private grow(): void {
    if (this.count === MOST_PAIRS) {
      const message = `the kernel is too large: more than ${MOST_PAIRS} values are alive over all of its pieces of straight code`;
      throw new DiagnosticError([{ severity: 'unsupported', code: 'codegen/too-large', message }]);
    }
    const { segments, registers } = this;
    this.segments = new Int32Array(2 * this.count);
    this.registers = new Int32Array(2 * this.count);
    this.segments.set(segments);
    this.registers.set(registers);
  }
}

/** Liveness at segment borders; `drafts` are indexed by their ids. */
export function computeLiveness(drafts: readonly SegmentDraft[], registerCount: number): Liveness {
  const predecessors: number[][] = drafts.map(() => []);
  for (const draft of drafts)
    for (const successor of draft.successors) predecessors[successor.id].push(draft.id);
  const { definitions, exposed } = collectUses(drafts, registerCount);

  const [liveIn, liveOut] = [new Pairs(), new Pairs()];
  // Segments that are marked with the register at hand.
  const isDefined = new Int32Array(drafts.length).fill(-1);
  const isIn = new Int32Array(drafts.length).fill(-1);
  const isOut = new Int32Array(drafts.length).fill(-1);
  for (let register = 0; register < registerCount; register++) {
    const waiting = exposed[register];
    if (!waiting) continue;
    for (const segment of definitions[register] ?? []) isDefined[segment] = register;
    while (waiting.length > 0) {
      const segment = waiting.pop()!;
      if (isIn[segment] === register) continue;
      isIn[segment] = register;
      liveIn.add(segment, register);
      for (const before of predecessors[segment]) {
        if (isOut[before] === register) continue;
        isOut[before] = register;
        liveOut.add(before, register);
        if (isDefined[before] !== register) waiting.push(before);
      }
    }
  }
  return { liveIn: new LiveSets(drafts.length, liveIn), liveOut: new LiveSets(drafts.length, liveOut) };
}

/** By register: the segments that define it, and those that use it before they define it. */
function collectUses(drafts: readonly SegmentDraft[], registerCount: number) {
  const definitions: (number[] | undefined)[] = new Array(registerCount);
  const exposed: (number[] | undefined)[] = new Array(registerCount);
  for (const { id, instructions } of drafts) {
    for (const { sources, destinations } of instructions) {
      for (const source of sources) {
        if (definitions[source]?.at(-1) !== id) (exposed[source] ??= []).push(id);
      }
      for (const destination of destinations) {
        if (definitions[destination]?.at(-1) !== id) (definitions[destination] ??= []).push(id);
      }
    }
  }
  return { definitions, exposed };
}
