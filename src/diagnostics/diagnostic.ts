// Problems as values. Every part that reads what a user wrote returns diagnostics instead of throwing;
// `render.ts` is the only place that turns them into text. A span is two offsets into a source; line and
// column are computed when a diagnostic is shown.

/** Half-open range [start, end) of UTF-16 offsets (bytes for binary sources) into the source named `file`. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** Where the text that this was compiled from says the same, when it carries that (SPIR-V's OpLine). */
  readonly source?: { readonly file: string; readonly line: number; readonly column: number };
}

/**
 * What kind of problem it is; it decides the exit code.
 * - `invalid`: the input is wrong (exit 2)
 * - `unsupported`: the input may be right, but kernelcast does not cover it (exit 3)
 * - `no-gpu`: the hardware asked for is not there (exit 4)
 * - `warning`: the result stands, but the reader should know (no exit code)
 */
export type Severity = 'invalid' | 'unsupported' | 'no-gpu' | 'warning';

/** A problem as a value: what is wrong, where, and what to do. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Stable machine-readable name, e.g. `launch/unknown-binding`. */
  readonly code: string;
  /** One sentence that says what is wrong and, where it helps, what to do. */
  readonly message: string;
  readonly span?: Span;
  readonly notes?: readonly string[];
}

/** A value with the problems met while making it; `value` is absent when they are fatal. */
export interface Outcome<T> {
  readonly value?: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Carries diagnostics out of deep recursion to the nearest boundary that returns an `Outcome`. */
export class DiagnosticError extends Error {
  readonly diagnostics: readonly Diagnostic[];
  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((d) => d.message).join('\n'));
    this.name = 'DiagnosticError';
    this.diagnostics = diagnostics;
  }
}

/** For states that only a bug in kernelcast can reach. */
export function unreachable(message: string): never {
  throw new Error(`kernelcast bug: ${message}`);
}
