// Where a diagnosis goes: stdout as text, JSON or findings for continuous integration; a page; a trace.

import type { Verdict } from '../analyze/baseline.ts';
import type { DiagnosisResult } from '../analyze/diagnose.ts';
import { jsonText } from '../report/json.ts';
import { refuseUnwritable, writeOutput } from './output-file.ts';
import { wantsColor } from './terminal.ts';

export interface OutputFlags {
  readonly format: 'text' | 'json';
  readonly html?: string;
  readonly trace?: string;
  readonly reporter?: 'github' | 'sarif';
}

/** @throws UsageError */
export function checkOutputs({ html, trace }: OutputFlags): void {
  if (html !== undefined) refuseUnwritable('--html', html);
  if (trace !== undefined) refuseUnwritable('--trace', trace);
}

/** @param asked launches that were to be diagnosed, some perhaps in vain: the form must not hang on that */
export async function printDiagnoses(
  flags: OutputFlags,
  results: readonly DiagnosisResult[],
  asked: number,
  verdicts: readonly Verdict[],
): Promise<void> {
  const diagnoses = results.map(({ diagnosis }) => diagnosis);
  if (flags.reporter !== undefined) {
    const { githubAnnotations, sarif } = await import('../report/diagnosis-ci.ts');
    const { repositoryPath } = await import('./repository-path.ts');
    const findings = { diagnoses, verdicts, pathOf: repositoryPath };
    process.stdout.write(flags.reporter === 'sarif' ? sarif(findings) : githubAnnotations(findings));
  } else if (diagnoses.length === 0) {
    return;
  } else if (flags.format === 'json') {
    process.stdout.write(jsonText(asked > 1 ? diagnoses : diagnoses[0]));
  } else {
    const { diagnosisTable, diagnosisText } = await import('../report/diagnosis-text.ts');
    const { styleFor } = await import('../report/layout.ts');
    const style = styleFor(wantsColor(process.stdout));
    const table = diagnoses.length > 1 ? [diagnosisTable(diagnoses, style)] : [];
    process.stdout.write([...table, ...diagnoses.map((each) => diagnosisText(each, style))].join('\n'));
  }
}

export async function writeFiles(flags: OutputFlags, results: readonly DiagnosisResult[]): Promise<void> {
  if (results.length === 0) return;
  if (flags.html !== undefined) {
    const { diagnosisHtml } = await import('../report/diagnosis-html.ts');
    writeOutput('--html', flags.html, diagnosisHtml(results));
  }
  if (flags.trace !== undefined) {
    const { chromeTrace } = await import('../report/diagnosis-trace.ts');
    writeOutput('--trace', flags.trace, chromeTrace(results));
  }
}
