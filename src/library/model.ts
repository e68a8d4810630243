// The commands that need the model alone, as functions of a launch and its source: every option has a default.

import type { Diagnosis } from '../analyze/diagnosis.ts';
import { type Backend, inProcess as modelInProcess } from '../configure/backend.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { Launch } from '../launch/launch.ts';
import { deviceOf } from '../predict/compile-stages.ts';
import { diagnoseForecast } from '../predict/diagnose-forecast.ts';
import { type Inspection, inspectLaunch as inspect, type Stage } from '../predict/inspect.ts';
import { forecastLaunch, predictLaunch as predict } from '../predict/predict.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { optionsOf, type Settings } from './settings.ts';

/** How long one dispatch takes, as `kernelcast predict` says. Without a value, the diagnostics say why. */
export function predictLaunch(
  launch: Launch,
  source: ShaderSource,
  settings: Settings = {},
): Outcome<Prediction> {
  return predict(launch, source, optionsOf(settings));
}

/** How a diagnosis is made. */
export interface DiagnoseSettings extends Settings {
  /** Relative change of each parameter, such as 0.1; chosen by how steady the times are when left out. */
  readonly step?: number;
}

/** What a dispatch's time hangs on and what would make it shorter, as `kernelcast diagnose` says. */
export function diagnoseLaunch(
  launch: Launch,
  source: ShaderSource,
  { step, ...settings }: DiagnoseSettings = {},
): Outcome<Diagnosis> {
  const options = optionsOf(settings);
  const { value: forecast, diagnostics } = forecastLaunch(launch, source, options);
  if (forecast === undefined) return { diagnostics };
  const { diagnosis } = diagnoseForecast({ launch, source }, forecast, options, { step });
  return { value: diagnosis, diagnostics };
}

/** The kernel as text, as `kernelcast inspect` prints it: machine code unless another stage is asked for. */
export function inspectLaunch(
  launch: Launch,
  source: ShaderSource,
  stage: Stage = 'machine',
  settings: Settings = {},
): Outcome<Inspection> {
  const { profile, dialect, without } = optionsOf(settings);
  return inspect(launch, source, stage, { dialect, without, device: deviceOf(profile) });
}

/** The model for a `ModelEvaluator`, in this thread. */
export function inProcess(settings: Settings = {}): Backend {
  return modelInProcess(optionsOf(settings));
}
