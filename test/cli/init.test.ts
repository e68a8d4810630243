// What `init` writes, and that it replaces nothing.

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runInit } from '../../src/cli/init.ts';
import { loadLaunch } from '../../src/launch/load.ts';

const SHADER = `@group(0) @binding(0) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(8) fn one(@builtin(global_invocation_id) id: vec3u) { y[id.x] = 1.0; }
@compute @workgroup_size(8) fn two(@builtin(global_invocation_id) id: vec3u) { y[id.x] = 2.0; }`;

let folder: string;
let shader: string;
const printed: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'init-'));
  shader = path.join(folder, 'k.wgsl');
  writeFileSync(shader, SHADER);
  printed.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  return () => vi.restoreAllMocks();
});

const init = (flags: Partial<Parameters<typeof runInit>[0]> = {}) =>
  runInit({ shader: [shader], define: [], force: false, ...flags });

describe('init', () => {
  it('writes a file for each entry point, which can be launched', async () => {
    expect(await init({ define: ['N=2^12'] })).toBe(0);
    expect(readdirSync(folder)).toEqual(['k.one.json', 'k.two.json', 'k.wgsl']);
    const { value, diagnostics } = loadLaunch(path.join(folder, 'k.two.json'));
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject({ entryPoint: 'two', dispatch: [512, 1, 1] });
    expect(printed).toHaveLength(2);
  });

  it('names the shader from where the file is', async () => {
    const file = path.join(mkdtempSync(path.join(folder, 'a-')), 'one.json');
    expect(await init({ entry: 'one', output: file })).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"shader": "../k.wgsl"');
  });

  it('replaces nothing unless it is told to, its own files neither', async () => {
    await init({ entry: 'one' });
    await expect(init({ entry: 'one' })).rejects.toThrow(
      /k\.json: cannot be written: it is there, and what was changed in it by hand would be lost; --force/,
    );
    expect(await init({ entry: 'one', force: true })).toBe(0);
    await expect(init({ output: path.join(folder, 'k.json'), force: true })).rejects.toThrow(
      /2 files to write/,
    );
  });

  it('says how a file elsewhere may read the shader, and names what stands before it', async () => {
    const before = path.join(folder, 'before.wgsl');
    writeFileSync(before, 'const VALUE = 3.0;');
    writeFileSync(shader, SHADER.replace('1.0', 'VALUE'));
    const elsewhere = mkdtempSync(path.join(folder, 'a-'));
    const file = path.join(elsewhere, 'one.json');
    expect(await init({ entry: 'one', output: file, prepend: [before] })).toBe(0);
    expect(printed.join('')).toContain(`predict ${file} --allow-read ${folder}`);
    const { value, diagnostics } = loadLaunch(file, {}, { allowRead: [folder] });
    expect(diagnostics).toEqual([]);
    expect(value!.preludes).toMatchObject([{ text: 'const VALUE = 3.0;' }]);
  });

  it('tells each assumption with what it is for, after what was written', async () => {
    writeFileSync(
      shader,
      `@group(0) @binding(0) var<uniform> mode: u32;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(8) fn one(@builtin(global_invocation_id) id: vec3u) { if (mode == 2u) { y[id.x] = 1.0; } }`,
    );
    expect(await init()).toBe(0);
    expect(printed.join('').split('\n').slice(0, 3)).toEqual([
      `written: ${path.join(folder, 'k.json')}`,
      '  assumed: MODE = 0  which way the kernel takes hangs on `mode`',
      '  -D MODE=… gives another number, to init, predict and the others',
    ]);
    expect(await init({ force: true, define: ['MODE=2'] })).toBe(0);
    expect(printed.at(-1)).toBe(`written: ${path.join(folder, 'k.json')}\n`);
  });

  it('refuses to write two launch files to one place', async () => {
    const other = path.join(folder, 'k.txt');
    writeFileSync(other, SHADER);
    await expect(init({ shader: [shader, other], entry: 'one' })).rejects.toThrow(
      /its launch file would be .*k\.json, as that of .*k\.wgsl; write one at a time/,
    );
    expect(readdirSync(folder)).toEqual(['k.txt', 'k.wgsl']);
  });

  it('refuses what is no shader', async () => {
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    writeFileSync(shader, 'fn');
    expect(await init()).toBe(2);
    expect(await init({ shader: [path.join(folder, 'none.wgsl')] })).toBe(2);
  });
});
