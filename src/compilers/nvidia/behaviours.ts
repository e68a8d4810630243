// What code generation does that can be switched off by name, as in `optimize/behaviours.ts`: predict with it,
// predict without it, compare.

export interface CodegenBehaviour {
  readonly name: string;
  /** One line for the user. */
  readonly meaning: string;
}

export const HALF_PACKING = 'half-packing';
export const BOUNDS_CHECK = 'bounds-check';
export const ATOMIC_AGGREGATION = 'atomic-aggregation';
export const UNIFORM_DATAPATH = 'uniform-datapath';
export const PIPE_BALANCING = 'pipe-balancing';
export const INSTRUCTION_FUSION = 'instruction-fusion';
export const LANE_CHECK = 'lane-check';
export const SHARED_RECIPROCALS = 'shared-reciprocals';
export const LOAD_BATCHING = 'load-batching';

/** In the order in which they act. */
export const codegenBehaviours: readonly CodegenBehaviour[] = [
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
