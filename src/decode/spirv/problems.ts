// How the decoder reports what it cannot go on from: a diagnostic thrown to the boundary in `index.ts`.

import { DiagnosticError, type Severity, type Span } from '../../diagnostics/diagnostic.ts';

function fail(severity: Severity, code: string, message: string, span: Span | undefined): never {
  throw new DiagnosticError([{ severity, code, message, ...(span ? { span } : {}) }]);
}

/** The module is wrong, or does not say enough. */
export function invalid(code: string, message: string, span?: Span): never {
  fail('invalid', `spirv/${code}`, message, span);
}

/** The module may be right, but this decoder does not cover it. */
export function unsupported(code: string, message: string, span?: Span): never {
  fail('unsupported', `spirv/${code}`, message, span);
}
