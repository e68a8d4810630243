// What a behaviour of a modelled compiler is.

/** Safety code of the shader compiler, which dialect `raw` lacks, or a doing of the device's compiler. */
export type Stage = 'dialect' | 'driver';

export interface Behaviour {
  readonly name: string;
  readonly stage: Stage;
  /** One line for the user. */
  readonly meaning: string;
}
