// Which comments of a source are folded: where it begins, licences, and long ones; never code.

import { describe, expect, it } from 'vitest';
import { foldedComments } from '../../src/report/folded-comments.ts';

const folds = (text: string) => foldedComments(text.split('\n')).map(({ from, to }) => [from, to]);

describe('comments', () => {
  it.each([
    ['at the head', '// one\n// two\n\nfn main() {}', [[1, 2]]],
    ['of one line at the head stay', '// what it does\nfn main() {}', []],
    ['of one line that are a licence', '// SPDX-License-Identifier: MIT\nfn main() {}', [[1, 1]]],
    ['with blocks that nest', '/* one /* two\n*/\nthree */\nfn main() {}', [[1, 3]]],
    ['that end before code on their line', '/* one\n*/\n/* two\n*/ fn main() {}', [[1, 3]]],
    ['of few lines between code stay', 'const a = 1;\n// one\n// two\nconst b = 2;', []],
    ['of a licence between code', 'const a = 1;\n// Copyright\nconst b = 2;', [[2, 2]]],
    ['of many lines between code', `const a = 1;\n${'// word\n'.repeat(8)}const b = 2;`, [[2, 9]]],
    ['none, but blank lines', '\n\n\nfn main() {}', []],
    ['behind code stay', 'const a = 1; // Copyright\nconst b = 2;', []],
  ])('%s', (_, text, expected) => expect(folds(text)).toEqual(expected));
});
