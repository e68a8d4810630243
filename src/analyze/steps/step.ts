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
  /** Times as much code as the kernel has, as may be expected; 1 when left out. */
  readonly larger?: number;
  /** Made only when it is tried; undefined where the kernel stands against it. */
  readonly change: () => Change | undefined;
}

export interface Step {
  /**
   * About twice the logarithm of what it may be expected to gain: the share of the time that it could save, less where
   * such steps seldom do. What promises most is tried first, and what promises too little is not.
   */
  readonly promise: number;
  /** The likeliest first; of those that were carried out the best is kept. */
  readonly ways: readonly Way[];
}

/** A changed kernel that was compiled. */
export interface CarriedOut {
  /** By a sample that is large enough for a short emulation. */
  readonly briefly: TimingInput;
  /** By the sample of a prediction, which is executed when it is asked for; undefined where that fails. */
  readonly whole: () => TimingInput | undefined;
}

/** Compiles the changed kernel and executes a sample of it; undefined where that fails. */
export type CarryOut = (change: Change) => CarriedOut | undefined;
