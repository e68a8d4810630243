// Every console block of the documents shows what its command prints now; `npm run docs` writes them anew.

import { describe, expect, it } from 'vitest';
import { blocksOf, bodyOf } from './console-blocks.ts';
import { documents, outputOf, readDocument } from './documents.ts';

const blocks = documents().flatMap((file) =>
  blocksOf(readDocument(file)).map(
    (block) => [`${file}:${block.line} $ ${block.commands[0]}`, block] as const,
  ),
);

describe('what the documents show is what is printed', () => {
  it('in some documents', () => {
    expect(blocks.length).toBeGreaterThan(5);
  });

  it.each(blocks)('%s', { timeout: 600_000 }, (_, block) => {
    expect(block.body, 'npm run docs writes it anew').toBe(bodyOf(block, outputOf));
  });
});
