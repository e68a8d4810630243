// What each kind of finding means and what to do about it, as code scanning shows beside an alert.

import type { CauseKind } from '../analyze/diagnosis.ts';

export type RuleName = CauseKind | 'regression';

interface Rule {
  readonly short: string;
  readonly full: string;
  readonly help: string;
}

export const RULES: Readonly<Record<RuleName, Rule>> = {
  regression: {
    short: 'Predicted to be slower than recorded',
    full: 'The predicted time is longer than the one recorded in the baseline by more than predicted differences between versions of a kernel are off.',
    help: 'Compare with the kernel before the change (diagnose --against). If the new time is meant, record it with --update.',
  },
  coalescing: {
    short: 'Uncoalesced access',
    full: 'The lanes of a subgroup touch more sectors of memory than their bytes need.',
    help: 'Let neighbouring invocations use neighbouring elements, or reorder through workgroup memory.',
  },
  'bank-conflicts': {
    short: 'Bank conflicts in workgroup memory',
    full: 'Lanes of a subgroup use different words of one bank, which are served one after the other.',
    help: 'Pad the rows of the array, or change which lane takes which element.',
  },
  guards: {
    short: 'Code that only guards',
    full: 'Instructions that the shader compiler adds for safety take issue slots and registers.',
    help: 'Indices that are provably in bounds, divisors that are constants and loops with constant bounds need no guard.',
  },
  'private-array': {
    short: 'Private array indexed at run time',
    full: 'An array of each invocation lies in memory, or is picked from registers by comparisons, because only run time knows its index.',
    help: 'Unroll the loop that indexes it, so that every index is known, or keep it in workgroup memory.',
  },
  occupancy: {
    short: 'Few warps at once',
    full: 'A limit keeps an SM from holding enough warps to hide latencies.',
    help: 'Use less of what limits occupancy (registers, workgroup memory), another workgroup size, or a larger grid.',
  },
  barrier: {
    short: 'Waiting at barriers',
    full: 'Subgroups wait for the slowest of their workgroup, with too few other workgroups to fill the gap.',
    help: 'Fewer barriers, smaller workgroups, or more workgroups per SM.',
  },
  launch: {
    short: 'Time spent on launching',
    full: 'The overhead of the dispatch, or starting its workgroups, is a large part of the time.',
    help: 'Do more in one dispatch, or more per workgroup.',
  },
  atomics: {
    short: 'Atomics on few places',
    full: 'Atomic operations on one address, or in one part of L2, are done one after the other.',
    help: 'Gather in registers or workgroup memory first, and add once per workgroup.',
  },
  dram: {
    short: 'DRAM traffic',
    full: 'The kernel moves as many bytes to and from DRAM as its bandwidth allows.',
    help: 'Touch data once, keep them in smaller types, or fuse with the kernel that makes or uses them.',
  },
  division: {
    short: 'Integer divisions by run-time values',
    full: 'Integer division and remainder become chains of conversions and a reciprocal.',
    help: 'Divide by constants, or carry quotient and remainder along.',
  },
  waiting: {
    short: 'Waiting for data',
    full: 'Warps wait for loads with too few other warps to hide it.',
    help: 'Start several loads before the first result is used, or raise occupancy.',
  },
  throughput: {
    short: 'A unit at its limit',
    full: 'A unit is busy most of the time, and warps queue for it.',
    help: 'Ask less of this unit: fewer or wider instructions, data kept in registers.',
  },
  tail: {
    short: 'Idle at the end',
    full: 'Part of the device waits for the last workgroups.',
    help: 'Smaller pieces of work of equal size, or a grid that fills whole waves.',
  },
};
