// The behaviours of the modelled compilers that can be switched off by name, so that "what does this behaviour cost or
// bring" is a question with an answer: predict with it, predict without it, compare.

import { driverBehaviours } from './nvidia/behaviours.ts';

/** Safety code of the shader compiler, which dialect `raw` lacks, or a doing of the device's compiler. */
export type Stage = 'dialect' | 'driver';

/** Something that a modelled compiler does and that `without` can leave out by its name. */
export interface Behaviour {
  readonly name: string;
  readonly stage: Stage;
  /** One line for the user. */
  readonly meaning: string;
}

/** Of the shader compilers, in the order in which they first act. */
const dialectBehaviours: Readonly<Record<string, string>> = {
  'loop-guard': 'a 64-bit counter ends each loop (naga) or each that is not known to be finite (Dawn)',
  'division-guard': 'integer divisors that could trap are replaced by 1',
  'conversion-clamp': 'floats are clamped before they become integers',
  'workgroup-init': 'workgroup memory is zeroed at entry, then a barrier',
  'index-clamp': 'indices into fixed-size arrays are clamped; not by Dawn where they are provably inside',
};

/** In the order in which they first act. */
export const behaviours: readonly Behaviour[] = [
  ...Object.entries(dialectBehaviours).map(([name, meaning]) => ({
    name,
    stage: 'dialect' as const,
    meaning,
  })),
  ...Object.entries(driverBehaviours).map(([name, meaning]) => ({ name, stage: 'driver' as const, meaning })),
];
