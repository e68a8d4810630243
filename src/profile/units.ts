// Units of numbers that people write for a profile: what each measures, and how it becomes the unit that a field
// is kept in. Times and cycles turn into each other by the clock; anything else that does not fit is refused.

export type Dimension = 'cycles' | 'time' | 'frequency' | 'size' | 'rate' | 'none';

interface Unit {
  readonly dimension: Dimension;
  readonly scale: number;
}

const group = (dimension: Dimension, scales: Readonly<Record<string, number>>): [string, Unit][] =>
  Object.entries(scales).map(([name, scale]) => [name, { dimension, scale }]);

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...group('cycles', { cycles: 1 }),
  ...group('time', { ns: 1, us: 1e3, µs: 1e3, μs: 1e3, ms: 1e6 }),
  ...group('frequency', { Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9 }),
  ...group('size', { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }),
  ...group('rate', { 'B/s': 1, 'MB/s': 1e6, 'GB/s': 1e9, 'TB/s': 1e12 }),
]);

const IN_WORDS: Readonly<Record<Dimension, string>> = {
  cycles: 'cycles or a time',
  time: 'nanoseconds or another time',
  frequency: 'a frequency',
  size: 'bytes',
  rate: 'bytes per second',
  none: 'a number without a unit',
};

/** Fields are named after their units. */
export function dimensionOf(field: string): Dimension {
  if (/BytesPerSecond$/.test(field)) return 'rate';
  if (/Hz$/.test(field)) return 'frequency';
  if (/Ns$/.test(field)) return 'time';
  if (/Cycles/.test(field)) return 'cycles';
  return /Bytes/.test(field) ? 'size' : 'none';
}

/** The number in the field's own unit, or what is wrong with the unit. */
export function converted(
  number: number,
  unit: string,
  dimension: Dimension,
  clockHz: number,
): number | string {
  if (unit === '') return number;
  const known = UNITS.get(unit);
  if (!known) return `unknown unit \`${unit}\`; known: x, ${[...UNITS.keys()].join(', ')}`;
  const value = number * known.scale;
  if (known.dimension === dimension) return value;
  if (known.dimension === 'time' && dimension === 'cycles') return value * 1e-9 * clockHz;
  if (known.dimension === 'cycles' && dimension === 'time') return (value / clockHz) * 1e9;
  return `\`${unit}\` does not fit: this is ${IN_WORDS[dimension]}, or a factor such as 0.5x`;
}
