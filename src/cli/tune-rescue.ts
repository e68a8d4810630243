// Trials that the database did not take are put elsewhere, where `--import` finds them.

import { writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import type { Journal } from '../tune/journal.ts';
import type { TrialStore } from '../tune/trials/store.ts';

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
