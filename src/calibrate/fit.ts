// From a measurement to a number of the profile: the value with which the model says what the device did.
// The model itself is the formula, so that whatever else a microbenchmark costs (address arithmetic, loop
// counters, launch) is accounted for in the same way as in every other prediction. Where many values say it
// equally well, the measurement only bounds the number, or cannot tell it at all, and that is said.

import { Curve } from './curve.ts';

export interface Observation {
  /** Nanoseconds, of the difference or of the whole. */
  readonly ns: number;
  /** Half width of the range that repeated samples leave. */
  readonly errorNs: number;
}

export type Fit =
  | {
      readonly kind: 'value';
      readonly value: number;
      /** Half width of the range of values with which the model stays within the measurement's error. */
      readonly error: number;
      /** The model's time with this value, to compare with the measured one. */
      readonly modelNs: number;
    }
  /** All values from `least` to `most` explain the time, without end where one is missing. */
  | {
      readonly kind: 'bound';
      readonly least?: number;
      readonly most?: number;
      /** The one of them that is nearest to the old value. */
      readonly value: number;
      readonly modelNs: number;
    }
  /** The time hardly depends on the number; elasticity: its share in a change of the model's answer. */
  | { readonly kind: 'inseparable'; readonly elasticity: number; readonly modelNs: number }
  /** No value within reach gives the measured time; the one that comes nearest. */
  | { readonly kind: 'out-of-reach'; readonly nearest: number; readonly modelNs: number };

/** Answers that change by less than this share of a change of the number say nothing about it. */
const LEAST_ELASTICITY = 0.1;
/** A number whose error is a larger share of it than this is not known. */
const MOST_ERROR = 0.5;
/** How far from the old value the new one may lie. */
const REACH = 16;
/** A model that comes this near explains a time. */
const TOLERANCE = 0.01;

/** @param model the model's nanoseconds for a value of the number; must be monotone */
export function fitNumber(old: number, observed: Observation, model: (value: number) => number): Fit {
  const start = old > 0 ? old : 1;
  const curve = new Curve(model, start / REACH, start * REACH);
  const { low, high } = curve;
  const swing = Math.abs(high.ns - low.ns) / Math.max(Math.abs(high.ns), Math.abs(low.ns));
  if (!(swing >= LEAST_ELASTICITY)) {
    const elasticity = swing / Math.log(high.value / low.value);
    return { kind: 'inseparable', elasticity, modelNs: curve.at(start) };
  }
  const slackNs = Math.max(observed.errorNs, TOLERANCE * observed.ns);
  const sign = high.ns > low.ns ? 1 : -1;
  const place = curve.crossing(observed.ns, slackNs / 10);
  const from = curve.crossing(observed.ns - sign * slackNs, slackNs / 10);
  const to = curve.crossing(observed.ns + sign * slackNs, slackNs / 10);
  if (from === 'above') return { kind: 'out-of-reach', nearest: high.value, modelNs: high.ns };
  if (to === 'below') return { kind: 'out-of-reach', nearest: low.value, modelNs: low.ns };
  const least = typeof from === 'number' ? from : undefined;
  const most = typeof to === 'number' ? to : undefined;
  if (
    typeof place !== 'number' ||
    least === undefined ||
    most === undefined ||
    !isKnown(place, least, most)
  ) {
    const ends = { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
    const value = Math.min(Math.max(old, least ?? old), most ?? old);
    return { kind: 'bound', ...ends, value, modelNs: curve.at(value) };
  }
  const modelNs = curve.at(place);
  // The model jumps over the time.
  if (Math.abs(modelNs - observed.ns) > slackNs) return { kind: 'out-of-reach', nearest: place, modelNs };
  const slope = (curve.at(most) - curve.at(least)) / (most - least);
  const elasticity = Math.abs((slope * place) / observed.ns);
  if (elasticity < LEAST_ELASTICITY) return { kind: 'inseparable', elasticity, modelNs };
  return { kind: 'value', value: place, error: (most - least) / 2, modelNs };
}

function isKnown(place: number, least: number, most: number): boolean {
  return (most - least) / 2 <= MOST_ERROR * place;
}
