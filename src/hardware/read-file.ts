// Files that buffers begin with, where there is a file system.

import { readFileSync } from 'node:fs';

export function readFile(path: string): Uint8Array {
  return new Uint8Array(readFileSync(path));
}
