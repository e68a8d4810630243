// All behaviours of the modelled compilers that can be switched off by name, whichever part models them.

import { behaviours as optimizeBehaviours } from '../compilers/behaviours.ts';
import { codegenBehaviours } from '../compilers/nvidia/behaviours.ts';

export interface Behaviour {
  readonly name: string;
  /** `dialect`: safety code of the shader compiler, absent from dialect `raw`; `driver`: the device's compiler. */
  readonly stage: 'dialect' | 'driver';
  /** One line for the user. */
  readonly meaning: string;
}

/** In the order in which they first act. */
export const behaviours: readonly Behaviour[] = [
  ...optimizeBehaviours,
  ...codegenBehaviours.map(({ name, meaning }): Behaviour => ({ name, stage: 'driver', meaning })),
];
