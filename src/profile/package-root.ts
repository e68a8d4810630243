// Where the package's data files are, seen from the sources as well as from the bundle in `dist/`.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder above this file that holds `hwprofiles/`. */
export function packageRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'hwprofiles'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('kernelcast bug: its hwprofiles folder is missing');
    folder = parent;
  }
  return folder;
}
