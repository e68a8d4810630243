// The bytes of a launch's buffers, made page by page when first touched, so that a 16 GB buffer that a
// kernel reads here and there costs only what it reads. Addresses are 32-bit byte offsets, as in the IR: of a
// larger buffer only the first 4 GB can be reached.

import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Buffer } from '../ir/ir.ts';
import { fillWords } from '../launch/data.ts';
import { type Binding, type BufferData, fileOf, placeOf, WORDS_PER_PAGE } from '../launch/launch.ts';
import type { SamplerState } from '../texture/sampler.ts';
import { Allowance } from './allowance.ts';
import { BoundTexture } from './bound-texture.ts';

/** Words per page: small, since workgroups that are sampled across a grid touch little around each place. */
export const PAGE_WORDS = WORDS_PER_PAGE;
/** A byte offset shifted right by this is its page. */
export const PAGE_SHIFT = 12;
const PAGE_BYTES = PAGE_WORDS * 4;
const ADDRESSABLE_BYTES = 2 ** 32;

/** With what the engine keeps of two views. */
const COST_OF_PAGE = PAGE_BYTES + 512;
/** Two pointers. */
const COST_OF_ENTRY = 16;
/** Of the memory that there may be, so much goes to pages of one buffer that can be made again. */
const KEPT_SHARE = 1 / 8;

/** The same bytes as whoever reads or writes them wants them. */
interface Page {
  readonly words: Uint32Array;
  readonly integers: Int32Array;
  readonly floats: Float32Array;
}

/** Those of memories that nobody uses any more: fresh memory takes longer to get than to fill. */
const spare: Page[] = [];
const MOST_SPARE = 4096;

function newPage(): Page {
  const words = new Uint32Array(PAGE_WORDS);
  return { words, integers: new Int32Array(words.buffer), floats: new Float32Array(words.buffer) };
}

/** One buffer; pages are indexed by byte offset / 4096 and undefined until touched. */
export class PagedBuffer {
  readonly name: string;
  readonly sizeBytes: number;
  /** Bytes that a kernel can address: at most 4 GB. */
  readonly addressableBytes: number;
  readonly integerPages: (Int32Array | undefined)[];
  readonly floatPages: (Float32Array | undefined)[];
  private readonly data: BufferData;
  private readonly file: Uint8Array | undefined;
  private readonly allowance: Allowance;
  /** Pages to keep before all are given up; only those that nothing writes can be made again. */
  private readonly mostPages: number;
  private pages: Page[] = [];

  constructor(
    { name, access }: Pick<Buffer, 'name' | 'access'>,
    sizeBytes: number,
    data: BufferData,
    file: Uint8Array | undefined,
    allowance: Allowance,
  ) {
    this.name = name;
    this.allowance = allowance;
    const kept = Math.ceil((allowance.memoryBytes * KEPT_SHARE) / COST_OF_PAGE);
    this.mostPages = access === 'read' ? kept : Number.POSITIVE_INFINITY;
    this.sizeBytes = sizeBytes;
    this.addressableBytes = Math.min(sizeBytes, ADDRESSABLE_BYTES);
    const pages = Math.ceil(this.addressableBytes / PAGE_BYTES);
    allowance.take(pages * COST_OF_ENTRY + (file?.length ?? 0));
    this.integerPages = new Array<Int32Array | undefined>(pages);
    this.floatPages = new Array<Float32Array | undefined>(pages);
    this.data = data;
    this.file = file;
  }

  /** The page as integers, made if need be. */
  integers(page: number): Int32Array {
    return this.integerPages[page] ?? this.touch(page);
  }

  /** The page as floats over the same bytes. */
  floats(page: number): Float32Array {
    if (this.floatPages[page] === undefined) this.touch(page);
    return this.floatPages[page]!;
  }

  /** The word at a byte offset that lies inside the buffer. */
  word(offsetBytes: number): number {
    return this.integers(Math.floor(offsetBytes / PAGE_BYTES))[(offsetBytes >>> 2) & (PAGE_WORDS - 1)];
  }

