// The files of an archive of a captured app (ustar, as `kernelcast/capture` makes them in pages). Files that would lie
// outside of its folder, links and devices are refused.

import { parseTar } from 'nanotar';
import { excerpt } from '../diagnostics/excerpt.ts';

const MOST_FILES = 100_000;

/** @throws Error in words */
export function filesOf(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  checkSizes(bytes);
  // The reader takes the whole memory that lies behind an array.
  const entries = parseTar(Uint8Array.from(bytes)).filter(({ type }) => type !== 'directory');
  if (entries.length > MOST_FILES) throw new Error(`it has more than ${MOST_FILES} files`);
  for (const { name, type = '' } of entries) {
    if (type !== 'file') throw new Error(`"${excerpt(name)}" is no plain file`);
    if (!isWithin(name)) throw new Error(`"${excerpt(name)}" would lie outside of its folder`);
  }
  const files = new Map(
    entries.map(({ name, data = new Uint8Array(0) }) => [name.replace(/^\.\//, ''), data]),
  );
  if (!files.has('app.json')) throw new Error('it holds no app.json');
  return files;
}

const BLOCK_BYTES = 512;

/** The reader believes the sizes that it finds, and would go in circles over some. */
function checkSizes(bytes: Uint8Array): void {
  for (let at = 0; at + BLOCK_BYTES < bytes.length && bytes[at] !== 0; ) {
    const size = /^ *([0-7]+)[ \0]/.exec(String.fromCharCode(...bytes.subarray(at + 124, at + 136)))?.[1];
    if (size === undefined) throw new Error(`it is no tar archive, or damaged at byte ${at}`);
    const end = at + BLOCK_BYTES + Number.parseInt(size, 8);
    if (end > bytes.length) throw new Error(`it ends within the file that begins at byte ${at}`);
    at = Math.ceil(end / BLOCK_BYTES) * BLOCK_BYTES;
  }
}

function isWithin(name: string): boolean {
  const parts = name.split(/[/\\]/);
  return name.length > 0 && !/^[/\\]/.test(name) && !/[:\0]/.test(name) && !parts.includes('..');
}
