// Console blocks: what is a command, what of its output is shown, what is left alone.

import { describe, expect, it } from 'vitest';
import { blocksOf, rewritten } from './console-blocks.ts';

const document = (body: string, comment = '') => `# Title\n${comment}\`\`\`console\n${body}\n\`\`\`\nText.\n`;
const numbers = (count: number) => Array.from({ length: count }, (_, k) => `${k + 1}`).join('\n') + '\n';

describe('a console block', () => {
  it('gets what its commands print', () => {
    const text = document('$ a --flag\nold\n$ b \\\n    more\n');
    expect(rewritten(text, (command) => `now of ${command}  \n`)).toBe(
      document('$ a --flag\nnow of a --flag\n\n$ b \\\n    more\nnow of b \\\n    more'),
    );
  });

  it('may show the first and last lines only', () => {
    const shown = (comment: string, lines: number) =>
      rewritten(document('$ a', `<!-- console: ${comment} -->\n`), () => numbers(lines))
        .split('\n')
        .slice(4, -3);
    expect(shown('first 2', 4)).toEqual(['1', '2', '…']);
    expect(shown('first 1, last 2', 9)).toEqual(['1', '…', '8', '9']);
    expect(shown('last 1', 2)).toEqual(['…', '2']);
    expect(shown('first 1, last 2', 3)).toEqual(['1', '2', '3']);
  });

  it('is left alone where it was recorded', () => {
    const text = document('$ a\nold', '<!-- console: recorded 2026-11-21 on an H200 -->\n');
    expect(rewritten(text, () => 'new')).toBe(text);
  });

  it('holds no time that the model took', () => {
    expect(rewritten(document('$ a'), () => '3 launches; 0.16 s per kernel')).toBe(
      document('$ a\n3 launches; … s per kernel'),
    );
  });

  it('knows its line and the exit code it expects', () => {
    const [block] = blocksOf(document('$ a', '<!-- console: exit 2 -->\n'));
    expect(block).toMatchObject({ line: 3, exitCode: 2, commands: ['a'] });
  });

  it('is refused without a command or with an unknown option', () => {
    expect(() => blocksOf(document('output'))).toThrow('line 2: a console block begins with "$ "');
    expect(() => blocksOf(document('$ a', '<!-- console: recorded -->\n'))).toThrow(
      'line 3: "recorded" is none of',
    );
  });

  it('is one of many in a document, and nothing around it changes', () => {
    const other = '```wgsl\nlet x = "$&";\n```\n';
    expect(rewritten(document('$ a') + other + document('$ b'), (command) => `$& of ${command}`)).toBe(
      document('$ a\n$& of a') + other + document('$ b\n$& of b'),
    );
  });
});
