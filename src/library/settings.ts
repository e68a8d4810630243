// What callers of the library may leave out: every option of the model has the default that the command has, but
// for the time limit, which is theirs to set.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { PredictOptions } from '../predict/predict.ts';
import { defaultProfile } from '../profile/default-profile-data.ts';

/** Bytes of data files by the path that the launch file names, seen from where it was opened. */
export type Files = Readonly<Record<string, Uint8Array>> | ((path: string) => Uint8Array);

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** How a prediction is made; whatever is left out is as `kernelcast predict` has it. */
export interface Settings extends Optional<Omit<PredictOptions, 'files' | 'device' | 'observe'>> {
  /** Contents of the files that buffers are filled from; a launch that needs one and finds none is refused. */
  readonly files?: Files;
}

/** @throws DiagnosticError from `files`, which predictions turn into diagnostics */
export function optionsOf({ files = {}, ...given }: Settings): PredictOptions {
  const defaults = {
    profile: defaultProfile,
    cache: 'warm',
    without: [],
    seed: 0,
    now: () => performance.now(),
  } as const;
  const read = typeof files === 'function' ? files : (path: string) => files[path] ?? refuse(path);
  return { ...defaults, ...withoutUndefined(given), files: read };
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(given: T): Defined<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function refuse(path: string): never {
  const message = `the bytes of ${path} are not given: pass them as \`files\`, a table by path or a function`;
  throw new DiagnosticError([{ severity: 'invalid', code: 'launch/missing-file', message }]);
}
