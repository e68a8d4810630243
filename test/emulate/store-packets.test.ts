// Packets to L2 of two stores that fill the halves of eight sectors of two lines, by what lies between them. The
// numbers are what an H200's counters showed: 4 packets a line where the halves went together, 5 each where not.
import { describe, expect, it } from 'vitest';
import { prepareTrace } from '../../src/emulate/prepared-trace.ts';
import { toy } from './toy.ts';
import { buildTrace, times } from './trace-builder.ts';

const twoLines = { sectors: [0, 1, 2, 3, 4, 5, 6, 7] };

const number = (value: number) => ({ value, source: 'derived:as on an H200' });
const memory = { ...toy.memory, storeWindowInstructions: number(4), storeWindowSectors: number(16) };

function packets(segment: string[], access = twoLines) {
  const trace = buildTrace({
    segments: [segment],
    workgroups: [times(1, [{ segment: 0, accesses: [access, access] }])],
  });
  const { storePackets } = prepareTrace(trace, memory);
  const sum = (values: Iterable<number>) => [...values].reduce((all, each) => all + each, 0);
  return { sent: sum(storePackets.sent) + sum(storePackets.masks), wasted: sum(storePackets.wasted) };
}

const halves = (...between: string[]) =>
  packets(['store_global <- 1 @0', ...between, 'store_global <- 1 @1']);

describe('stores that fill the halves of sectors', () => {
  it('go to L2 together when little lies between them', () => {
    expect(halves()).toEqual({ sent: 2 * 4, wasted: 0 });
    expect(halves('fma 2 <- 1', 'fma 3 <- 1')).toEqual({ sent: 2 * 4, wasted: 0 });
  });

  it('go one by one, each with its masks, when an exit or much else lies between them', () => {
    const oneByOne = { sent: 2 * 2 * 5, wasted: 2 * 2 * 5 - 8 };
    expect(halves('branch <- 1')).toEqual(oneByOne);
    expect(halves(...times(20, 'fma 2 <- 1'))).toEqual(oneByOne);
  });

  it('go one by one where many sectors lie between two visits to a line', () => {
    const sent = (count: number) => {
      const sectors = Array.from({ length: count }, (_, index) => index);
      return packets(['store_global <- 1 @0', 'store_global <- 1 @1'], { sectors }).sent;
    };
    // Each line needs a mask, as two words a lane fill only eight sectors.
    expect(sent(16)).toBe(4 * 5);
    expect(sent(24)).toBe(2 * 6 * 5);
  });

  it('do so in private memory, whatever lies between them', () => {
    expect(packets(['store_local <- 1 @0', 'store_local <- 1 @1']).sent).toBe(2 * 2 * 5);
  });
});
