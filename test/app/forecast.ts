// Forecasts of apps whose shaders are given as texts.

import { expect } from 'vitest';
import { parseApp } from '../../src/app/parse.ts';
import { type AppForecast, type AppOptions, forecastApp } from '../../src/app/predict.ts';
import type { AppPrediction } from '../../src/app/prediction.ts';
import { summarize } from '../../src/app/summary.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { loadProfile } from '../../src/profile/load.ts';

export const profile = loadProfile('nvidia-h200').value!;

export const options = {
  profile,
  dialect: 'dawn',
  without: [],
  seed: 1,
  cache: 'warm',
  files: () => new Uint8Array(0),
  now: () => 0,
} as const;

export interface Forecasted {
  readonly forecast: AppForecast;
  readonly prediction: AppPrediction;
}

/** @param shaders texts by the paths in the file */
export function outcomeOf(
  file: object,
  shaders: Readonly<Record<string, string>>,
  changes: Partial<AppOptions> = {},
): { readonly value?: Forecasted; readonly diagnostics: readonly Diagnostic[] } {
  const parsed = parseApp(JSON.stringify(file), 'app.json');
  const app = parsed.value;
  if (!app) return { diagnostics: parsed.diagnostics };
  const sourceOf: AppOptions['sourceOf'] = ({ shaderPath }) => shaders[shaderPath];
  const { value: forecast, diagnostics } = forecastApp(app, { ...options, sourceOf, ...changes });
  if (!forecast) return { diagnostics };
  return { value: { forecast, prediction: summarize(app, forecast, profile, 0) }, diagnostics };
}

export function forecastOf(
  file: object,
  shaders: Readonly<Record<string, string>>,
  changes: Partial<AppOptions> = {},
): Forecasted {
  const { value, diagnostics } = outcomeOf(file, shaders, changes);
  expect(diagnostics).toEqual([]);
  return value!;
}
