// Files that a command writes: refused before the long part where they cannot be, with the flag that named them.

import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './usage-error.ts';

/** @throws UsageError */
export function refuseUnwritable(flag: string, file: string): void {
  const exists = existsSync(file);
  if (exists && statSync(file).isDirectory()) throw refusal(flag, file, 'it is a folder');
  const folder = path.dirname(file);
  if (!existsSync(folder)) throw refusal(flag, file, `there is no folder ${folder}`);
  try {
    accessSync(exists ? file : folder, constants.W_OK);
  } catch {
    throw refusal(flag, file, 'there is no permission to');
  }
}

/** @throws UsageError */
export function writeOutput(flag: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw refusal(flag, file, (error as Error).message);
  }
}

function refusal(flag: string, file: string, reason: string): UsageError {
  return new UsageError(`${flag} ${file}: cannot be written: ${reason}`);
}
