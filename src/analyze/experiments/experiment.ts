// A change to try in the model: how it is put to the user, and the timing of the kernel with it.

import type { TimingInput } from '../../emulate/device.ts';
import type { Advice } from '../diagnosis.ts';

export interface Experiment extends Omit<Advice, 'expectedSpeedup' | 'timeNs'> {
  /** The most of the time that this could save, 0 to 1: what promises too little is not tried. */
  readonly promise: number;
  /** Made only when it is tried; undefined when it turns out that it cannot be. */
  readonly timing: () => TimingInput | undefined;
  /** True where that compiles the kernel anew, which costs most of a prediction. */
  readonly isCompiled?: boolean;
  /** How much more than now the changed launch does. */
  readonly work?: number;
}

/** What compiles another version of the kernel and executes a sample of it. */
export type Recompile = (change: {
  /** Another source. */
  readonly text?: string;
  /** Behaviours of the compilers to leave out besides. */
  readonly without?: readonly string[];
}) => TimingInput | undefined;
