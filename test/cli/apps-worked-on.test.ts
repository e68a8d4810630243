// `diagnose`, `search`, `tune` by the model and `predict --html, --trace` of an app, as processes.

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

describe('kernelcast tune APP --evaluator model', () => {
  const tune = (...args: string[]) => run('tune', APP, '--evaluator', 'model', ...args);
  const json = (...args: string[]) => {
    const { status, stdout, stderr } = tune('--format', 'json', ...args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout);
  };

  it('writes an app whose prediction is what was promised', () => {
    const found = json('--trials', '16', '-o', 'tuned', '--export', 'trials');
    expect(found).toMatchObject({ schema: 'kernelcast/app-tune@1', isPredicted: true, timed: 'app' });
    expect(found).toMatchObject({ end: 'trials', trials: 16, notes: [] });
    const [narrow, total] = found.kernels;
    expect(narrow).toMatchObject({ pipeline: 'narrow', dispatches: 4, notTaken: [] });
    expect(narrow.trials).toBeGreaterThan(total.trials);
    expect(narrow.tuning).toMatchObject({ schema: 'kernelcast/tuning@1', trials: narrow.trials });
    expect(narrow.best).not.toEqual({});
    expect(total.best).toEqual({});
    expect(found.gain).toBeCloseTo(found.timeNs / (found.timeNs - narrow.savedNs), 9);
    const [predicted] = JSON.parse(run('predict', 'tuned/app.json', '--format', 'json').stdout);
    expect(predicted.timeNs).toBeCloseTo(found.changedNs, 3);
    expect(readdirSync(path.join(folder, 'trials')).sort()).toEqual(['1-narrow.json', '2-total.json']);
  }, 120_000);

  it('goes on with each kernel where it was, and knows what other runs have tried of it', () => {
    const args = ['--database', 'app.jsonl'];
    expect(json('--trials', '10', ...args).kernels.map(reusedOf)).toEqual([0, 0]);
    const resumed = json('--trials', '14', '--resume', ...args);
    expect(resumed).toMatchObject({ trials: 14, notes: [] });
    expect(resumed.kernels.flatMap(({ notes }: { notes: string[] }) => notes)).toEqual([]);
    const anew = json('--trials', '4', ...args);
    expect(Math.min(...anew.kernels.map(reusedOf))).toBeGreaterThanOrEqual(2);
    // Two kernels, told apart, whatever the number of runs.
    const lines = readFileSync(path.join(folder, 'app.jsonl'), 'utf8').split('\n').slice(1).filter(Boolean);
    const runs = lines.map((line) => JSON.parse(line)).filter(({ record }) => record === 'run');
    expect(runs).toHaveLength(4);
    expect(new Set(runs.map(({ subject }) => subject)).size).toBe(2);
    // Another kernel of the app: its dispatches find other contents, or the same.
    expect(json('--trials', '4', '-D', 'N=131072', ...args).kernels.map(reusedOf)).toEqual([0, 0]);
    const other = json('--trials', '4', '--import', 'app.jsonl', '--database', 'other.jsonl');
    expect(other.notes).toEqual([expect.stringMatching(/^(\d+) of \1 imported trials are new here$/)]);
    expect(Math.min(...other.kernels.map(reusedOf))).toBeGreaterThanOrEqual(2);
  }, 240_000);

  it('says the answer first, then what was not tuned and why', () => {
    const { status, stdout, stderr } = tune('--trials', '6', '--no-database', '-D', 'N=4194304');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^frame on nvidia-h200 \(predicted\): [\d.]+ .s → [\d.]+ .s with 1 changed kernel, /,
    );
    expect(stdout).toMatch(/^What changes\n +narrow +\S/m);
    expect(stdout).toMatch(/^Not tuned\n +total: its share is too small to matter/m);
    expect(widest(stdout)).toBeLessThanOrEqual(100);
  }, 60_000);

  it('refuses what is about one kernel', () => {
    const refused: [string[], string][] = [
      [['--saturation', 'N'], '--saturation: '],
      [['--metric', 'N/time'], '--metric: '],
      [['--evaluator', 'replay:x.json'], 'a recording is of one kernel'],
      [['-o', 'best.wgsl'], '-o best.wgsl: expected a folder'],
      [['--export', 'trials.json'], '--export trials.json: expected a folder'],
    ];
    for (const [args, message] of refused) {
      const { status, stderr } = run('tune', APP, ...args);
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
    }
  }, 60_000);
});

const reusedOf = ({ tuning }: { tuning: { reused: number } }) => tuning.reused;

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
