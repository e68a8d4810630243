// What a profiler would have counted, from a prediction: the counters of chapter 5 of Magni's thesis (section 5.5.1 and
// its appendix A) as far as they mean something on any device, each for the whole dispatch. None is a rate: what time
// enters into would explain time by itself.

import type { Trace } from '../execute/trace.ts';
import type { Prediction } from '../predict/prediction.ts';

/** All counters with their units, in the order in which they are shown. */
export const COUNTER_UNITS = {
  instructions: 'warp instructions',
  floatInstructions: 'warp instructions',
  integerInstructions: 'warp instructions',
  specialInstructions: 'warp instructions',
  branches: 'warp instructions',
  activeLanes: 'share of all lanes',
  loads: 'warp instructions',
  stores: 'warp instructions',
  workgroupAccesses: 'warp instructions',
  bankConflicts: 'cycles per access',
  privateAccesses: 'warp instructions',
  sectorsPerRequest: 'sectors',
  l1MissRate: 'share of its sectors',
  l2Bytes: 'bytes',
  l2MissRate: 'share of its sectors',
  dramBytes: 'bytes',
  barriers: 'warp instructions',
  occupancy: 'share of all warps',
  warpsPerDispatch: 'warps',
  registers: 'registers',
} as const;

export type Counter = keyof typeof COUNTER_UNITS;
export type Counters = Readonly<Record<Counter, number>>;

export const counterNames = Object.keys(COUNTER_UNITS) as Counter[];

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
  const { instructions, memory, occupancy, sampling } = prediction;
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
