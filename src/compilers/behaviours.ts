// The behaviours of the modelled compilers that can be switched off by name, so that "what does this behaviour cost or
// bring" is a question with an answer: predict with it, predict without it, compare.

import { driverBehaviours } from './nvidia/behaviours.ts';

/** Safety code of the shader compiler, which dialect `raw` lacks, or a doing of the device's compiler. */
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
  ...driverBehaviours.map((each): Behaviour => ({ ...each, stage: 'driver' })),
];
