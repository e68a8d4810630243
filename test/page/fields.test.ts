// What the form makes of a launch file, and the editor of a paste: without a browser.

import { describe, expect, it } from 'vitest';
import { dataOf, groupsOf, type LaunchFacts, numberOf } from '../../page/launch-fields.ts';
import { isAnotherKernel } from '../../page/replaced.ts';

const LAUNCH = `{
  "params": {
    "N": 1048576,  // assumed: as long as arrays
    "GROUPS": "N/64" },
  "dispatch": ["GROUPS", 2],
  "bindings": [{ "group": 0, "binding": 1, "size": "4 * N", "data": { "kind": "csr-rows", "rows": 4 } }]
}`;
const FACTS: LaunchFacts = {
  bindings: [{ group: 0, binding: 1, name: 'starts', use: 'read' }],
  numbers: { params: { N: 1048576, GROUPS: 16384 }, dispatch: [16384, 2, 1], sizes: [4194304] },
  problems: [],
};

const rowsOf = (text: string, facts: LaunchFacts, seen = new Map()) =>
  groupsOf(text, facts, seen).flatMap(({ rows }) => rows);

describe('the form', () => {
  it('says beside fields what expressions are, and what the file assumes', () => {
    expect(rowsOf(LAUNCH, FACTS).map(({ title, said }) => [title, ...said])).toEqual([
      ['N', 'assumed: as long as arrays'],
      ['GROUPS', '= 16384'],
      ['x × y', '= 16384 × 2'],
      ['starts', '= 4194304 bytes, 4.00 MiB'],
    ]);
  });

  it('lets one choose where there are several entry points', () => {
    const facts = { ...FACTS, entryPoints: ['first', 'second'] };
    const [row] = rowsOf(LAUNCH.replace('{', '{ "entryPoint": "second",'), facts);
    expect(row.fields).toMatchObject([{ value: 'second', choices: ['first', 'second'] }]);
    expect(rowsOf(LAUNCH, { ...FACTS, entryPoints: ['main'] })[0].title).toBe('N');
  });

  it('shows problems beside their fields', () => {
    const at = (text: string) => {
      const start = LAUNCH.indexOf(text);
      const place = { editor: 'launch', start, end: start + 1 } as const;
      return { severity: 'invalid', message: `${text} is wrong`, notes: [], place } as const;
    };
    const problems = [at('N/64'), at('"GROUPS", 2'), at('4 * N'), at('csr-rows')];
    const rows = rowsOf(LAUNCH, { ...FACTS, problems });
    expect(rows.map((row) => row.problems.length)).toEqual([0, 1, 1, 2]);
  });

  it('offers all data that a binding had', () => {
    const seen = new Map([['0/1/0', new Map([['struct', { kind: 'struct', values: { n: 1 } }]])]]);
    const choices = rowsOf(LAUNCH, FACTS, seen).at(-1)!.fields[1].choices!;
    expect(choices).toEqual(expect.arrayContaining(['struct', 'csr-rows', 'zeros', 'random-u32']));
    expect(dataOf('struct', seen.get('0/1/0'))).toEqual({ kind: 'struct', values: { n: 1 } });
    expect(dataOf('zeros', seen.get('0/1/0'))).toEqual({ kind: 'zeros' });
    expect(dataOf(choices[0], undefined)).toBeUndefined();
  });

  it.each([
    ['4096', 4096],
    ['1_000_000', 1000000],
    ['4 * 1_048_576', '4 * 1048576'],
    ['N_1_000', 'N_1_000'],
    ['ceil(N / 4)', 'ceil(N / 4)'],
    ['', ''],
  ])('takes %s', (text, value) => {
    expect(numberOf(text)).toBe(value);
  });
});

describe('a paste over all', () => {
  const kernel = (lines: readonly string[]) => lines.join('\n}\n');

  it('is another kernel where most lines are new', () => {
    expect(isAnotherKernel('', 'fn a() {}')).toBe(true);
    expect(isAnotherKernel(kernel(['a', 'b', 'c', 'd']), kernel(['a', 'x', 'y', 'z']))).toBe(true);
    expect(isAnotherKernel(kernel(['a', 'b', 'c', 'd']), kernel(['  a', 'b', 'x', 'd', 'y']))).toBe(false);
    expect(isAnotherKernel('a', '\n  ')).toBe(false);
  });
});
