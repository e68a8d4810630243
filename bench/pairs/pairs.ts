// Controlled pairs: a kernel, and the same with one thing changed. Measured and predicted speed-up of each, and
// what `diagnose BASE --against CHANGED` names as the reason.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sidesOf } from '../../src/analyze/diagnose.ts';
import type { Explanation } from '../../src/analyze/diagnosis.ts';
import { explain } from '../../src/analyze/explain.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { type Forecast, forecastLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';

export interface Pair {
  readonly name: string;
  readonly base: string;
  readonly changed: string;
  /** Any of which is a right answer, settled before anything was predicted; none where the change does nothing. */
  readonly resources: readonly string[];
  /** What the change is physically about, which settled them. */
  readonly why?: string;
  /** Right answers that were admitted when the first predictions had been seen: README.md says why. */
  readonly admitted?: readonly string[];
  /** Of a family that the model is never tuned on (bench/accuracy/README.md). */
  readonly heldOut?: boolean;
}

export interface Outcome extends Pair {
  readonly measured: number;
  readonly predicted: number;
  /** Predicted over measured speed-up, less one. */
  readonly error: number;
  /** Whether both say faster or both slower; a measured change below 5 % has no direction. */
  readonly isRightWay: boolean;
}

const PROFILE = 'nvidia-h200';
/** Changes below this are within what measurements repeat to. */
const LEAST_CHANGE = 0.05;

export function readPairs(folder: string): readonly Pair[] {
  return JSON.parse(readFileSync(path.join(folder, 'pairs.json'), 'utf8')).pairs;
}

/** Times by launch name: of the pairs' own kernels, and of the suite's. */
export function readMeasurements(folder: string): ReadonlyMap<string, number> {
  const files = [`recorded/${PROFILE}.json`, `../accuracy/recorded/${PROFILE}-run1.json`];
  const measurements = files.flatMap(
    (file): { name: string; timeNs: number }[] =>
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')).measurements,
  );
  return new Map(measurements.map(({ name, timeNs }) => [name, timeNs]));
}

const known = new Map<string, Forecast>();

export function forecastOf(file: string): Forecast {
  const found = known.get(file);
  if (found) return found;
  const launch = loadLaunch(file, { params: {} }).value!;
  const forecast = forecastLaunch(launch, readFileSync(launch.shaderPath, 'utf8'), {
    profile: loadProfile(PROFILE).value!,
    cache: 'warm',
    without: [],
    seed: 0,
    files: () => new Uint8Array(),
    now: () => 0,
  }).value!;
  known.set(file, forecast);
  return forecast;
}

export function outcomeOf(folder: string, pair: Pair, measurements: ReadonlyMap<string, number>): Outcome {
  const nameOf = (file: string) => path.basename(file, '.json');
  const measured = measurements.get(nameOf(pair.base))! / measurements.get(nameOf(pair.changed))!;
  const timeOf = (file: string) => forecastOf(path.join(folder, file)).prediction.timeNs;
  const predicted = timeOf(pair.base) / timeOf(pair.changed);
  const isRightWay = Math.abs(Math.log(measured)) < LEAST_CHANGE || measured > 1 === predicted > 1;
  return { ...pair, measured, predicted, error: predicted / measured - 1, isRightWay };
}

/** What explains the difference, the largest part first: as `diagnose BASE --against CHANGED`. */
export function explanationOf(folder: string, { base, changed }: Pair): readonly Explanation[] {
  const [here, there] = [base, changed].map((file) => forecastOf(path.join(folder, file)));
  return explain(...sidesOf(here, there));
}

/** Whether the largest part that goes the predicted way is of a resource that the change is about. */
export function isNamed(
  { resources: settled, admitted = [], predicted }: Outcome,
  explained: readonly Explanation[],
): boolean {
  const resources = [...settled, ...admitted];
  if (resources.length === 0) return Math.abs(Math.log(predicted)) < LEAST_CHANGE;
  const [first] = explained.filter(({ factor }) => factor < 1 === predicted > 1);
  return first !== undefined && resources.includes(first.resource);
}
