// The files that `tune` takes from other tuners and writes for them.

import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { writeWhole } from '../measure/write-whole.ts';
import type { TuningReport } from '../report/tuning-text.ts';
import { configurationOf } from '../space/space.ts';
import { exportedText, type Imported, importedOfFile } from '../tune/recorded-file.ts';
import type { Tuner } from '../tune/tuner.ts';
import { printDiagnostics } from './terminal.ts';
import type { TuneContext } from './tune-context.ts';
import { UsageError } from './usage-error.ts';

/** What the files hold: one file of each kind at most. @throws DiagnosticError, UsageError */
export async function importFiles(files: readonly string[]): Promise<Imported> {
  let all: Imported = {};
  for (const file of files) {
    const { value, diagnostics } = await importedOfFile(file);
    if (!value) throw new DiagnosticError(diagnostics);
    printDiagnostics(diagnostics);
    const kind = value.space ? 'space' : value.records ? 'records' : 'recorded';
    if (all[kind])
      throw new UsageError(
        `--import: ${file} is the second file of ${value.space ? 'a space' : 'trials'}; give one`,
      );
    all = { ...all, ...value };
  }
  return all;
}

/** What `--export` asks for. @throws DiagnosticError */
export function exportTrials(
  file: string,
  { flags, tunable }: TuneContext,
  { name, device, space }: TuningReport,
  { trials }: Tuner,
): void {
  const { text, leftOut } = exportedText(flags.exportFormat, {
    kernel: name,
    file: tunable.launch.shaderPath,
    device,
    space,
    defaults: configurationOf(tunable.space, tunable.base),
    trials,
  });
  writeWhole(file, text);
  printDiagnostics(leftOut.map((constraint) => unwritten(file, constraint)));
}

function unwritten(file: string, constraint: string): Diagnostic {
  const message = `${file} lacks the constraint "${constraint}", which T1 has no words for: it reads more than parameters`;
  return { severity: 'warning', code: 'tune/export', message };
}
