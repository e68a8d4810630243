// Random straight code and loops: whatever is spilled, each value is in a register where it is read, and no more are
// than may be.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeLiveness } from '../../src/machine/liveness.ts';
import { findSpills } from '../../src/machine/spill.ts';
import { placeSpills } from '../../src/machine/spill-places.ts';
import {
  GENERAL,
  RegisterTable,
  type SegmentDraft,
  type VirtualInstruction,
} from '../../src/machine/virtual.ts';

const REGISTERS = 24;

interface Step {
  readonly reads: readonly number[];
  readonly writes: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  reads: fc.array(fc.nat(REGISTERS - 1), { maxLength: 3 }),
  writes: fc.nat(REGISTERS - 1),
});

function instructionOf({ reads, writes }: Step): VirtualInstruction {
  return { sources: [...new Set(reads)], destinations: [writes] } as unknown as VirtualInstruction;
}

/** Registers in use, by position, where each value is in its register from its definition or load to its last read. */
function inUse(steps: readonly Step[], loads: ReadonlyMap<number, readonly number[]>): number[] {
  const counts = new Array<number>(steps.length).fill(0);
  for (let register = 0; register < REGISTERS; register++) {
    let since: number | undefined;
    let last = -1;
    const end = () => {
      if (since !== undefined) for (let at = since; at <= last; at++) counts[at]++;
    };
    steps.forEach(({ reads, writes }, at) => {
      if (loads.get(at)?.includes(register)) {
        end();
        since = at;
        last = at;
      }
      if (reads.includes(register)) {
        expect(since).toBeDefined();
        last = at;
      }
      if (writes === register) {
        end();
        since = at;
        last = at;
      }
    });
    end();
  }
  return counts;
}

it('values are where they are read, in as few registers as there are', () => {
  const code = fc.array(step, { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(code, fc.integer({ min: 5, max: 16 }), fc.nat(12), (body, most, ahead) => {
      const first = Array.from({ length: REGISTERS }, (_, writes) => ({ reads: [], writes }));
      const steps: Step[] = [...first, ...body];
      const draft: SegmentDraft = {
        id: 0,
        instructions: steps.map(instructionOf),
        accessCount: 0,
        successors: [],
        loopDepth: 0,
      };
      const registers = new RegisterTable();
      for (let each = 0; each < REGISTERS; each++) registers.create(GENERAL);
      const liveness = computeLiveness([draft], REGISTERS);
      const { loads, intervals } = findSpills([draft], registers, liveness, { most, ahead });
      const spilled = new Set(intervals.map(({ register }) => register));
      for (const each of [...loads[0].values()].flat()) expect(spilled.has(each)).toBe(true);
      // What an instruction reads may make room for what it writes.
      for (const count of inUse(steps, loads[0])) expect(count).toBeLessThanOrEqual(most + 1);
    }),
    { numRuns: 500 },
  );
});

it('what is wanted at the same time never lies in the same place', () => {
  const interval = fc
    .record({
      words: fc.integer({ min: 1, max: 4 }),
      from: fc.nat(50),
      length: fc.integer({ min: 1, max: 30 }),
      weight: fc.nat(9),
    })
    .map(({ from, length, ...rest }) => ({ ...rest, from, to: from + length }));
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 40 }), fc.nat(12), (list, sharedWords) => {
      const intervals = list.map((each, register) => ({ ...each, register }));
      const places = placeSpills(intervals, sharedWords);
      expect(places.sharedWords).toBeLessThanOrEqual(sharedWords);
      for (const a of intervals)
        for (const b of intervals) {
          if (a.register >= b.register || a.from >= b.to || b.from >= a.to) continue;
          const [p, q] = [places.of.get(a.register)!, places.of.get(b.register)!];
          if (p.isShared !== q.isShared) continue;
          expect(p.firstWord + a.words <= q.firstWord || q.firstWord + b.words <= p.firstWord).toBe(true);
        }
    }),
  );
});
