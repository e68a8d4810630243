// What holds a kernel back, in words.

import type { Limit, Limiting } from '../analyze/limit.ts';

/** Of a limit with a smaller elasticity the time hangs on other things altogether. */
const STANDS_OUT = 0.2;

/**
 * What holds the kernel back, in words: `limited by dram latency`, `limit undecided between dram latency and
 * shared throughput`.
 * @param place where it acts: ` in line 7`
 */
export function describeLimit({ rival, ...limit }: Limit, place = ''): string {
  const name = `${describeBottleneck(limit)}${place}`;
  if (limit.elasticity < STANDS_OUT) return `limited by no one resource; most by ${name}`;
  return rival ? `limit undecided between ${name} and ${describeBottleneck(rival)}` : `limited by ${name}`;
}

/** `shared throughput`, `launch overhead`. */
export function describeBottleneck({ resource, kind }: Limiting): string {
  if (resource === 'launch' && kind === 'throughput') return 'workgroup starts';
  if (resource === 'launch' && kind === 'latency') return 'workgroup start latency';
  switch (kind) {
    case 'launch':
      return 'launch overhead';
    case 'occupancy':
      return 'too few warps at once';
    case 'tail':
      return 'the last wave';
    default:
      return `${resource} ${kind}`;
  }
}
