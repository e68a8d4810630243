// What an app's buffers hold between its operations: what they held at first, and pages of what was written since.
// A page that was handed out does not change any more, so that a dispatch's view costs nothing.

import { fillWords } from '../launch/data.ts';
import { type BufferData, type BufferPages, WORDS_PER_PAGE } from '../launch/launch.ts';
import type { App, AppBuffer, Range } from './app.ts';

type Pages = Map<number, Uint32Array>;
type Base = BufferPages['base'];

/** One buffer. */
class Contents {
  readonly sizeBytes: number;
  /** Counts up whenever the contents change. */
  version = 0;
  base: Base;
  pages: Pages = new Map();
  /** Whether the pages were handed out, and are to be copied before they change. */
  private isShared = false;
  private owned = new Set<number>();

  constructor({ sizeBytes, data }: AppBuffer) {
    this.sizeBytes = sizeBytes;
    this.base = data as Base;
  }

  get words(): number {
    return this.sizeBytes / 4;
  }

  /** A part as the data of a binding. */
  part(offsetBytes: number): BufferData {
    if (this.pages.size === 0 && offsetBytes === 0) return this.base;
    this.isShared = true;
    const { base, sizeBytes, pages } = this;
    return { kind: 'pages', base, baseBytes: sizeBytes, offsetBytes, pages };
  }

  read(firstWord: number, out: Uint32Array, file: Uint8Array | undefined): void {
    const data: BufferPages = {
      kind: 'pages',
      base: this.base,
      baseBytes: this.sizeBytes,
      offsetBytes: 0,
      pages: this.pages,
    };
    fillWords(data, this.sizeBytes, firstWord, out, file);
  }

  replace(base: Base): void {
    this.base = base;
    this.pages = new Map();
    this.owned = new Set();
    this.isShared = false;
    this.version++;
  }

  /** Takes what another buffer of this size holds. */
  become(other: Contents): void {
    this.replace(other.base);
    this.pages = other.pages;
    this.isShared = true;
    other.isShared = true;
    other.owned.clear();
  }

  write(firstWord: number, words: Uint32Array, file: Uint8Array | undefined): void {
    this.version++;
    if (this.isShared) {
      this.pages = new Map(this.pages);
      this.owned = new Set();
      this.isShared = false;
    }
    for (let at = 0; at < words.length; ) {
      const word = firstWord + at;
      const page = Math.floor(word / WORDS_PER_PAGE);
      const within = word - page * WORDS_PER_PAGE;
      const count = Math.min(WORDS_PER_PAGE - within, words.length - at);
      this.ownPage(page, file).set(words.subarray(at, at + count), within);
      at += count;
    }
  }

  private ownPage(page: number, file: Uint8Array | undefined): Uint32Array {
    const known = this.pages.get(page);
    if (known && this.owned.has(page)) return known;
    const made = known ? known.slice() : new Uint32Array(WORDS_PER_PAGE);
    if (!known) fillWords(this.base, this.sizeBytes, page * WORDS_PER_PAGE, made, file);
    this.pages.set(page, made);
    this.owned.add(page);
    return made;
  }
}

/** Words that are moved at a time. */
const BLOCK_WORDS = 64 * WORDS_PER_PAGE;

export class AppContents {
  private readonly buffers: ReadonlyMap<AppBuffer, Contents>;
  private readonly files: (path: string) => Uint8Array;

  constructor({ buffers }: App, files: (path: string) => Uint8Array) {
    this.buffers = new Map(buffers.map((buffer) => [buffer, new Contents(buffer)]));
    this.files = files;
  }

  /** What a part of a buffer holds now, as data of a binding; stays what it is. */
  dataOf({ buffer, offsetBytes }: Range): BufferData {
    return this.of(buffer).part(offsetBytes);
  }

  /** Names what a part of a buffer holds now: parts of one name are alike. */
  nameOf({ buffer, offsetBytes, sizeBytes }: Range): string {
    const contents = this.of(buffer);
    if (sizeBytes <= NAMED_BY_WORDS) return this.words({ buffer, offsetBytes, sizeBytes }).join();
    return `${buffer.name}@${contents.version}+${offsetBytes}:${sizeBytes}`;
  }

  /** True where no operation has given the buffer any contents, nor the app file. */
  isUnknown(buffer: AppBuffer): boolean {
    return buffer.lacksData && this.of(buffer).version === 0;
  }

  words({ buffer, offsetBytes, sizeBytes }: Range): Uint32Array {
    const words = new Uint32Array(sizeBytes / 4);
    const contents = this.of(buffer);
    contents.read(offsetBytes / 4, words, this.fileOf(contents.base));
    return words;
  }

  write({ buffer, offsetBytes, sizeBytes }: Range, data: Base): void {
    const contents = this.of(buffer);
    if (offsetBytes === 0 && sizeBytes === contents.sizeBytes) {
      contents.replace(data);
      return;
    }
    const file = this.fileOf(data);
    this.inBlocks(sizeBytes, (firstWord, words) => {
      fillWords(data, sizeBytes, firstWord, words, file);
      contents.write(offsetBytes / 4 + firstWord, words, this.fileOf(contents.base));
    });
  }

  copy(from: Range, to: Range): void {
    const [source, target] = [this.of(from.buffer), this.of(to.buffer)];
    const isWhole = source.sizeBytes === target.sizeBytes && from.sizeBytes === source.sizeBytes;
    if (isWhole && from.offsetBytes === 0) {
      target.become(source);
      return;
    }
    this.inBlocks(from.sizeBytes, (firstWord, words) => {
      source.read(from.offsetBytes / 4 + firstWord, words, this.fileOf(source.base));
      target.write(to.offsetBytes / 4 + firstWord, words, this.fileOf(target.base));
    });
  }

  /** Takes over words that a kernel left; those that are as before change nothing. */
  update({ buffer, offsetBytes }: Range, firstWord: number, words: Uint32Array): void {
    const contents = this.of(buffer);
    const word = offsetBytes / 4 + firstWord;
    const before = new Uint32Array(words.length);
    contents.read(word, before, this.fileOf(contents.base));
    let [start, end] = [0, words.length];
    while (start < end && words[start] === before[start]) start++;
    while (end > start && words[end - 1] === before[end - 1]) end--;
    if (start === end) return;
    // Two bindings may share a page: only what this one changed is written.
    const changed = words.slice(start, end);
    contents.write(word + start, changed, this.fileOf(contents.base));
  }

  private inBlocks(sizeBytes: number, visit: (firstWord: number, words: Uint32Array) => void): void {
    const total = sizeBytes / 4;
    for (let word = 0; word < total; word += BLOCK_WORDS)
      visit(word, new Uint32Array(Math.min(BLOCK_WORDS, total - word)));
  }

  private of(buffer: AppBuffer): Contents {
    return this.buffers.get(buffer)!;
  }

  private fileOf(data: Base): Uint8Array | undefined {
    return data.kind === 'file' ? this.files(data.path) : undefined;
  }
}

/** Parts of so many bytes, as uniform buffers are, are known by what they hold. */
const NAMED_BY_WORDS = 1024;
