// What a run of `tune` leaves: the report, and the winner as files.

import type { Tunable } from '../configure/tunable.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import type { TuningReport } from '../report/tuning-text.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { wantsColor } from './terminal.ts';
import type { TuneFlags } from './tune-flags.ts';

/** The files that `-o` asks for. @throws DiagnosticError, UsageError */
export async function writeWinner(
  { output, force }: TuneFlags,
  tunable: Tunable,
  { confirmation }: TuningReport,
  params: Readonly<Record<string, string>>,
): Promise<readonly string[] | undefined> {
  if (output === undefined) return undefined;
  const { validateWinner, write } = await import('./search.ts');
  const { point } = confirmation.winner;
  const winner = tunable.instantiate(point).value!;
  const wrong = await validateWinner(winner);
  if (exitCodeOf(wrong) !== EXIT.fine) throw new DiagnosticError(wrong);
  return await write({ output, force }, tunable, winner, { best: { point } }, params);
}

/** On standard output. */
export async function printReport(report: TuningReport, format: TuneFlags['format']): Promise<void> {
  if (format === 'table') {
    const { styleFor } = await import('../report/layout.ts');
    const { tuningText } = await import('../report/tuning-text.ts');
    process.stdout.write(tuningText(report, styleFor(wantsColor(process.stdout))));
    return;
  }
  const { tuningDocument } = await import('../report/tuning-json.ts');
  process.stdout.write((format === 'json' ? jsonText : jsonLine)(tuningDocument(report)));
}
