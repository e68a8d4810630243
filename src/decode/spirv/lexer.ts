// The tokens of SPIR-V's assembly language: ids, words (names, numbers, masks, `!` words), strings and `=`.
// Line ends mean nothing but the end of a comment. Offsets only; text is cut out where it is needed.

export const END = 0;
export const ID = 1;
export const WORD = 2;
export const STRING = 3;
export const EQUALS = 4;

const TAB = 9;
const LINE_FEED = 10;
const SPACE = 32;
const EXCLAMATION_MARK = 33;
const QUOTE = 34;
const PERCENT = 37;
const SEMICOLON = 59;
const EQUAL_SIGN = 61;
const CAPITAL_O = 79;
const BACKSLASH = 92;
const SMALL_P = 112;

export class Lexer {
  readonly text: string;
  /** The current token: one of the constants above, and its place. */
  kind = END;
  start = 0;
  end = 0;
  /** For a string: whether its closing quote is there. */
  isClosed = true;

  constructor(text: string) {
    this.text = text;
    this.next();
  }

  /** Steps to the next token. */
  next(): void {
    const start = this.skipBlanks(this.end);
    this.start = start;
    if (start >= this.text.length) {
      this.kind = END;
      this.end = start;
      return;
    }
    const code = this.text.charCodeAt(start);
    if (code === EQUAL_SIGN) {
      this.kind = EQUALS;
      this.end = start + 1;
    } else if (code === QUOTE) {
      this.kind = STRING;
      this.end = this.endOfString(start + 1);
    } else {
      this.kind = code === PERCENT ? ID : WORD;
      this.end = this.endOfWord(start);
    }
  }

  isAtEnd(): boolean {
    return this.kind === END;
  }

  /** The current token as it is written. */
  slice(): string {
    return this.text.slice(this.start, this.end);
  }

  /** What the current string stands for; a backslash takes the character after it as it is. */
  string(): string {
    const inside = this.text.slice(this.start + 1, this.isClosed ? this.end - 1 : this.end);
    return inside.includes('\\') ? inside.replace(/\\([\s\S])/g, '$1') : inside;
  }

  /**
   * Whether an instruction begins here, or the text ends: an opcode's name, an id with `=` after it, or a raw
   * word that is the first of its line.
   */
  isInstructionStart(): boolean {
    const { text, start } = this;
    if (this.kind === ID) return text.charCodeAt(this.skipBlanks(this.end)) === EQUAL_SIGN;
    if (this.kind !== WORD) return this.kind === END;
    const first = text.charCodeAt(start);
    if (first === EXCLAMATION_MARK) return this.isFirstOfLine();
    const third = text.charCodeAt(start + 2);
    return first === CAPITAL_O && text.charCodeAt(start + 1) === SMALL_P && third >= 65 && third <= 90;
  }

  /** Whether the current token is a raw word, such as `!0x10`. */
  isRaw(): boolean {
    return this.kind === WORD && this.text.charCodeAt(this.start) === EXCLAMATION_MARK;
  }

  private isFirstOfLine(): boolean {
    let at = this.start - 1;
    while (at >= 0 && (this.text.charCodeAt(at) === SPACE || this.text.charCodeAt(at) === TAB)) at--;
    return at < 0 || this.text.charCodeAt(at) === LINE_FEED;
  }

  private skipBlanks(from: number): number {
    const { text } = this;
    let at = from;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === SEMICOLON) {
        const lineEnd = text.indexOf('\n', at);
        if (lineEnd < 0) return text.length;
        at = lineEnd;
      } else if (code !== SPACE && (code < TAB || code > 13)) break;
    }
    return at;
  }

  private endOfWord(from: number): number {
    const { text } = this;
    let at = from + 1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === SPACE || (code <= 13 && code >= TAB)) break;
      if (code === EQUAL_SIGN || code === SEMICOLON || code === QUOTE) break;
    }
    return at;
  }

  private endOfString(from: number): number {
    const { text } = this;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) {
        this.isClosed = true;
        return at + 1;
      }
    }
    // A missing quote swallows all; its own line is where to look.
    this.isClosed = false;
    const lineEnd = text.indexOf('\n', from);
    return lineEnd < 0 ? text.length : lineEnd;
  }
}
