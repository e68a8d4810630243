// Forecasts of kernels that a test writes itself, on the H200 unless told.

import { parseLaunch } from '../../src/launch/parse.ts';
import { type Forecast, forecastLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';
import type { Profile } from '../../src/profile/profile.ts';

/** @param launch a launch file's content besides the shader */
export function forecast(
  source: string,
  launch: object,
  profile: Profile = loadProfile('nvidia-h200').value!,
): Forecast {
  const parsed = parseLaunch(JSON.stringify({ shader: 'kernel.wgsl', ...launch }), 'kernel.json').value!;
  const files = () => new Uint8Array();
  const options = { profile, cache: 'warm', without: [], seed: 0, now: () => 0, files } as const;
  return forecastLaunch(parsed, source, options).value!;
}
