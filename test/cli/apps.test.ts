// Apps on the command line: what `predict` prints of them, and the folders and archives that captures give.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf } from '../../src/app/archive.ts';
import { tar } from '../../src/capture/tar.ts';

const root = path.join(import.meta.dirname, '../..');
const command = path.join(root, 'dist/kernelcast.js');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-apps-'));
  cpSync(path.join(root, 'test/app/blur'), path.join(folder, 'blur'), { recursive: true });
  mkdirSync(path.join(folder, 'cut'));
  writeFileSync(path.join(folder, 'cut/app.partial.jsonl'), '{"app":{"name":"cut"}}\n');
  mkdirSync(path.join(folder, 'empty'));
  const files = readdirSync(path.join(folder, 'blur'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .map((name): [string, Uint8Array] => [name, readFileSync(path.join(folder, 'blur', name))]);
  writeFileSync(path.join(folder, 'blur.tar'), tar(files));
  // A shader of two pipelines.
  const again = '"quarter": {"shader":"shaders/halve.wgsl"}, "halve": {';
  const wrong = files.map(([name, content]): [string, Uint8Array] => {
    if (name.endsWith('halve.wgsl')) return [name, Buffer.from('fn main( {}')];
    return [name, Buffer.from(content.toString().replace('"halve": {', again))];
  });
  writeFileSync(path.join(folder, 'wrong.tar'), tar(wrong));
  writeFileSync(path.join(folder, 'cut.tar'), tar(files).subarray(0, 2000));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kernelcast(...args: string[]) {
  const result = spawnSync('node', [command, ...args], { cwd: folder, encoding: 'utf8' });
  return { ...result, first: result.stdout.split('\n')[0] };
}

const predict = (...args: string[]) => kernelcast('predict', ...args);

describe('predict', () => {
  it('says the time in the first line, and takes 100 columns at most', () => {
    const { first, stdout, status } = predict('blur/app.json');
    expect(first).toMatch(
      /^blur on [a-z0-9-]+: [\d.]+ µs \([\d.]+ to [\d.]+ µs\), 2 dispatches of 2 kernels$/,
    );
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(status).toBe(0);
  });

  it('gives each dispatch in JSON, one app per line or in a list', () => {
    const [app] = JSON.parse(predict('blur', '--format', 'json').stdout);
    const [line] = predict('blur', '--format', 'jsonl').stdout.split('\n');
    const { model: _, ...rest } = JSON.parse(line);
    expect(app).toMatchObject({
      ...rest,
      schema: 'kernelcast/app-prediction@1',
      timeNs: expect.any(Number),
      errorBandNs: [expect.any(Number), expect.any(Number)],
    });
    const bottleneck = { resource: expect.any(String), kind: expect.any(String) };
    const dispatch = {
      shader: 'blur/shaders/blur.wgsl',
      timeNs: expect.any(Number),
      gapNs: expect.any(Number),
    };
    expect(app.dispatches).toMatchObject([
      { ...dispatch, name: 'blur', dispatch: [8, 8, 1], bottleneck },
      { ...dispatch, name: 'halve', shader: 'blur/shaders/halve.wgsl', dispatch: [4, 4, 1], bottleneck },
    ]);
  });

  it('fails when an app takes longer than it may', () => {
    expect(predict('blur', '--max-time', '1s').status).toBe(0);
    const { status, stderr, first } = predict('blur', '--max-time', '1us');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^too slow: blur takes [\d.]+ µs, --max-time is 1.00 µs/);
    expect(first).toMatch(/^blur on /);
  });

  it('opens an archive, under its own name', () => {
    const { dispatches } = JSON.parse(predict('blur.tar', '--format', 'jsonl').stdout);
    expect(dispatches[0].shader).toBe('blur.tar/shaders/blur.wgsl');
    const { status, stderr } = predict('wrong.tar');
    expect(status).toBe(2);
    expect(stderr.match(/--> wrong\.tar\/shaders\/halve\.wgsl:1:/g)).toHaveLength(1);
    expect(stderr).not.toContain(tmpdir());
  });

  it.each([
    ['blur/none.json', 'no such file'],
    ['cut', 'node node_modules/kernelcast/dist/capture.js cut'],
    ['cut/app.json', 'node node_modules/kernelcast/dist/capture.js cut'],
    ['empty', 'empty is a folder without app.json'],
    ['none.tar', 'cannot read none.tar: no such file'],
    ['cut.tar', 'cannot read cut.tar: it ends within the file'],
  ])('refuses %s with exit code 2', (file, message) => {
    const { status, stderr, stdout } = predict(file);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, '']);
  });
});

describe('an archive', () => {
  const app: [string, Uint8Array] = ['app.json', Buffer.from('{}')];
  const withHeader = (change: (header: Uint8Array) => void) => {
    const bytes = tar([['x', Buffer.from('1')], app]);
    change(bytes.subarray(0, 512));
    return bytes;
  };

  it('holds files below its folder, whatever their names say', () => {
    expect([
      ...filesOf(tar([app, ['data/1.bin', Uint8Array.of(1, 2)], ['empty', new Uint8Array(0)]])),
    ]).toEqual([
      ['app.json', new Uint8Array(app[1])],
      ['data/1.bin', Uint8Array.of(1, 2)],
      ['empty', new Uint8Array(0)],
    ]);
    const names = [
      ...filesOf(tar([app, ['../up', app[1]], ['/etc/x', app[1]], ['a/../../b', app[1]]])).keys(),
    ];
    for (const name of names) {
      expect(path.isAbsolute(name)).toBe(false);
      expect(path.relative('/folder', path.resolve('/folder', name))).not.toMatch(/^\.\./);
    }
  });

  it.each([
    ['has links', withHeader((header) => header.set(Buffer.from('2'), 156)), 'no plain file'],
    [
      'has sizes below zero',
      withHeader((header) => header.set(Buffer.from('-0000001000\0'), 124)),
      'damaged at byte 0',
    ],
    [
      'has sizes beyond its end',
      withHeader((header) => header.set(Buffer.from('77777777777\0'), 124)),
      'ends within',
    ],
    ['is something else', Buffer.from('x'.repeat(2000)), 'no tar archive'],
    ['is empty', new Uint8Array(0), 'no app.json'],
    ['has no app', tar([['x', Buffer.from('1')]]), 'no app.json'],
  ])('that %s is refused', (_, bytes, message) => {
    expect(() => filesOf(bytes)).toThrow(message);
  });
});

describe('captures in place of app files', () => {
  const OPTIONS = {
    diagnose: [],
    search: ['--budget', '1'],
    tune: ['--evaluator', 'model', '--trials', '1', '--no-database'],
  };

  it.each(Object.entries(OPTIONS))('%s takes them', { timeout: 60_000 }, (name, options) => {
    const [file, within, archive] = ['blur/app.json', 'blur', 'blur.tar'].map((each) =>
      kernelcast(name, each, ...options),
    );
    expect(file.status).toBe(0);
    expect(within.first).toBe(file.first);
    expect(archive.first).toBe(file.first);
  });

  it('are refused with the reason', () => {
    const { status, stderr } = kernelcast('diagnose', 'empty');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('empty is a folder without app.json'),
    });
    expect(kernelcast('search', 'cut.tar').stderr).toContain('it ends within the file');
  });
});
