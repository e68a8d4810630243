// `diagnose --fix N -o FILE.wgsl`: the kernel as step N edited it, with its launch file beside it.

import type { Diagnosed } from '../analyze/diagnose.ts';
import type { Launch } from '../launch/launch.ts';
import { speedup } from '../report/diagnosis-words.ts';
import { formatTime } from '../report/units.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { printDiagnostics, say } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { type KernelOutput, refuseNoShader, writeTransformed } from './write-transformed.ts';

export interface FixFlags {
  readonly fix?: string;
  readonly output?: string;
  readonly force: boolean;
  readonly launch: readonly string[];
  readonly profile: readonly string[];
}

export interface FixRequest {
  /** From 1, as the report counts the steps. */
  readonly step: number;
  readonly asked: KernelOutput;
}

/** @throws UsageError */
export function fixOf({ fix, output, force, launch, profile }: FixFlags): FixRequest | undefined {
  if (fix === undefined) {
    if (output !== undefined) throw new UsageError(`-o ${output}: say which step to write: --fix 1`);
    return undefined;
  }
  if (!/^[1-9]\d*$/.test(fix)) throw new UsageError(`--fix ${fix}: expected the number of a step, from 1`);
  if (output === undefined) throw new UsageError(`--fix ${fix}: say where to write it: -o FILE.wgsl`);
  if (launch.length > 1 || profile.length > 1)
    throw new UsageError(`--fix ${fix}: expected one launch and one profile, whose step is meant`);
  const asked = { output, force };
  refuseNoShader(asked, launch);
  return { step: Number(fix), asked };
}

export async function writeFix(
  { step, asked }: FixRequest,
  { diagnosis, edited }: Diagnosed,
  launch: Launch,
  params: Readonly<Record<string, string>>,
): Promise<ExitCode> {
  const { advice } = diagnosis;
  const chosen = advice[step - 1];
  const transformed = edited[step - 1];
  if (!chosen || !transformed) {
    const message = chosen
      ? `step ${step} edits no source: ${chosen.title}`
      : `there is no step ${step}: ${countOf(advice.length)}`;
    const withFile = edited.flatMap((each, index) => (each ? [index + 1] : []));
    const notes = withFile.length > 0 ? [`steps that can be written: ${withFile.join(', ')}`] : [];
    printDiagnostics([{ severity: 'unsupported', code: 'diagnose/no-fix', message, notes }]);
    return EXIT.unsupported;
  }
  const files = await writeTransformed(launch, transformed, params, asked);
  const { title, expectedSpeedup, timeNs } = chosen;
  const gain = `${speedup(expectedSpeedup)}, ${formatTime(timeNs)} predicted`;
  say(`step ${step}: ${title}: ${gain}`);
  say(`wrote ${files.join(' and ')}`);
  return EXIT.fine;
}

function countOf(count: number): string {
  if (count === 0) return 'none of those tried made the kernel faster';
  return count === 1 ? 'the diagnosis has one' : `the diagnosis has ${count}`;
}
