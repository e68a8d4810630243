// What a search technique is: a generator over the valid points of a space. It yields a point that it wants
// measured and is resumed with the result. Points that another technique has measured are answered at once from
// the history, so techniques need not look; those that do look waste no turn.

import type { Random } from '../../space/random.ts';
import type { Point, Space } from '../../space/space.ts';
import type { History } from '../ensemble/history.ts';
import type { Learner } from './learner.ts';

/** The valid points of a space: what `Points` of `src/space/` and a recorded space have in common. */
export interface ValidPoints {
  readonly space: Space;
  readonly count: number;
  at(index: number): Point;
  indexOf(point: Point): number;
  sample(random: Random): Point;
  neighbours(point: Point, kind: 'adjacent' | 'hamming'): Point[];
  nearest(point: readonly number[], random: Random): Point;
}

export interface Request {
  readonly point: Point;
  /** Measuring may be given up beyond this time: the technique would not look at it. */
  readonly timeLimit?: number;
}

/** `nothing`: no idea at the moment; the technique is resumed the next time it is chosen. */
export type Yielded = Request | 'nothing';

export interface Answer {
  /** Infinity when the configuration failed. */
  readonly time: number;
  /** Newly measured and the best of the run at that moment. */
  readonly isBest: boolean;
}

export interface Context {
  readonly points: ValidPoints;
  readonly history: History;
  readonly random: Random;
  readonly learner: Learner;
  /** Techniques may ask what was learnt which of several ideas to propose. */
  readonly isScreening: boolean;
}

export type Proposals = Generator<Yielded, void, Answer>;

export interface Technique {
  readonly name: string;
  /** Its points come from what was learnt, so that they need no screening. */
  readonly isLearned?: boolean;
  /** It looks at what all have measured, not at the answer to its own points, so that it may have several under way. */
  readonly asksAhead?: boolean;
  /** A generator that ends is begun anew at its next turn. */
  propose(context: Context): Proposals;
}
