// What an app's buffers hold between its operations: what they held at first, and pages of what was written since.
// A page that was handed out does not change any more, so that a dispatch's view costs nothing. Textures are buffers of
// texels, of which copies move rows of bytes.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Allowance } from '../execute/allowance.ts';
import { fillWords } from '../launch/data.ts';
import { type BufferData, type BufferPages, WORDS_PER_PAGE } from '../launch/launch.ts';
import type { App, AppBuffer, Range, Rows } from './app.ts';

type Pages = Map<number, Uint32Array>;
type Base = BufferPages['base'];

/** What contents share: the bytes of files, the words of data by members, and the memory for pages. */
interface Surroundings {
  readonly files: (path: string) => Uint8Array;
  readonly wordsOf: (data: Base) => Base | undefined;
  readonly allowance: Allowance;
}

const PAGE_BYTES = 4 * WORDS_PER_PAGE;

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
  private readonly around: Surroundings;

  constructor({ sizeBytes, data }: Pick<AppBuffer, 'sizeBytes' | 'data'>, around: Surroundings) {
    this.sizeBytes = sizeBytes;
    this.base = data as Base;
    this.around = around;
  }

  /** A part as the data of a binding. */
  part(offsetBytes: number): BufferData {
    if (this.pages.size === 0 && offsetBytes === 0) return this.base;
    this.isShared = true;
    const { sizeBytes, pages } = this;
    return { kind: 'pages', base: this.knownBase(), baseBytes: sizeBytes, offsetBytes, pages };
  }

  read(firstWord: number, out: Uint32Array): void {
    const base = this.knownBase();
    const data: BufferPages = {
      kind: 'pages',
      base,
      baseBytes: this.sizeBytes,
      offsetBytes: 0,
      pages: this.pages,
    };
    fillWords(data, this.sizeBytes, firstWord, out, this.fileOf(base));
  }

  /** The bytes from `first` on, wherever they begin. */
  readBytes(first: number, count: number): Uint8Array {
    const start = first - (first % 4);
    const words = new Uint32Array(Math.ceil((first + count - start) / 4));
    this.read(start / 4, words);
    return new Uint8Array(words.buffer, first - start, count);
  }

  writeBytes(first: number, bytes: Uint8Array): void {
    const start = first - (first % 4);
    const words = new Uint32Array(Math.ceil((first + bytes.length - start) / 4));
    this.read(start / 4, words);
    new Uint8Array(words.buffer).set(bytes, first - start);
    this.write(start / 4, words);
  }

  /** The base with words. @throws DiagnosticError for members whose places no shader says */
  private knownBase(): Base {
    const known = this.base.kind === 'struct' ? this.around.wordsOf(this.base) : this.base;
    if (known) return known;
    const { span } = (this.base as Extract<Base, { kind: 'struct' }>).value;
    const message =
      'no dispatch binds these data to a type of its shader, so nothing says where their members lie: give "words"';
    throw new DiagnosticError([{ severity: 'invalid', code: 'app/struct', message, span }]);
  }

  private fileOf(base: Base): Uint8Array | undefined {
    return base.kind === 'file' ? this.around.files(base.path) : undefined;
  }

  replace(base: Base): void {
    this.around.allowance.giveBack(this.owned.size * PAGE_BYTES);
    this.base = base;
    this.pages = new Map();
    this.owned = new Set();
    this.isShared = false;
    this.version++;
  }

  /** Takes what another buffer of this size holds. */
  become(other: Contents): void {
    if (other === this) return;
    this.replace(other.base);
    this.pages = other.pages;
    this.isShared = true;
    other.isShared = true;
    other.owned.clear();
  }

  write(firstWord: number, words: Uint32Array): void {
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
      this.ownPage(page).set(words.subarray(at, at + count), within);
      at += count;
    }
  }

  private ownPage(page: number): Uint32Array {
    const known = this.pages.get(page);
    if (known && this.owned.has(page)) return known;
    this.around.allowance.take(PAGE_BYTES);
    const made = known ? known.slice() : new Uint32Array(WORDS_PER_PAGE);
    if (!known) this.read(page * WORDS_PER_PAGE, made);
    this.pages.set(page, made);
    this.owned.add(page);
    return made;
  }
}

/** Words that are moved at a time. */
const BLOCK_WORDS = 64 * WORDS_PER_PAGE;

export class AppContents {
  private readonly buffers: ReadonlyMap<AppBuffer, Contents>;
  private readonly around: Surroundings;

