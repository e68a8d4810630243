// The counters of a prediction in words.

import type { Counter } from '../analyze/counters.ts';

export const COUNTER_WORDS: Readonly<Record<Counter, string>> = {
  instructions: 'instructions issued',
  floatInstructions: 'float multiplies and adds',
  integerInstructions: 'integer and logic instructions',
  specialInstructions: 'special functions and conversions',
  branches: 'branches',
  activeLanes: 'active lanes',
  loads: 'loads from buffers',
  stores: 'stores and atomics to buffers',
  workgroupAccesses: 'accesses to workgroup memory',
  bankConflicts: 'bank conflicts',
  privateAccesses: 'accesses to spilled and private memory',
  sectorsPerRequest: 'sectors per request',
  l1MissRate: 'misses of L1',
  l2Bytes: 'bytes through L2',
  l2MissRate: 'misses of L2',
  dramBytes: 'bytes through DRAM',
  barriers: 'barriers',
  occupancy: 'occupancy',
  warpsPerDispatch: 'warps',
  registers: 'registers per thread',
};
