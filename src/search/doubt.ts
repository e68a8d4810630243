// What a predicted gain is worth. Code that a search proposes is farther from what the model was made on than code
// as people write it, and the quickest of many predictions is most likely one that errs: so of a predicted gain a
// part is expected, with a band, and a change is only recommended that the band's lower half leaves a gain.
// The numbers come from recorded spaces (isa/gain-doubt.json).

import doubt from '../../isa/gain-doubt.json' with { type: 'json' };
import type { Cost } from './cost.ts';

/** Speed-ups: the one to expect, and between which four in five measured ones may be expected to lie. */
export interface ExpectedGain {
  readonly gain: number;
  readonly low: number;
  readonly high: number;
}

type Compared = Pick<Cost, 'timeNs' | 'invocations' | 'isRace'>;

/** Deviations of a normal distribution that hold four in five. */
const FOUR_IN_FIVE = 1.28;
/**
 * Deviations by which an expected gain must be above none: nine in ten such changes are then gains. Of the 118 spaces that
 * the error was learnt from, 32 are changed so, two of them to something slower, and picks have 0.935 of the best speed;
 * with 1, 38, four and 0.937, with 0.75, 47, four and 0.944.
 */
const CAUTION = 1.25;

/** The gain to expect of a change from one cost to another that is predicted. */
export function expectedGain(from: Compared, to: Compared): ExpectedGain {
  const mean = doubt.keep * Math.log(from.timeNs / to.timeNs);
  const spread = FOUR_IN_FIVE * errorOf(from, to);
  return { gain: Math.exp(mean), low: Math.exp(mean - spread), high: Math.exp(mean + spread) };
}

/**
 * What is left of the gain in nine of ten such changes: by this they are compared, and below 1 nothing is changed. Nothing
 * is left where what is done is another race with every change.
 */
export function reliableGain(from: Compared, to: Compared): number {
  if (from.isRace) return from === to ? 1 : 0;
  return Math.exp(doubt.keep * Math.log(from.timeNs / to.timeNs) - CAUTION * errorOf(from, to));
}

/** Whether a change is worth being recommended: whether the model's error leaves a gain. */
export function isWorthwhile(from: Compared, to: Compared): boolean {
  return reliableGain(from, to) > 1;
}

/**
 * Standard deviation of a gain's logarithm. The more is predicted to change, the farther the prediction is off, and
 * the more often the code of an invocation is there: what compilers make of long bodies is known less well than what
 * another shape of the same costs.
 */
function errorOf(from: Compared, to: Compared): number {
  const { error, errorPerGain, errorPerDoubling } = doubt;
  const doublings = Math.abs(Math.log2(from.invocations / to.invocations));
  return error + errorPerGain * Math.abs(Math.log(from.timeNs / to.timeNs)) + errorPerDoubling * doublings;
}
