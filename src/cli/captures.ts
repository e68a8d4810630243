// Captures in place of app files: their folders and archives stand for the app within.

import { statSync } from 'node:fs';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { exitCodeOf } from './exit-codes.ts';
import { printDiagnostics } from './terminal.ts';

interface Launches {
  readonly launch: string | readonly string[];
}

/** A command that takes app files, for folders and archives as well. */
export function orCaptures<Flags extends Launches>(
  run: (flags: Flags) => Promise<number>,
): (flags: Flags) => Promise<number> {
  return async (flags) => {
    const given = [flags.launch].flat();
    if (!given.some(isCapture)) return await run(flags);
    const { appFileOf } = await import('./apps.ts');
    const problems: Diagnostic[] = [];
    const files = given.map((file) => {
      if (!isCapture(file)) return file;
      const { value, diagnostics } = appFileOf(file);
      problems.push(...diagnostics);
      return value ?? file;
    });
    printDiagnostics(problems);
    if (problems.length > 0) return exitCodeOf(problems);
    return await run({ ...flags, launch: typeof flags.launch === 'string' ? files[0] : files });
  };
}

function isCapture(file: string): boolean {
  return /\.tar$/i.test(file) || (statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false);
}
