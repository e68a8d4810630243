// What must hold of any input, right or wrong: problems are diagnostics that a reader can use. An input's
// outcome is one word; whatever throws is a finding.

import { EXIT, exitCodeOf } from '../../src/cli/exit-codes.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { renderDiagnostics } from '../../src/diagnostics/render.ts';

/** Longest problem that is shown: a text of the input belongs into it only in excerpts. */
const LONGEST_SHOWN = 20_000;

/** What values look like that got into a message by mistake. */
const SLIP = /\[object |\bundefined\b(?!")|function \(|=> |kernelcast bug/;

/** @throws Error when a diagnostic is none: without code or words, with a span outside of its source. */
export function checkDiagnostics(
  diagnostics: readonly Diagnostic[],
  file: string,
  length: number,
  text?: string,
): void {
  for (const each of diagnostics) {
    const shown = JSON.stringify(each).slice(0, 400);
    if (!/^[a-z0-9]+\/[a-z0-9-]+$/.test(each.code)) throw new Error(`oracle: bad code in ${shown}`);
    if (each.message.length === 0) throw new Error(`oracle: no message in ${shown}`);
    // What the input itself says may be quoted, and so may the reason why nothing more can be said.
    const slip = each.code.endsWith('/not-understood') ? undefined : SLIP.exec(each.message)?.[0];
    if (slip !== undefined && text?.includes(slip.trim()) === false)
      throw new Error(`oracle: slip in ${shown}`);
    const { span } = each;
    if (span === undefined || span.file !== file) continue;
    if (!(span.start >= 0 && span.start <= span.end && span.end <= length)) {
      throw new Error(`oracle: span outside of ${length} in ${shown}`);
    }
  }
  const few = diagnostics.slice(0, 3);
  const rendered = renderDiagnostics(few, { source: (name) => (name === file ? text : undefined) });
  if (rendered.length > LONGEST_SHOWN)
    throw new Error(`oracle: ${few[0].code} takes ${rendered.length} characters`);
}

/** The same of an input without a result, which needs a reason and an exit code that says whose fault it is. */
export function refusalOf(diagnostics: readonly Diagnostic[]): string {
  const code = exitCodeOf(diagnostics);
  if (code !== EXIT.badInput && code !== EXIT.unsupported)
    throw new Error(`oracle: no result and exit code ${code}`);
  return outcomeOf(diagnostics);
}

/** The code of the first problem that is more than a warning; `ok` without one. */
export function outcomeOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.find((each) => each.severity !== 'warning')?.code ?? 'ok';
}
