// The GLSL kernels of this folder: each compiled to SPIR-V in two forms, with a launch file and (most of them) a
// twin in WGSL that does the same on the same bindings. Also the examples of the repository, as the same thing.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../../src/launch/launch.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import type { Tolerance } from '../conformance/cases.ts';

export interface TestKernel {
  readonly name: string;
  /** Params of a launch small enough to run in full. */
  readonly small: Readonly<Record<string, number>>;
  /** Bindings that hold results, and how to compare their words. */
  readonly outputs: readonly number[];
  readonly type: 'u32' | 'f32';
  readonly tolerance?: Tolerance;
  /** False where WGSL lacks the types. */
  readonly twin?: false;
}

/** `plain` is what glslang writes, `opt` what glslc -O makes of it. */
export const FORMS = ['plain', 'opt'] as const;
export type Form = (typeof FORMS)[number];

const folder = import.meta.dirname;
const examples = path.join(folder, '..', '..', 'examples');

export const glslKernels = JSON.parse(
  readFileSync(path.join(folder, 'kernels.json'), 'utf8'),
) as readonly TestKernel[];

/** The examples of the repository, with params and outputs as above. */
export const exampleKernels = JSON.parse(
  readFileSync(path.join(folder, 'examples.json'), 'utf8'),
) as readonly TestKernel[];

export const exampleNames = readdirSync(examples)
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.basename(file, '.json'));

export function binaryOf(kernel: TestKernel, form: Form): Uint8Array {
  const suffix = form === 'plain' ? '' : '.opt';
  return new Uint8Array(readFileSync(path.join(folder, 'compiled', `${kernel.name}${suffix}.spv`)));
}

export function twinOf(kernel: TestKernel): string {
  return readFileSync(path.join(folder, 'wgsl', `${kernel.name}.wgsl`), 'utf8');
}

/** The launch at its realistic size, or small. */
export function launchOf(kernel: TestKernel, size: 'large' | 'small'): Launch {
  return readLaunch(path.join(folder, 'launch', `${kernel.name}.json`), size === 'small' ? kernel.small : {});
}

export function exampleLaunch(
  name: string,
  params: Readonly<Record<string, number>> = {},
): { readonly launch: Launch; readonly code: string } {
  const launch = readLaunch(path.join(examples, `${name}.json`), params);
  return { launch, code: readFileSync(launch.shaderPath, 'utf8') };
}

function readLaunch(file: string, params: Readonly<Record<string, number>>): Launch {
  const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const { value, diagnostics } = parseLaunch(readFileSync(file, 'utf8'), file, { params: texts });
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return value;
}