  /** Fills `out` with the words from `firstWord` on, without making pages for data that nobody touched. */
  copyWords(firstWord: number, out: Uint32Array): void {
    for (let at = 0; at < out.length; ) {
      const word = firstWord + at;
      const page = Math.floor(word / PAGE_WORDS);
      const offset = word - page * PAGE_WORDS;
      const count = Math.min(PAGE_WORDS - offset, out.length - at);
      const words = this.integerPages[page];
      const part = out.subarray(at, at + count);
      if (words) part.set(words.subarray(offset, offset + count));
      else fillWords(this.data, this.sizeBytes, word, part, this.file);
      at += count;
    }
  }

  private touch(page: number): Int32Array {
    if (this.pages.length >= this.mostPages) this.forget();
    this.allowance.take(COST_OF_PAGE);
    const fresh = spare.pop() ?? newPage();
    this.pages.push(fresh);
    fillWords(this.data, this.sizeBytes, page * PAGE_WORDS, fresh.words, this.file);
    this.integerPages[page] = fresh.integers;
    this.floatPages[page] = fresh.floats;
    return fresh.integers;
  }

  /** For a buffer that nobody will ask again: its pages go to others. */
  release(): void {
    for (const page of this.pages) if (spare.length < MOST_SPARE) spare.push(page);
    this.pages = [];
  }

  /** Whoever runs may have a page at hand still, so that they are no spare ones. */
  private forget(): void {
    this.integerPages.fill(undefined);
    this.floatPages.fill(undefined);
    this.allowance.giveBack(this.pages.length * COST_OF_PAGE);
    this.pages = [];
    this.allowance.checkTime();
  }
}

export interface Memory {
  /** In the order of the module's buffers. */
  readonly buffers: readonly PagedBuffer[];
  /** Those of the buffers that are textures, and those that are samplers. */
  readonly textures: readonly (BoundTexture | undefined)[];
  readonly samplers: readonly (SamplerState | undefined)[];
}

/**
 * Memory for a module's buffers as a launch binds them.
 * @param files reads a `file` buffer's bytes; called once per such buffer.
 * @throws DiagnosticError when a buffer has no binding, or there is no room for all.
 */
export function createMemory(
  buffers: readonly Buffer[],
  bindings: readonly Binding[],
  files: (path: string) => Uint8Array,
  allowance = new Allowance({}, () => 0),
): Memory {
  const missing: Diagnostic[] = [];
  const bound = buffers.map((buffer) => bindings.find((each) => isFor(buffer, each)));
  const paged = buffers.flatMap((buffer, index) => {
    const binding = bound[index];
    if (!binding) {
      missing.push(missingBinding(buffer));
      return [];
    }
    const path = fileOf(binding.data);
    const file = path === undefined ? undefined : files(path);
    return [new PagedBuffer(buffer, binding.sizeBytes, binding.data, file, allowance)];
  });
  if (missing.length > 0) throw new DiagnosticError(missing);
  const textures = buffers.map(({ texture: type }, index) => {
    const shape = bound[index]?.texture;
    return type && shape && new BoundTexture(paged[index], shape, type);
  });
  return { buffers: paged, textures, samplers: bound.map((binding) => binding?.sampler) };
}

/** For memory that nobody will use any more. */
export function releaseMemory({ buffers }: Memory): void {
  for (const buffer of buffers) buffer.release();
}

/** A sampler may stand at the place of its texture; a texture is none without a size. */
function isFor(buffer: Buffer, binding: Binding): boolean {
  if (placeOf(binding) !== placeOf(buffer)) return false;
  if (buffer.kind === 'texture' && binding.texture === undefined) return false;
  return buffer.kind === 'sampler' ? binding.sampler !== undefined : binding.usage !== 'sampler';
}

function missingBinding(buffer: Buffer): Diagnostic {
  return {
    severity: 'invalid',
    code: 'execute/missing-binding',
    message: `the kernel uses buffer \`${buffer.name}\` (group ${buffer.group}, binding ${buffer.binding}), but the launch does not bind it`,
    ...(buffer.span ? { span: buffer.span } : {}),
  };
}

/** The bytes of buffer `index` as they are now; computes what was never touched. */
export function readBuffer(memory: Memory, index: number): Uint8Array {
  const buffer = memory.buffers[index];
  if (!buffer) throw new RangeError(`no buffer ${index}`);
  const words = new Uint32Array(Math.ceil(buffer.sizeBytes / 4));
  buffer.copyWords(0, words);
  return new Uint8Array(words.buffer, 0, buffer.sizeBytes);
}
