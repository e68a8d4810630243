// `--baseline FILE`: predictions held against recorded ones, and recorded with `--update`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Baseline } from '../analyze/baseline.ts';
import type { Prediction } from '../predict/prediction.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';

export interface BaselineFlags {
  readonly baseline?: string;
  readonly update: boolean;
}

export async function checkBaseline(
  { baseline: path, update }: BaselineFlags,
  predictions: readonly Prediction[],
): Promise<ExitCode> {
  if (path === undefined) return EXIT.fine;
  const { judge, parseBaseline, updated } = await import('../analyze/baseline.ts');
  const { formatTime } = await import('../report/units.ts');
  const recorded = existsSync(path) ? parsed(path, parseBaseline) : undefined;
  if (update) {
    save(path, updated(recorded, predictions));
    return EXIT.fine;
  }
  if (!recorded) throw new UsageError(`--baseline ${path}: no such file; --update makes it`);
  let code: ExitCode = EXIT.fine;
  for (const { name, profile, timeNs, before, state } of judge(predictions, recorded)) {
    if (!before) {
      process.stderr.write(`not in the baseline: ${name} on ${profile}; --update adds it\n`);
    } else if (state !== 'same') {
      const limit = formatTime(before.errorBandNs[state === 'worse' ? 1 : 0]);
      process.stderr.write(
        `${state}: ${name} on ${profile} takes ${formatTime(timeNs)}, recorded were ${formatTime(before.timeNs)} with a bound of ${limit}\n`,
      );
    }
    if (state === 'worse') code = EXIT.checkFailed;
  }
  return code;
}

function parsed(path: string, parse: (text: string) => Baseline | undefined): Baseline {
  const baseline = parse(read(path));
  if (!baseline) throw new UsageError(`--baseline ${path}: not a baseline of kernelcast`);
  return baseline;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--baseline ${path}: cannot be read: ${(error as Error).message}`);
  }
}

function save(path: string, baseline: Baseline): void {
  try {
    writeFileSync(path, `${JSON.stringify(baseline, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`--baseline ${path}: cannot be written: ${(error as Error).message}`);
  }
}
