// Numbers as people read them: three significant digits and a unit.

const TIME_UNITS = ['ns', 'µs', 'ms', 's'];
const COUNT_PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];
const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** `value` with three significant digits and no exponent; whole numbers and large ones lose nothing. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  return threeDigits(value);
}

/** Picks the unit in which the value, rounded as it will be shown, is below `step`. */
function scaled(value: number, units: readonly string[], step: number): string {
  let unit = 0;
  const shown = (number: number) => Math.abs(Number(number.toPrecision(step > 1000 ? 4 : 3)));
  while (unit < units.length - 1 && shown(value) >= step) {
    value /= step;
    unit++;
  }
  // 3.2 µs reads as 3.20 µs: the digits say how exact the number is.
  const text = unit === 0 && Number.isInteger(value) ? String(value) : threeDigits(value);
  return units[unit] === '' ? text : `${text} ${units[unit]}`;
}

function threeDigits(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= 1000) return value.toFixed(0);
  const rounded = Number(value.toPrecision(3));
  const magnitude = Math.floor(Math.log10(Math.abs(rounded)));
  return rounded.toFixed(Math.max(0, Math.min(2 - magnitude, 12)));
}

/** A duration in nanoseconds as `12.3 µs`. */
export function formatTime(ns: number): string {
  return scaled(ns, TIME_UNITS, 1000);
}

/** Both ends of a range; the unit is said once where it is the same: `380 to 450 µs`. */
export function formatTimeRange(lowNs: number, highNs: number): string {
  const [low, high] = [formatTime(lowNs), formatTime(highNs)];
  const [number, unit] = low.split(' ');
  return high.endsWith(` ${unit}`) ? `${number} to ${high}` : `${low} to ${high}`;
}

/** A count as `1.05 M`; below 1000 with at most three digits. */
export function formatCount(value: number): string {
  const text = scaled(value, COUNT_PREFIXES, 1000);
  return text.includes(' ') ? text : formatNumber(value);
}

/** A size as `64.0 MiB`. */
export function formatBytes(bytes: number): string {
  return scaled(bytes, BYTE_UNITS, 1024);
}

/** A share from 0 to 1 as `42 %`. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 1) return '<1 %';
  return `${percent > 99 && percent < 100 ? 99 : Math.round(percent)} %`;
}

/** A change as a share of what was: `+42 %`. */
export function formatChange(share: number): string {
  return `${share > 0 ? '+' : ''}${formatShare(share)}`;
}
