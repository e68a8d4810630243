// What the modelled driver does that can be switched off by name: predict with it, predict without it, compare.

export const ROW_PADDING = 'row-padding';
export const HALF_PACKING = 'half-packing';
export const BOUNDS_CHECK = 'bounds-check';
export const ATOMIC_AGGREGATION = 'atomic-aggregation';
export const UNIFORM_DATAPATH = 'uniform-datapath';
export const PIPE_BALANCING = 'pipe-balancing';
export const INSTRUCTION_FUSION = 'instruction-fusion';
export const LANE_CHECK = 'lane-check';
export const SHARED_RECIPROCALS = 'shared-reciprocals';
export const RECOMPUTATION = 'recomputation';
export const LOAD_BATCHING = 'load-batching';

/** By name, of the optimiser, then of code generation, in the order in which they first act: one line for the user. */
export const driverBehaviours: Readonly<Record<string, string>> = {
  [ROW_PADDING]:
    'in workgroup memory, rows of 256 bytes and more are set apart by 16 bytes, and structs packed: vectors of three stand at any word',
  'subgroup-size': 'the size and number of subgroups are constants',
  'arrays-to-registers': 'private variables and arrays live in registers where they can',
  folding: 'constants are folded and identities removed',
  'common-subexpressions': 'equal values are computed once, known memory is not loaded again',
  'dead-code': 'what nothing uses is removed',
  'control-flow': 'branches with known conditions and empty constructs are removed',
  'loop-invariant-code': 'what does not change in a loop is computed before it',
  unrolling: 'counted loops are unrolled up to a number of instructions',
  'offset-splitting': 'constants in addresses become immediate offsets of a shared base',
  'strength-reduction': 'division, remainder and multiplication by constants get cheaper forms',
  'float-constants': 'constants in a chain of float products and sums are folded together',
  contraction: 'a product and a sum become one fused multiply-add',
  'access-merging': 'neighbouring accesses to workgroup memory become wide ones',
  predication: 'small branches become selects or predicated instructions',
  [UNIFORM_DATAPATH]: 'integer arithmetic on values that a whole warp shares runs once per warp',
  [INSTRUCTION_FUSION]: 'neighbouring integer and logic operations become one machine instruction',
  [PIPE_BALANCING]: 'moves, shifts and sums take the form of a multiply-add where its pipe has less to do',
  [HALF_PACKING]: 'operations on neighbouring f16 values work on two at once',
  [BOUNDS_CHECK]: "each access to a storage buffer is compared with the buffer's size",
  [ATOMIC_AGGREGATION]: 'a warp adds up its atomics on one address and sends one',
  [LANE_CHECK]: 'what comes from a lane that is not there reads as zero',
  [SHARED_RECIPROCALS]: 'quotients of one divisor share its reciprocal, sine and cosine the angle in turns',
  [RECOMPUTATION]: 'cheap values are computed again, not kept, where one workgroup more fits for it',
  [LOAD_BATCHING]: 'instructions are reordered so that loads start early, several at a time',
};
