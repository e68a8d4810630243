// A cursor over the tokens of a module's text, with the small expectations that every rule of the grammar is
// made of. Each failed expectation throws a `DiagnosticError` with the token's place.

import type { DiagnosticError, Span } from '../../../src/diagnostics/diagnostic.ts';
import { syntaxError, type Token, type TokenKind, tokenize } from './tokens.ts';

export class TokenReader {
  protected readonly tokens: readonly Token[];
  private readonly file: string;
  private position = 0;

  constructor(text: string, file: string) {
    this.file = file;
    this.tokens = tokenize(text, file);
  }

  /** The origin and the place that may end an instruction's line. */
  protected trailer(): { origin?: string; span?: Span } {
    if (this.peek().kind !== 'origin') return this.span();
    return { origin: this.next().text, ...this.span() };
  }

  protected span(): { span?: Span } {
    const token = this.peek();
    if (token.kind !== 'span') return {};
    const parts = /^(.*):(\d+)-(\d+)$/.exec(token.text);
    if (!parts) throw this.error('a place is written @file:start-end', token);
    this.position++;
    return { span: { file: parts[1], start: Number(parts[2]), end: Number(parts[3]) } };
  }

  /** The token `ahead` places on, not taken. */
  protected peek(ahead = 0): Token {
    return this.tokens[Math.min(this.position + ahead, this.tokens.length - 1)];
  }

  /** The next token, taken; at the end, the end again. */
  protected next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.position++;
    return token;
  }

  protected take(kind: TokenKind, what: string): Token {
    const token = this.peek();
    if (token.kind !== kind) throw this.error(`expected ${what}`, token);
    this.position++;
    return token;
  }

  protected integer(): number {
    const token = this.take('constant', 'a number');
    const number = Number(token.text);
    if (!Number.isSafeInteger(number)) throw this.error('expected a whole number', token);
    return number;
  }

  protected oneOf<T extends string>(names: readonly T[]): T {
    const token = this.peek();
    const name = names.find((each) => each === token.text);
    if (name === undefined || token.kind !== 'word') {
      throw this.error(`expected ${names.length > 8 ? 'another name' : names.join(' or ')}`, token);
    }
    this.position++;
    return name;
  }

  protected skip(text: string): boolean {
    const token = this.peek();
    if (token.text !== text || (token.kind !== 'word' && token.kind !== 'mark')) return false;
    this.position++;
    return true;
  }

  protected word(text: string): void {
    if (!this.skip(text)) throw this.error(`expected '${text}'`, this.peek());
  }

  protected mark(text: string): void {
    if (!this.skip(text)) throw this.error(`expected '${text}'`, this.peek());
  }

  protected error(message: string, token: Token): DiagnosticError {
    const found = token.kind === 'end' ? 'the end of the text' : `'${token.text}'`;
    return syntaxError(`${message}; found ${found}`, { file: this.file, start: token.start, end: token.end });
  }
}
