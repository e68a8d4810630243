// `diagnose`, `search` and `predict --html, --trace` of an app, as processes.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const APP = path.join(root, 'test/app/frame/app.json');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-apps-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const program = path.join(root, 'dist/kernelcast.js');
  const env = { ...process.env, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync('node', [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => [...line].length));
}

describe('kernelcast diagnose APP', () => {
  it('says first what is worth working on, and what it gains of the whole', () => {
    const { status, stdout, stderr } = run('diagnose', APP);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^frame on nvidia-h200: [\d.]+ µs; worth working on first: narrow, \d+ % of the/);
    expect(stdout).toContain('not diagnosed: 1 more kernel');
    expect(stdout).toMatch(/^Between operations: [\d.]+ µs/m);
    expect(widest(stdout)).toBeLessThanOrEqual(100);
  }, 60_000);

  it('gains of the whole what the kernel saves', () => {
    const app = JSON.parse(run('diagnose', APP, '--format', 'json').stdout);
    expect(app.schema).toBe('kernelcast/app-diagnosis@1');
    const [narrow] = app.kernels;
    expect(narrow).toMatchObject({
      pipeline: 'narrow',
      dispatches: 4,
      dispatch: { number: 1, name: 'whole' },
    });
    expect(narrow.gain).toBeCloseTo(app.timeNs / (app.timeNs - narrow.savedNs), 9);
    expect(narrow.savedNs).toBeLessThan(narrow.workNs);
    expect(narrow.advice[0].expectedSpeedup).toBeGreaterThan(1.5);
    const gaps = app.gaps.kinds.reduce((sum: number, { timeNs }: { timeNs: number }) => sum + timeNs, 0);
    expect(gaps).toBeCloseTo(app.gaps.timeNs, 6);
  }, 60_000);

  it('goes down to one dispatch by number or name', () => {
    const [byNumber, byName] = ['2', 'half'].map((dispatch) => run('diagnose', APP, '--dispatch', dispatch));
    expect(byNumber.status).toBe(0);
    expect(byNumber.stdout).toMatch(/^half on nvidia-h200: /);
    expect(byNumber.stdout).toContain('Hottest lines');
    expect(byName.stdout).toBe(byNumber.stdout);
  }, 60_000);

  it('says which dispatches there are, and what goes with one only', () => {
    const unknown = run('diagnose', APP, '--dispatch', 'narow');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toContain('expected a name or a number from 1 to 6; did you mean "narrow"?');
    const page = run('diagnose', APP, '--html', 'x.html');
    expect(page.status).toBe(2);
    expect(page.stderr).toContain('--dispatch NAME|NUMBER');
  }, 60_000);
});

describe('kernelcast search APP', () => {
  it('writes an app whose prediction is what was promised', () => {
    const { status, stdout } = run('search', APP, '--budget', '16', '--format', 'json', '-o', 'found');
    expect(status).toBe(0);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ schema: 'kernelcast/app-search@1', end: 'budget', evaluations: 16 });
    const [narrow, total] = found.kernels;
    expect(narrow.best).not.toEqual({});
    expect(total.best).toEqual({});
    expect(narrow.evaluations).toBeGreaterThan(total.evaluations);
    expect(found.expectedGain.low).toBeLessThan(found.expectedGain.gain);
    expect(readdirSync(path.join(folder, 'found')).sort()).toEqual(['app.json', 'changed', 'total.wgsl']);
    const text = readFileSync(path.join(folder, 'found/app.json'), 'utf8');
    expect(text).toContain('// A frame of two kernels');
    expect(text).toMatch(/"dispatch": \["[^"]*N/);
    const [predicted] = JSON.parse(run('predict', 'found/app.json', '--format', 'json').stdout);
    expect(predicted.timeNs).toBeCloseTo(found.changedNs, 3);
  }, 120_000);

  it('refuses a folder that is none', () => {
    const { status, stderr } = run('search', APP, '-o', 'best.wgsl');
    expect(status).toBe(2);
    expect(stderr).toContain('expected a folder');
  });
});

describe('kernelcast predict APP', () => {
  it('draws a timeline of all that runs', () => {
    const { status, stderr } = run('predict', APP, '--html', 'frame.html', '--trace', 'frame.json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const page = readFileSync(path.join(folder, 'frame.html'), 'utf8');
    expect(page).toContain('Timeline of the app');
    expect(page).not.toMatch(/<script|https?:\/\/(?!www.w3.org)/);
    const { traceEvents } = JSON.parse(readFileSync(path.join(folder, 'frame.json'), 'utf8'));
    const work = traceEvents.filter((each: { ph: string; tid: number }) => each.ph === 'X' && each.tid === 3);
    expect(work.map(({ name }: { name: string }) => name)).toEqual([
      ...['write', 'whole', 'half', 'total', 'whole', 'half', 'total'],
    ]);
    for (const [at, each] of work.slice(1).entries())
      expect(each.ts).toBeGreaterThanOrEqual(work[at].ts + work[at].dur);
  }, 60_000);

  it('refuses pictures where there is no app', () => {
    writeFileSync(path.join(folder, 'launch.json'), '{}');
    const { status, stderr } = run('predict', 'launch.json', '--html', 'x.html');
    expect(status).toBe(2);
    expect(stderr).toContain('--html: shows apps');
  });
});
