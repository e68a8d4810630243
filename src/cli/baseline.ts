// `--baseline FILE`: predictions held against recorded ones, and recorded with `--update`.

import { existsSync, readFileSync } from 'node:fs';
import type { Baseline, Verdict } from '../analyze/baseline.ts';
import type { Prediction } from '../predict/prediction.ts';
import { jsonText } from '../report/json.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { type Output, refuseUnwritable, writeOutput } from './output-file.ts';
import { say } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface BaselineFlags {
  readonly baseline?: string;
  readonly update: boolean;
  readonly tolerance?: string;
}

/** What is recorded; undefined where nothing is to be held against it. @throws UsageError */
export async function openBaseline(flags: BaselineFlags): Promise<Baseline | undefined> {
  const { baseline: path, update } = flags;
  if (flags.tolerance !== undefined && path === undefined) {
    throw new UsageError('--tolerance needs --baseline FILE');
  }
  toleranceOf(flags);
  if (update && path === undefined) throw new UsageError('--update needs --baseline FILE');
  if (path === undefined) return undefined;
  if (update) refuseUnwritable(outputOf(path));
  if (existsSync(path)) return await parsed(path);
  if (update) return undefined;
  throw new UsageError(`--baseline ${path}: no such file; --update makes it`);
}

/** It is read whole before it is written, so what it holds is known to be a baseline. */
function outputOf(file: string): Output {
  return { flag: '--baseline', file, force: true };
}

/** As a share; undefined for that of the data. @throws UsageError */
function toleranceOf({ tolerance: text }: BaselineFlags): number | undefined {
  if (text === undefined) return undefined;
  const percent = /^\s*(\d+\.?\d*|\.\d+)\s*%?\s*$/.exec(text)?.[1];
  if (percent === undefined) throw new UsageError(`--tolerance ${text}: expected percent, for instance 5%`);
  return Number(percent) / 100;
}

export interface Checked {
  readonly code: ExitCode;
  /** Of the predictions that are recorded; none when they are being recorded. */
  readonly verdicts: readonly Verdict[];
}

export async function checkBaseline(
  flags: BaselineFlags,
  recorded: Baseline | undefined,
  predictions: readonly Prediction[],
): Promise<Checked> {
  const { baseline: path, update } = flags;
  if (path === undefined) return { code: EXIT.fine, verdicts: [] };
  const { judge, namedTwice, updated } = await import('../analyze/baseline.ts');
  const twice = namedTwice(predictions);
  if (twice) {
    const which = `"${twice.name}" on ${twice.profile}`;
    say(`error: --baseline: two launches are called ${which}; give one another "name" in its launch file`);
    return { code: EXIT.badInput, verdicts: [] };
  }
  if (update) {
    const baseline = updated(recorded, predictions);
    writeOutput(outputOf(path), jsonText(baseline), []);
    return { code: EXIT.fine, verdicts: [] };
  }
  const verdicts = judge(predictions, recorded!, toleranceOf(flags));
  const isWorse = verdicts.some(({ state }) => state === 'worse');
  return { code: isWorse ? EXIT.checkFailed : EXIT.fine, verdicts };
}

/** What is to be known of the verdicts, on stderr. */
export async function printVerdicts(verdicts: readonly Verdict[]): Promise<void> {
  const { describeVerdict } = await import('../report/verdict-words.ts');
  for (const { state, name, profile, ...rest } of verdicts) {
    if (state === 'new') {
      say(`not in the baseline: ${name} on ${profile}; --update adds it`);
    } else if (state !== 'same') {
      const words = describeVerdict({ state, name, profile, ...rest });
      say(`${state}: ${name} on ${profile} ${words}`);
    }
  }
}

async function parsed(path: string): Promise<Baseline> {
  const { parseBaseline } = await import('../analyze/baseline.ts');
  const baseline = parseBaseline(read(path));
  if (!baseline) throw new UsageError(`--baseline ${path}: not a baseline of kernelcast`);
  return baseline;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const isFolder = (error as NodeJS.ErrnoException).code === 'EISDIR';
    const reason = isFolder ? 'it is a folder' : (error as Error).message;
    throw new UsageError(`--baseline ${path}: cannot be read: ${reason}`);
  }
}
