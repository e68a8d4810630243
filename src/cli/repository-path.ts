// File names as continuous integration wants them: relative to the root of the repository, wherever the command was
// started; outside of any, relative to where it was.

import { existsSync } from 'node:fs';
import path from 'node:path';

export function repositoryPath(file: string): string {
  const absolute = path.resolve(file);
  const relative = path.relative(rootAbove(path.dirname(absolute)) ?? process.cwd(), absolute);
  const isOutside = relative.startsWith('..') || path.isAbsolute(relative);
  return (isOutside ? absolute : relative).replaceAll(path.sep, '/');
}

/** The nearest folder up that holds `.git`, which in a worktree is a file. */
function rootAbove(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : rootAbove(parent);
}
