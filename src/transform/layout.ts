// The layout of what was transformed: one statement per line, indented by its depth. Copies of statements come
// out of text that stood elsewhere, or on one line; this makes them look as if a person had typed them. Words,
// comments, blank lines and the breaks inside of a statement stay.

import { wrapCode } from './wrap-code.ts';

export interface Style {
  /** One step of indentation. */
  readonly unit: string;
  /** Lines that are longer are broken where an operator or a comma allows it. */
  readonly width: number;
}

/** Comments, line ends, blanks, the marks that end statements and blocks, and whatever is between. */
const TOKENS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\n|[^\S\n]+|[{}();[\]]|(?:(?!\/\/|\/\*)[^\s{}();[\]])+/g;

/** A block, braces included, that stands at module scope. */
export function layOutBlock(block: string, style: Style): string {
  const writer = new BlockWriter(style);
  const tokens = block.replaceAll('\r', '').match(TOKENS) ?? [];
  for (const [at, token] of tokens.entries()) writer.take(token, tokens.slice(at + 1, at + 3));
  return writer.lines.join('\n');
}

/** What comes before an `else`. */
const CONTINUED = '} ';

class BlockWriter {
  readonly lines: string[] = [];
  private readonly style: Style;
  private depth = 0;
  /** Brackets inside of the statement that are open: a `;` between them is that of a `for`. */
  private open = 0;
  /** The statement so far, with its line breaks. */
  private current = '';
  /** What the line began with that the statement began on. */
  private indentation = '';
  /** Blanks since the last line end, and line ends since the last thing written. */
  private blanks = '';
  private breaks = 0;
  /** Whether nothing stands in the innermost block yet. */
  private isEmpty = true;

  constructor(style: Style) {
    this.style = style;
  }

  take(token: string, next: readonly string[]): void {
    if (token === '\n') this.endOfLine();
    else if (token.trim() === '') this.space(token);
    else if (token.startsWith('//') || token.startsWith('/*')) this.comment(token);
    else this.code(token, next);
  }

  private endOfLine(): void {
    this.blanks = '';
    if (this.current === '') this.breaks++;
    else if (this.current !== CONTINUED) this.current += '\n';
  }

  private space(blanks: string): void {
    if (this.current === '' || this.current.endsWith('\n')) this.blanks = blanks;
    if (this.current !== '' && this.current !== CONTINUED) this.current += blanks;
  }

  private comment(text: string): void {
    if (this.current !== '') this.current += text;
    else if (this.breaks === 0 && this.lines.length > 0) this.lines.push(`${this.lines.pop()} ${text}`);
    else this.write(text);
  }

  private code(token: string, next: readonly string[]): void {
    const isInside = this.open > 0;
    if (token === '}' && !isInside) {
      this.depth--;
      this.close(next.find((each) => each.trim() !== '') === 'else');
      return;
    }
    // A block opens behind what is known to be its head; an empty statement is left out.
    if (this.current === '') {
      if (token === ';') return;
      this.indentation = this.blanks;
    }
    this.current += token;
    if (token === '(' || token === '[') this.open++;
    else if (token === ')' || token === ']') this.open--;
    else if (token === '{' && !isInside) {
      this.write(`${this.current.slice(0, -1).trimEnd()} {`.trimStart());
      this.depth++;
    } else if (token === ';' && !isInside) this.write(this.current);
  }

  private close(isContinued: boolean): void {
    this.breaks = 0;
    if (isContinued) this.current = CONTINUED;
    else this.write('}');
  }

  private write(text: string): void {
    if (this.breaks > 1 && text !== '}' && !this.isEmpty) this.lines.push('');
    const indent = this.style.unit.repeat(this.depth);
    const [first, ...rest] = text.split('\n');
    const continued = rest.filter((line) => line.trim() !== '').map((line) => indent + this.shifted(line));
    for (const line of [indent + first.trim(), ...continued]) this.lines.push(...wrapCode(line, this.style));
    this.isEmpty = text.endsWith('{');
    this.current = '';
    this.blanks = '';
    this.breaks = 0;
  }

  /** A further line of a statement, as far behind its first as it was. */
  private shifted(line: string): string {
    const kept = line.trimEnd();
    const isFurther = kept.startsWith(this.indentation) && /^\s/.test(kept.slice(this.indentation.length));
    if (isFurther) return kept.slice(this.indentation.length);
    const closes = /^[)\]]/.test(kept.trim());
    return (closes ? '' : this.style.unit) + kept.trim();
  }
}
