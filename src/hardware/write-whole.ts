// Writes a file beside its place and moves it there, so that an interruption leaves the old one whole.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';

/** @throws DiagnosticError */
export function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(beside, text, { flag: 'wx' });
    renameSync(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(beside, { force: true });
    const message = `cannot write ${path}: ${(error as Error).message}`;
    throw new DiagnosticError([{ severity: 'invalid', code: 'measure/write', message }]);
  }
}
