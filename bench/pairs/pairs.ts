// Controlled pairs: a kernel, and the same with one thing changed. Measured and predicted speed-up of each, and
// what `diagnose BASE --against CHANGED` names as the reason.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sidesOf } from '../../src/analyze/diagnose.ts';
import type { Explanation } from '../../src/analyze/diagnosis.ts';
import { explain } from '../../src/analyze/explain.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { readMeasurements } from '../../src/measure/record.ts';
import { type Forecast, forecastLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { packageRoot } from '../../src/profile/package-root.ts';
import type { Status } from '../../src/validate/launch-set.ts';

export interface Pair {
  readonly name: string;
  readonly base: string;
  readonly changed: string;
  /** Any of which is a right answer, settled before anything was predicted; none where the change does nothing. */
  readonly resources: readonly string[];
  /** What the change is physically about, which settled them. */
  readonly why?: string;
  /** Right answers that were admitted when the first predictions had been seen: docs/diagnosing.md says why. */
  readonly admitted?: readonly string[];
  /** Of a family whose errors are not studied one by one (bench/README.md). */
  readonly keptApart?: boolean;
}

/** Pairs that were written and scored together. */
export interface PairSet {
  readonly name: string;
  readonly status: Status;
  readonly since: string;
  /** The first one first; errors are those of speed-ups, as fractions of 1. */
  readonly scores: readonly PairScore[];
  readonly pairs: readonly Pair[];
}

export interface PairScore {
  readonly date: string;
  readonly pairs: number;
  readonly meanError: number;
  /** Pairs of which both say faster or both slower. */
  readonly rightWay: number;
  /** Pairs of which the first reason is a right one. */
  readonly named: number;
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

const root = packageRoot();
/** Where pairs look for their launches. */
const SETS = path.join(root, 'bench/sets');
const RECORDED = [
  `studied/recorded/first-pairs/${PROFILE}.json`,
  `studied/recorded/second-pairs/${PROFILE}.json`,
  `development/recorded/${PROFILE}-run1.json`,
];

export function readPairs(): readonly PairSet[] {
  return JSON.parse(readFileSync(path.join(root, 'bench/pairs/pairs.json'), 'utf8')).sets;
}

/** Times in ns by launch name. */
export function readTimes(): ReadonlyMap<string, number> {
  const measurements = RECORDED.flatMap((file) => readMeasurements(path.join(SETS, file)).measurements);
  return new Map(measurements.map(({ name, timeNs }) => [name, timeNs]));
}

const known = new Map<string, Forecast>();

function forecastOf(launchFile: string): Forecast {
  const file = path.join(SETS, launchFile);
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

export function outcomeOf(pair: Pair, times: ReadonlyMap<string, number>): Outcome {
  const nameOf = (file: string) => path.basename(file, '.json');
  const measured = times.get(nameOf(pair.base))! / times.get(nameOf(pair.changed))!;
  const timeOf = (file: string) => forecastOf(file).prediction.timeNs;
  const predicted = timeOf(pair.base) / timeOf(pair.changed);
  const isRightWay = Math.abs(Math.log(measured)) < LEAST_CHANGE || measured > 1 === predicted > 1;
  return { ...pair, measured, predicted, error: predicted / measured - 1, isRightWay };
}

/** What explains the difference, the largest part first: as `diagnose BASE --against CHANGED`. */
export function explanationOf({ base, changed }: Pair): readonly Explanation[] {
  const [here, there] = [base, changed].map(forecastOf);
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
