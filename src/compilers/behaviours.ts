// The behaviours of the modelled compilers that can be switched off by name, so that "what does this behaviour cost or
// bring" is a question with an answer: predict with it, predict without it, compare.

import type { Behaviour } from './behaviour.ts';
import { driverBehaviours } from './nvidia/behaviours.ts';

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
  ...driverBehaviours.map((each): Behaviour => ({ ...each, stage: 'driver' })),
];
