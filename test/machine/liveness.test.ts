import { describe, expect, it } from 'vitest';
import { computeLiveness, type LiveSets } from '../../src/machine/liveness.ts';
import type { SegmentDraft, VirtualInstruction } from '../../src/machine/virtual.ts';

/** Segments with instructions `[destinations, sources]`, each followed by the segments named. */
function drafts(
  ...segments: { code?: readonly (readonly [number[], number[]])[]; to?: readonly number[] }[]
): SegmentDraft[] {
  const made = segments.map(
    ({ code = [] }, id): SegmentDraft => ({
      id,
      instructions: code.map(
        ([destinations, sources]) =>
          ({ opcode: 'MOV', destinations, sources }) as unknown as VirtualInstruction,
      ),
      accessCount: 0,
      successors: [],
      loopDepth: 0,
    }),
  );
  segments.forEach(({ to = [] }, id) => {
    made[id].successors.push(...to.map((each) => made[each]));
  });
  return made;
}

function registersAt(sets: LiveSets, segment: number): number[] {
  const found: number[] = [];
  sets.forEach(segment, (register) => found.push(register));
  return found;
}

describe('liveness', () => {
  it('lasts from the definition to the last use, through loops', () => {
    // 0 defines r5, r2 and r7; 1 is a loop that changes r2 and reads r7; 2 reads r2.
    const segments = drafts(
      { code: [[[5, 2, 7], []]], to: [1] },
      {
        code: [
          [[3], [2, 7]],
          [[2], [3]],
        ],
        to: [1, 2],
      },
      { code: [[[4], [2]]] },
    );
    const { liveIn, liveOut } = computeLiveness(segments, 8);
    expect(registersAt(liveIn, 0)).toEqual([]);
    expect(registersAt(liveOut, 0)).toEqual([2, 7]);
    expect(registersAt(liveIn, 1)).toEqual([2, 7]);
    expect(registersAt(liveOut, 1)).toEqual([2, 7]);
    expect(registersAt(liveIn, 2)).toEqual([2]);
    expect(registersAt(liveOut, 2)).toEqual([]);
    expect([2, 3, 5, 7].map((register) => liveOut.has(1, register))).toEqual([true, false, false, true]);
    expect(liveOut.has(2, 7)).toBe(false);
  });

  it('of a register that one arm only defines begins before the branch', () => {
    const segments = drafts({ to: [1, 2] }, { code: [[[0], []]], to: [2] }, { code: [[[1], [0]]] });
    const { liveIn } = computeLiveness(segments, 2);
    expect([0, 1, 2].map((segment) => registersAt(liveIn, segment))).toEqual([[0], [], [0]]);
  });

  it('takes as much memory as there are live values, however many pieces and registers', () => {
    // As bit sets, 40,000 segments by 40,000 registers would be 200 MB each.
    const count = 40_000;
    const chain = drafts(
      ...Array.from({ length: count }, (_, id) => ({
        code: [[[id], id > 0 ? [id - 1] : []] as [number[], number[]]],
        to: id + 1 < count ? [id + 1] : [],
      })),
    );
    const { liveIn, liveOut } = computeLiveness(chain, count);
    expect([liveIn.count, liveOut.count]).toEqual([count - 1, count - 1]);
  });

  it('refuses what does not fit into memory', () => {
    const count = 3000;
    const all = Array.from({ length: count }, (_, register) => register);
    const long = drafts(
      { code: [[all, []]], to: [1] },
      ...Array.from({ length: count }, (_, k) => ({ to: [k + 2] })),
      { code: [[[], all]] },
    );
    expect(() => computeLiveness(long, count)).toThrow(/too large/);
  });
});
