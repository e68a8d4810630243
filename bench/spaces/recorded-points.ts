// Recorded spaces for the model: a record's configurations as points of the space as it is now, and who predicts them.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileReader } from '../../src/cli/kernels.ts';
import { limitsOf } from '../../src/configure/needs.ts';
import { openTunable } from '../../src/configure/open.ts';
import { ModelPool } from '../../src/configure/pool.ts';
import type { Tunable } from '../../src/configure/tunable.ts';
import { packageRoot } from '../../src/profile/package-root.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { configurationOf, type Point, pointOf } from '../../src/space/space.ts';
import { readSpaceRecord, type SpaceRecord } from '../../src/tune/trials/space-record.ts';

/** The records of a set by name; of all kernels where none is asked for. */
export function recordsOf(set: string, only: readonly string[] = []): SpaceRecord[] {
  const folder = path.join(set, 'recorded');
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files
    .sort()
    .map((file) => readSpaceRecord(path.join(folder, file))!)
    .filter(({ kernel }) => only.length === 0 || only.includes(kernel));
}

/** The space of a record as it is now, with all that the device has, as it was measured. */
export function openRecorded(set: string, { kernel, params }: SpaceRecord, profile: Profile) {
  const file = path.join(set, 'kernels', `${kernel}.json`);
  return openTunable(file, params ?? {}, undefined, limitsOf('adapter', profile));
}

/**
 * A recorded configuration as a point of the space; none where the space does not know it any more. A parameter that only
 * one side knows has the value there that leaves the kernel as it is.
 */
export function pointAt(
  { space, base }: Tunable,
  record: SpaceRecord,
  at: readonly number[],
): Point | undefined {
  const named = record.parameters.map(({ name, values }, i) => [name, values[at[i]]] as const);
  const asItIs = configurationOf(space, base);
  const isGone = named.some(([name], i) => !Object.hasOwn(asItIs, name) && at[i] !== record.base[i]);
  return isGone ? undefined : pointOf(space, { ...asItIs, ...Object.fromEntries(named) });
}

/** Processes that predict configurations of the space, with the files that its launch names. */
export function modelPool({ launch }: Tunable, profile: Profile, workers: number): ModelPool {
  const files = fileReader();
  const data = Object.fromEntries(
    launch.bindings.flatMap(({ data }) => (data.kind === 'file' ? [[data.path, files(data.path)]] : [])),
  );
  const program = path.join(packageRoot(), 'dist', 'model-worker.js');
  return new ModelPool({ program, workers, setup: { profile, cache: 'warm', without: [], seed: 0, data } });
}
