// What the model says of a kernel whose time somebody else has published: without the shader compilers' guards, as CUDA,
// HIP and OpenCL have none, unless the entry says whose it was measured with.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Dialect } from '../../src/compilers/dialects.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { traceLaunch } from '../../src/predict/traced-launch.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { overrideProfile } from '../../src/profile/override.ts';

const folder = path.join(import.meta.dirname.replace(/\/dist\/bench\//, '/bench/'));

export interface Published {
  readonly name: string;
  readonly device: string;
  readonly kernel: string;
  /** As `--set` takes them: what the published program ran with. */
  readonly set: readonly string[];
  /** Whose guards the published program had; none unless given. */
  readonly dialect?: Dialect;
  readonly publishedMs: number;
  /** What of the profile was taken from the same measurement or one of its kind. */
  readonly rests: string;
  readonly source: string;
}

/** A tuning space that was measured whole, or a part of it. */
export interface PublishedSpace {
  readonly device: string;
  readonly kernel: string;
  readonly parameters: readonly string[];
  /** Values of the parameters, then milliseconds. */
  readonly measuredMs: readonly (readonly number[])[];
}

export const published: readonly Published[] = read<{ entries: Published[] }>('published.json').entries;
export const dedispersion: PublishedSpace = read('dedispersion-w6600.json');

/** Waves of 32 lanes on RDNA 2, as its HIP compiler makes them: half the cycles for each instruction. */
export const WAVES_OF_32 = ['limits.subgroupSize=32', 'alu.gap=0.5x', 'sfu.gap=0.5x'];

function read<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T;
}

/** Milliseconds of a launch. */
export function predictedMs(
  { kernel, device, set, dialect = 'raw' }: Pick<Published, 'kernel' | 'device' | 'set' | 'dialect'>,
  params: Readonly<Record<string, number>> = {},
): number {
  const { value: launch, diagnostics } = loadLaunch(path.join(folder, kernel), { params });
  const profile = overrideProfile(loadProfile(device).value!, set).value;
  if (!launch || !profile) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  const source = readFileSync(launch.shaderPath, 'utf8');
  const traced = traceLaunch(launch, source, {
    profile,
    dialect,
    without: [],
    seed: 0,
    files: () => new Uint8Array(),
  });
  if (!traced.value) throw new Error(traced.diagnostics.map(({ message }) => message).join('; '));
  const { trace, program } = traced.value;
  const workgroupSize = invocationsOf(program.module);
  return predictTime({ trace, profile, workgroupSize, cache: 'warm', isOnlyTime: true }).timeNs / 1e6;
}
