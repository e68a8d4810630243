// The score of predictions over a folder of launches with recorded times: what `kernelcast validate DIR` does.

import { fileReader } from '../cli/kernels.ts';
import { openPredictor } from '../cli/validate-predictor.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { defaultProfile } from '../profile/default-profile-data.ts';
import { isOfDevice } from '../profile/device-name.ts';
import { measuredOn, readLaunchSet } from '../validate/launch-set.ts';
import { type Row, type Validation, validationOf } from '../validate/validate.ts';
import { optionsOf, type Settings } from './settings.ts';

/** How predictions are compared; whatever is left out is as `kernelcast validate` has it. */
export interface ValidateSettings extends Omit<Settings, 'files'> {
  /** Device whose recorded times count; the one of the profile when left out. */
  readonly device?: string;
  /** Told before each launch. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** How far predictions lie from the times that are recorded in a folder. */
export async function validateFolder(
  folder: string,
  { device: asked, onProgress = () => {}, ...settings }: ValidateSettings = {},
): Promise<Outcome<Validation>> {
  const { profile = defaultProfile } = settings;
  const { entries, groups, measurements } = readLaunchSet(folder);
  const recorded = [...new Set(measurements.map((each) => each.device))];
  const device = recorded.find((each) => (asked === undefined ? isOfDevice(profile, each) : each === asked));
  if (device === undefined) return { diagnostics: [notRecorded(folder, asked ?? profile.name, recorded)] };
  const rows: Row[] = [];
  const unmeasured: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const predictor = await openPredictor(
    { ...optionsOf(settings), files: fileReader() },
    { allowRead: [folder] },
  );
  for (const [at, entry] of entries.entries()) {
    onProgress(at, entries.length);
    const { name, row } = await predictor.predict(entry, diagnostics);
    const measured = measuredOn(measurements, name, device);
    if (measured) rows.push(row({ measuredNs: measured.timeNs, quality: measured.quality }));
    else unmeasured.push(name);
  }
  return { value: validationOf(rows, { profile: profile.name, device, unmeasured }, groups), diagnostics };
}

function notRecorded(folder: string, wanted: string, recorded: readonly string[]): Diagnostic {
  const known = recorded.length > 0 ? `recorded are ${recorded.join(', ')}` : 'nothing is recorded';
  const message = `${folder} holds no measurement on ${wanted}; ${known}`;
  return { severity: 'invalid', code: 'validate/device', message };
}
