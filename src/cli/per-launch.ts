// Commands over several launches: what is wrong with one is printed, and the others go on.

import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { printDiagnostics, printInternalError } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export function failed(diagnostics: readonly Diagnostic[]): { readonly code: ExitCode } {
  printDiagnostics(diagnostics);
  return { code: exitCodeOf(diagnostics) };
}

/** What `run` gives, or the exit code of what it throws. @throws UsageError */
export async function safely<T>(
  path: string,
  run: () => Promise<T>,
): Promise<T | { readonly code: ExitCode }> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DiagnosticError) return failed(error.diagnostics);
    if (error instanceof UsageError) throw error;
    printInternalError(error, `${path}: `);
    return { code: EXIT.internal };
  }
}
