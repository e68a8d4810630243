// From a forecast to its diagnosis, of a launch as of one dispatch of an app: with the kernel's text, and with steps
// that are carried out.

import { type Diagnosed, diagnose } from '../analyze/diagnose.ts';
import type { CarryOut } from '../analyze/steps/step.ts';
import type { Launch } from '../launch/launch.ts';
import { carryOutWith } from './carry-out.ts';
import type { Forecast, PredictOptions } from './predict.ts';
import { leftOtherwise } from './same-results.ts';
import { type ShaderSource, textOf } from './shader.ts';

export interface DiagnoseOptions {
  /** Relative change of each parameter; chosen by the diagnosis when left out. */
  readonly step?: number | undefined;
  /** Is told of bugs that an edited kernel shows. */
  readonly onBug?: (error: unknown) => void;
}

/** @param options those of the forecast */
export function diagnoseForecast(
  { launch, source: shader }: { readonly launch: Launch; readonly source: ShaderSource },
  forecast: Forecast,
  options: PredictOptions,
  { step, onBug }: DiagnoseOptions = {},
): Diagnosed {
  const text = textOf(shader);
  const source = text === undefined ? undefined : { file: launch.shaderPath, text };
  // Steps find in L2 what the kernel itself does.
  const { cache } = forecast.timing;
  const carriedOut = carryOutWith(launch, shader, { ...options, cache }, onBug);
  const { workgroupSize } = forecast.program.module;
  const editable = typeof shader === 'string' ? { launch, text: shader } : undefined;
  const carryOut: CarryOut = (change) => {
    const { edited } = change;
    const isOther = edited && editable && leftOtherwise(editable.text, launch, workgroupSize, edited);
    return isOther ? undefined : carriedOut(change);
  };
  const chosen = step === undefined ? {} : { step };
  return diagnose({ ...forecast, source, ...chosen, editable, carryOut });
}
