// What the process tells its caller. The codes are a contract; see the README.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';

export const EXIT = {
  fine: 0,
  /** A limit was missed (`--max-time`). */
  checkFailed: 1,
  badInput: 2,
  unsupported: 3,
  noGpu: 4,
  /** A bug in kernelcast. */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** From worst to best; a run over several launches ends with the worst of theirs. */
const ORDER: readonly ExitCode[] = [
  EXIT.internal,
  EXIT.badInput,
  EXIT.unsupported,
  EXIT.noGpu,
  EXIT.checkFailed,
  EXIT.fine,
];

export function worst(codes: Iterable<ExitCode>): ExitCode {
  const met = new Set(codes);
  return ORDER.find((code) => met.has(code)) ?? EXIT.fine;
}

const CODE_OF = {
  invalid: EXIT.badInput,
  unsupported: EXIT.unsupported,
  'no-gpu': EXIT.noGpu,
  warning: EXIT.fine,
} as const;

/** The exit code that problems ask for. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  return worst(diagnostics.map((diagnostic) => CODE_OF[diagnostic.severity]));
}
