// `kernelcast search` as a process, built from the sources as they are.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXED_LAUNCH, Folder, LAUNCH } from '../configure/kernels.ts';

const root = path.join(import.meta.dirname, '../..');
let folder: Folder;

beforeAll(() => {
  folder = new Folder();
  folder.write('sizes.json', { ...LAUNCH, tunables: { SIZE: [32, 64, 128, 256] } });
  folder.write('coarse.json', {
    ...FIXED_LAUNCH,
    tunables: { 'coarsen.x': [1, 2, 4], 'coarsen.x.stride': [1, 'warp'] },
  });
  folder.write('plain.json', FIXED_LAUNCH);
  folder.write('wrong.json', { ...LAUNCH, tunables: { SIZES: [32, 64] } });
}, 120_000);
afterAll(() => folder.remove());

function run(...args: string[]) {
  const program = path.join(root, 'dist/kernelcast.js');
  const { status, stdout, stderr } = spawnSync('node', [program, 'search', ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

describe('kernelcast search', () => {
  it('answers in the first line, then says how it got there', () => {
    const { status, stdout, stderr } = run('sizes.json');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^sizes on nvidia-h200: [\d.]+ [µn]s (with SIZE 64 → \d+|as it is)/);
    expect(lines).toContain(
      '4 kernels evaluated for 4 configurations; that is all of them. Nothing was run.',
    );
    expect(stdout).toContain('from SIZE 64: ');
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100);
  }, 120_000);

  it('gives the same bytes for the same seed', () => {
    const args = ['coarse.json', '--format', 'json', '--seed', '3', '--budget', '4'];
    const [first, second] = [run(...args), run(...args)];
    expect(first.status).toBe(0);
    expect(second.stdout).toBe(first.stdout);
    const found = JSON.parse(first.stdout);
    expect(found).toMatchObject({ schema: 'kernelcast/search@1', configurations: 6, algorithm: 'full' });
    expect(found.evaluations).toBeLessThanOrEqual(4);
    // The choice weighs predictions against each other: near the quickest, not always the quickest itself.
    const times: number[] = found.ranking.map((each: { timeNs: number }) => each.timeNs);
    expect(times).toContain(found.best.timeNs);
    expect(found.best.timeNs).toBeLessThan(1.1 * Math.min(...times));
    const line = run(...args.map((each) => (each === 'json' ? 'jsonl' : each))).stdout;
    expect(JSON.parse(line)).toEqual(found);
    expect(line.trimEnd()).not.toContain('\n');
  }, 120_000);

  it('writes the winner so that it predicts as found', () => {
    const { status, stdout } = run('coarse.json', '-o', 'found.wgsl', '--format', 'json');
    expect(status).toBe(0);
    const found = JSON.parse(stdout);
    expect(found.written).toEqual(['found.wgsl', 'found.json']);
    const predicted = spawnSync(
      'node',
      [path.join(root, 'dist/kernelcast.js'), 'predict', 'found.json', '--format', 'jsonl'],
      { cwd: folder.path, encoding: 'utf8' },
    );
    expect(JSON.parse(predicted.stdout).timeNs).toBe(found.best.timeNs);
    expect(readFileSync(path.join(folder.path, 'found.json'), 'utf8')).not.toContain('tunables');
  }, 120_000);

  it('searches what a kernel allows when its launch declares nothing', () => {
    const { status, stdout, stderr } = run('plain.json', '--budget', '5', '--algorithm', 'saake');
    expect(status).toBe(0);
    const [warning, varied] = stderr.split('\n');
    expect(warning).toContain('the launch declares no tunables');
    expect(varied).toMatch(/^ {2}= varied: .*workgroup\.x/);
    expect(Math.max(warning.length, varied.length)).toBeLessThanOrEqual(100);
    expect(stdout).toContain('by the printed algorithm');
    expect(stdout).toContain('stop: ');
  }, 120_000);

  it('says what is wrong with its arguments and leaves the originals alone', () => {
    expect(run('wrong.json')).toMatchObject({ status: 2, stdout: '' });
    expect(run('wrong.json').stderr).toContain('did you mean');
    for (const args of [
      ['--budget', '0'],
      ['--time', '5'],
      ['-o', 'found.txt'],
      ['--algorithm', 'best'],
    ]) {
      expect(run('sizes.json', ...args), args.join(' ')).toMatchObject({ status: 2, stdout: '' });
    }
    expect(run('coarse.json', '-o', 'fixed.wgsl').stderr).toMatch(
      /fixed\.json: cannot be written: the command reads it|fixed\.wgsl: cannot be written/,
    );
    expect(existsSync(path.join(folder.path, 'fixed.json'))).toBe(false);
    expect(run('none.json').status).toBe(2);
  }, 120_000);
});

describe('kernelcast search over several devices', () => {
  const DEVICES = ['--profile', 'nvidia-h200,nvidia-titan-x-pascal'];

  it('has one configuration for all of them, with the times that predict has', () => {
    const { status, stdout } = run('coarse.json', ...DEVICES, '--format', 'json', '-o', 'all.wgsl');
    expect(status).toBe(0);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ schema: 'kernelcast/devices-search@1', name: 'coarse' });
    expect(found.written).toEqual(['all.wgsl', 'all.json']);
    const predict = ['predict', 'all.json', ...DEVICES, '--format', 'json'];
    const { stdout: predicted } = spawnSync('node', [path.join(root, 'dist/kernelcast.js'), ...predict], {
      cwd: folder.path,
      encoding: 'utf8',
    });
    const facts = (each: { profile: string; timeNs: number }) => [each.profile, each.timeNs];
    expect(found.devices.map(facts)).toEqual(JSON.parse(predicted).map(facts));
    for (const { own, timeNs } of found.devices) expect(own.timeNs).toBeLessThanOrEqual(timeNs);
  }, 120_000);

  it('says it in one line, and a row for each device', () => {
    const { status, stdout } = run('coarse.json', ...DEVICES);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^coarse on 2 devices: /);
    expect(stdout).toMatch(/^nvidia-h200 /m);
    expect(stdout).toMatch(/^nvidia-titan-x-pascal /m);
    expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100);
  }, 120_000);

  it('writes a variant for each device that gains by its own, and the rule that picks one', async () => {
    const { status, stdout, stderr } = run(
      'coarse.json',
      ...DEVICES,
      '--format',
      'json',
      '-o',
      'each.wgsl',
      '--variants',
    );
    expect([status, stderr]).toEqual([0, '']);
    const { written } = JSON.parse(stdout) as { written: string[] };
    expect(written).toEqual(expect.arrayContaining(['each.wgsl', 'each.json', 'each.variants.js']));
    for (const each of written) expect(existsSync(path.join(folder.path, each))).toBe(true);
    const { variantFor } = (await import(path.join(folder.path, 'each.variants.js'))) as {
      variantFor: (info: object) => { shader: string; launch: string };
    };
    const answers = [{ vendor: 'nvidia', architecture: 'hopper' }, { vendor: 'someone' }].map(variantFor);
    for (const { shader, launch } of answers)
      expect(written).toEqual(expect.arrayContaining([shader, launch]));
    expect(answers[1]).toEqual({ shader: 'each.wgsl', launch: 'each.json' });
  }, 120_000);

  it('refuses variants where there is nothing to choose from', () => {
    const { status, stderr } = run('coarse.json', '--variants', '-o', 'each.wgsl');
    expect([status, stderr]).toEqual([2, expect.stringContaining('--variants: needs several devices')]);
  });

  it('refuses what is for one device', () => {
    const { status, stderr } = run('coarse.json', ...DEVICES, '--limits', 'adapter');
    expect([status, stderr]).toEqual([2, expect.stringContaining('--limits adapter: for one device')]);
  });
});
