// Random straight code and loops: whatever is computed again, each instruction reads the values that it read before, in
// fewer registers; and a kernel whose copies' addresses are worth it has them computed again.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeLiveness } from '../../src/machine/liveness.ts';
import { recompute } from '../../src/machine/recompute.ts';
import type { SchedulingNumbers } from '../../src/machine/schedule.ts';
import { numberValues, pressureOf } from '../../src/machine/segment-values.ts';
import {
  GENERAL,
  RegisterTable,
  type SegmentDraft,
  type VirtualInstruction,
} from '../../src/machine/virtual.ts';

const INPUTS = 3;
const numbers = { widestWords: 4, loadsAhead: 2, recomputedOperations: 6, recomputedShare: 0.25 };

interface Step {
  readonly kind: 'cheap' | 'dear' | 'use';
  /** Counted back from the latest value. */
  readonly reads: readonly number[];
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('cheap', 'cheap', 'dear', 'use'),
  reads: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
});

/** Segments one behind the other; the middle one may be a loop of its own. */
function draftsOf(parts: readonly (readonly Step[])[], isLoop: boolean) {
  const registers = new RegisterTable();
  const instruction = (costClass: string, sources: number[], hasResult: boolean): VirtualInstruction => {
    const destinations = hasResult ? [registers.create(GENERAL)] : [];
    return {
      opcode: costClass,
      costClass,
      sources,
      destinations,
      place: 'body',
    } as unknown as VirtualInstruction;
  };
  const drafts = parts.map((steps, id): SegmentDraft => {
    const first =
      id === 0 ? Array.from({ length: INPUTS }, () => instruction('special_register', [], true)) : [];
    const list = steps.map(({ kind, reads }) => {
      const sources = [...new Set(reads.map((each) => Math.max(0, registers.count - 1 - each)))];
      return instruction(
        kind === 'cheap' ? 'alu' : kind === 'dear' ? 'sfu' : 'store_global',
        sources,
        kind !== 'use',
      );
    });
    return {
      id,
      instructions: [...first, ...list],
      accessCount: 0,
      successors: [],
      loopDepth: id === 1 && isLoop ? 1 : 0,
    };
  });
  drafts.forEach((draft, id) => {
    if (id === 1 && isLoop) draft.successors.push(draft);
    if (id + 1 < drafts.length) draft.successors.push(drafts[id + 1]);
  });
  return { drafts, registers };
}

/** What instructions that are not computed again read, as terms. */
function read(drafts: readonly SegmentDraft[]): string[] {
  const terms = new Map<number, string>();
  return drafts.flatMap(({ instructions }) =>
    instructions.flatMap(({ costClass, sources, destinations }) => {
      const term = `${costClass}(${sources.map((each) => terms.get(each)).join()})`;
      for (const each of destinations) terms.set(each, costClass === 'alu' ? term : `v${each}`);
      return costClass === 'alu' ? [] : [term];
    }),
  );
}

function peakOf(drafts: readonly SegmentDraft[], registers: RegisterTable): number {
  const liveness = computeLiveness(drafts, registers.count);
  return Math.max(
    ...drafts.flatMap((draft) => [
      ...pressureOf(numberValues(draft, draft.instructions, [], liveness), registers),
    ]),
  );
}

it('what is computed again is what was kept', () => {
  const part = fc.array(step, { minLength: 1, maxLength: 40 });
  let changed = 0;
  fc.assert(
    fc.property(
      fc.tuple(part, part, part),
      fc.boolean(),
      fc.integer({ min: 3, max: 12 }),
      (parts, isLoop, least) => {
        const { drafts, registers } = draftsOf(parts, isLoop);
        const before = read(drafts);
        const peak = peakOf(drafts, registers);
        const limits = { steps: [least, least + 4, least + 8, 200], most: 250 };
        const liveness = computeLiveness(drafts, registers.count);
        if (
          recompute(
            drafts,
            registers,
            liveness,
            { ...numbers, recomputedShare: 10 } as SchedulingNumbers,
            limits,
          )
        ) {
          changed++;
          expect(peakOf(drafts, registers)).toBeLessThan(peak);
        }
        expect(read(drafts)).toEqual(before);
      },
    ),
    { numRuns: 300 },
  );
  expect(changed).toBeGreaterThan(30);
});

it('nothing is computed again where too much would be, or where there is room', () => {
  const cheap = (back: number): Step => ({ kind: 'cheap', reads: [back] });
  // Ten values of the first input, each of them read once they are all there.
  const steps = [
    ...Array.from({ length: 10 }, (_, k) => cheap(k + 2)),
    ...Array.from({ length: 10 }, (): Step => ({ kind: 'use', reads: [9] })).map(({ kind }, k) => ({
      kind,
      reads: [9 - k],
    })),
  ];
  const changes = (share: number, least: number): boolean => {
    const { drafts, registers } = draftsOf([steps], false);
    const liveness = computeLiveness(drafts, registers.count);
    const limits = { steps: [least], most: 250 };
    return recompute(
      drafts,
      registers,
      liveness,
      { ...numbers, recomputedShare: share } as SchedulingNumbers,
      limits,
    );
  };
  expect(changes(1, 8)).toBe(true);
  expect(changes(0.01, 8)).toBe(false);
  expect(changes(1, 16)).toBe(false);
});
