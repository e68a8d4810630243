// Rows of DRAM. Each of its banks has one row open. Of reads alone or writes alone, those of an open row go first, but
// reads and writes are served in turns, and each turn closes rows of the other that lie in the same banks (Lee et al.
// 2010, "DRAM-aware last-level cache writeback", call it write-caused interference). A copy, whose bandwidth profiles
// have, reads one place and writes another, which mostly lie in different banks. A warp that reads and writes many
// places at once, such as the planes of a lattice, loses the row of each with a probability of
// 1 − (1 − 1 / banks)^(places of the other kind beyond a copy's one).
//
// Counted is what a warp asks for in one run of instructions, which others ask for in the same rows a little later. What
// is written goes to DRAM long after what is read, so that a place that is both counts as both.

import type { Memory } from '../profile/profile.ts';
import { isReadAccess, isWriteAccess } from './flat-program.ts';
import { forEachAccess, type PreparedTrace } from './prepared-trace.ts';

/** By buffer, how much of what is asked for or stored goes on to DRAM. */
export interface Misses {
  readonly read: Float64Array;
  readonly written: Float64Array;
}

/** So many times as long DRAM takes for the launch as for one that copies. */
export function rowConflictFactor(prepared: PreparedTrace, memory: Memory, misses: Misses): number {
  const { dramRowBytes, dramBanks, dramRowConflict } = memory;
  if (!dramRowBytes || !dramBanks || !dramRowConflict) return 1;
  const share = conflictShare(prepared, memory.lineBytes.value / dramRowBytes.value, dramBanks.value, misses);
  return 1 + share * dramRowConflict.value;
}

const known = new WeakMap<PreparedTrace, Map<string, number>>();

/** Of what goes to DRAM, the part whose row was closed in between; once for all profiles that differ by rates alone. */
function conflictShare(prepared: PreparedTrace, rowsPerLine: number, banks: number, misses: Misses): number {
  const ofTrace = known.get(prepared) ?? new Map<string, number>();
  known.set(prepared, ofTrace);
  const key = [rowsPerLine, banks, ...misses.read, ...misses.written].join();
  const share = ofTrace.get(key) ?? countConflicts(prepared, rowsPerLine, banks, misses);
  ofTrace.set(key, share);
  return share;
}

function countConflicts(
  prepared: PreparedTrace,
  rowsPerLine: number,
  banks: number,
  { read, written }: Misses,
): number {
  const { accessFirstLine, lines, lineNumber, lineBuffer } = prepared;
  /** Rows of the run and how much of what is asked of them goes to DRAM. */
  const readRows = new Map<number, number>();
  const writtenRows = new Map<number, number>();
  let [run, weightOfRun, rows, conflicts] = [-1, 0, 0, 0];
  const endRun = () => {
    const [reads, writes] = [sumOf(readRows), sumOf(writtenRows)];
    rows += weightOfRun * (reads + writes);
    conflicts += weightOfRun * (reads * closedBy(writes, banks) + writes * closedBy(reads, banks));
    readRows.clear();
    writtenRows.clear();
  };
  forEachAccess(prepared, (_, kind, weight, access, entry) => {
    if (entry !== run) endRun();
    [run, weightOfRun] = [entry, weight];
    for (let index = accessFirstLine[access]; index < accessFirstLine[access + 1]; index++) {
      const row = Math.floor(lineNumber[lines[index]] * rowsPerLine);
      const buffer = lineBuffer[lines[index]];
      if (isReadAccess(kind)) readRows.set(row, read[buffer]);
      if (isWriteAccess(kind)) writtenRows.set(row, written[buffer]);
    }
  });
  endRun();
  return rows === 0 ? 0 : conflicts / rows;
}

/** The probability that a turn of so many rows of the other kind closes one. */
function closedBy(others: number, banks: number): number {
  return 1 - (1 - 1 / banks) ** Math.max(0, others - ROWS_OF_A_COPY);
}

function sumOf(shares: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const share of shares.values()) sum += share;
  return sum;
}

/** Of each kind: what the bandwidths of profiles were measured with. */
const ROWS_OF_A_COPY = 1;
