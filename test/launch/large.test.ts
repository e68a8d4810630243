// Launch files that are far larger than anybody writes: read or refused at once, as the time limit of a test holds.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';

const head = '"shader": "a.wgsl", "dispatch": ["N"]';
const list = (count: number, text: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(',');
const messages = (text: string) => parseLaunch(text, 'k.json').diagnostics.map((each) => each.message);

describe('a launch file with', () => {
  it('40,000 digits is refused', () => {
    for (const number of ['1'.repeat(40_000), `${'1'.repeat(40_000)}x`, `${' '.repeat(40_000)}.`])
      expect(messages(`{ "params": { "N": "${number}" }, ${head} }`)[0]).toContain('longer than');
  });

  it('40,000 params is read', () => {
    const params = list(40_000, (i) => `"P${i}": "${i} + 1"`);
    const { value } = parseLaunch(`{ "params": { "N": 1, ${params} }, ${head} }`, 'k.json');
    expect(value?.params['P39999']).toBe(40_000);
  });

  it('40,000 params that fail tells of some', () => {
    const found = messages(`{ "params": { "N": 1, ${list(40_000, (i) => `"P${i}": "Q${i}"`)} }, ${head} }`);
    expect(found[0]).toMatch(/param "P0": "Q0" fails: unknown name/);
    expect(found.length).toBeLessThan(1000);
  });

  it('100,000 unknown keys tells of some', () => {
    const found = messages(`{ "params": { "N": 1 }, ${head}, ${list(100_000, (i) => `"bindin${i}": 1`)} }`);
    expect(found[0]).toContain('unknown key "bindin0"');
    expect(found.length).toBeLessThan(1000);
  });

  it('100,000 keys that are given twice tells of some', () => {
    const found = messages(`{ "params": { "N": 1 }, ${head}, ${list(100_000, () => '"x": 1')} }`);
    expect(found[0]).toContain('is given twice');
    expect(found.length).toBeLessThan(1000);
  });

  it('50,000 bad bindings tells of some', () => {
    const bindings = list(50_000, (i) => `{ "group": 0, "binding": ${i}, "size": ${4 * i + 1} }`);
    const found = messages(`{ "params": { "N": 1 }, ${head}, "bindings": [${bindings}] }`);
    expect(found[0]).toContain('not a multiple of 4');
    expect(found.length).toBeLessThan(1000);
  });

  it('50,000 good bindings is read', () => {
    const bindings = list(50_000, (i) => `{ "group": 0, "binding": ${i}, "size": "4 * N" }`);
    const { value } = parseLaunch(`{ "params": { "N": 1 }, ${head}, "bindings": [${bindings}] }`, 'k.json');
    expect(value?.bindings.length).toBe(50_000);
  });

  it('a chain of 1,500 params is refused, of 100 read', () => {
    const chain = (count: number) =>
      `{ "params": { ${list(count, (i) => `"P${i}": "P${i + 1} + 1"`)}, "P${count}": 1, "N": "P0" }, ${head} }`;
    const wrong = messages(chain(1500));
    expect(wrong.length).toBeLessThan(10);
    for (const each of wrong)
      expect(each).toMatch(/^param "P\d+" fails: .* depends on more than \d+ others in a row/);
    expect(parseLaunch(chain(100), 'k.json').value?.params['N']).toBe(101);
  });

  it('a text of 10 MB is refused, in a comment read', () => {
    const long = 'x'.repeat(10_000_000);
    expect(messages(`{ "params": { "N": "${long}" }, ${head} }`)[0]).toContain('longer than');
    expect(parseLaunch(`{ ${head}, "params": { "N": 1, "${long}": 2 } }`, 'k.json').value).toBeDefined();
    expect(parseLaunch(`{ /* ${long} */ "params": { "N": 1 }, ${head} }`, 'k.json').value).toBeDefined();
  });

  it('an expression of many steps ends', () => {
    for (const text of [
      `${'('.repeat(400)}1${')'.repeat(400)}`,
      `1${'+1'.repeat(480)}`,
      `1${'^1'.repeat(480)}`,
      '-'.repeat(900) + '1',
    ])
      expect(() => messages(`{ "params": { "N": "${text}" }, ${head} }`), text.slice(0, 9)).not.toThrow();
  });
});
