// What is thrown while a question is answered, as an answer.

import type { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import type { Answer } from '../messages.ts';

/** What a question shows of bugs, and what is thrown as diagnostics outside of a forecast. */
export function problemOf(error: unknown): Answer {
  const { diagnostics, message } = error as Partial<DiagnosticError>;
  const text = diagnostics?.[0]?.message ?? `${message} (a bug in kernelcast)`;
  return { kind: 'failed', problems: [{ severity: 'unsupported', message: text, notes: [] }] };
}
