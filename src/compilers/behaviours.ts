// The behaviours of the modelled compiler chain that can be switched off by name, so that "what does this
// behaviour cost or bring" is a question with an answer: predict with it, predict without it, compare.

/** Part of the chain that a behaviour belongs to; dialect `raw` has no `dialect` behaviours. */
export type Stage = 'dialect' | 'driver';

export interface Behaviour {
  readonly name: string;
  readonly stage: Stage;
  /** One line for the user. */
  readonly meaning: string;
}

/** In the order in which they first act. */
export const behaviours: readonly Behaviour[] = [
  {
    name: 'loop-guard',
    stage: 'dialect',
    meaning: 'a 64-bit counter ends each loop (naga) or each that is not known to be finite (Dawn)',
  },
  { name: 'division-guard', stage: 'dialect', meaning: 'integer divisors that could trap are replaced by 1' },
  { name: 'conversion-clamp', stage: 'dialect', meaning: 'floats are clamped before they become integers' },
  {
    name: 'workgroup-init',
    stage: 'dialect',
    meaning: 'workgroup memory is zeroed at entry, then a barrier',
  },
  {
    name: 'index-clamp',
    stage: 'dialect',
    meaning: 'indices into fixed-size arrays are clamped; not by Dawn where they are provably inside',
  },
  {
    name: 'subgroup-size',
    stage: 'driver',
    meaning: 'the size and number of subgroups are constants',
  },
  {
    name: 'arrays-to-registers',
    stage: 'driver',
    meaning: 'private variables and arrays live in registers where they can',
  },
  { name: 'folding', stage: 'driver', meaning: 'constants are folded and identities removed' },
  {
    name: 'common-subexpressions',
    stage: 'driver',
    meaning: 'equal values are computed once, known memory is not loaded again',
  },
  { name: 'dead-code', stage: 'driver', meaning: 'what nothing uses is removed' },
  {
    name: 'control-flow',
    stage: 'driver',
    meaning: 'branches with known conditions and empty constructs are removed',
  },
  {
    name: 'loop-invariant-code',
    stage: 'driver',
    meaning: 'what does not change in a loop is computed before it',
  },
  {
    name: 'unrolling',
    stage: 'driver',
    meaning: 'counted loops are unrolled up to a number of instructions',
  },
  {
    name: 'offset-splitting',
    stage: 'driver',
    meaning: 'constants in addresses become immediate offsets of a shared base',
  },
  {
    name: 'strength-reduction',
    stage: 'driver',
    meaning: 'division, remainder and multiplication by constants get cheaper forms',
  },
  {
    name: 'float-constants',
    stage: 'driver',
    meaning: 'constants in a chain of float products and sums are folded together',
  },
  { name: 'contraction', stage: 'driver', meaning: 'a product and a sum become one fused multiply-add' },
  {
    name: 'access-merging',
    stage: 'driver',
    meaning: 'neighbouring accesses to workgroup memory become wide ones',
  },
  {
    name: 'predication',
    stage: 'driver',
    meaning: 'small branches become selects or predicated instructions',
  },
];

const NAMES: ReadonlySet<string> = new Set(behaviours.map((each) => each.name));

/** True when `name` is a behaviour of this stage of the chain. */
export function isBehaviour(name: string): boolean {
  return NAMES.has(name);
}
