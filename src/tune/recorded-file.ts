// Files of measured configurations as something to replay or to take over: space records, and the formats of
// other tuners.

import { readFileSync } from 'node:fs';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { configurationOf, type Point, type Space } from '../space/space.ts';
import type { Recorded } from './evaluators/replay-trials.ts';
import { readKernelTunerCache } from './formats/kernel-tuner-cache.ts';
import type { RecordedTrial, Recording } from './formats/recording.ts';
import { readT4, writeT4 } from './formats/t4.ts';
import { readSpaceRecord } from './trials/space-record.ts';
import type { Evaluation } from './trials/trial.ts';

const NS_PER_MS = 1e6;

export function recordedOfFile(file: string): Outcome<Recorded> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return { diagnostics: [unreadable(file, (error as Error).message)] };
  }
  if (/"kernelcast\/space-record@/.test(text.slice(0, 200))) return fromSpaceRecord(file);
  const read = isT4Text(text) ? readT4(file, text) : readKernelTunerCache(file, text);
  if (read.value === undefined) return { diagnostics: read.diagnostics };
  return { value: fromRecording(read.value), diagnostics: read.diagnostics };
}

function isT4Text(text: string): boolean {
  return /"results"\s*:\s*\[/.test(text) && !/"cache"\s*:\s*\{/.test(text);
}

/** @throws DiagnosticError */
function fromSpaceRecord(file: string): Outcome<Recorded> {
  const record = readSpaceRecord(file);
  if (record === undefined) return { diagnostics: [unreadable(file, 'there is no such file')] };
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
  readonly device: string;
  readonly space: Space;
  readonly trials: readonly { readonly point: Point; readonly evaluation: Evaluation }[];
}

/** All trials as a T4 file, which other tuners read. */
export function exportedText({ kernel, device, space, trials }: Exported): string {
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
  return writeT4({ kernel, device, parameters: space.parameters, trials: recorded });
}

function unreadable(file: string, reason: string): Diagnostic {
  return { severity: 'invalid', code: 'tune/recording', message: `cannot read ${file}: ${reason}` };
}
