// From a forecast to its diagnosis, with the steps that Tint takes for WGSL.

import type { Diagnosed } from '../analyze/diagnose.ts';
import { validateWgsl } from '../hardware/tint.ts';
import { diagnoseForecast as diagnoseUnchecked } from '../predict/diagnose-forecast.ts';
import type { Forecast, PredictOptions } from '../predict/predict.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import type { Kernel } from './kernels.ts';

/** @param step relative change of each parameter; chosen by the diagnosis when left out */
export async function diagnoseForecast(
  kernel: Kernel,
  forecast: Forecast,
  options: PredictOptions,
  step?: number,
): Promise<Diagnosed> {
  return withValidSteps(diagnoseUnchecked(kernel, forecast, options, { step, onBug: throwWhenDebugging }));
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