  /**
   * @param wordsOf the words of data by members, as far as a shader's type says them
   * @param allowance for what is written
   */
  constructor({ buffers }: App, around: Surroundings) {
    this.around = around;
    this.buffers = new Map(buffers.map((buffer) => [buffer, new Contents(buffer, around)]));
  }

  /** What a part of a buffer holds now, as data of a binding; stays what it is. */
  dataOf({ buffer, offsetBytes }: Range): BufferData {
    return this.of(buffer).part(offsetBytes);
  }

  /** Names what a part of a buffer holds now: parts of one name are alike. */
  nameOf({ buffer, offsetBytes, sizeBytes }: Range): string {
    const contents = this.of(buffer);
    if (sizeBytes <= NAMED_BY_BYTES) return this.words({ buffer, offsetBytes, sizeBytes }).join();
    return `${buffer.name}@${contents.version}+${offsetBytes}:${sizeBytes}`;
  }

  /** True where no operation has given the buffer any contents, nor the app file. */
  isUnknown(buffer: AppBuffer): boolean {
    return buffer.lacksData && this.of(buffer).version === 0;
  }

  words({ buffer, offsetBytes, sizeBytes }: Range): Uint32Array {
    const words = new Uint32Array(sizeBytes / 4);
    this.of(buffer).read(offsetBytes / 4, words);
    return words;
  }

  /** @param rows where not all of the part is written, but so many rows of the data */
  write({ buffer, offsetBytes, sizeBytes }: Range, data: Base, rows?: Rows): void {
    const target = this.of(buffer);
    if (rows) {
      const dataBytes = Math.ceil(endOf(rows) / 4) * 4;
      this.moveRows(new Contents({ sizeBytes: dataBytes, data }, this.around), target, rows);
    } else if (offsetBytes === 0 && sizeBytes === target.sizeBytes) {
      target.replace(data);
    } else {
      const source = new Contents({ sizeBytes, data }, this.around);
      this.moveWords(source, 0, target, offsetBytes, sizeBytes);
    }
  }

  copy(from: Range, to: Range, rows?: Rows): void {
    const [source, target] = [this.of(from.buffer), this.of(to.buffer)];
    const isWhole = source.sizeBytes === target.sizeBytes && from.sizeBytes === source.sizeBytes;
    if (rows) this.moveRows(source, target, rows);
    else if (isWhole && from.offsetBytes === 0) target.become(source);
    else this.moveWords(source, from.offsetBytes, target, to.offsetBytes, from.sizeBytes);
  }

  private moveWords(source: Contents, from: number, target: Contents, to: number, sizeBytes: number): void {
    const total = sizeBytes / 4;
    for (let word = 0; word < total; word += BLOCK_WORDS) {
      const words = new Uint32Array(Math.min(BLOCK_WORDS, total - word));
      source.read(from / 4 + word, words);
      target.write(to / 4 + word, words);
      this.around.allowance.checkTime();
    }
  }

  private moveRows(source: Contents, target: Contents, { bytes, rows, images, from, to }: Rows): void {
    for (let image = 0; image < images; image++) {
      for (let row = 0; row < rows; row++) {
        const first = from.firstByte + image * from.imageBytes + row * from.rowBytes;
        const moved = source.readBytes(first, bytes);
        target.writeBytes(to.firstByte + image * to.imageBytes + row * to.rowBytes, moved);
      }
      this.around.allowance.checkTime();
    }
  }

  /** Takes over words that a kernel left; those that are as before change nothing. */
  update({ buffer, offsetBytes }: Range, firstWord: number, words: Uint32Array): void {
    const contents = this.of(buffer);
    const word = offsetBytes / 4 + firstWord;
    const before = new Uint32Array(words.length);
    contents.read(word, before);
    let [start, end] = [0, words.length];
    while (start < end && words[start] === before[start]) start++;
    while (end > start && words[end - 1] === before[end - 1]) end--;
    if (start === end) return;
    // Two bindings may share a page: only what this one changed is written.
    const changed = words.slice(start, end);
    contents.write(word + start, changed);
  }

  private of(buffer: AppBuffer): Contents {
    return this.buffers.get(buffer)!;
  }
}

/** The end of the last row of the source. */
function endOf({ bytes, rows, images, from }: Rows): number {
  return from.firstByte + (images - 1) * from.imageBytes + (rows - 1) * from.rowBytes + bytes;
}

/** Parts of so many bytes, as uniform buffers are, are known by what they hold. */
const NAMED_BY_BYTES = 1024;
