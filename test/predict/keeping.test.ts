// What L1 and L2 keep, against what was measured on an H200 (microbench/keeping).
import { describe, expect, it } from 'vitest';
import { measuredLaunches } from './measured-launches.ts';

const { errorOf } = measuredLaunches('keeping', 'nvidia-h200-2026-11-27-keeping.json');

describe('what is read again', () => {
  it('is in L2 up to 44 MiB and comes from DRAM from 48 on', () => {
    expect(errorOf(/^reads-/)).toBeLessThan(0.03);
  }, 60_000);

  it('is in L1 up to 192 KiB, with and without workgroup memory beside it', () => {
    expect(errorOf(/^words-(512|1024|1280|1536)$/)).toBeLessThan(0.03);
    expect(errorOf(/^words-/)).toBeLessThan(0.1);
  }, 60_000);

  it('is in L1 where the same lane has just read its neighbour', () => {
    expect(errorOf(/^threes-/)).toBeLessThan(0.14);
  }, 60_000);

  it('is found less often in L2 the more lines are read at random', () => {
    expect(errorOf(/^random-lines-(8|16|20|24)M$/)).toBeLessThan(0.04);
    expect(errorOf(/^random-lines-(56|60|64|72|80|96)M$/)).toBeLessThan(0.16);
  }, 60_000);
});
