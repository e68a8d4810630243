// Runs a case as `kernelcast predict` does, in this process: the files are written to a folder, loaded,
// validated by Tint and predicted.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitCodeOf } from '../../src/cli/exit-codes.ts';
import { fileReader, type Kernel, loadKernel } from '../../src/cli/kernels.ts';
import type { Diagnostic, Outcome } from '../../src/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../src/diagnostics/render.ts';
import { loadLaunch, readText } from '../../src/launch/load.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import type { Prediction } from '../../src/predict/prediction.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { type BadInput, launchText } from './case.ts';

export interface Forecast {
  readonly code: number;
  /** The problems and warnings as the command shows them. */
  readonly text: string;
  readonly prediction?: Prediction;
}

/** Writes the files of a case into a new folder; the path of its launch file. */
export function writeCase(folder: string, { shader = 'plain', launch, files }: BadInput): string {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  if (typeof shader !== 'string') write('shader.wgsl', shader.text);
  else
    copyFileSync(
      path.join(import.meta.dirname, 'shaders', `${shader}.wgsl`),
      path.join(folder, 'shader.wgsl'),
    );
  write('launch.json', launchText(launch));
  for (const [name, text] of Object.entries(files ?? {})) write(name, text);
  return path.join(folder, 'launch.json');
}

const OPTIONS = { dialect: 'dawn', cache: 'warm', without: [], seed: 0, now: () => 0 } as const;

function run({ launch, source }: Kernel): Outcome<Prediction> {
  const profile = loadProfile('nvidia-h200').value!;
  return predictLaunch(launch, source, { ...OPTIONS, profile, files: fileReader() });
}

function shown(diagnostics: readonly Diagnostic[], prediction: Prediction | undefined): Forecast {
  const text = renderDiagnostics(diagnostics, { source: (file) => readText(file, 'test').value });
  return { code: exitCodeOf(diagnostics), text, ...(prediction ? { prediction } : {}) };
}

export async function forecast(launchFile: string, params: BadInput['params'] = {}): Promise<Forecast> {
  const kernel = await loadKernel(launchFile, { ...params });
  const outcome: Outcome<Prediction> = kernel.value ? run(kernel.value) : { diagnostics: [] };
  return shown([...kernel.diagnostics, ...outcome.diagnostics], outcome.value);
}

/** As a program does that has no Tint at hand. */
export function forecastUnvalidated(launchFile: string): Forecast {
  const launch = loadLaunch(launchFile).value!;
  const outcome = run({ launch, source: readText(launch.shaderPath, 'test').value! });
  return shown(outcome.diagnostics, outcome.value);
}
