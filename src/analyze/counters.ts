// What a profiler would have counted, from a prediction: the counters of chapter 5 of Magni's thesis (section 5.5.1 and
// its appendix A) as far as they mean something on any device, each for the whole dispatch.

import type { Trace } from '../execute/trace.ts';
import type { Prediction } from '../predict/prediction.ts';

/** Names and units of all counters, in the order in which they are shown. */
export const COUNTERS = {
  instructions: { words: 'instructions issued', unit: 'warp instructions' },
  floatInstructions: { words: 'float multiplies and adds', unit: 'warp instructions' },
  integerInstructions: { words: 'integer and logic instructions', unit: 'warp instructions' },
  specialInstructions: { words: 'special functions and conversions', unit: 'warp instructions' },
  branches: { words: 'branches', unit: 'warp instructions' },
  activeLanes: { words: 'active lanes', unit: 'share of all lanes' },
  loads: { words: 'loads from buffers', unit: 'warp instructions' },
  stores: { words: 'stores and atomics to buffers', unit: 'warp instructions' },
  workgroupAccesses: { words: 'accesses to workgroup memory', unit: 'warp instructions' },
  bankConflicts: { words: 'bank conflicts', unit: 'cycles per access' },
  privateAccesses: { words: 'accesses to spilled and private memory', unit: 'warp instructions' },
  sectorsPerRequest: { words: 'sectors per request', unit: 'sectors' },
  l1MissRate: { words: 'misses of L1', unit: 'share of its sectors' },
  l2Bytes: { words: 'bytes through L2', unit: 'bytes' },
  l2MissRate: { words: 'misses of L2', unit: 'share of its sectors' },
  dramBytes: { words: 'bytes through DRAM', unit: 'bytes' },
  barriers: { words: 'barriers', unit: 'warp instructions' },
  occupancy: { words: 'occupancy', unit: 'share of all warps' },
  warpsPerDispatch: { words: 'warps', unit: 'warps' },
  registers: { words: 'registers per thread', unit: 'registers' },
  issueUse: { words: 'issue slots used', unit: 'share of the time' },
} as const;

export type Counter = keyof typeof COUNTERS;
export type Counters = Readonly<Record<Counter, number>>;

export const counterNames = Object.keys(COUNTERS) as Counter[];

/** Cost classes (isa/cost-classes.json) that count together. */
const CLASSES = {
  floatInstructions: /^(fma|fp16|fp64)$/,
  integerInstructions: /^(imad|imad_hi|alu|alu_predicate|uniform|vote|reduction)$/,
  specialInstructions: /^(sfu|root|convert)$/,
  branches: /^branch$/,
  loads: /^(load_global|load_scalar|texture_load|texture_sample|surface_load)$/,
  stores: /^(store_global|atomic_global|reduce_global|surface_store)$/,
  workgroupAccesses: /^(load_shared|store_shared|atomic_shared|compare_shared)$/,
  privateAccesses: /^(load_local|store_local)$/,
  barriers: /^barrier$/,
} as const satisfies Partial<Record<Counter, RegExp>>;

/** @param trace what the prediction was made from; says how many lanes were active */
export function countersOf(prediction: Prediction, trace: Trace): Counters {
  const { instructions, memory, occupancy, resources, sampling } = prediction;
  const warps = (sampling.ofWorkgroups * occupancy.warpsPerSm) / occupancy.workgroupsPerSm;
  const ofClasses = (pattern: RegExp) => {
    const counts = Object.entries(instructions.byClass).filter(([name]) => pattern.test(name));
    return warps * counts.reduce((sum, [, count]) => sum + count, 0);
  };
  const byClass = Object.fromEntries(
    Object.entries(CLASSES).map(([name, pattern]) => [name, ofClasses(pattern)]),
  ) as Record<keyof typeof CLASSES, number>;
  return {
    ...byClass,
    instructions: warps * instructions.perWarp,
    activeLanes: activeShare(trace),
    bankConflicts: memory.bankConflicts,
    sectorsPerRequest: memory.sectorsPerRequest,
    l1MissRate: 1 - memory.l1HitRate,
    l2Bytes: memory.l2Bytes,
    l2MissRate: 1 - memory.l2HitRate,
    dramBytes: memory.dramBytes,
    occupancy: occupancy.fraction,
    warpsPerDispatch: warps,
    registers: prediction.registersPerThread,
    issueUse: resources.find(({ name }) => name === 'issue')?.utilization ?? 0,
  };
}

/** Mean share of a warp's lanes that took part in an instruction, which is 1 where nothing diverges. */
function activeShare({ program, geometry, entrySegment, entryLanes, entryWeight }: Trace): number {
  let [lanes, all] = [0, 0];
  for (let entry = 0; entry < entrySegment.length; entry++) {
    const issued = entryWeight[entry] * program.segments[entrySegment[entry]].instructions.length;
    lanes += issued * entryLanes[entry];
    all += issued * geometry.subgroupSize;
  }
  return all === 0 ? 1 : lanes / all;
}
