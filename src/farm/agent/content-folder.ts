// What tasks refer to, in a folder of the agent's own: the only files that its workers get to see. Contents are named by
// their hashes, so that none can be another file.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { FarmClient } from '../client.ts';
import { hashOf } from '../identity.ts';
import { type DecodeOptions, decode, hashesIn } from '../wire.ts';

/** Files that were used last stay, up to so many bytes together. */
const MOST_BYTES = 4 * 2 ** 30;
const NAME = /^[0-9a-f]{64}$/;

export class ContentFolder {
  readonly folder: string;
  private readonly fetching = new Map<string, Promise<void>>();

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.folder = folder;
  }

  /** Fetches all that an encoded text refers to, and what that refers to. @throws DiagnosticError */
  async prepare(text: string, client: FarmClient): Promise<void> {
    const done = new Set<string>();
    let texts = [text];
    while (texts.length > 0) {
      const hashes = texts.flatMap(hashesIn).filter((hash) => !done.has(hash));
      for (const hash of hashes) done.add(hash);
      await Promise.all(hashes.map((hash) => this.fetched(hash, client)));
      texts = hashes.flatMap((hash) => this.encodedText(hash) ?? []);
    }
  }

  private async fetched(hash: string, client: FarmClient): Promise<void> {
    const file = path.join(this.folder, hash);
    if (existsSync(file)) {
      utimesSync(file, new Date(), new Date());
      return;
    }
    const fetching = this.fetching.get(hash) ?? this.fetch(hash, file, client);
    this.fetching.set(hash, fetching);
    await fetching.finally(() => this.fetching.delete(hash));
  }

  private async fetch(hash: string, file: string, client: FarmClient): Promise<void> {
    const bytes = await client.content(hash);
    if (hashOf(bytes) !== hash) throw new Error('a content of the farm is not what its hash says');
    this.makeRoom(bytes.length);
    writeFileSync(`${file}.part`, bytes, { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }

  /** One that was encoded by itself; undefined for data. */
  private encodedText(hash: string): string | undefined {
    const text = readFileSync(path.join(this.folder, hash), 'utf8');
    if (!text.startsWith('{')) return undefined;
    try {
      JSON.parse(text);
      return text;
    } catch {
      return undefined;
    }
  }

  private makeRoom(bytes: number): void {
    const files = readdirSync(this.folder)
      .filter((name) => NAME.test(name))
      .map((name) => ({ name, stat: statSync(path.join(this.folder, name)) }))
      .sort((a, b) => a.stat.mtimeMs - b.stat.mtimeMs);
    let total = files.reduce((all, { stat }) => all + stat.size, bytes);
    for (const { name, stat } of files) {
      if (total <= MOST_BYTES) return;
      rmSync(path.join(this.folder, name), { force: true });
      total -= stat.size;
    }
  }
}

/** Where the contents of a folder are found by their hashes. */
export function contentsIn(folder: string): Required<DecodeOptions> {
  const fileAt = (hash: string) => path.join(folder, hash);
  return { fileAt, content: (hash) => readFileSync(fileAt(hash)) };
}

/** A text that was encoded by itself. @throws DiagnosticError */
export function decodeContent(hash: string, options: Required<DecodeOptions>): unknown {
  return decode(new TextDecoder().decode(options.content(hash)), options);
}
