// Opens recorded spaces: Kernel Tuner caches, T4 results and space records, as files, packed by gzip or not, or
// in folders.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Diagnostic, Outcome } from '../../../src/diagnostics/diagnostic.ts';
import { isObject } from '../../../src/tune/formats/fields.ts';
import { parseJson } from '../../../src/tune/formats/json-text.ts';
import { readKernelTunerCache, recordingOfCache } from '../../../src/tune/formats/kernel-tuner-cache.ts';
import type { Recording } from '../../../src/tune/formats/recording.ts';
import { readT4, recordingOfT4 } from '../../../src/tune/formats/t4.ts';
import { type RecordedSpace, recordedSpaceOf } from './recorded-space.ts';
import { isSpaceRecord, recordingOfSpaceRecord } from './space-record.ts';

const ENDING = /\.json(\.gz)?$/i;

/** The code of the problem that a file is about something else. */
const OTHER_KIND = 'tune/no-recorded-space';

const skipped = (found: Diagnostic): Diagnostic => ({
  ...found,
  severity: 'warning',
  message: `${found.message}; skipped`,
});

/** The spaces of all files and folders, sorted by path within a folder. */
export function openRecordedSpaces(paths: readonly string[]): Outcome<RecordedSpace[]> {
  const diagnostics: Diagnostic[] = [];
  const spaces: RecordedSpace[] = [];
  for (const each of paths) {
    const files = filesAt(each);
    if (typeof files === 'string') {
      diagnostics.push(problem(`cannot read ${each}: ${files}`));
      continue;
    }
    for (const file of files) {
      const opened = openRecordedSpace(file);
      // A folder may hold other things as well.
      const isSkipped = file !== each && opened.diagnostics[0]?.code === OTHER_KIND;
      diagnostics.push(...opened.diagnostics.map((found) => (isSkipped ? skipped(found) : found)));
      if (opened.value !== undefined) spaces.push(opened.value);
    }
  }
  if (spaces.length === 0 && diagnostics.every(({ severity }) => severity === 'warning')) {
    diagnostics.push(problem(`no recorded space (.json or .json.gz) in ${paths.join(', ')}`));
  }
  return { value: spaces, diagnostics };
}

export function openRecordedSpace(file: string): Outcome<RecordedSpace> {
  const text = textOf(file);
  if (text.value === undefined) return { diagnostics: text.diagnostics };
  const recording = readRecording(file, text.value);
  if (recording.value === undefined) return { diagnostics: recording.diagnostics };
  if (!recording.value.trials.some(({ status }) => status === 'ok')) {
    const none = problem(`${file}: no configuration with a time in it`);
    return { diagnostics: [...recording.diagnostics, none] };
  }
  const name = path.basename(file).replace(ENDING, '');
  return { value: recordedSpaceOf(name, recording.value), diagnostics: recording.diagnostics };
}

/** Reads whichever of the known formats the text is in. */
export function readRecording(file: string, text: string): Outcome<Recording> {
  const parsed = parseJson(file, text);
  if (parsed.value === undefined) return { diagnostics: parsed.diagnostics };
  const { value, isCut } = parsed.value;
  // A file that is cut short is read again by its own reader, which says so.
  if (isKernelTunerCache(value)) {
    return isCut ? readKernelTunerCache(file, text) : recordingOfCache(file, text, value);
  }
  if (isT4(value)) return isCut ? readT4(file, text) : recordingOfT4(file, text, value);
  if (isSpaceRecord(value)) return recordingOfSpaceRecord(file, text, value);
  const known =
    'a Kernel Tuner cache ("tune_params_keys" and "cache"), T4 results ("results") or a space record';
  const message = `${file}: not a recorded space; expected ${known}`;
  return { diagnostics: [{ ...problem(message), code: OTHER_KIND }] };
}

function filesAt(place: string): string[] | string {
  try {
    if (!statSync(place).isDirectory()) return [place];
    return readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((file) => ENDING.test(file))
      .sort()
      .map((file) => path.join(place, file));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : (error as Error).message;
  }
}

const GZIP_MAGIC = [0x1f, 0x8b];

function textOf(file: string): Outcome<string> {
  try {
    const bytes = readFileSync(file);
    const isPacked = GZIP_MAGIC.every((byte, i) => bytes[i] === byte);
    return { value: (isPacked ? gunzipSync(bytes) : bytes).toString('utf8'), diagnostics: [] };
  } catch (error) {
    return { diagnostics: [problem(`cannot read ${file}: ${(error as Error).message}`)] };
  }
}

function problem(message: string): Diagnostic {
  return { severity: 'invalid', code: 'tune/recorded-space', message };
}

function isKernelTunerCache(value: unknown): boolean {
  return isObject(value) && isObject(value['cache']) && value['tune_params_keys'] !== undefined;
}

function isT4(value: unknown): boolean {
  return isObject(value) && Array.isArray(value['results']);
}
