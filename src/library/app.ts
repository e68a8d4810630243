// The time of an app, from its file: what `kernelcast predict app.json` does.

import type { AppPrediction } from '../app/prediction.ts';
import { appFileOf, predictApp as predictOpened } from '../cli/apps.ts';
import { fileReader } from '../cli/kernels.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { ReadOptions } from '../launch/load.ts';
import { optionsOf, type Settings } from './settings.ts';

/** How an app is predicted. */
export interface AppSettings extends Omit<Settings, 'cache' | 'files'>, ReadOptions {
  /** Whether L2 holds at first what a run of the app before has left; `warm` when left out. */
  readonly cache?: 'warm' | 'cold';
  /** Params of the app file that are overridden. */
  readonly params?: Readonly<Record<string, string>>;
  /** Told before each operation. */
  readonly onProgress?: (text: string) => void;
}

/** The time of an app and of its parts; `path` is an app file, or the folder or archive of a capture. */
export async function predictApp(path: string, settings: AppSettings = {}): Promise<Outcome<AppPrediction>> {
  const { cache = 'warm', params = {}, onProgress = () => {}, allowRead = [], ...rest } = settings;
  const found = appFileOf(path);
  if (found.value === undefined && found.diagnostics.length > 0) return { diagnostics: found.diagnostics };
  const options = { ...optionsOf({ ...rest, files: fileReader() }), cache };
  const progress = { show: onProgress };
  const { value, diagnostics } = await predictOpened(
    found.value ?? path,
    { ...params },
    { allowRead },
    options,
    progress,
  );
  return value ? { value: value.prediction, diagnostics } : { diagnostics };
}
