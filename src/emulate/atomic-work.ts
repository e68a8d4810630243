// What an atomic on a buffer costs the slices of L2, in sectors that come alone. Sectors of one line come together and
// take less each than one by itself; to a compare-exchange they cost more.

import type { Trace } from '../execute/trace.ts';
import type { Memory } from '../profile/profile.ts';
import { type FlatProgram, isGlobalAtomic } from './flat-program.ts';
import type { PreparedTrace } from './prepared-trace.ts';

type Requests = Pick<PreparedTrace, 'accessFirstLine' | 'accessSectors'>;

/** By access; those of no atomic mean nothing, and there are none where the program has no atomics. */
export function atomicWork(
  trace: Trace,
  program: FlatProgram,
  { accessFirstLine, accessSectors }: Requests,
  memory: Memory,
): Float32Array {
  if (!program.kind.some(isGlobalAtomic)) return new Float32Array(0);
  const further = memory.atomicFurtherSector?.value ?? 1;
  const work = Float32Array.from(accessSectors, (sectors, access) => {
    const lines = accessFirstLine[access + 1] - accessFirstLine[access];
    return lines + (sectors - lines) * further;
  });
  for (const access of new Set(trace.exchangeAccess)) {
    const lines = accessFirstLine[access + 1] - accessFirstLine[access];
    work[access] += (accessSectors[access] - lines) * further * (EXCHANGE - 1);
  }
  return work;
}

/**
 * What a further sector of a line costs a compare-exchange over other operations, whatever the words of it: 32 words of
 * a line take 10.1 cycles of a slice for 5.0, one word of each of its sectors 9.3 for 5.5, words of lines of their own
 * 1.5 either way (microbench/atomics, places).
 */
const EXCHANGE = 2;
