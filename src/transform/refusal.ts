// A transformation that would change what a kernel computes, or that is not covered: thrown with the reason and
// the place, and turned into a diagnostic at the boundary.

import { type Diagnostic, DiagnosticError, type Span } from '../diagnostics/diagnostic.ts';

/** @throws DiagnosticError */
export function refuse(code: string, message: string, span?: Span): never {
  throw new DiagnosticError([problem('unsupported', code, message, span)]);
}

/** What was asked for makes no sense, whatever the kernel. @throws DiagnosticError */
export function reject(code: string, message: string, span?: Span): never {
  throw new DiagnosticError([problem('invalid', code, message, span)]);
}

function problem(severity: Diagnostic['severity'], code: string, message: string, span?: Span): Diagnostic {
  return { severity, code: `transform/${code}`, message, ...(span ? { span } : {}) };
}
