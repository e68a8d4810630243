// The gaps of a profile's `launch` from a record of bench/apps/gaps/: `node dist/bench/studies/gaps.js RECORD` after
// `node build.mjs bench/studies/gaps.ts`. Their dispatches do nothing, so that a gap is what one more of them adds to
// the time: the slope of the time over their number.

import type { AppMeasurement } from '../../src/measure/app-measurement.ts';
import { readAppMeasurements } from '../../src/measure/record.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('expected a record: measure bench/apps/gaps/… --record FILE');
const { measurements } = readAppMeasurements(file);

const MIB = 2 ** 20;

interface Point {
  readonly k: number;
  readonly bytes: number;
  readonly timeNs: number;
}

function pointOf({ params = {}, dispatches, timeNs }: AppMeasurement): Point {
  return { k: dispatches.length, bytes: bytesOf(params['BYTES'] ?? '4'), timeNs };
}

/** `4`, `2^20`, `64*2^20`. */
function bytesOf(text: string): number {
  return text
    .split('*')
    .map((factor) => factor.split('^').map(Number))
    .reduce((all, [base, power = 1]) => all * base ** power, 1);
}

function pointsOf(name: string, bytes = 4): Point[] {
  return measurements
    .filter((each) => each.name === name)
    .map(pointOf)
    .filter((each) => each.bytes === bytes);
}

/** Least squares; undefined of fewer than two numbers of dispatches. */
function slopeNs(points: readonly Point[]): number | undefined {
  if (new Set(points.map(({ k }) => k)).size < 2) return undefined;
  const mean = (of: (point: Point) => number) =>
    points.reduce((all, point) => all + of(point), 0) / points.length;
  const [k, t] = [mean((each) => each.k), mean((each) => each.timeNs)];
  return mean((each) => (each.k - k) * (each.timeNs - t)) / mean((each) => (each.k - k) ** 2);
}

function report(name: string, slope: number | undefined, share = 1): void {
  const value = slope === undefined ? 'not in the record' : `${Math.round(slope * share)} ns`;
  process.stdout.write(`${name.padEnd(40)}${value}\n`);
}

report('gaps.dispatchNs', slopeNs(pointsOf('one-pass')));
report('gaps.passNs', slopeNs(pointsOf('passes')));
report('gaps.submitNs', slopeNs(pointsOf('submits')));
// A copy of four bytes has a gap before it and one behind.
report('gaps.transferNs', slopeNs(pointsOf('copies')), 1 / 2);
for (const kind of ['copies', 'clears'])
  for (const bytes of [4, MIB, 64 * MIB])
    report(`a round with ${kind} of ${bytes} bytes`, slopeNs(pointsOf(kind, bytes)));
const [independent] = pointsOf('independent');
const [single] = pointsOf('one-pass').filter(({ k }) => k === 1);
if (independent && single)
  report('another that waits for nothing', (independent.timeNs - single.timeNs) / (independent.k - 1));
