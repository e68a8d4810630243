// Packets to L2 of two stores that fill the halves of eight sectors of two lines, by what lies between them. The
// numbers are what an H200's counters showed: 4 packets a line where the halves went together, 5 each where not.
import { describe, expect, it } from 'vitest';
import { prepareTrace } from '../../src/emulate/prepared-trace.ts';
import type { Packets } from '../../src/emulate/store-packets.ts';
import { toy } from './toy.ts';
import { buildTrace, times } from './trace-builder.ts';

const twoLines = { sectors: [0, 1, 2, 3, 4, 5, 6, 7] };

const number = (value: number) => ({ value, source: 'derived:as on an H200' });
const memory = {
  ...toy.memory,
  storeWindowCycles: number(30),
  storeWindowInstructions: number(4),
  storeWindowSectors: number(16),
};

function packets(segment: string[], access = twoLines) {
  const trace = buildTrace({
    segments: [segment],
    workgroups: [times(1, [{ segment: 0, accesses: [access, access] }])],
  });
  const { alone, following, isClose } = prepareTrace(trace, memory).storePackets;
  const sum = (values: Iterable<number>) => [...values].reduce((all, each) => all + each, 0);
  const sent = (which: Packets) => sum(which.sent) + sum(which.masks);
  return {
    alone: sent(alone),
    following: sent(following),
    wasted: sum(following.wasted),
    isClose: isClose[1],
  };
}

const halves = (...between: string[]) =>
  packets(['store_global <- 1 @0', ...between, 'store_global <- 1 @1']);

describe('stores that fill the halves of sectors', () => {
  const together = { alone: 2 * 2 * 5, following: 2 * 4, wasted: 0 };

  it('go to L2 together when little lies between them', () => {
    expect(halves()).toEqual({ ...together, isClose: 1 });
    expect(halves('fma 2 <- 1', 'fma 3 <- 1')).toEqual({ ...together, isClose: 1 });
  });

  it('go together if no other warp stores when an exit or more lies between them', () => {
    expect(halves('branch <- 1')).toEqual({ ...together, isClose: 0 });
    expect(halves(...times(20, 'fma 2 <- 1'))).toEqual({ ...together, isClose: 0 });
  });

  it('go one by one, each with its masks, when much lies between them', () => {
    expect(halves(...times(40, 'fma 2 <- 1')).following).toBe(2 * 2 * 5);
  });

  it('hang on other warps where they are to many sectors', () => {
    const closeness = (count: number) => {
      const sectors = Array.from({ length: count }, (_, index) => index);
      return packets(['store_global <- 1 @0', 'store_global <- 1 @1'], { sectors }).isClose;
    };
    expect(closeness(16)).toBe(1);
    expect(closeness(24)).toBe(0);
  });

  it('do so in private memory, whatever lies between them', () => {
    expect(packets(['store_local <- 1 @0', 'store_local <- 1 @1']).following).toBe(2 * 2 * 5);
  });
});
