// Rows of DRAM: what a launch pays for asking for many of them at once, by hand on the toy's lines of 128 bytes.

import { describe, expect, it } from 'vitest';
import { rowConflictFactor } from '../../src/emulate/dram-rows.ts';
import { prepareTrace } from '../../src/emulate/prepared-trace.ts';
import type { Memory } from '../../src/profile/profile.ts';
import { toy } from './toy.ts';
import { buildTrace, lineSectors } from './trace-builder.ts';

const given = (value: number) => ({ value, source: 'derived:round number' });
/** Rows of four lines, four banks, a conflict that costs half as much again. */
const memory: Memory = {
  ...toy.memory,
  dramRowBytes: given(512),
  dramBanks: given(4),
  dramRowConflict: given(0.5),
};

/** One warp asks for the lines of each run at once: those it reads, then those it writes. */
function factorOf(runs: readonly { read?: number[]; written?: number[] }[], missing = 1, profile = memory) {
  const segments = runs.map(({ read = [], written = [] }) => [
    ...read.map((_, at) => `load_global ${at + 1} @${at}`),
    ...written.map((_, at) => `store_global <- 1 @${read.length + at}`),
  ]);
  const entries = runs.map(({ read = [], written = [] }, segment) => ({
    segment,
    accesses: [...read, ...written].map((line) => ({ sectors: lineSectors(line) })),
  }));
  const prepared = prepareTrace(buildTrace({ segments, workgroups: [[entries]] }), profile);
  const misses = new Float64Array(prepared.bufferCount).fill(missing);
  return rowConflictFactor(prepared, profile, { read: misses, written: misses });
}

describe('rows of DRAM', () => {
  it('cost nothing where a launch reads or writes alone or copies, as bandwidths were measured', () => {
    expect(factorOf([{ read: [0, 10, 20, 30] }])).toBe(1);
    expect(factorOf([{ written: [0, 10, 20, 30] }])).toBe(1);
    expect(factorOf([{ read: [0, 1, 2, 3], written: [100] }])).toBe(1);
  });

  it('are closed by turns of the other kind the oftener, the more rows these ask for', () => {
    // Three reads and two writes: a read meets one write more than in a copy, a write two reads more.
    const share = (3 * (1 - 0.75) + 2 * (1 - 0.75 ** 2)) / 5;
    expect(factorOf([{ read: [0, 10, 20], written: [30, 40] }])).toBeCloseTo(1 + 0.5 * share, 9);
    // The same row, read and written, is asked for at two times.
    expect(factorOf([{ read: [0, 10, 20], written: [0, 10] }])).toBeCloseTo(1 + 0.5 * share, 9);
  });

  it('are asked for at once within a run of instructions only', () => {
    expect(
      factorOf([
        { read: [0], written: [10] },
        { read: [20], written: [30] },
      ]),
    ).toBe(1);
  });

  it('count as far as caches do not have them, and nothing where the profile has no rows', () => {
    const runs = [{ read: [0, 10, 20, 30], written: [40, 50, 60, 70] }];
    expect(factorOf(runs, 0)).toBe(1);
    expect(factorOf(runs, 0.5)).toBeCloseTo(1 + 0.5 * 0.25, 9);
    expect(factorOf(runs, 1, toy.memory)).toBe(1);
  });
});
