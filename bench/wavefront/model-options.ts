// How the tables are predicted: as `wavefront` does where nothing is said.

import type { PredictOptions } from '../../src/predict/predict.ts';
import type { Profile } from '../../src/profile/profile.ts';

export function modelOptions(profile: Profile): PredictOptions {
  return {
    profile,
    cache: 'warm',
    without: [],
    seed: 0,
    files: () => new Uint8Array(),
    now: () => performance.now(),
  };
}
