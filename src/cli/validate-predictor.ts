// Predicts the launches of a folder one after the other, each with the row of the score card that it makes.

import path from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { closeTint } from '../hardware/tint.ts';
import { loadLaunch, type ReadOptions } from '../launch/load.ts';
import { bandKindOf } from '../predict/error-band.ts';
import { type Forecast, forecastLaunch, type PredictOptions } from '../predict/predict.ts';
import type { Profile } from '../profile/profile.ts';
import { describeBottleneck } from '../report/limit-words.ts';
import { baselinesOf } from '../validate/baselines.ts';
import type { SetEntry } from '../validate/launch-set.ts';
import { type Row, scored } from '../validate/validate.ts';
import { behavioursOf, type ModelFlags, seedOf } from './flags.ts';
import { fileReader, type Kernel, loadKernel } from './kernels.ts';
import { oneLiners } from './terminal.ts';

type Measured = Pick<Row, 'measuredNs' | 'quality'>;

export interface Predictor {
  /** The launch's name, and its row once its measured time is known. */
  predict(
    entry: SetEntry,
    problems: Diagnostic[],
  ): Promise<{
    readonly name: string;
    readonly row: (measured: Measured) => Row;
    readonly kernel?: Kernel;
    readonly forecast?: Forecast;
  }>;
  close(): Promise<void>;
}

/** Also of a launch that is refused, whose measured time must be found. */
export function launchName({ path: file }: SetEntry, options: ReadOptions): string {
  return loadLaunch(file, { params: {} }, options).value?.name ?? path.basename(file, '.json');
}

export function modelOptions(flags: ModelFlags, profile: Profile): PredictOptions {
  const { cache, dialect } = flags;
  const without = behavioursOf(flags.without);
  const now = () => performance.now();
  return { profile, cache, dialect, without, seed: seedOf(flags.seed), files: fileReader(), now };
}

export function openPredictor(options: PredictOptions, read: ReadOptions): Predictor {
  return {
    close: closeTint,
    async predict(entry, problems) {
      const { path: file, ...facts } = entry;
      const about = { launch: file, ...facts };
      const name = launchName(entry, read);
      const refused = (diagnostics: readonly Diagnostic[]) => {
        problems.push(...diagnostics);
        const refusal = oneLiners(diagnostics)[0] ?? 'no reason given';
        return { name, row: (measured: Measured) => ({ name, ...about, ...measured, refusal }) };
      };
      const { value: kernel, diagnostics } = await loadKernel(file, {}, read);
      if (!kernel) return refused(diagnostics);
      const { value: forecast, diagnostics: found } = forecastLaunch(kernel.launch, kernel.source, options);
      if (!forecast) return refused(found);
      const { prediction } = forecast;
      const row = (measured: Measured) =>
        scored({
          name,
          ...about,
          ...measured,
          predictedNs: prediction.timeNs,
          errorBandNs: prediction.errorBandNs,
          ...baselinesOf(forecast, kernel.launch, options.profile),
          bottleneck: describeBottleneck(prediction.bottleneck),
          bandKind: bandKindOf(prediction.bottleneck),
          seconds: prediction.model.seconds,
        });
      return { name, row, kernel, forecast };
    },
  };
}
