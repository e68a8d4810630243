// What a choice may look at: params, their products and ratios, the powers of two that divide them, and facts of the
// device. Quantities above 0 count by their logarithm, so that a limit between two of them lies where it does between
// sizes; a limit is shown as the quantity itself. A feature is data, which is evaluated here and printed as code by
// whoever writes the choice down.

import type { Input, InputSpace } from './input-space.ts';

export type Feature =
  /** A param as it is. */
  | { readonly kind: 'param'; readonly param: string }
  /** Several params multiplied; all of them are the total work. */
  | { readonly kind: 'product'; readonly params: readonly string[] }
  | { readonly kind: 'ratio'; readonly of: string; readonly to: string }
  /** The largest power of two, up to `MOST_ALIGNMENT`, that divides a whole number. */
  | { readonly kind: 'alignment'; readonly param: string }
  /** A number of the device. */
  | { readonly kind: 'device'; readonly fact: DeviceFactName };

/** What is told of a device: few numbers that every profile has and that a choice can hang on. */
export const DEVICE_FACTS = {
  multiprocessors: 'multiprocessors',
  threads: 'threads that are resident on all of them together',
  dramBytesPerSecond: 'bandwidth of its memory, in bytes per second',
  l2Bytes: 'size of its L2, in bytes',
} as const;

export type DeviceFactName = keyof typeof DEVICE_FACTS;
export type DeviceFacts = Readonly<Record<DeviceFactName, number>>;

/** Beyond it nothing is aligned better: 1024 elements are more than any transaction. */
export const MOST_ALIGNMENT = 1024;

/**
 * The features of inputs of a space: each param, products of two and of all, ratios, alignment of whole numbers, and
 * facts in which the devices differ. Those that tell no two values apart are left out.
 */
export function featuresOf(space: InputSpace, devices: readonly DeviceFacts[] = []): Feature[] {
  const varied = space.filter(({ values }) => values.length > 1);
  const names = varied.map(({ name }) => name);
  const positive = varied.filter(({ values }) => values[0] > 0).map(({ name }) => name);
  const pairs = positive.flatMap((a, i) => positive.slice(i + 1).map((b) => [a, b] as const));
  const whole = varied.filter(
    ({ name, values }) => positive.includes(name) && values.every((value) => Number.isInteger(value)),
  );
  const facts = (Object.keys(DEVICE_FACTS) as DeviceFactName[]).filter(
    (fact) => new Set(devices.map((device) => device[fact])).size > 1,
  );
  return [
    ...names.map((param): Feature => ({ kind: 'param', param })),
    ...pairs.map((params): Feature => ({ kind: 'product', params })),
    ...(positive.length > 2 ? [{ kind: 'product', params: positive } as const] : []),
    ...pairs.map(([of, to]): Feature => ({ kind: 'ratio', of, to })),
    ...whole.map(({ name }): Feature => ({ kind: 'alignment', param: name })),
    ...facts.map((fact): Feature => ({ kind: 'device', fact })),
  ];
}

/** The quantity that a feature stands for. @param device needed by features of devices alone */
export function quantityOf(feature: Feature, space: InputSpace, input: Input, device?: DeviceFacts): number {
  const of = (name: string) => input[space.findIndex((axis) => axis.name === name)];
  switch (feature.kind) {
    case 'param':
      return of(feature.param);
    case 'product':
      return feature.params.reduce((product, name) => product * of(name), 1);
    case 'ratio':
      return of(feature.of) / of(feature.to);
    case 'alignment':
      return alignmentOf(of(feature.param));
    case 'device':
      return device![feature.fact];
  }
}

function alignmentOf(value: number): number {
  let alignment = 1;
  while (alignment < MOST_ALIGNMENT && value % (2 * alignment) === 0) alignment *= 2;
  return alignment;
}

/** Whether a feature's quantity is above 0 for all inputs, so that it counts by its logarithm. */
export function isLogarithmic(feature: Feature, space: InputSpace): boolean {
  if (feature.kind !== 'param') return true;
  return space.find(({ name }) => name === feature.param)!.values[0] > 0;
}

/** As a learner's column. */
export function columnOf(feature: Feature, space: InputSpace, input: Input, device?: DeviceFacts): number {
  const quantity = quantityOf(feature, space, input, device);
  return isLogarithmic(feature, space) ? Math.log2(quantity) : quantity;
}

/** The number of fewest digits that tells the two apart: at least `low`, and below `high`. Both on one side of 0. */
export function limitBetween(low: number, high: number): number {
  const middle = low > 0 ? Math.sqrt(low * high) : (low + high) / 2;
  for (let digits = 1; digits <= 17; digits++) {
    const limit = Number(middle.toPrecision(digits));
    if (limit >= low && limit < high) return limit;
  }
  return low;
}
