// Atomics whose lanes meet at few places, against what was measured on an H200 (microbench/hot-places).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf } = measuredLaunches(
  'hot-places',
  'nvidia-h200-2026-11-22-hot-places.json',
  'nvidia-h200-2026-11-23-hot-places.json',
);
const atomics = measuredLaunches('atomics', 'nvidia-h200-2026-11-21-atomics.json');
const apart = measuredLaunches('atomics', 'nvidia-h200-2026-11-28-atomics.json');
const merging = measuredLaunches('merging', 'nvidia-h200-2026-11-23-merging.json');

describe('atomics at few places', () => {
  it('wait sector by sector for the lanes that meet at one address', () => {
    expect(errorOf(/^hot-add-\d+x\d+$/)).toBeLessThan(0.08);
  }, 60_000);

  it('cost a slice more for a word alone than for each of a row', () => {
    expect(atomics.errorOf(/^atomic-(random|cas)-/)).toBeLessThan(0.1);
    expect(atomics.errorOf(/^atomic-rows-/)).toBeLessThan(0.1);
  }, 60_000);

  it('answer when the farthest slice has, and take slices no longer where they compare', () => {
    expect(apart.errorOf(/^places .* GROUPS=1$/)).toBeLessThan(0.2);
    expect(apart.errorOf(/^places .* GROUPS=2112$/)).toBeLessThan(0.2);
  }, 60_000);

  it('take as long again with a load in front of what is changed all the time', () => {
    expect(apart.errorOf(/^turns WAY=[03] /)).toBeLessThan(0.25);
    expect(apart.errorOf(/^turns WAY=2 /)).toBeLessThan(0.4);
  }, 120_000);

  it('keep as many slices busy as there are places that workgroups under way use', () => {
    expect(errorOf(/-(of|turn)\d+$/)).toBeLessThan(0.15);
  }, 60_000);

  it('of regions that each serve a run of workgroups keep busy those under way and one more', () => {
    expect(errorOf(/-(2|8)x\d-run\d+$/)).toBeLessThan(0.14);
    // Of whole rows of words more are under way, as they take less time.
    expect(errorOf(/-32x1-run\d+$/)).toBeLessThan(0.4);
  }, 60_000);

  it('that each workgroup adds its counts to take two slices for each kibibyte', () => {
    expect(merging.errorOf(/^merge-\d+-turned$/)).toBeLessThan(0.15);
    expect(merging.errorOf(/^merge-(256|512|1024)-same$/)).toBeLessThan(0.1);
    // Workgroups that go through many slices in step meet in one after the other, which the model does not see.
    expect(merging.ratioOf('merge-4096-same')).toBeLessThan(0.7);
  }, 60_000);

  it('cost alike, whatever the operation and whether its result is used', () => {
    expect(errorOf(/^hot-(max|count|return)-/)).toBeLessThan(0.15);
  }, 60_000);
});
