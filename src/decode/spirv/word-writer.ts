// A list of words that grows, for modules that are made rather than read.

const encoder = new TextEncoder();

export class WordWriter {
  words: Uint32Array;
  length = 0;

  constructor(expected: number) {
    this.words = new Uint32Array(Math.max(16, expected));
  }

  push(word: number): void {
    if (this.length === this.words.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.words);
      this.words = grown;
    }
    this.words[this.length++] = word;
  }

  /** UTF-8, ended by a null, filled up with nulls. */
  pushString(text: string): void {
    const bytes = encoder.encode(text);
    const words = (bytes.length >>> 2) + 1;
    for (let word = 0; word < words; word++) {
      const at = 4 * word;
      this.push((bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0);
    }
  }

  finish(): Uint32Array {
    return this.words.slice(0, this.length);
  }
}
