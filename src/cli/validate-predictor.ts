// Predicts the launches of a folder one after the other, each with the row of the score card that it makes.

import path from 'node:path';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { FarBackend } from '../farm/far/far-backend.ts';
import { closeTint } from '../hardware/tint.ts';
import { loadLaunch, type ReadOptions } from '../launch/load.ts';
import { bandKindOf } from '../predict/error-band.ts';
import { type Forecast, forecastLaunch, type PredictOptions } from '../predict/predict.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { Profile } from '../profile/profile.ts';
import { describeBottleneck } from '../report/limit-words.ts';
import { baselinesOf } from '../validate/baselines.ts';
import type { SetEntry } from '../validate/launch-set.ts';
import { type Row, scored } from '../validate/validate.ts';
import { type FarmFlags, openFarm } from './farm-connection.ts';
import { behavioursOf, type ModelFlags, seedOf } from './flags.ts';
import { fileReader, type Kernel, loadKernel } from './kernels.ts';
import { oneLiners } from './terminal.ts';

type Measured = Pick<Row, 'measuredNs' | 'quality'>;

export interface Predictor {
  /** Begins a prediction elsewhere, which `predict` then waits for. */
  begin(entry: SetEntry): Promise<void>;
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

interface Predicted {
  readonly prediction: Prediction;
  readonly baselines: ReturnType<typeof baselinesOf>;
  /** Of a prediction made here. */
  readonly forecast?: Forecast;
}

/** Predicts here, or on the farm that the flags name. @throws DiagnosticError */
export async function openPredictor(
  options: PredictOptions,
  flags: ReadOptions & FarmFlags,
): Promise<Predictor> {
  const far = flags.farm === undefined ? undefined : new FarBackend(await openFarm(flags.farm), options);
  const begun = new Map<string, Begun>();
  const begin = async ({ path: file }: SetEntry): Promise<Begun> => {
    const { value: kernel, diagnostics } = await loadKernel(file, {}, flags);
    if (!kernel) return { diagnostics };
    // A farm may be lost while others are waited for.
    const outcome = far?.predict(kernel) as Promise<Outcome<Predicted>> | undefined;
    outcome?.catch(() => {});
    return { kernel, ...(outcome ? { outcome } : {}), diagnostics: [] };
  };
  return {
    close: async () => {
      far?.close();
      await closeTint();
    },
    async begin(entry) {
      begun.set(entry.path, await begin(entry));
    },
    async predict(entry, problems) {
      const { path: file, ...facts } = entry;
      const about = { launch: file, ...facts };
      const name = launchName(entry, flags);
      const refused = (diagnostics: readonly Diagnostic[]) => {
        problems.push(...diagnostics);
        const refusal = oneLiners(diagnostics)[0] ?? 'no reason given';
        return { name, row: (measured: Measured) => ({ name, ...about, ...measured, refusal }) };
      };
      const { kernel, outcome, diagnostics } = begun.get(file) ?? (await begin(entry));
      if (!kernel) return refused(diagnostics);
      const { value, diagnostics: found } = outcome ? await outcome : predictedHere(kernel, options);
      if (!value) return refused(found);
      const { prediction, baselines, forecast } = value;
      const row = (measured: Measured) =>
        scored({
          name,
          ...about,
          ...measured,
          predictedNs: prediction.timeNs,
          errorBandNs: prediction.errorBandNs,
          ...baselines,
          bottleneck: describeBottleneck(prediction.bottleneck),
          bandKind: bandKindOf(prediction.bottleneck),
          seconds: prediction.model.seconds,
        });
      return { name, row, kernel, ...(forecast ? { forecast } : {}) };
    },
  };
}

/** A launch that was read, or why it cannot be. */
interface Begun {
  readonly kernel?: Kernel;
  readonly outcome?: Promise<Outcome<Predicted>>;
  readonly diagnostics: readonly Diagnostic[];
}

function predictedHere({ launch, source }: Kernel, options: PredictOptions): Outcome<Predicted> {
  const { value: forecast, diagnostics } = forecastLaunch(launch, source, options);
  if (!forecast) return { diagnostics };
  const baselines = baselinesOf(forecast, launch, options.profile);
  return { value: { prediction: forecast.prediction, baselines, forecast }, diagnostics };
}
