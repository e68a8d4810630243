// A folder of launches with their measurements: what `validate` compares. Launch files are those JSON files
// that name a shader; measurements come from all files of measurements in the folder and below it; a `set.json`
// beside the launches says what has been looked at, which family a launch belongs to, and how it was scored
// before.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Measurement } from '../measure/measurement.ts';
import { readMeasurements } from '../measure/record.ts';

/** `development`: the model was made on it; `studied`: its errors were looked at; `blind`: nobody has. */
export type Status = 'development' | 'studied' | 'blind';

/** What an index says of a launch. */
export interface LaunchFacts {
  readonly family?: string;
  /** Of a family whose errors are not studied one by one, to see how the model does on what it was not made for. */
  readonly isKeptApart?: boolean;
  /** The name of `isKeptApart` in older versions, for those who read the JSON. */
  readonly isHeldOut?: boolean;
  readonly status?: Status;
  /** The launches that it was scored with; below the folder that was read, with the index's own folder. */
  readonly group?: string;
}

export interface SetEntry extends LaunchFacts {
  readonly path: string;
}

/** A score of a whole group, as its index records it; errors are fractions of 1. */
export interface RecordedScore {
  readonly date: string;
  readonly launches: number;
  readonly mape: number;
  readonly median: number;
}

/** Launches that were scored together, with their scores, the first one first. */
export interface Group {
  readonly name: string;
  readonly device?: string;
  readonly scores: readonly RecordedScore[];
}

export interface LaunchSet {
  readonly entries: readonly SetEntry[];
  readonly groups: readonly Group[];
  readonly measurements: readonly Measurement[];
}

interface IndexFile {
  readonly device?: string;
  readonly groups?: readonly { readonly name: string; readonly scores?: readonly RecordedScore[] }[];
  readonly launches?: readonly {
    readonly launch: string;
    readonly family?: string;
    readonly status?: Status;
    readonly group?: string;
    readonly keptApart?: boolean;
    /** The name of `keptApart` in a `suite.json`. */
    readonly heldOut?: boolean;
  }[];
}

/** What the index was called before launches had a status. */
const INDEX = ['set.json', 'suite.json'];

/** @throws DiagnosticError */
export function readLaunchSet(folder: string): LaunchSet {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) refuse(folder, 'there is no such folder');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.split(path.sep).includes('node_modules'))
    .sort();
  const indices = files
    .filter((file) => INDEX.includes(path.basename(file)))
    .map((file) => ({ folder: path.dirname(file), index: readIndex(path.join(folder, file)) }));
  const facts = new Map(indices.flatMap((each) => factsOf(each.folder, each.index)));
  const entries: SetEntry[] = [];
  const measurements: Measurement[] = [];
  for (const file of files) {
    const full = path.join(folder, file);
    const text = readFileSync(full, 'utf8');
    if (text.includes('"kernelcast/measurements@1"')) {
      measurements.push(...readMeasurements(full).measurements);
    } else if (/"shader"\s*:/.test(text) && /"dispatch"\s*:/.test(text)) {
      entries.push({ path: full, ...facts.get(file) });
    }
  }
  if (entries.length === 0) refuse(folder, 'there are no launch files in it');
  return { entries, groups: indices.flatMap((each) => groupsOf(each.folder, each.index)), measurements };
}

/** Facts by launch file. */
function factsOf(folder: string, { launches = [] }: IndexFile): [file: string, facts: LaunchFacts][] {
  return launches.map(({ launch, family, status, group, keptApart, heldOut = keptApart }) => [
    path.join(folder, launch),
    {
      ...(family === undefined ? {} : { family }),
      ...(heldOut === undefined ? {} : { isKeptApart: heldOut, isHeldOut: heldOut }),
      ...(status === undefined ? {} : { status }),
      ...(group === undefined ? {} : { group: path.join(folder, group) }),
    },
  ]);
}

function groupsOf(folder: string, { device, groups = [] }: IndexFile): Group[] {
  return groups.map(({ name, scores = [] }) => ({
    name: path.join(folder, name),
    ...(device === undefined ? {} : { device }),
    scores,
  }));
}

/**
 * A launch's time on the device: the median over its measurements there, those with other params left out;
 * undefined without any.
 */
export function measuredOn(
  measurements: readonly Measurement[],
  name: string,
  device: string,
): { readonly timeNs: number; readonly quality: readonly string[] } | undefined {
  const found = measurements
    .filter((each) => each.name === name && each.device === device && each.params === undefined)
    .sort((a, b) => a.timeNs - b.timeNs);
  const middle = found[found.length >> 1];
  return middle && { timeNs: middle.timeNs, quality: middle.quality };
}

function readIndex(file: string): IndexFile {
  try {
    const index = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(index?.launches)) return index;
  } catch (error) {
    return refuse(file, (error as Error).message);
  }
  return refuse(file, 'there is no list of launches in it');
}

function refuse(folder: string, message: string): never {
  throw new DiagnosticError([
    { severity: 'invalid', code: 'validate/folder', message: `${folder}: ${message}` },
  ]);
}
