// Reads numbers out of a launch file: an expression or a plain number at a path becomes a checked value, or a
// problem with its place. One instance serves one file and gathers all of its problems.

import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { type JsonDocument, MOST_PROBLEMS, type Path } from './document.ts';
import type { Scope } from './scope.ts';
import { describePath } from './shape.ts';

export class Fields {
  private readonly document: JsonDocument;
  private readonly scope: Scope;
  readonly warnings: Diagnostic[] = [];

  constructor(document: JsonDocument, scope: Scope) {
    this.document = document;
    this.scope = scope;
  }

  span(path: Path): Span {
    return this.document.span(path);
  }

  keySpan(path: Path): Span {
    return this.document.keySpan(path);
  }

  /** Records a problem; `message` follows the name of the field. */
  wrong(code: string, path: Path, message: string): void {
    this.scope.report(code, `${describePath(path)}: ${message}`, this.document.span(path));
  }

  report(code: string, message: string, span: Span | undefined): void {
    this.scope.report(code, message, span);
  }

  warn(code: string, path: Path, message: string): void {
    if (this.warnings.length >= MOST_PROBLEMS) return;
    const span = this.document.span(path);
    this.warnings.push({ severity: 'warning', code, message: `${describePath(path)}: ${message}`, span });
  }

  /** The number at a path; undefined when its expression fails (recorded). */
  number(value: number | string, path: Path): number | undefined {
    return this.scope.number(value, describePath(path), this.document.span(path));
  }

  /** A whole number from `low` to `high`; `fallback` where the file says nothing. */
  integer(
    value: number | string | undefined,
    path: Path,
    fallback: number,
    low: number,
    high: number,
  ): number | undefined {
    if (value === undefined) return fallback;
    const number = this.number(value, path);
    if (number === undefined) return undefined;
    const shown = typeof value === 'string' ? `"${excerpt(value)}" gives ${number}, which` : `${number}`;
    const code = path.includes('size') ? 'launch/size' : 'launch/value';
    if (!Number.isInteger(number)) this.wrong(code, path, `${shown} is not a whole number`);
    else if (number < low) this.wrong(code, path, `${shown} is below ${low}`);
    else if (number > high) this.wrong(code, path, `${shown} is above ${high}`);
    else return number;
    return undefined;
  }
}
