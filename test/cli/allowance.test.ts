// `--timeout` and `--memory` of the commands that predict or compile what may come from strangers.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const PREDICTING = ['predict', 'diagnose', 'search'];
let folder = '';

const SHADER = `@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var i = 0u; i < 64u; i++) { a[(id.x * 0x9e3779b1u + i * 0x85ebca6bu) % arrayLength(&a)] += i; }
}`;
const LAUNCH = {
  shader: 'scatter.wgsl',
  dispatch: [4096],
  bindings: [{ group: 0, binding: 0, size: 2 ** 30, data: { kind: 'zeros' } }],
  tunables: { 'coarsen.x': [1, 2] },
};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-allowance-'));
  writeFileSync(path.join(folder, 'scatter.wgsl'), SHADER);
  writeFileSync(path.join(folder, 'scatter.json'), JSON.stringify(LAUNCH));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const program = path.join(root, 'dist/kernelcast.js');
  const { status, stdout, stderr } = spawnSync('node', [program, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe.each([...PREDICTING, 'inspect'])('%s', (command) => {
  it('gives up when the time is over', () => {
    const { status, stdout, stderr } = run(command, 'scatter.json', '--timeout', '1ns');
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/takes longer than [\d.e-]+ s to predict/);
  });

  it('wants a time with its unit', () => {
    const { status, stderr } = run(command, 'scatter.json', '--timeout', '5');
    expect(status).toBe(2);
    expect(stderr).toContain('--timeout 5: expected a time with its unit');
  });
});

describe.each(PREDICTING)('%s', (command) => {
  it('gives up when the memory is used', () => {
    const { status, stdout, stderr } = run(command, 'scatter.json', '--memory', '1MiB');
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/takes more than 1 MiB of memory/);
  });

  it('wants a size with its unit', () => {
    const { status, stderr } = run(command, 'scatter.json', '--memory', '5');
    expect(status).toBe(2);
    expect(stderr).toContain('--memory 5: expected a size with its unit');
  });
});
