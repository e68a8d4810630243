// What is left out of the model, one mechanism or group at a time: behaviours of the compilers make another
// program, parts of the machine another profile, another scheduler or another reading of the estimate.

import { numberAt, withNumber } from '../../src/calibrate/field.ts';
import { behaviours } from '../../src/compilers/behaviours.ts';
import type { Estimate } from '../../src/emulate/estimate.ts';
import { oldestFirst } from '../../src/emulate/schedulers/oldest-first.ts';
import type { SchedulerPolicy } from '../../src/emulate/schedulers/policy.ts';
import type { Memory, Profile } from '../../src/profile/profile.ts';
import { roundRobin } from './round-robin.ts';

export interface Ablation {
  readonly title: string;
  /** Behaviours of the modelled compilers that are left out. */
  readonly without?: readonly string[];
  readonly profile?: (profile: Profile) => Profile;
  readonly policy?: SchedulerPolicy;
  /** The time when it is not the estimate's own. */
  readonly timeNs?: (estimate: Estimate, profile: Profile) => number;
}

export const WHOLE = 'whole model';

/** Optional numbers that turn a mechanism off by being absent. */
function withoutNumber(profile: Profile, key: keyof Memory): Profile {
  const { [key]: _, ...memory } = profile.memory;
  return { ...profile, memory: memory as Memory };
}

/** Loads pass by L1, L2 keeps nothing, and whatever L2 would have answered takes as long as DRAM. */
function withoutCaches(profile: Profile): Profile {
  const number = (field: string) => numberAt(profile, field)!;
  const latency = number('resources.dram.latencyCycles');
  const changes: Readonly<Record<string, number>> = {
    'resources.l2.latencyCycles': latency,
    'memory.l2FarLatencyCycles': latency,
    'memory.l2Bytes': number('memory.lineBytes'),
    'memory.l2NearBytes': number('memory.lineBytes'),
    'memory.l2BytesPerSecond': number('memory.dramReadBytesPerSecond'),
    'memory.l2WriteBytesPerSecond': number('memory.dramWriteBytesPerSecond'),
  };
  const changed = Object.entries(changes).reduce(
    (made, [field, value]) => withNumber(made, field, value),
    profile,
  );
  const { cachesGlobalLoadsInL1 } = changed.memory;
  return {
    ...changed,
    memory: { ...changed.memory, cachesGlobalLoadsInL1: { ...cachesGlobalLoadsInL1, value: false } },
  };
}

const guards = behaviours.filter(({ stage }) => stage === 'dialect').map(({ name }) => name);
const all = behaviours.map(({ name }) => name);
const SCALAR = ['folding', 'common-subexpressions', 'dead-code', 'loop-invariant-code', 'strength-reduction'];

export const ablations: readonly Ablation[] = [
  { title: WHOLE },
  { title: 'no model of the compilers', without: all },
  { title: "no guards and clamps of Tint's", without: guards },
  { title: 'no bounds checks of the driver', without: ['bounds-check'] },
  { title: 'no unrolling', without: ['unrolling'] },
  { title: 'no scalar optimisation', without: SCALAR },
  { title: 'no load batching', without: ['load-batching'] },
  { title: 'no instruction fusion', without: ['instruction-fusion'] },
  { title: 'no access merging', without: ['access-merging'] },
  { title: 'no predication', without: ['predication'] },
  { title: 'no atomic aggregation', without: ['atomic-aggregation'] },
  { title: 'no caches', profile: withoutCaches },
  {
    title: 'no L1',
    profile: (profile) => ({
      ...profile,
      memory: { ...profile.memory, cachesGlobalLoadsInL1: { value: false, source: 'guess: ablation' } },
    }),
  },
  {
    title: 'no cost of address translation',
    profile: (profile) => withNumber(profile, 'memory.pageLookUpCycles', 0),
  },
  {
    title: 'partly written sectors at the price of whole ones',
    profile: (profile) => withoutNumber(profile, 'l2ScatteredWritesPerSecond'),
  },
  {
    title: 'no spread of DRAM latencies',
    profile: (profile) => withoutNumber(profile, 'dramLatencySpreadCycles'),
  },
  { title: 'round-robin schedulers', policy: roundRobin },
  { title: 'oldest-first schedulers', policy: oldestFirst },
  {
    title: 'no imbalance between workgroups',
    timeNs: ({ timeNs, imbalanceFraction, cycles }, { clockHz }) =>
      timeNs - ((imbalanceFraction * cycles) / clockHz.value) * 1e9,
  },
];
