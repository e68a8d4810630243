// What the modelled driver does that can be switched off by name: predict with it, predict without it, compare.

import type { Behaviour } from '../behaviour.ts';

export const HALF_PACKING = 'half-packing';
export const BOUNDS_CHECK = 'bounds-check';
export const ATOMIC_AGGREGATION = 'atomic-aggregation';
export const UNIFORM_DATAPATH = 'uniform-datapath';
export const PIPE_BALANCING = 'pipe-balancing';
export const INSTRUCTION_FUSION = 'instruction-fusion';
export const LANE_CHECK = 'lane-check';
export const SHARED_RECIPROCALS = 'shared-reciprocals';
export const LOAD_BATCHING = 'load-batching';

/** Of the optimiser, then of code generation, in the order in which they first act. */
export const driverBehaviours: readonly Omit<Behaviour, 'stage'>[] = [
  {
    name: 'subgroup-size',
    meaning: 'the size and number of subgroups are constants',
  },
  {
    name: 'arrays-to-registers',
    meaning: 'private variables and arrays live in registers where they can',
  },
  { name: 'folding', meaning: 'constants are folded and identities removed' },
  {
    name: 'common-subexpressions',
    meaning: 'equal values are computed once, known memory is not loaded again',
  },
  { name: 'dead-code', meaning: 'what nothing uses is removed' },
  {
    name: 'control-flow',
    meaning: 'branches with known conditions and empty constructs are removed',
  },
  {
    name: 'loop-invariant-code',
    meaning: 'what does not change in a loop is computed before it',
  },
  {
    name: 'unrolling',
    meaning: 'counted loops are unrolled up to a number of instructions',
  },
  {
    name: 'offset-splitting',
    meaning: 'constants in addresses become immediate offsets of a shared base',
  },
  {
    name: 'strength-reduction',
    meaning: 'division, remainder and multiplication by constants get cheaper forms',
  },
  {
    name: 'float-constants',
    meaning: 'constants in a chain of float products and sums are folded together',
  },
  { name: 'contraction', meaning: 'a product and a sum become one fused multiply-add' },
  {
    name: 'access-merging',
    meaning: 'neighbouring accesses to workgroup memory become wide ones',
  },
  {
    name: 'predication',
    meaning: 'small branches become selects or predicated instructions',
  },
  {
    name: UNIFORM_DATAPATH,
    meaning: 'integer arithmetic on values that a whole warp shares runs once per warp',
  },
  {
    name: INSTRUCTION_FUSION,
    meaning: 'neighbouring integer and logic operations become one machine instruction',
  },
  {
    name: PIPE_BALANCING,
    meaning: 'moves, shifts and sums take the form of a multiply-add where its pipe has less to do',
  },
  { name: HALF_PACKING, meaning: 'operations on neighbouring f16 values work on two at once' },
  { name: BOUNDS_CHECK, meaning: "each access to a storage buffer is compared with the buffer's size" },
  { name: ATOMIC_AGGREGATION, meaning: 'a warp adds up its atomics on one address and sends one' },
  { name: LANE_CHECK, meaning: 'what comes from a lane that is not there reads as zero' },
  {
    name: SHARED_RECIPROCALS,
    meaning: 'quotients of one divisor share its reciprocal, sine and cosine the angle in turns',
  },
  { name: LOAD_BATCHING, meaning: 'instructions are reordered so that loads start early, several at a time' },
];
