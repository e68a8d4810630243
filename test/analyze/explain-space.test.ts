// Trees over counters of made-up spaces whose law is known.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Counters, counterNames } from '../../src/analyze/counters.ts';
import { differenceOf, explainSpace, type SampledSpace } from '../../src/analyze/explain-space.ts';
import { styleFor } from '../../src/report/layout.ts';
import { spaceExplanationSvg } from '../../src/report/space-explanation-svg.ts';
import { spaceExplanationText } from '../../src/report/space-explanation-text.ts';

const BASE = Object.fromEntries(counterNames.map((name) => [name, 100])) as Counters;
const sample = (kernel: string, timeNs: number, changes: Partial<Counters>) => ({
  kernel,
  timeNs,
  counters: { ...BASE, ...changes },
});

/** Half the loads make it twice as fast; branches change and mean nothing. */
function space(kernel: string, count = 12): SampledSpace {
  const samples = Array.from({ length: count }, (_, i) => {
    const isFewer = i % 2 === 1;
    return sample(kernel, isFewer ? 500 : 1000, { loads: isFewer ? 50 : 100, branches: 100 + 10 * (i % 5) });
  });
  return { kernel, base: sample(kernel, 1000, {}), samples, configurations: 99, refused: 0 };
}

describe('the tree of a space', () => {
  it('names the counter that the speed-up comes with, and its threshold', () => {
    const { tree, counters, explained, explainedOfLeftOut } = explainSpace('toy', [space('one')]);
    expect(tree.split).toMatchObject({ counter: 'loads', threshold: 0.75, isInPoints: false });
    expect(tree.split!.low).toMatchObject({ speedUp: expect.closeTo(2, 5), configurations: 6 });
    expect(tree.split!.high).toMatchObject({ speedUp: 1, configurations: 6 });
    expect(tree.split!.low.split).toBeUndefined();
    expect(counters[0]).toMatchObject({ counter: 'loads', share: 1, inFastest: 0.5, inSlowest: 1 });
    expect(explained).toBeCloseTo(1, 6);
    expect(explainedOfLeftOut).toBeCloseTo(1, 6);
  });

  it('holds for a kernel that was left out where the law is the same', () => {
    const { tree, explainedOfLeftOut } = explainSpace('toy', [space('one'), space('two')]);
    expect(explainedOfLeftOut).toBeCloseTo(1, 6);
    expect(tree.kernels).toEqual(['one', 'two']);
  });

  it('is one leaf where counters say nothing', () => {
    const samples = [1000, 900, 1100, 950].map((timeNs) => sample('one', timeNs, {}));
    const found = explainSpace('toy', [{ ...space('one'), samples }]);
    expect(found.tree.split).toBeUndefined();
    expect(found.counters.every(({ share }) => share === 0)).toBe(true);
    expect(spaceExplanationText([found], styleFor(false))).toContain('no counter tells fast');
  });

  it('divides all configurations among its leaves, and shares add up, whatever the samples', () => {
    const random = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(random, (pairs) => {
        const samples = pairs.map(([time, loads]) => sample('one', time, { loads }));
        const { tree, counters } = explainSpace('toy', [{ ...space('one'), samples }]);
        const leaves = (node: typeof tree): number =>
          node.split ? leaves(node.split.low) + leaves(node.split.high) : node.configurations;
        expect(leaves(tree)).toBe(samples.length);
        const sum = counters.reduce((all, { share }) => all + share, 0);
        expect(sum).toBeCloseTo(tree.split ? 1 : 0, 6);
      }),
      { numRuns: 30 },
    );
  });

  it('tells shares in points, counts as factors', () => {
    expect(differenceOf('occupancy', 0.25, 1)).toBe(-0.75);
    expect(differenceOf('loads', 50, 100)).toBe(0.5);
    expect(differenceOf('barriers', 0, 0)).toBe(1);
    expect(differenceOf('barriers', 8, 0)).toBe(64);
  });

  it('is written within 100 columns, and drawn with a box for every leaf', () => {
    const found = explainSpace('toy', [space('one'), space('two')]);
    const text = spaceExplanationText([found], styleFor(false));
    expect(text.split('\n')[0]).toBe(
      '2 kernels on toy: what is fast or slow goes with loads from buffers (100 %), in 24 configurations of',
    );
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(spaceExplanationSvg([found]).match(/class="leaf"/g)).toHaveLength(2);
  });
});
