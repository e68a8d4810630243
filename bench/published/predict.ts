// What the model says of a kernel whose time somebody else has published: without the shader compilers' guards, as CUDA,
// HIP and OpenCL have none, unless the entry says whose it was measured with.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Dialect } from '../../src/compilers/dialects.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { parseKernel } from '../../src/library/kernel.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { traceLaunch } from '../../src/predict/traced-launch.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { overrideProfile } from '../../src/profile/override.ts';

const folder = path.join(import.meta.dirname.replace(/\/dist\/bench\//, '/bench/'));

/** CUDA, OpenCL and HIP check no bounds, nor does Vulkan unless it is asked to. */
const UNCHECKED = ['bounds-check'];

export interface Published {
  readonly name: string;
  readonly device: string;
  readonly kernel: string;
  /** Of the launch, where others than it says. */
  readonly params?: Readonly<Record<string, number>>;
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
export interface Space {
  readonly device: string;
  readonly kernel: string;
  /** As `--set` takes them. */
  readonly set: readonly string[];
  readonly parameters: readonly string[];
  /** Values of the parameters, then milliseconds. */
  readonly measuredMs: readonly (readonly number[])[];
}

export const published: readonly Published[] = read<{ entries: Published[] }>('published.json').entries;

/** By name. */
export const spaces: Readonly<Record<string, Space>> = Object.fromEntries(
  ['dedispersion-w6600', 'convolution-a4000', 'convolution-mi250x', 'gemm-rtx-3090'].map((name) => [
    name,
    { set: [], ...read<Partial<Space>>(`${name}.json`) } as Space,
  ]),
);

/** By path, as launch files name them. */
const kernelFiles: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(path.join(folder, 'kernels'))
    .filter((name) => name.endsWith('.wgsl'))
    .map((name) => path.join(folder, 'kernels', name))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

function read<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as T;
}

/** Milliseconds of a launch; `$NAME` in its file, as in names of files before the shader, is the param's value. */
export function predictedMs({
  kernel,
  device,
  params = {},
  set,
  dialect = 'raw',
}: Pick<Published, 'kernel' | 'device' | 'params' | 'set' | 'dialect'>): number {
  const file = path.join(folder, kernel);
  const text = readFileSync(file, 'utf8').replaceAll(/\$(\w+)/g, (_, name) => String(params[name]));
  const { value, diagnostics } = parseKernel(text, kernelFiles, { file, params });
  const profile = overrideProfile(loadProfile(device).value!, set).value;
  if (!value || !profile) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  const { launch, source } = value;
  const traced = traceLaunch(launch, source, {
    profile,
    dialect,
    without: dialect === 'raw' ? UNCHECKED : [],
    seed: 0,
    files: () => new Uint8Array(),
  });
  if (!traced.value) throw new Error(traced.diagnostics.map(({ message }) => message).join('; '));
  const { trace, program } = traced.value;
  const workgroupSize = invocationsOf(program.module);
  return predictTime({ trace, profile, workgroupSize, cache: 'warm', isOnlyTime: true }).timeNs / 1e6;
}
