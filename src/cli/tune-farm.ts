// `tune --farm`: on the GPUs of a farm, several kinds of them at the same time; or by the model on its processors.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { FarmClient } from '../farm/client.ts';
import type { FarDevice } from '../farm/far/far-gpus.ts';
import { loadProfile } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import type { TuningReport } from '../report/tuning-text.ts';
import type { TrialStore } from '../tune/trials/store.ts';
import { EXIT } from './exit-codes.ts';
import { profileNamed } from './flags.ts';
import { wantsColor } from './terminal.ts';
import type { TuneContext } from './tune-context.ts';
import { type EvaluatorSource, openEvaluators } from './tune-evaluator.ts';
import type { TuneFlags } from './tune-flags.ts';
import { type RunRequest, runTuning } from './tune-run.ts';
import { UsageError } from './usage-error.ts';

/** What is tuned for: a kind of GPU of the farm or, by the model on its processors, any device that has a profile. */
interface Target {
  readonly name: string;
  readonly gpu?: FarDevice;
  readonly profile?: Profile;
}

/** A farm as `tune` has opened it. */
export interface TuneFarm {
  readonly client: FarmClient;
  /** Those asked for; none where the model is asked about its `--profile`. */
  readonly targets: readonly Target[];
}

/** Undefined without `--farm`. @throws DiagnosticError, UsageError */
export async function openTuneFarm(flags: TuneFlags, isApp: boolean): Promise<TuneFarm | undefined> {
  if (flags.farm === undefined) return undefined;
  const { openFarm } = await import('./farm-connection.ts');
  const client = await openFarm(flags.farm);
  const targets = flags.evaluator === 'model' ? profilesOf(flags) : await gpusOf(client, flags.device);
  const names = targets.map(({ name }) => name).join(', ');
  if (isApp && targets.length > 1)
    throw new UsageError(`--device: an app is tuned for one kind of GPU at a time; there are ${names}`);
  if (targets.length > 1 && (flags.output ?? flags.export) !== undefined)
    throw new UsageError(`--device: name one of ${names} for the files that are to be written`);
  return { client, targets };
}

async function gpusOf(client: FarmClient, names: readonly string[]): Promise<Target[]> {
  const { farDevices } = await import('./farm-connection.ts');
  return (await farDevices(client, names)).map((gpu) => ({ name: gpu.info.device, gpu }));
}

/** @throws DiagnosticError for a name that no profile has */
function profilesOf({ device, set }: TuneFlags): Target[] {
  return device.map((name) => {
    const { value: profile, diagnostics } = profileNamed(name, set);
    if (!profile) throw new DiagnosticError(diagnostics);
    return { name: profile.name, profile };
  });
}

/** Where the times of a run come from: the farm's, or this machine's. @throws DiagnosticError, GpuError */
export async function sourceOf(
  flags: TuneFlags,
  model: RunRequest['model'],
  farm: TuneFarm | undefined,
  target = farm?.targets[0],
): Promise<EvaluatorSource> {
  if (farm === undefined) return await openEvaluators(flags, model);
  const { farSource } = await import('./farm-connection.ts');
  const { files } = model;
  const { batch } = flags;
  const far = farSource(farm.client, target?.gpu, { files, ...(batch ? { batch } : {}) });
  return await openEvaluators(flags, target?.profile ? { ...model, profile: target.profile } : model, far);
}

/** What tuners share on the farm; all that is written to the store goes there, too. */
export async function sharedTrials(
  farm: TuneFarm | undefined,
  store: TrialStore,
): Promise<Pick<RunRequest, 'shared'>> {
  if (farm === undefined) return {};
  const { FarmTrials } = await import('../farm/far/farm-trials.ts');
  const shared = new FarmTrials(farm.client);
  store.onRecords = (records) => shared.add(records);
  return { shared };
}

/** Several kinds of GPU at the same time; the exit code is returned. */
export async function tuneDevices(context: Omit<TuneContext, 'source'>, farm: TuneFarm): Promise<number> {
  const { flags, tunable, request, progress } = context;
  const states = new Map<Target, string>();
  const show = (target: Target, state: string) => {
    states.set(target, `${target.name}: ${state}`);
    progress.show([...states.values()].join('; '));
  };
  const { progressText } = await import('../report/tuning-text.ts');
  const tuned = async (target: Target): Promise<TuningReport> => {
    const model = { ...request.model, profile: profileFor(target, request.model.profile) };
    const source = await sourceOf(flags, model, farm, target);
    try {
      const evaluator = await source.open(tunable);
      const onStage = (stage: string) => show(target, stage);
      const onProgress: RunRequest['onProgress'] = (state) =>
        show(target, progressText(state, tunable.space, request.objective));
      return (await runTuning({ ...request, model, tunable, evaluator, onStage, onProgress })).report;
    } finally {
      source.close();
    }
  };
  const outcomes = await Promise.allSettled(farm.targets.map(tuned));
  progress.clear();
  const failed = outcomes.find((each) => each.status === 'rejected');
  // What the others found is in the database and on the farm.
  if (failed) throw failed.reason;
  await print(
    outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    flags.format,
  );
  return EXIT.fine;
}

/** The model knows some devices by the names that adapters give them. */
function profileFor({ name, profile }: Target, otherwise: Profile): Profile {
  return profile ?? loadProfile(name).value ?? otherwise;
}

async function print(reports: readonly TuningReport[], format: TuneFlags['format']): Promise<void> {
  if (format === 'table') {
    const { styleFor } = await import('../report/layout.ts');
    const { deviceTuningText } = await import('../report/device-tuning-text.ts');
    process.stdout.write(deviceTuningText(reports, styleFor(wantsColor(process.stdout))));
    return;
  }
  const { tuningDocument } = await import('../report/tuning-json.ts');
  const document = { schema: 'kernelcast/device-tunings@1', devices: reports.map(tuningDocument) };
  process.stdout.write((format === 'json' ? jsonText : jsonLine)(document));
}
