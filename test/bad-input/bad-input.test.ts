// Every case of bad, large or odd input: one clear message with its place and the right exit code, or a
// prediction. That a case ends at all, and soon, is watched over by the test runner's time limit.

import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLaunch } from '../../src/launch/load.ts';
import { type BadInput, X, Y } from './case.ts';
import { forecast, forecastUnvalidated, writeCase } from './forecast.ts';
import { largeCases } from './large-cases.ts';
import { launchCases } from './launch-cases.ts';
import { shaderCases } from './shader-cases.ts';

/** In MiB; the process also holds the test runner and whatever the cases before left. */
const MOST_MEMORY = 1536;

let root = '';
let count = 0;
const folder = () => path.join(root, String(count++));
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kernelcast-bad-'));
});
afterAll(() => rmSync(root, { recursive: true }));

async function check(each: BadInput): Promise<void> {
  const { code, text, prediction } = await forecast(writeCase(folder(), each), each.params);
  expect([code, code === each.code ? '' : text]).toEqual([each.code, '']);
  if (each.says) expect(text).toMatch(each.says);
  else expect(text).toBe('');
  expect(text).not.toMatch(/\n\s+at /);
  expect(prediction !== undefined).toBe(each.code === 0);
  if (each.timeNs === undefined) return;
  expect(prediction!.timeNs).toBeGreaterThan(each.timeNs[0]);
  expect(prediction!.timeNs).toBeLessThan(each.timeNs[1]);
}

describe('a shader with', () => {
  it.each(shaderCases.map((each) => [each.title, each] as const))('%s', (_, each) => check(each));
});

describe('a launch file with', () => {
  it.each(launchCases.map((each) => [each.title, each] as const))('%s', (_, each) => check(each));
});

describe('large and odd input:', () => {
  it.each(largeCases.map((each) => [each.title, each] as const))('%s', (_, each) => check(each));

  it('took no more memory than it may', () => {
    expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(MOST_MEMORY);
  });
});

describe('a data file', () => {
  it('that would fill the memory is refused', async () => {
    const data = { kind: 'file', path: 'huge.bin' };
    const launch = writeCase(folder(), { title: '', code: 3, launch: { bindings: [X, { ...Y, data }] } });
    // A file of 3 GB without blocks on the disk.
    const file = openSync(path.join(path.dirname(launch), 'huge.bin'), 'w');
    ftruncateSync(file, 3e9);
    closeSync(file);
    const { code, text } = await forecast(launch);
    expect(code).toBe(3);
    expect(text).toMatch(/huge\.bin: it has 3000000000 bytes; at most 536870912 are read/);
  });
});

describe('a shader in place of a launch file', () => {
  it('is taken for what it is', () => {
    const launch = writeCase(folder(), { title: '', code: 2 });
    const { value, diagnostics } = loadLaunch(launch.replace(/launch\.json$/, 'shader.wgsl'));
    expect(value).toBeUndefined();
    expect(diagnostics.map((each) => each.message)).toEqual([
      expect.stringMatching(/is a shader; expected a launch file/),
    ]);
    expect(diagnostics[0].notes!.join()).toContain('kernelcast init shader.wgsl');
  });
});

describe('without Tint, the library', () => {
  const cases: readonly (readonly [title: string, shader: string, says: RegExp])[] = [
    [
      'finds a barrier that lanes of a warp do not reach together',
      'divergent-barrier',
      /divergent control flow: invocation \d+[\s\S]*:7:5/,
    ],
    [
      'finds a barrier that lanes repeat differently often',
      'divergent-barrier-loop',
      /divergent control flow[\s\S]*:7:5/,
    ],
    [
      'finds a barrier that warps do not reach together',
      'divergent-barrier-warps',
      /divergent control flow: invocations \d+ to \d+[\s\S]*:7:5/,
    ],
    ['refuses recursion', 'recursion', /'f' calls itself[\s\S]*:3:\d+/],
    ['refuses a syntax error', 'syntax', /shader\.wgsl:6:\d+/],
    ['refuses an unknown name', 'unknown-name', /z[\s\S]*shader\.wgsl:6:\d+/],
  ];
  it.each(cases)('%s', (_, shader, says) => {
    const launch = writeCase(folder(), { title: '', shader, code: 2 });
    const { text, prediction } = forecastUnvalidated(launch);
    expect(prediction).toBeUndefined();
    expect(text).toMatch(says);
  });
});
