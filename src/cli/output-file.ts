// Files that a command writes. One rule for all: what the command reads is never replaced, and what kernelcast
// has not written only with --force. Refused before the long part where that is known by then, with the flag that
// named the file.

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../hardware/write-whole.ts';
import { MARK } from '../report/mark.ts';
import { toggle } from './options.ts';
import { UsageError } from './usage-error.ts';

/** What `--force` stands for in every command that writes. */
export const FORCE = toggle('Replace files that kernelcast has not written');

export interface Output {
  /** As it was named on the command line. */
  readonly flag: string;
  readonly file: string;
  readonly force: boolean;
  /** Whether kernelcast wrote what is there, by its beginning; by its mark when left out. */
  readonly isOwn?: (beginning: string) => boolean;
  /** Why what is there stays; that kernelcast has not written it when left out. */
  readonly reason?: string;
}

/** @param inputs files that the command reads, as far as they are known. @throws UsageError */
export function refuseUnwritable(output: Output, inputs: readonly string[] = []): void {
  const { file, isOwn = hasMark } = output;
  const stat = statOf(file);
  if (stat?.isDirectory()) throw refusal(output, 'it is a folder');
  const folder = path.dirname(file);
  if (!existsSync(folder)) throw refusal(output, `there is no folder ${folder}`);
  try {
    accessSync(stat ? file : folder, constants.W_OK);
  } catch {
    throw refusal(output, 'there is no permission to');
  }
  refuseInput(output, inputs);
  if (!output.force && stat?.isFile() && stat.size > 0 && !isOwn(beginningOf(file)))
    throw refusal(
      output,
      `it is there, and ${output.reason ?? 'kernelcast has not written it'}; --force replaces it`,
    );
}

/** @throws UsageError */
export function refuseInput(output: Output, inputs: readonly string[]): void {
  const stat = statOf(output.file);
  const same = inputs.find((input) => isSame(stat, output.file, input));
  if (same !== undefined) throw refusal(output, `the command reads it (${same})`);
}

/** @throws UsageError, DiagnosticError */
export function writeOutput(output: Output, text: string, inputs: readonly string[]): void {
  refuseUnwritable(output, inputs);
  const stat = statOf(output.file);
  // Nothing can stand in the place of a device; a link stays one.
  if (stat && !stat.isFile()) writeFileSync(output.file, text);
  else writeWhole(stat ? realpathSync(output.file) : output.file, text);
}

export function hasMark(beginning: string): boolean {
  return beginning.includes(MARK);
}

/** By identity, as a file may have several names. */
function isSame(stat: Stats | undefined, file: string, input: string): boolean {
  const other = statOf(input);
  if (stat && other) return stat.dev === other.dev && stat.ino === other.ino;
  return path.resolve(file) === path.resolve(input);
}

function statOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

/** As much of a file as marks stand in. */
export function beginningOf(file: string): string {
  const bytes = Buffer.alloc(2000);
  const descriptor = openSync(file, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

function refusal({ flag, file }: Output, reason: string): UsageError {
  return new UsageError(`${flag} ${file}: cannot be written: ${reason}`);
}
