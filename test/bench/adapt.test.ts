// What docs/adapting.md says of inputs left out is what the recorded numbers come to.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { leaveOneOutReport } from '../../bench/adapt/leave-one-out-report.ts';

const docs = path.join(import.meta.dirname, '../../docs');

it('is in the page, with its picture', async () => {
  const { text, svg } = await leaveOneOutReport();
  expect(readFileSync(path.join(docs, 'adapting.md'), 'utf8')).toContain(text.trimEnd());
  expect(readFileSync(path.join(docs, 'adapting.svg'), 'utf8')).toBe(svg);
}, 60_000);
