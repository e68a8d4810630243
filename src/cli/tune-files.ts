// The files that `tune` takes from other tuners and writes for them.

import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { inputsOf } from '../launch/launch.ts';
import type { TuningReport } from '../report/tuning-text.ts';
import { configurationOf } from '../space/space.ts';
import { exportedText, type Imported, importedOfFile } from '../tune/recorded-file.ts';
import type { Tuner } from '../tune/tuner.ts';
import { type Output, refuseUnwritable, writeOutput } from './output-file.ts';
import { printDiagnostics } from './terminal.ts';
import type { TuneContext } from './tune-context.ts';
import type { TuneFlags } from './tune-flags.ts';
import { UsageError } from './usage-error.ts';
import { refuseNoFolder } from './write-app.ts';
import { refuseNoShader } from './write-transformed.ts';

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

/** Before anything takes long. @throws UsageError */
export function refuseOutputs(flags: TuneFlags, isApp: boolean): void {
  const { launch, output, force } = flags;
  if (isApp) {
    if (output !== undefined) refuseNoFolder('-o', output, launch);
    if (flags.export !== undefined) refuseNoFolder('--export', flags.export, launch);
    return;
  }
  const inputs = [
    launch,
    flags.profile,
    ...flags.import,
    ...(flags.database === false ? [] : [flags.database]),
  ];
  if (output !== undefined) refuseNoShader({ output, force }, inputs);
  if (flags.export !== undefined) refuseUnwritable(exportOf({ ...flags, export: flags.export }), inputs);
}

/** Formats of other tuners, which have no place for a mark. */
function exportOf({ force, ...flags }: { readonly force: boolean; readonly export: string }): Output {
  return { flag: '--export', file: flags.export, force };
}

/** What `--export` asks for, of one kernel. @throws DiagnosticError, UsageError */
export function exportTrials(
  file: string,
  { flags, tunable }: Pick<TuneContext, 'flags' | 'tunable'>,
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
  writeOutput(exportOf({ ...flags, export: file }), text, [...inputsOf(tunable.launch), ...flags.import]);
  printDiagnostics(leftOut.map((constraint) => unwritten(file, constraint)));
}

function unwritten(file: string, constraint: string): Diagnostic {
  const message = `${file} lacks the constraint "${constraint}", which T1 has no words for: it reads more than parameters`;
  return { severity: 'warning', code: 'tune/export', message };
}
