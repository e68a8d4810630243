// Files of measured configurations as something to replay or to take over: space records, and the formats of other
// tuners, one of which gives a space instead of trials.

import { readFileSync } from 'node:fs';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { GivenSpace } from '../space/declare.ts';
import { type Configuration, configurationOf, type Point, type Space } from '../space/space.ts';
import type { Recorded } from './evaluators/replay-trials.ts';
import { readKernelTunerCache, writeKernelTunerCache } from './formats/kernel-tuner-cache.ts';
import type { RecordedTrial, Recording } from './formats/recording.ts';
import { readT1, writeT1 } from './formats/t1.ts';
import { readT4, writeT4 } from './formats/t4.ts';
import { headOf, kindOf, readLog } from './trials/log.ts';
import { isOlderDatabase, readOlderDatabase } from './trials/older-database.ts';
import { type LogRecord, recordOf } from './trials/records.ts';
import { spaceRecordOf } from './trials/space-record.ts';
import type { Evaluation } from './trials/trial.ts';

const NS_PER_MS = 1e6;

/** What a file gives to a run: trials that are known already, records to be kept, or a space to search. */
export interface Imported {
  readonly recorded?: Recorded;
  /** Of another database of trials. */
  readonly records?: readonly LogRecord[];
  readonly space?: GivenSpace;
}

export async function importedOfFile(file: string): Promise<Outcome<Imported>> {
  const records = await recordsOfFile(file);
  if (records) return records;
  const { value: text, diagnostics } = textOf(file);
  if (text === undefined) return { diagnostics };
  if (isT1Text(text)) {
    const space = readT1(file, text);
    return { ...(space.value ? { value: { space: space.value } } : {}), diagnostics: space.diagnostics };
  }
  const recorded = recordedOfText(file, text);
  return {
    ...(recorded.value ? { value: { recorded: recorded.value } } : {}),
    diagnostics: recorded.diagnostics,
  };
}

/** Undefined where the file is no database of trials. */
async function recordsOfFile(file: string): Promise<Outcome<Imported> | undefined> {
  try {
    const head = headOf(file) ?? Buffer.of();
    if (isOlderDatabase(head)) return { value: { records: await readOlderDatabase(file) }, diagnostics: [] };
    if (kindOf(head).kind !== 'log') return undefined;
    const { lines, damaged } = readLog(file);
    const records = lines.flatMap(({ record }) => recordOf(record) ?? []);
    const message = `${damaged.length} lines of ${file} are cut short or damaged and left out`;
    const warning: Diagnostic = { severity: 'warning', code: 'tune/damaged-record', message };
    return { value: { records }, diagnostics: damaged.length > 0 ? [warning] : [] };
  } catch (error) {
    return { diagnostics: [unreadable(file, (error as Error).message)] };
  }
}

export function recordedOfFile(file: string): Outcome<Recorded> {
  const { value: text, diagnostics } = textOf(file);
  return text === undefined ? { diagnostics } : recordedOfText(file, text);
}

function textOf(file: string): Outcome<string> {
  try {
    return { value: readFileSync(file, 'utf8'), diagnostics: [] };
  } catch (error) {
    return { diagnostics: [unreadable(file, (error as Error).message)] };
  }
}

/** What the text of a file says, whichever of the formats it has. @throws DiagnosticError */
export function recordedOfText(file: string, text: string): Outcome<Recorded> {
  if (/"kernelcast\/space-record@/.test(text.slice(0, 200))) return fromSpaceRecord(file, text);
  const read = isT4Text(text) ? readT4(file, text) : readKernelTunerCache(file, text);
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  return { value: fromRecording(read.value), diagnostics: read.diagnostics };
}

/** A cut one too, of which its reader then says so. */
function isT1Text(text: string): boolean {
  return /"ConfigurationSpace"\s*:/.test(text) && !/"(results|cache)"\s*:/.test(text);
}

function isT4Text(text: string): boolean {
  return /"results"\s*:\s*\[/.test(text) && !/"cache"\s*:\s*\{/.test(text);
}

/** @throws DiagnosticError */
function fromSpaceRecord(file: string, text: string): Outcome<Recorded> {
  const record = spaceRecordOf(file, text);
  const { device, driver, parameters, configurations } = record;
  const space = { parameters, constraints: [] };
  const trials = configurations.map(({ at, ...evaluation }) => ({
    configuration: configurationOf(space, at),
    evaluation,
  }));
  return { value: { device, driver, trials }, diagnostics: [] };
}

function fromRecording({ device, parameters, trials }: Recording): Recorded {
  const space = { parameters, constraints: [] };
  return {
    device,
    driver: '',
    trials: trials.map(({ point, status, timeMs }) => {
      const configuration = configurationOf(space, point);
      return { configuration, evaluation: evaluationOf(status, timeMs) };
    }),
  };
}

function evaluationOf(status: Recording['trials'][number]['status'], timeMs: number | undefined): Evaluation {
  if (status === 'ok' && timeMs !== undefined) return { status: 'correct', timeNs: timeMs * NS_PER_MS };
  return { status: status === 'ok' || status === 'failed' ? 'runtime' : status };
}

export interface Exported {
  readonly kernel: string;
  /** Path of the shader. */
  readonly file: string;
  readonly device: string;
  readonly space: Space;
  /** What the launch itself has. */
  readonly defaults: Configuration;
  readonly trials: readonly { readonly point: Point; readonly evaluation: Evaluation }[];
}

export type ExportFormat = 't4' | 'kernel-tuner' | 't1';

/** All trials, or of T1 the space, as other tuners read them, and the constraints that found no words there. */
export function exportedText(
  format: ExportFormat,
  { kernel, file, device, space, defaults, trials }: Exported,
): { readonly text: string; readonly leftOut: readonly string[] } {
  if (format === 't1') return writeT1({ kernel, file, space, defaults });
  const recorded = trials.map(({ point, evaluation }): RecordedTrial => {
    const { status, timeNs, samples, compileMs } = evaluation;
    return {
      point,
      status: status === 'correct' ? 'ok' : status,
      ...(timeNs === undefined ? {} : { timeMs: timeNs / NS_PER_MS }),
      ...(samples ? { samplesMs: samples.map((each) => each.timeNs / NS_PER_MS) } : {}),
      ...(compileMs === undefined ? {} : { costs: { compileMs } }),
    };
  });
  const recording: Recording = { kernel, device, parameters: space.parameters, trials: recorded };
  return {
    text: format === 't4' ? writeT4(recording) : writeKernelTunerCache(recording),
    leftOut: [],
  };
}

function unreadable(file: string, reason: string): Diagnostic {
  return { severity: 'invalid', code: 'tune/recording', message: `cannot read ${file}: ${reason}` };
}
