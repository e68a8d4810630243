// Archives of captured apps (ustar, as `kernelcast/capture` makes them in pages), unpacked into a folder of our own that
// goes when the command ends. Files that would lie anywhere else, links and devices are refused, and so is more than fits.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseTar } from 'nanotar';
import type { Outcome, Severity } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { sizeOf } from '../launch/load.ts';
import { rememberFolder } from './terminal.ts';

/** An archive is read whole. */
const MOST_BYTES = 512 * 1024 ** 2;
const MOST_FILES = 100_000;

export function isArchive(file: string): boolean {
  return /\.tar$/i.test(file);
}

/** The folder that the archive was unpacked into. */
export function unpack(archive: string): Outcome<string> {
  const fail = (severity: Severity, code: string, message: string): Outcome<string> => ({
    diagnostics: [{ severity, code, message: `cannot read ${archive}: ${message}` }],
  });
  const size = sizeOf(archive);
  if (typeof size === 'string') return fail('invalid', 'app/missing-file', size);
  if (size > MOST_BYTES)
    return fail('unsupported', 'app/large-file', `it has ${size} bytes; at most ${MOST_BYTES} are read`);
  try {
    const files = filesOf(readFileSync(archive));
    const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-app-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    rememberFolder(folder, archive);
    for (const [name, content] of files) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return { value: folder, diagnostics: [] };
  } catch (error) {
    return fail('invalid', 'app/archive', (error as Error).message);
  }
}

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
  return name.length > 0 && !path.isAbsolute(name) && !/[:\0]/.test(name) && !parts.includes('..');
}
