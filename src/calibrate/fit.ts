// From a measurement to a number of the profile: the value with which the model says what the device did.
// The model itself is the formula, so that whatever else a microbenchmark costs (address arithmetic, loop
// counters, launch) is accounted for in the same way as in every other prediction. Where the model's answer
// does not depend on the number, the measurement cannot tell it, and that is said.

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
      /** Half width that the samples' scatter means for the value. */
      readonly error: number;
      /** The model's time with this value, to compare with the measured one. */
      readonly modelNs: number;
    }
  /** The time hardly depends on the number: elasticity of the model's answer at the old value. */
  | { readonly kind: 'inseparable'; readonly elasticity: number; readonly modelNs: number }
  /** No value within reach gives the measured time. */
  | { readonly kind: 'out-of-reach'; readonly nearest: number; readonly modelNs: number };

/** Answers that change by less than this share of a change of the number say nothing about it. */
const LEAST_ELASTICITY = 0.1;
/** How far from the old value the new one may lie. */
const REACH = 16;
/** The model's time is met to this share, finer than clocks repeat. */
const TOLERANCE = 0.002;
const MOST_STEPS = 40;

/** @param model the model's nanoseconds for a value of the number; must be monotone */
export function fitNumber(old: number, observed: Observation, model: (value: number) => number): Fit {
  const start = old > 0 ? old : 1;
  const [below, at, above] = [model(start / 1.1), model(start), model(start * 1.1)];
  const elasticity = Math.log(above / below) / (2 * Math.log(1.1));
  if (!(Math.abs(elasticity) >= LEAST_ELASTICITY)) {
    return { kind: 'inseparable', elasticity: Number.isFinite(elasticity) ? elasticity : 0, modelNs: at };
  }
  const isRising = elasticity > 0;
  let [low, high] = [start / REACH, start * REACH];
  const isLow = (ns: number) => (isRising ? ns < observed.ns : ns > observed.ns);
  if (!isLow(model(low))) return { kind: 'out-of-reach', nearest: low, modelNs: model(low) };
  if (isLow(model(high))) return { kind: 'out-of-reach', nearest: high, modelNs: model(high) };
  let value = start;
  let modelNs = at;
  for (let step = 0; step < MOST_STEPS && Math.abs(modelNs / observed.ns - 1) > TOLERANCE; step++) {
    if (isLow(modelNs)) low = value;
    else high = value;
    value = Math.sqrt(low * high);
    modelNs = model(value);
  }
  const slope = Math.abs((model(value * 1.05) - model(value / 1.05)) / (value * 1.05 - value / 1.05));
  return { kind: 'value', value, error: slope > 0 ? observed.errorNs / slope : Infinity, modelNs };
}
