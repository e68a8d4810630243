// What an atomic on a buffer costs the slices of L2, in sectors that come alone. Sectors of one line come together and
// take less each than one by itself; to a compare-exchange they cost more, as do lanes that meet.

import type { Trace } from '../execute/trace.ts';
import type { Memory } from '../profile/profile.ts';
import { bitCount } from './bit-count.ts';
import { type FlatProgram, isGlobalAtomic } from './flat-program.ts';
import type { PreparedTrace } from './prepared-trace.ts';

type Requests = Pick<PreparedTrace, 'accessFirstLine' | 'accessSectors' | 'masks'>;

/** By access; those of no atomic mean nothing, and there are none where the program has no atomics. */
export function atomicWork(
  trace: Trace,
  program: FlatProgram,
  { accessFirstLine, accessSectors, masks }: Requests,
  memory: Memory,
): Float32Array {
  if (!program.kind.some(isGlobalAtomic)) return new Float32Array(0);
  const further = memory.atomicFurtherSector?.value ?? 1;
  const work = Float32Array.from(accessSectors, (sectors, access) => {
    const lines = accessFirstLine[access + 1] - accessFirstLine[access];
    return lines + (sectors - lines) * further;
  });
  const { exchangeAccess, exchangeWord, accessPasses } = trace;
  for (let first = 0; first < exchangeAccess.length; ) {
    const access = exchangeAccess[first];
    let end = first + 1;
    while (exchangeAccess[end] === access) end++;
    const sectors = accessSectors[access];
    let alone = 0;
    for (let at = accessFirstLine[access]; at < accessFirstLine[access + 1]; at++)
      if (bitCount(masks[at]) === 1) alone++;
    const isAlone = distinct(exchangeWord, first, end) <= sectors;
    work[access] =
      alone + (sectors - alone) * BESIDE_OTHERS + (isAlone ? 0 : (accessPasses[access] - 1) * FURTHER_PASS);
    first = end;
  }
  return work;
}

/**
 * What a compare-exchange costs a slice for a sector that comes beside others of its line: 32 words of a line take 10.1
 * cycles, one word of each of its sectors 9.3, words of lines of their own 1.5 each, where additions take 5.0, 5.5 and
 * 1.5 (microbench/atomics, places).
 */
const BESIDE_OTHERS = 1.85;
/**
 * And, over a single word's, for a further lane of several words of a sector: lanes that go around for 16, 64, 256 and
 * 1,024 words take 19, 29, 53 and 57 cycles of a slice for each of their warp's rounds (microbench/retries.wgsl).
 */
const FURTHER_PASS = 0.4;

/** How many of a few numbers differ. */
function distinct(numbers: Float64Array, first: number, end: number): number {
  let count = 0;
  for (let at = first; at < end; at++) if (numbers.indexOf(numbers[at], first) === at) count++;
  return count;
}
