// Which executed workgroups an emulation takes.
import { describe, expect, it } from 'vitest';
import { chooseSources } from '../../src/emulate/choose-sources.ts';

/** Of so much work each, all of them standing for the launch. */
function chosen(work: readonly number[], emulated: number): number[] {
  const mean = work.reduce((sum, each) => sum + each, 0) / work.length;
  const variance = work.reduce((sum, each) => sum + (each - mean) ** 2, 0) / work.length;
  const spread = {
    work: Float64Array.from(work),
    workPerWorkgroup: mean,
    variation: Math.sqrt(variance) / mean,
  };
  const trace = { workgroupIndex: Int32Array.from(work, (_, index) => index), coResidents: 0 };
  return [...chooseSources(trace, emulated, spread)];
}

describe('the workgroups of an emulation', () => {
  it('are the first where all are alike, and again from the first where more are wanted', () => {
    expect(chosen([5, 5, 5, 5], 2)).toEqual([0, 1]);
    expect(chosen([5, 5, 5, 5], 6)).toEqual([0, 1, 2, 3, 0, 1]);
  });

  it('lie over the whole sample where they differ, in its order', () => {
    expect(chosen([1, 2, 3, 4, 5, 6, 7, 8], 2)).toEqual([1, 5]);
  });

  it('do the work of the mean as nearly as can be', () => {
    const often = Array.from({ length: 15 }, (_, index) => (index % 5 < 3 ? 100 : 1));
    expect(chosen(often, 3).map((index) => often[index])).toEqual([100, 100, 100]);
  });
});
