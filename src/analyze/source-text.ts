// A source with its lines: what spans say to people.

import type { Span } from '../diagnostics/diagnostic.ts';
import type { Place } from './diagnosis.ts';

export class SourceText {
  readonly file: string;
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Lines count from 1. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  line(number: number): string {
    return this.text.slice(this.#starts[number - 1], this.#starts[number] ?? this.text.length).trimEnd();
  }

  /** The text of a span in one line. */
  excerpt({ start, end }: Span): string {
    const text = this.text.slice(start, end).replace(/\s+/g, ' ').trim();
    return text.length > 48 ? `${text.slice(0, 47)}…` : text;
  }

  /** The place of a span: in this source, or in the one that this was compiled from. */
  place(span: Span): Place {
    const { file, start, end, source } = span;
    if (source) return placeInOrigin(span, source);
    return {
      file,
      start,
      end,
      startLine: this.lineAt(start),
      endLine: this.lineAt(Math.max(start, end - 1)),
    };
  }
}

/** The line that a span of SPIR-V was compiled from. */
export function placeInOrigin(
  { start, end }: Span,
  { file, line }: { readonly file: string; readonly line: number },
): Place {
  return { file, start, end, startLine: line, endLine: line };
}
