// `tune --farm`: on the GPUs of a farm, several kinds of them at the same time; or by the model on its processors.

import type { FarmClient } from '../farm/client.ts';
import type { FarDevice } from '../farm/far/far-gpus.ts';
import { loadProfile } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import type { TuningReport } from '../report/tuning-text.ts';
import type { TrialStore } from '../tune/trials/store.ts';
import { EXIT } from './exit-codes.ts';
import { wantsColor } from './terminal.ts';
import type { TuneContext } from './tune-context.ts';
import { type EvaluatorSource, openEvaluators } from './tune-evaluator.ts';
import type { TuneFlags } from './tune-flags.ts';
import { type RunRequest, runTuning } from './tune-run.ts';
import { UsageError } from './usage-error.ts';

/** A farm as `tune` has opened it. */
export interface TuneFarm {
  readonly client: FarmClient;
  /** Those asked for; none where the model is asked. */
  readonly devices: readonly FarDevice[];
}

/** Undefined without `--farm`. @throws DiagnosticError, UsageError */
export async function openTuneFarm(flags: TuneFlags, isApp: boolean): Promise<TuneFarm | undefined> {
  if (flags.farm === undefined) return undefined;
  const { farDevices, openFarm } = await import('./farm-connection.ts');
  const client = await openFarm(flags.farm);
  if (flags.evaluator === 'model') return { client, devices: [] };
  const devices = await farDevices(client, flags.device);
  const names = devices.map(({ info }) => info.device).join(', ');
  if (isApp && devices.length > 1)
    throw new UsageError(`--device: an app is tuned for one kind of GPU at a time; there are ${names}`);
  if (devices.length > 1 && (flags.output ?? flags.export) !== undefined)
    throw new UsageError(`--device: name one of ${names} for the files that are to be written`);
  return { client, devices };
}

/** Where the times of a run come from: the farm's, or this machine's. @throws DiagnosticError, GpuError */
export async function sourceOf(
  flags: TuneFlags,
  model: RunRequest['model'],
  farm: TuneFarm | undefined,
  device = farm?.devices[0],
): Promise<EvaluatorSource> {
  if (farm === undefined) return await openEvaluators(flags, model);
  const { farSource } = await import('./farm-connection.ts');
  const { files } = model;
  const { batch } = flags;
  return await openEvaluators(
    flags,
    model,
    farSource(farm.client, device, { files, ...(batch ? { batch } : {}) }),
  );
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
  const states = new Map<FarDevice, string>();
  const show = (device: FarDevice, state: string) => {
    states.set(device, `${device.info.device}: ${state}`);
    progress.show([...states.values()].join('; '));
  };
  const { progressText } = await import('../report/tuning-text.ts');
  const tuned = async (device: FarDevice): Promise<TuningReport> => {
    const model = { ...request.model, profile: profileFor(device, request.model.profile) };
    const source = await sourceOf(flags, model, farm, device);
    try {
      const evaluator = await source.open(tunable);
      const onStage = (stage: string) => show(device, stage);
      const onProgress: RunRequest['onProgress'] = (state) =>
        show(device, progressText(state, tunable.space, request.objective));
      return (await runTuning({ ...request, model, tunable, evaluator, onStage, onProgress })).report;
    } finally {
      source.close();
    }
  };
  const outcomes = await Promise.allSettled(farm.devices.map(tuned));
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
function profileFor({ info }: FarDevice, otherwise: Profile): Profile {
  return loadProfile(info.device).value ?? otherwise;
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
