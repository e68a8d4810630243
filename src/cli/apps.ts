// Opens the apps that app files describe, in folders and archives as captures give them: the app, the shaders of its
// pipelines, and what Tint says about them; and predicts them.

import path from 'node:path';
import type { App, Pipeline } from '../app/app.ts';
import { isAppFile, loadApp } from '../app/load.ts';
import { type AppForecast, type AppOptions, type ForecastDispatch, forecastApp } from '../app/predict.ts';
import type { AppPrediction } from '../app/prediction.ts';
import { summarize } from '../app/summary.ts';
import { cutOffMessage } from '../capture/folder.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { type ReadOptions, sizeOf } from '../launch/load.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { isArchive, unpack } from './archive.ts';
import { openShader } from './kernels.ts';
import { asNamed, oneLiners, type Progress } from './terminal.ts';

export interface OpenApp {
  readonly app: App;
  readonly sourceOf: (pipeline: Pipeline) => ShaderSource;
}

const APP = 'app.json';

/**
 * The app file that a path of the command line means: itself, the one in a folder, or the one in an archive, which is
 * unpacked. Without a value and problems it means none.
 */
export function appFileOf(file: string): Outcome<string> {
  if (isArchive(file)) {
    const { value: folder, diagnostics } = unpack(file);
    return folder === undefined ? { diagnostics } : { value: path.join(folder, APP), diagnostics };
  }
  const isFolder = sizeOf(file) === 'it is a folder';
  const folder = isFolder ? file : path.dirname(file);
  const cutOff = isFolder || path.basename(file) === APP ? cutOffMessage(folder) : undefined;
  if (cutOff !== undefined)
    return { diagnostics: [{ severity: 'invalid', code: 'app/cut-off', message: cutOff }] };
  if (!isFolder) return { ...(isAppFile(file) ? { value: file } : {}), diagnostics: [] };
  const within = path.join(file, APP);
  if (typeof sizeOf(within) === 'number') return { value: within, diagnostics: [] };
  const message = `${file} is a folder without ${APP}; expected a launch file, an app file or the folder of a capture`;
  return { diagnostics: [{ severity: 'invalid', code: 'app/missing-file', message }] };
}

/** Reads and validates; the value is absent when anything but warnings came up. */
export async function openApp(
  file: string,
  params: Record<string, string>,
  options: ReadOptions = {},
): Promise<Outcome<OpenApp>> {
  const { value: app, diagnostics } = loadApp(file, { params }, options);
  if (app === undefined) return { diagnostics };
  const found: Diagnostic[] = [...diagnostics];
  const sources = new Map<string, ShaderSource>();
  // A shader has several pipelines, and what is wrong with it is said once.
  for (const shaderPath of new Set(app.pipelines.map((each) => each.shaderPath))) {
    const source = await openShader(shaderPath);
    found.push(...source.diagnostics);
    if (source.value !== undefined) sources.set(shaderPath, source.value);
  }
  if (found.some(({ severity }) => severity !== 'warning')) return { diagnostics: found };
  return { value: { app, sourceOf: ({ shaderPath }) => sources.get(shaderPath)! }, diagnostics: found };
}

export interface PredictedApp extends OpenApp {
  readonly forecast: AppForecast;
  readonly prediction: AppPrediction;
}

/** Opens and predicts; the warnings of loading become the prediction's own. */
export async function predictApp(
  path: string,
  params: Record<string, string>,
  read: ReadOptions,
  options: Omit<AppOptions, 'sourceOf' | 'progress'>,
  progress: Pick<Progress, 'show'>,
): Promise<Outcome<PredictedApp>> {
  const start = performance.now();
  const opened = await openApp(path, params, read);
  if (opened.value === undefined) return { diagnostics: opened.diagnostics };
  const { app, sourceOf } = opened.value;
  const show = (done: number, of: number) => progress.show(`${path}: ${done} of ${of} operations`);
  const outcome = forecastApp(app, { ...options, sourceOf, progress: show });
  const diagnostics = [...opened.diagnostics, ...outcome.diagnostics];
  if (outcome.value === undefined) return { diagnostics };
  const summary = summarize(app, outcome.value, options.profile, (performance.now() - start) / 1000);
  const prediction = withWarnings({ ...summary, ...withFilesNamed(summary) }, diagnostics);
  return { value: { app, sourceOf, forecast: outcome.value, prediction }, diagnostics };
}

/** The parts of an app's prediction that name files. */
function withFilesNamed({ dispatches, kernels, warnings }: AppPrediction) {
  const named = <T extends { readonly shader: string }>(each: T): T => ({
    ...each,
    shader: asNamed(each.shader),
  });
  return { dispatches: dispatches.map(named), kernels: kernels.map(named), warnings: warnings.map(asNamed) };
}

/** The warnings of loading with their places, so that every format shows them, before those that have none. */
export function withWarnings<P extends { readonly warnings: readonly string[] }>(
  prediction: P,
  diagnostics: readonly Diagnostic[],
): P {
  const messages = new Set(diagnostics.map((diagnostic) => diagnostic.message));
  const placeless = prediction.warnings.filter((warning) => !messages.has(warning));
  return { ...prediction, warnings: [...new Set([...oneLiners(diagnostics), ...placeless])] };
}

/** The forecasts of an app's dispatches, at the positions that its prediction has them. */
export function dispatchedOf({ forecast }: PredictedApp): readonly ForecastDispatch[] {
  return forecast.steps.flatMap(({ dispatched }) => dispatched ?? []);
}
