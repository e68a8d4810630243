// The GPU of this machine, as the commands that run kernels open it: their common flags, and what is noted of
// the circumstances.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Argv } from 'yargs';
import { Gpu } from '../hardware/gpu.ts';
import { webgpuManifest } from '../hardware/webgpu-package.ts';
import { packageRoot } from '../profile/package-root.ts';
import { durationNs } from './flags.ts';
import { number, text } from './options.ts';
import { UsageError } from './usage-error.ts';

/** What `withGpuFlags` adds. */
export interface GpuFlags {
  readonly samples: number;
  readonly adapter?: string;
  readonly timeout: string;
}

export const DEFAULT_TIMEOUT = '60s';

export function withGpuFlags<T>(yargs: Argv<T>, defaults: { readonly samples: number }): Argv<T & GpuFlags> {
  return yargs
    .option('samples', {
      ...number('Timed dispatches at full clock; fewer for kernels of many milliseconds'),
      default: defaults.samples,
    })
    .option('adapter', text('Part of the name of the adapter to use'))
    .option('timeout', {
      ...text('Silence of the GPU that counts as a hang'),
      default: DEFAULT_TIMEOUT,
    }) as unknown as Argv<T & GpuFlags>;
}

export function checkSamples(samples: number): void {
  if (Number.isInteger(samples) && samples >= 1 && samples <= 1000) return;
  throw new UsageError('--samples: expected a whole number from 1 to 1000');
}

/** The bundle that runs in a process of its own. @throws DiagnosticError where it lacks WebGPU */
export function gpuProgram(): string {
  const program = path.join(packageRoot(), 'dist', 'gpu-process.js');
  if (!existsSync(program)) throw new Error(`${program} is missing: npm run build makes it`);
  webgpuManifest();
  return program;
}

/** @throws DiagnosticError where there is no WebGPU */
export function openGpu(
  { adapter, timeout }: Pick<GpuFlags, 'adapter' | 'timeout'>,
  onStage: (stage: string) => void,
): Gpu {
  const timeoutMs = durationNs('--timeout', timeout) / 1e6;
  return new Gpu({
    program: gpuProgram(),
    timeoutMs,
    onStage,
    ...(adapter === undefined ? {} : { adapter }),
  });
}

/** Circumstances that are recorded with a measurement. */
export function measuringNow(): { date: string; webgpuVersion: string; now: () => number } {
  return {
    date: `${new Date().toISOString().slice(0, 19)}Z`,
    webgpuVersion: webgpuVersion(),
    now: () => performance.now(),
  };
}

/** The version of the package that talks to the GPU; its measurements may depend on it. */
function webgpuVersion(): string {
  return String(
    (JSON.parse(readFileSync(webgpuManifest(), 'utf8')) as { readonly version: unknown }).version,
  );
}
