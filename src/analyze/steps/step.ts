// A next step before it is carried out: what would be changed, in one way or several, and how it is put to
// the user. Nothing is said of a step that was not edited, compiled, executed and timed.

import type { TimingInput } from '../../emulate/device.ts';
import type { Transformed } from '../../transform/index.ts';
import type { Place } from '../diagnosis.ts';

/** What is compiled and executed anew. */
export interface Change {
  /** The kernel and its launch, edited. */
  readonly edited?: Transformed;
  /** Behaviours of the compilers that the user can switch off. */
  readonly without?: readonly string[];
}

/** One way of taking a step: with one factor, for instance. */
export interface Way {
  readonly title: string;
  readonly why: string;
  readonly span?: Place;
  /** Made only when it is tried; undefined where the kernel stands against it. */
  readonly change: () => Change | undefined;
}

export interface Step {
  /** The most of the time that this could save, 0 to 1: what promises too little is not tried. */
  readonly promise: number;
  /** The likeliest first; of those that were carried out the best is kept. */
  readonly ways: readonly Way[];
}

/** Compiles the changed kernel and executes a sample of it, as a prediction does; undefined where that fails. */
export type CarryOut = (change: Change) => TimingInput | undefined;
