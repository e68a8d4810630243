// The database of a run of `tune`: opened, and what was imported taken in; trials that it did not take are put
// elsewhere, where `--import` finds them.

import { writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Journal } from '../tune/journal.ts';
import { UnwritableError } from '../tune/trials/log.ts';
import { databaseProblem } from '../tune/trials/place.ts';
import type { EvaluatorKind, LogRecord } from '../tune/trials/records.ts';
import { TrialStore } from '../tune/trials/store.ts';
import { printDiagnostics } from './terminal.ts';
import type { TuneFlags } from './tune-flags.ts';

/**
 * @param records of another database, to be kept in this one
 * @returns what is to be said of the records, too. @throws DiagnosticError
 */
export async function openStore(
  { database }: Pick<TuneFlags, 'database'>,
  kind: EvaluatorKind,
  records: readonly LogRecord[] | undefined,
): Promise<{ readonly store: TrialStore; readonly notes: readonly string[] }> {
  const place = database === false ? undefined : database;
  const { value: store, diagnostics } = await TrialStore.open(place, kind === 'hardware');
  if (!store) throw new DiagnosticError(diagnostics);
  printDiagnostics(diagnostics);
  if (records === undefined) return { store, notes: [] };
  const all = records.filter(({ record }) => record === 'trial').length;
  const taken = writing(store, () => store.takeIn(records));
  return { store, notes: [`${taken} of ${all} imported trials are new here`] };
}

/** @throws DiagnosticError when nothing can be written from the beginning */
export function writing<T>(store: TrialStore, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof UnwritableError)) throw error;
    const message = `cannot write ${store.path}: ${error.message}`;
    const advice = 'choose another file by --database, or keep no trials with --no-database';
    throw new DiagnosticError([{ ...databaseProblem(message), notes: [advice] }]);
  }
}

/** What is to be said of it; nothing where all was written. */
export function rescue(store: TrialStore, { failure }: Journal, run: string): string[] {
  if (failure === undefined || store.path === undefined) return [];
  const stored = `${store.path} could not be written: ${failure}`;
  const { unwritten } = store;
  if (unwritten === 0) return [`${stored}; all trials are in it`];
  const trials =
    unwritten === 1 ? 'one trial that is not in it is' : `${unwritten} trials that are not in it are`;
  const text = store.rescued(run);
  const file = writtenSomewhere(`kernelcast-trials-${run}.jsonl`, text);
  if (file !== undefined) return [`${stored}; ${trials} in ${file}: --import ${file} takes them in`];
  process.stderr.write(`${text}\n`);
  return [`${stored}; ${trials} printed above: a file of these lines can be given to --import`];
}

/** Undefined when there is no room anywhere. */
function writtenSomewhere(name: string, text: string): string | undefined {
  for (const folder of [tmpdir(), homedir(), process.cwd()]) {
    const file = path.join(folder, name);
    try {
      writeFileSync(file, text, { flag: 'wx', flush: true });
      return file;
    } catch {
      // The next one may be another disk.
    }
  }
  return undefined;
}
