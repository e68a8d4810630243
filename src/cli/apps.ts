// Opens the apps that app files describe: the app, the shaders of its pipelines, and what Tint says about them; and
// predicts them.

import type { App, Pipeline } from '../app/app.ts';
import { loadApp } from '../app/load.ts';
import { type AppForecast, type AppOptions, type ForecastDispatch, forecastApp } from '../app/predict.ts';
import type { AppPrediction } from '../app/prediction.ts';
import { summarize } from '../app/summary.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { ReadOptions } from '../launch/load.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { openShader } from './kernels.ts';
import { oneLiners, type Progress } from './terminal.ts';

export interface OpenApp {
  readonly app: App;
  readonly sourceOf: (pipeline: Pipeline) => ShaderSource;
}

/** Reads and validates; the value is absent when anything but warnings came up. */
export async function openApp(
  path: string,
  params: Record<string, string>,
  options: ReadOptions = {},
): Promise<Outcome<OpenApp>> {
  const { value: app, diagnostics } = loadApp(path, { params }, options);
  if (app === undefined) return { diagnostics };
  const found: Diagnostic[] = [...diagnostics];
  const sources = new Map<string, ShaderSource>();
  for (const { shaderPath } of app.pipelines) {
    if (sources.has(shaderPath)) continue;
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
  progress: Progress,
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
  const prediction = withWarnings(summary, diagnostics);
  return { value: { app, sourceOf, forecast: outcome.value, prediction }, diagnostics };
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
