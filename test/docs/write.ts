// Writes the console blocks of the documents anew (`npm run docs`).

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../src/profile/package-root.ts';
import { rewritten } from './console-blocks.ts';
import { documents, outputOf, readDocument } from './documents.ts';

for (const file of documents()) {
  const before = readDocument(file);
  const after = rewritten(before, outputOf);
  if (after === before) continue;
  writeFileSync(path.join(packageRoot(), file), after);
  process.stdout.write(`${file}: written anew\n`);
}
