// What an atomic on a buffer costs the slices of L2, in sectors that come alone. Sectors of one line come together and
// take less each than one by itself; a compare-exchange takes longer than other operations, which change all words of a
// sector at once.

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
  const { exchangeAccess, exchangeWord } = trace;
  for (let first = 0; first < exchangeAccess.length; ) {
    const access = exchangeAccess[first];
    let end = first + 1;
    while (exchangeAccess[end] === access) end++;
    const words = distinct(exchangeWord, first, end);
    if (accessSectors[access] > 0)
      work[access] = EXCHANGE * (work[access] + FURTHER_WORD * Math.max(0, words - accessSectors[access]));
    first = end;
  }
  return work;
}

/**
 * What a compare-exchange costs over other operations, and each further word of a sector over a sector: lanes that go
 * around for 16, 64, 256 and 1,024 words take 20, 29, 53 and 57 cycles of a slice for each of their warp's rounds, and
 * 72 a nanosecond go through where 95 additions do (microbench/retries.wgsl, microbench/atomics).
 */
const EXCHANGE = 1.4;
const FURTHER_WORD = 0.35;

/** How many of a few numbers differ. */
function distinct(numbers: Float64Array, first: number, end: number): number {
  let count = 0;
  for (let at = first; at < end; at++) if (numbers.indexOf(numbers[at], first) === at) count++;
  return count;
}
