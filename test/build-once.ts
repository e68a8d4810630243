// Builds dist/ before the tests when a source is younger than it: some tests start the command, and several test
// files at once must not each build it.

import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const SOURCES = [
  'src',
  'page',
  'isa',
  'hwprofiles',
  'examples',
  'build.mjs',
  'compiled-core.mjs',
  'compiled-core-prelude.mjs',
  'compiled-schemas.mjs',
  'package.json',
];

export default function setup(): void {
  const built = changedMs(path.join(root, 'dist/kernelcast.js'));
  if (SOURCES.some((name) => youngestMs(path.join(root, name)) > built)) {
    execFileSync(process.execPath, ['build.mjs'], { cwd: root });
  }
}

const changedMs = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Of a file, or a folder and all in it; a file that is gone has changed its folder. */
function youngestMs(file: string): number {
  if (!statSync(file).isDirectory()) return changedMs(file);
  const inside = readdirSync(file).map((name) => youngestMs(path.join(file, name)));
  return Math.max(changedMs(file), ...inside);
}
