// Archives of captured apps, unpacked into a folder of our own that goes when the command ends. More than fits is refused.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesOf } from '../app/archive.ts';
import type { Outcome, Severity } from '../diagnostics/diagnostic.ts';
import { sizeOf } from '../launch/load.ts';
import { rememberFolder } from './terminal.ts';

/** An archive is read whole. */
const MOST_BYTES = 512 * 1024 ** 2;

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
