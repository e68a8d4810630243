// Values as text and back, exactly: JSON, with tags for what JSON has no words for. Long texts and words are replaced by
// the hash of their content, which travels once; so do files, and no path ever does.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { hashOf } from './identity.ts';

/** What a value refers to, by hash. */
export type Contents = Map<string, Uint8Array>;

/** Shorter ones stay in the text: fetching takes a request. */
const INLINE_BYTES = 16_384;
const HASH = /^[0-9a-f]{64}$/;

type Tagged =
  | { readonly $: 'number'; readonly as: string }
  | { readonly $: 'text' | 'words' | 'bytes'; readonly hash: string }
  | { readonly $: 'words' | 'bytes'; readonly base64: string }
  | { readonly $: 'map'; readonly entries: readonly unknown[] }
  | { readonly $: 'object'; readonly entries: readonly unknown[] };

export interface EncodeOptions {
  /** Where contents are put; without it everything stays in the text. */
  readonly contents?: Contents;
  /** The bytes of a file that data are read from. */
  readonly files?: (path: string) => Uint8Array;
}

/** @throws DiagnosticError for a file that cannot be read */
export function encode(value: unknown, options: EncodeOptions = {}): string {
  return JSON.stringify(tagged(value, options));
}

function tagged(value: unknown, options: EncodeOptions): unknown {
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { $: 'number', as: Object.is(value, -0) ? '-0' : String(value) } satisfies Tagged;
  if (typeof value === 'string') return taggedText(value, options);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint32Array || value instanceof Uint8Array) return taggedBytes(value, options);
  if (value instanceof Map) return { $: 'map', entries: tagged([...value], options) };
  if (Array.isArray(value)) return value.map((each) => tagged(each, options));
  if (ArrayBuffer.isView(value)) throw new Error('kernelcast bug: only words, bytes and texts travel');
  const { kind, path } = value as { kind?: unknown; path?: unknown };
  if (kind === 'file' && typeof path === 'string') return { kind, content: fileHash(path, options) };
  const entries = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]) => [name, tagged(each, options)]);
  // An object of the user's that looks like a tag is none.
  if ('$' in value) return { $: 'object', entries } satisfies Tagged;
  return Object.fromEntries(entries);
}

function taggedText(text: string, { contents }: EncodeOptions): unknown {
  if (contents === undefined || text.length <= INLINE_BYTES) return text;
  return { $: 'text', hash: added(contents, new TextEncoder().encode(text)) } satisfies Tagged;
}

function taggedBytes(values: Uint32Array | Uint8Array, { contents }: EncodeOptions): unknown {
  const $ = values instanceof Uint32Array ? 'words' : 'bytes';
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  if (contents === undefined || bytes.length <= INLINE_BYTES)
    return { $, base64: bytes.toString('base64') } satisfies Tagged;
  return { $, hash: added(contents, new Uint8Array(bytes)) } satisfies Tagged;
}

function fileHash(path: string, { contents, files }: EncodeOptions): string {
  if (contents === undefined || files === undefined)
    throw new Error('kernelcast bug: a file needs a place for its content');
  return added(contents, files(path));
}

/** Puts bytes among the contents; returns their hash. */
export function added(contents: Contents, bytes: Uint8Array): string {
  const hash = hashOf(bytes);
  contents.set(hash, bytes);
  return hash;
}

export interface DecodeOptions {
  readonly content?: (hash: string) => Uint8Array;
  /** Where the content of a file lies. */
  readonly fileAt?: (hash: string) => string;
}

/** @throws DiagnosticError for what is no such text, or names a path */
export function decode(text: string, options: DecodeOptions = {}): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused((error as Error).message);
  }
  return untagged(value, options);
}

function untagged(value: unknown, options: DecodeOptions): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => untagged(each, options));
  const fields = value as Readonly<Record<string, unknown>>;
  if (typeof fields['$'] === 'string') return ofTag(fields, options);
  if (fields['kind'] === 'file') {
    if (fields['path'] !== undefined) throw refused('it names a path');
    return { kind: 'file', path: (options.fileAt ?? noContent)(hashIn(fields['content'])) };
  }
  return fromEntries(Object.entries(fields).map(([name, each]) => [name, untagged(each, options)]));
}

function ofTag(fields: Readonly<Record<string, unknown>>, options: DecodeOptions): unknown {
  const { $: tag, as, hash, base64, entries } = fields;
  const content = () => (options.content ?? noContent)(hashIn(hash)) as Uint8Array;
  if (tag === 'number' && typeof as === 'string') return Number(as);
  if (tag === 'text') return new TextDecoder().decode(content());
  const bytes = () => new Uint8Array(typeof base64 === 'string' ? Buffer.from(base64, 'base64') : content());
  if (tag === 'words') return wordsOf(bytes());
  if (tag === 'bytes') return bytes();
  if (Array.isArray(entries) && tag === 'map')
    return new Map(untagged(entries, options) as [unknown, unknown][]);
  if (Array.isArray(entries) && tag === 'object')
    return fromEntries(
      (entries as [string, unknown][]).map(([name, each]) => [name, untagged(each, options)]),
    );
  throw refused(`it has an unknown part "${String(tag)}"`);
}

/** A name such as `__proto__` is a name like any other. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [name, value] of entries)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  if (bytes.length % 4 !== 0) throw refused('words are cut short');
  return new Uint32Array(bytes.buffer as ArrayBuffer);
}

function hashIn(value: unknown): string {
  if (typeof value === 'string' && HASH.test(value)) return value;
  throw refused('it names no content');
}

function noContent(): never {
  throw refused('it refers to contents where there are none');
}

/** The hashes of all contents that an encoded text refers to. */
export function hashesIn(text: string): string[] {
  const found = new Set<string>();
  JSON.parse(text, (name, value) => {
    if ((name === 'hash' || name === 'content') && typeof value === 'string' && HASH.test(value))
      found.add(value);
    return value;
  });
  return [...found];
}

function refused(reason: string): DiagnosticError {
  return new DiagnosticError([
    { severity: 'invalid', code: 'farm/task', message: `a message of the farm is refused: ${reason}` },
  ]);
}
