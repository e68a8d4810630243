// `tune` of apps and of what single launches may bind besides buffers, small, on a Vulkan device in software
// (test/devices.ts).

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDevice, VULKAN_DRIVER } from '../devices.ts';

const root = path.join(import.meta.dirname, '../..');
let folder = '';

const IMMEDIATES = `requires immediate_address_space;
struct Given { count: u32, factor: f32 }
var<immediate> given: Given;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(32) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= given.count) { return; }
  y[id.x] = x[id.x] * given.factor;
}`;

const SCALE = {
  shader: 'scale.wgsl',
  dispatch: [64],
  immediates: [2000, { f32: 3 }],
  bindings: [
    { group: 0, binding: 0, size: 8192, data: { kind: 'random-f32', seed: 1 } },
    { group: 0, binding: 1, size: 8192 },
  ],
};

function run(...args: readonly string[]) {
  const program = path.join(root, 'dist/kernelcast.js');
  const env = { ...process.env, VK_DRIVER_FILES: VULKAN_DRIVER };
  return spawnSync('node', [program, ...args], { cwd: folder, encoding: 'utf8', env, timeout: 120_000 });
}

function json(...args: readonly string[]) {
  const { stdout, stderr, status } = run(...args, '--samples', '2', '--format', 'json');
  if (status !== 0) throw new Error(`${status}: ${stderr}`);
  return JSON.parse(stdout);
}

const NO_RECORD = ['--no-model', '--no-database'];

describeOnDevice('tune on a device in software', () => {
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-tune-apps-'));
    writeFileSync(path.join(folder, 'scale.wgsl'), IMMEDIATES);
    writeFileSync(path.join(folder, 'scale.json'), JSON.stringify(SCALE));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('runs the whole app with what it found, which leaves what it did', () => {
    const app = path.join(root, 'test/app/frame/app.json');
    const found = json('tune', app, '-D', 'N=16384', '--trials', '8', ...NO_RECORD, '-o', 'found');
    expect(found).toMatchObject({ isPredicted: false, timed: 'app', trials: 8, end: 'trials', notes: [] });
    expect(found.verification).toMatchObject({ method: 'full', mismatches: 0, unverified: [] });
    expect(found.gain).toBeCloseTo(found.timeNs / found.changedNs, 9);
    const [narrow] = found.kernels;
    expect(narrow.tuning.failed).toEqual({});
    // Small workgroups are slow everywhere, but a busy machine may hide it.
    const isTaken = found.gain > 1 && narrow.gain > 1;
    expect(existsSync(path.join(folder, 'found/changed/1-narrow.wgsl'))).toBe(isTaken);
    if (!isTaken) return;
    expect(readFileSync(path.join(folder, 'found/app.json'), 'utf8')).toContain('changed/1-narrow.wgsl');
    const [measured] = json('measure', 'found/app.json');
    expect(measured.verification).toMatchObject({ mismatches: 0, unverified: [] });
  }, 240_000);

  it('gives kernels their immediates, in apps too', () => {
    const [measured] = json('measure', 'scale.json');
    expect(measured.verification).toMatchObject({ method: 'full', mismatches: 0 });
    const tuned = json('tune', 'scale.json', '--trials', '4', ...NO_RECORD);
    expect(tuned.failed).toEqual({});
    const { immediates, dispatch, bindings: bound } = SCALE;
    const bindings = bound.map(({ group, binding }) => ({ group, binding, buffer: `b${binding}` }));
    const buffers = { b0: { size: 8192, data: bound[0].data }, b1: { size: 8192 } };
    const steps = [{ dispatch, pipeline: 'scale', bindings, immediates }];
    const pipelines = { scale: { shader: 'scale.wgsl' } };
    const app = { schema: 'kernelcast/app@1', buffers, pipelines, steps };
    writeFileSync(path.join(folder, 'app.json'), JSON.stringify(app));
    const [whole] = json('measure', 'app.json');
    expect(whole.verification).toMatchObject({ method: 'full', mismatches: 0, unverified: [] });
  }, 240_000);

  it('says how many immediates the device takes', () => {
    const immediates = Array.from({ length: 1000 }, () => 1);
    writeFileSync(path.join(folder, 'many.json'), JSON.stringify({ ...SCALE, immediates }));
    const { stderr, status } = run('measure', 'many.json');
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/4000 bytes of immediates, and this device takes \d+/);
  }, 60_000);

  it('tries kernels that read and write textures', () => {
    const launch = path.join(root, 'bench/sets/studied/mip-step.json');
    const { failed, trials, notes } = json('tune', launch, '-D', 'N=64', '--trials', '6', ...NO_RECORD);
    expect({ failed, trials, notes }).toEqual({ failed: {}, trials: 6, notes: [] });
  }, 240_000);
});
