// Where a diagnosis goes: stdout as text, JSON or findings for continuous integration; a page; a trace.

import type { Verdict } from '../analyze/baseline.ts';
import type { DiagnosisResult } from '../analyze/diagnose.ts';
import type { Profile } from '../profile/profile.ts';
import { jsonText } from '../report/json.ts';
import { type Output, refuseUnwritable, writeOutput } from './output-file.ts';
import { wantsColor } from './terminal.ts';

export interface OutputFlags {
  readonly format: 'text' | 'json';
  readonly html?: string;
  readonly trace?: string;
  readonly reporter?: 'github' | 'sarif';
  readonly force: boolean;
}

/** @throws UsageError */
export function checkOutputs(flags: OutputFlags, inputs: readonly string[]): void {
  for (const name of ['html', 'trace'] as const) {
    const output = outputOf(flags, name);
    if (output) refuseUnwritable(output, inputs);
  }
}

function outputOf(flags: OutputFlags, name: 'html' | 'trace'): Output | undefined {
  const file = flags[name];
  return file === undefined ? undefined : { flag: `--${name}`, file, force: flags.force };
}

/** @param asked launches that were to be diagnosed, some perhaps in vain: the form must not hang on that */
export async function printDiagnoses(
  flags: OutputFlags,
  results: readonly DiagnosisResult[],
  asked: number,
  verdicts: readonly Verdict[],
  profiles: readonly Profile[],
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
    const { vendorWords } = await import('../report/vendor-words.ts');
    const texts = diagnoses.map((each) => {
      const text = diagnosisText(each, style);
      return (
        text +
        vendorWords(
          text,
          profiles.find(({ name }) => name === each.profile),
          style,
        )
      );
    });
    process.stdout.write([...table, ...texts].join('\n'));
  }
}

/** @param inputs all files that were read. @throws UsageError, DiagnosticError */
export async function writeFiles(
  flags: OutputFlags,
  results: readonly DiagnosisResult[],
  inputs: readonly string[],
): Promise<void> {
  if (results.length === 0) return;
  const [html, trace] = [outputOf(flags, 'html'), outputOf(flags, 'trace')];
  if (html) {
    const { diagnosisHtml } = await import('../report/diagnosis-html.ts');
    writeOutput(html, diagnosisHtml(results), inputs);
  }
  if (trace) {
    const { chromeTrace } = await import('../report/diagnosis-trace.ts');
    writeOutput(trace, chromeTrace(results), inputs);
  }
}
