// Opens a document as the commands open a launch file: the launch, its shader with what stands before it, and where
// an offset of the whole stands in the editors.

import type { Diagnostic, Outcome } from '../../src/diagnostics/diagnostic.ts';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import { assemble, isTemplate } from '../../src/launch/assemble.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import type { Document } from '../document.ts';
import type { Problem } from '../messages.ts';

export interface Opened {
  readonly launch: Launch;
  readonly source: string;
  readonly origin: (offset: number) => { readonly file: string; readonly offset: number };
}

/** A launch of the document, of which every named file has to be there. */
export function open(document: Document): Outcome<Opened> {
  const { value: launch, diagnostics } = parseLaunch(document.launch, document.launchName);
  if (!launch) return { diagnostics };
  const missing: Diagnostic[] = [];
  const check = (file: string, span: Diagnostic['span']) => {
    if (file !== document.shaderName && !document.files[file]) missing.push(notHere(file, span));
  };
  check(launch.shaderPath, launch.shaderSpan);
  for (const { file, span } of launch.prepend ?? []) check(file, span);
  for (const { data, span } of launch.bindings) if (data.kind === 'file') check(data.path, span);
  if (missing.length > 0) return { diagnostics: [...diagnostics, ...missing] };

  const preludes = (launch.prepend ?? []).map(({ file }) => ({ file, text: textOf(document, file) }));
  const whole = preludes.length > 0 ? { ...launch, preludes } : launch;
  const shader = textOf(document, launch.shaderPath);
  const { text, origin } = isTemplate(whole)
    ? assemble(whole, shader)
    : { text: shader, origin: (offset: number) => ({ file: launch.shaderPath, offset }) };
  return { value: { launch: whole, source: text, origin }, diagnostics };
}

function textOf(document: Document, file: string): string {
  return file === document.shaderName ? document.shader : new TextDecoder().decode(document.files[file]);
}

function notHere(file: string, span: Diagnostic['span']): Diagnostic {
  const message = `${file} is not here: drop it onto the page`;
  return { severity: 'invalid', code: 'page/missing-file', message, ...(span ? { span } : {}) };
}

/** Bytes of the files that buffers begin with. The function throws a `DiagnosticError`. */
export function fileReader({ files }: Document): (path: string) => Uint8Array {
  return (path) => {
    const bytes = files[path];
    if (!bytes) throw new DiagnosticError([notHere(path, undefined)]);
    return bytes;
  };
}

/** @param origin of the shader's offsets; where it was not opened, they are those of the editor */
export function problemsOf(
  document: Document,
  diagnostics: readonly Diagnostic[],
  origin?: Opened['origin'],
): Problem[] {
  return diagnostics.map(({ severity, message, span, notes = [] }): Problem => {
    const problem = { severity, message, notes };
    if (!span) return problem;
    if (span.file === document.launchName)
      return { ...problem, place: { editor: 'launch', start: span.start, end: span.end } };
    const start = origin?.(span.start) ?? { file: span.file, offset: span.start };
    if (start.file !== document.shaderName) return problem;
    const end = start.offset + span.end - span.start;
    return { ...problem, place: { editor: 'shader', start: start.offset, end } };
  });
}
