// From a forecast to its diagnosis, of a launch as of one dispatch of an app: with the kernel's text, and with steps
// that are carried out.

import { type Diagnosed, diagnose } from '../analyze/diagnose.ts';
import { validateWgsl } from '../hardware/tint.ts';
import { carryOutWith } from '../predict/carry-out.ts';
import type { Forecast, PredictOptions } from '../predict/predict.ts';
import { textOf } from '../predict/shader.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import type { Kernel } from './kernels.ts';

/** @param step relative change of each parameter; chosen by the diagnosis when left out */
export async function diagnoseForecast(
  { launch, source: shader }: Kernel,
  forecast: Forecast,
  options: PredictOptions,
  step?: number,
): Promise<Diagnosed> {
  const text = textOf(shader);
  const source = text === undefined ? undefined : { file: launch.shaderPath, text };
  // Steps find in L2 what the kernel itself does.
  const { cache } = forecast.timing;
  const carryOut = carryOutWith(launch, shader, { ...options, cache }, throwWhenDebugging);
  const editable = typeof shader === 'string' ? { launch, text: shader } : undefined;
  const chosen = step === undefined ? {} : { step };
  return withValidSteps(diagnose({ ...forecast, source, ...chosen, editable, carryOut }));
}

/** Steps whose edited source is no WGSL by Tint's word are a bug of kernelcast, and not the user's to find. */
async function withValidSteps({ diagnosis, observation, edited }: Diagnosed): Promise<Diagnosed> {
  const isValid = await Promise.all(
    edited.map(async (each) => !each || exitCodeOf(await validateWgsl(each.source, 'step')) === EXIT.fine),
  );
  const advice = diagnosis.advice.filter((_, index) => isValid[index]);
  return { diagnosis: { ...diagnosis, advice }, observation, edited: edited.filter((_, i) => isValid[i]) };
}

function throwWhenDebugging(error: unknown): void {
  if (process.env['KERNELCAST_DEBUG']) throw error;
}
