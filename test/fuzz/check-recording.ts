// Files of measured configurations and of spaces: Kernel Tuner's caches, T4, T1, space records. What is read has
// to be a recording that the tuner can use: points within the parameters, times that are times, and the same when
// it is written and read once more.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DiagnosticError, type Outcome } from '../../src/diagnostics/diagnostic.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { declareSpace } from '../../src/space/declare.ts';
import { pointsOf } from '../../src/space/points.ts';
import { configurationOf, pointOf } from '../../src/space/space.ts';
import type { Recorded } from '../../src/tune/evaluators/replay-trials.ts';
import { readKernelTunerCache, writeKernelTunerCache } from '../../src/tune/formats/kernel-tuner-cache.ts';
import type { Recording } from '../../src/tune/formats/recording.ts';
import { readT1 } from '../../src/tune/formats/t1.ts';
import { readT4, writeT4 } from '../../src/tune/formats/t4.ts';
import { type Imported, importedOfFile, recordedOfText } from '../../src/tune/recorded-file.ts';
import { checkDiagnostics, outcomeOf, refusalOf } from './oracle.ts';
import type { Random } from './random.ts';

const FILE = 'fuzz.json';
const STATUSES = ['ok', 'failed', 'timeout', 'compile', 'runtime', 'correctness', 'constraints'];

function requireRecording({ kernel, device, parameters, trials }: Recording): void {
  if (typeof kernel !== 'string' || typeof device !== 'string') throw new Error('oracle: names are no texts');
  const space = { parameters, constraints: [] };
  for (const { point, status, timeMs, samplesMs = [], costs = {} } of trials) {
    if (!STATUSES.includes(status)) throw new Error(`oracle: status ${String(status)}`);
    if (status === 'ok' && !(timeMs! >= 0 && timeMs! < Infinity)) throw new Error(`oracle: time ${timeMs}`);
    for (const each of [...samplesMs, ...Object.values(costs)]) {
      if (typeof each !== 'number') throw new Error(`oracle: sample or cost ${String(each)}`);
    }
    const back = pointOf(space, configurationOf(space, point));
    if (String(back) !== String(point)) throw new Error(`oracle: point ${point} comes back as ${back}`);
  }
}

type Read = (file: string, text: string) => Outcome<Recording>;

function checkRecording(
  read: Read,
  write: (recording: Recording) => string,
  text: string,
  random: Random,
): string {
  const { value, diagnostics } = read(FILE, text);
  checkDiagnostics(diagnostics, FILE, text.length, text);
  if (value === undefined) return refusalOf(diagnostics);
  requireRecording(value);
  if (!random.oneIn(4)) return 'ok';
  const again = read(FILE, write(value));
  if (again.value?.trials.length !== value.trials.length)
    throw new Error(`oracle: what is written is not read: ${again.diagnostics[0]?.message}`);
  return 'ok';
}

let folder: string | undefined;

function inFile(text: string): string {
  if (folder === undefined) {
    const made = mkdtempSync(path.join(tmpdir(), 'kernelcast-fuzz-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  const file = path.join(folder, FILE);
  writeFileSync(file, text);
  return file;
}

/** As `tune --import` reads it. */
async function checkImport(text: string): Promise<string> {
  const file = inFile(text);
  let imported: Outcome<Imported>;
  try {
    imported = await importedOfFile(file);
  } catch (error) {
    return refused(error, file, text);
  }
  const { value, diagnostics } = imported;
  return `imported: ${usable(file, text, { ...(value?.recorded ? { value: value.recorded } : {}), diagnostics })}`;
}

function refused(error: unknown, file: string, text: string): string {
  if (!(error instanceof DiagnosticError)) throw error;
  checkDiagnostics(error.diagnostics, file, text.length, text);
  return refusalOf(error.diagnostics);
}

function usable(file: string, text: string, { value, diagnostics }: Outcome<Recorded>): string {
  checkDiagnostics(diagnostics, file, text.length, text);
  for (const { configuration, evaluation } of value?.trials ?? []) {
    if (typeof configuration !== 'object' || typeof evaluation.status !== 'string')
      throw new Error('oracle: no trial');
  }
  return outcomeOf(diagnostics);
}

const rarely = (random: Random): boolean => random.oneIn(500);

export function checkCache(text: string, random: Random): string | Promise<string> {
  if (rarely(random)) return checkImport(text);
  return checkRecording(readKernelTunerCache, writeKernelTunerCache, text, random);
}

export function checkT4(text: string, random: Random): string | Promise<string> {
  return rarely(random) ? checkImport(text) : checkRecording(readT4, writeT4, text, random);
}

export function checkSpaceRecord(text: string, random: Random): string | Promise<string> {
  if (rarely(random)) return checkImport(text);
  try {
    return usable(FILE, text, recordedOfText(FILE, text));
  } catch (error) {
    return refused(error, FILE, text);
  }
}

const LAUNCH: Launch = {
  name: 'fuzz',
  file: 'launch.json',
  shaderPath: 'fuzz.wgsl',
  params: { block_size_x: 32, N: 1024 },
  constants: {},
  dispatch: [1, 1, 1],
  bindings: [],
};

/** A space from T1, and its points where there are few enough. */
export function checkT1(text: string, random: Random): string | Promise<string> {
  if (rarely(random)) return checkImport(text);
  const { value, diagnostics } = readT1(FILE, text);
  checkDiagnostics(diagnostics, FILE, text.length, text);
  if (value === undefined) return refusalOf(diagnostics);
  const space = declareSpace(LAUNCH, [], value);
  checkDiagnostics(space.diagnostics, FILE, text.length, text);
  if (space.value === undefined) return `declared: ${refusalOf(space.diagnostics)}`;
  const points = pointsOf(space.value);
  checkDiagnostics(points.diagnostics, FILE, text.length, text);
  return points.value ? 'ok' : `points: ${refusalOf(points.diagnostics)}`;
}
