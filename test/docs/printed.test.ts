// Every console block of the documents shows what its command prints now; `npm run docs` writes them anew. Commands
// of ten seconds and more are compared in the last tier only.

import { describe, expect, it } from 'vitest';
import { isWhole } from '../tier.ts';
import { blocksOf, bodyOf } from './console-blocks.ts';
import { documents, outputOf, readDocument } from './documents.ts';

const LONG = /^npx kernelcast (?:search|validate) /;

const blocks = documents().flatMap((file) =>
  blocksOf(readDocument(file)).map(
    (block) => [`${file}:${block.line} $ ${block.commands[0]}`, block] as const,
  ),
);

describe('what the documents show is what is printed', () => {
  it('in some documents', () => {
    expect(blocks.length).toBeGreaterThan(5);
  });

  const due = blocks.filter(([, { commands }]) => isWhole || !commands.some((each) => LONG.test(each)));
  it.each(due)('%s', { timeout: 600_000 }, (_, block) => {
    expect(block.body, 'npm run docs writes it anew').toBe(bodyOf(block, outputOf));
  });
});
