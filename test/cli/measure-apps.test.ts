// Apps on a Vulkan device in software (test/devices.ts): they run as they are, their outputs are what kernelcast
// computes, and a record can be compared again without a device.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ComparedApp } from '../../src/measure/app-measurement.ts';
import { describeOnDevice, VULKAN_DRIVER } from '../devices.ts';

const root = path.join(import.meta.dirname, '../..');
const COMPACT = ['bench/apps/compact/app.json', '-D', 'N=16384'];
const PARTICLES = ['bench/apps/particles/app.json', '-D', 'N=4096', '-D', 'SIDE=64'];
const GAPS = ['one-pass', 'passes', 'submits', 'copies', 'clears', 'independent'];

/** Each round takes a third of what is left, as often as a counter says that the round before has left. */
const COUNTDOWN = `
@group(0) @binding(0) var<storage, read_write> counts: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> log: array<u32>;
@compute @workgroup_size(1) fn shrink() {
  counts[0] = counts[0] / 3u;
  counts[3] += 1u;
}
@compute @workgroup_size(1) fn note(@builtin(workgroup_id) group: vec3u) { log[group.x] += counts[3]; }`;

const countdown = {
  buffers: {
    counts: { size: 16, data: { kind: 'u32', values: [27, 1, 1, 0] } },
    arguments: { size: 20 },
    log: { size: 256 },
  },
  pipelines: {
    shrink: { shader: 'countdown.wgsl', entryPoint: 'shrink' },
    note: { shader: 'countdown.wgsl', entryPoint: 'note' },
  },
  steps: [
    { write: 'log', offset: 240, data: { kind: 'u32', values: [7] }, size: 4 },
    {
      repeat: 3,
      steps: [
        { dispatch: [1], pipeline: 'shrink', bindings: [{ group: 0, binding: 0, buffer: 'counts' }] },
        { copy: { buffer: 'counts' }, to: { buffer: 'arguments', offset: 8 }, size: 12 },
        {
          dispatch: { indirect: 'arguments', offset: 8 },
          pipeline: 'note',
          bindings: [
            { group: 0, binding: 0, buffer: 'counts' },
            { group: 0, binding: 1, buffer: 'log' },
          ],
        },
      ],
    },
  ],
};

/** Grows a texture from another one's levels: as often as its first texel says, which it changes. */
const GROWTH = `
@group(0) @binding(0) var known: texture_2d_array<u32>;
@group(0) @binding(1) var grown: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(2) var flat: texture_2d<u32>;
@compute @workgroup_size(8, 8) fn grow(@builtin(global_invocation_id) id: vec3u) {
  let times = textureLoad(grown, vec2u(0u)).x % 5u;
  storageBarrier();
  var sum = textureLoad(flat, id.xy, 0).x;
  for (var i = 0u; i < times; i++) { sum += textureLoad(known, id.xy / 2u, i % 2u, 1).x; }
  textureStore(grown, id.xy, vec4u(sum + 1u, 0u, 0u, 0u));
}`;

const growth = {
  buffers: { result: { size: 256 * 8 } },
  textures: {
    known: { format: 'r32uint', size: [8, 8, 2], mipLevels: 2, data: { kind: 'random-u32', seed: 3 } },
    grown: { format: 'r32uint', size: [8, 8], data: { kind: 'random-u32', seed: 4 } },
    seen: { format: 'r32uint', size: [8, 8] },
  },
  pipelines: { grow: { shader: 'growth.wgsl' } },
  steps: [
    {
      write: { texture: 'known', mipLevel: 1, origin: [1, 2, 1] },
      bytesPerRow: 20,
      size: [3, 2, 1],
      data: { kind: 'iota-u32' },
    },
    {
      repeat: 2,
      steps: [
        {
          dispatch: [1],
          pipeline: 'grow',
          bindings: [
            { group: 0, binding: 0, texture: 'known' },
            { group: 0, binding: 1, texture: 'grown' },
            { group: 0, binding: 2, texture: 'seen' },
          ],
        },
        { copy: { texture: 'grown' }, to: { texture: 'seen', origin: [2, 0, 0] }, size: [6, 8, 1] },
        { copy: { texture: 'grown' }, to: { buffer: 'result', bytesPerRow: 256 }, size: [8, 8, 1] },
      ],
    },
  ],
};

let folder = '';

function run(...args: readonly string[]) {
  const env = { ...process.env, VK_DRIVER_FILES: VULKAN_DRIVER };
  const command = ['dist/kernelcast.js', 'measure', ...args];
  return spawnSync('node', command, { cwd: root, encoding: 'utf8', env, timeout: 60_000 });
}

function measured(...args: readonly string[]): ComparedApp[] {
  const { stdout, stderr, status } = run('--samples', '2', '--format', 'json', ...args);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout);
}

describeOnDevice('apps on a device', () => {
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-apps-'));
    writeFileSync(path.join(folder, 'countdown.wgsl'), COUNTDOWN);
    writeFileSync(path.join(folder, 'countdown.json'), JSON.stringify(countdown));
    writeFileSync(path.join(folder, 'growth.wgsl'), GROWTH);
    writeFileSync(path.join(folder, 'growth.json'), JSON.stringify(growth));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a compaction', COMPACT, 4],
    ['particles', PARTICLES, 24],
  ])('%s: leaves what kernelcast computes', { timeout: 60_000 }, (_, args, dispatches) => {
    const [app] = measured(...args);
    expect(app.verification).toMatchObject({ method: 'full', mismatches: 0, unverified: [] });
    expect(app.dispatches).toHaveLength(dispatches);
    expect(app.predicted.dispatchNs).toHaveLength(dispatches);
    expect(Math.min(app.timeNs, ...app.dispatches.map(({ timeNs }) => timeNs))).toBeGreaterThan(0);
    expect(app.quality).toContain('software');
  });

  it('steps of every kind, each round from the same beginning', { timeout: 60_000 }, () => {
    const [app] = measured(path.join(folder, 'countdown.json'));
    expect(app.restored).toContain('counts');
    expect(app.untimed).toEqual(['write before the first pass']);
    expect(app.dispatches.map(({ dispatch: [x] }) => x)).toEqual([1, 9, 1, 3, 1, 1]);
    expect(app.verification).toMatchObject({ mismatches: 0, unverified: [] });
  });

  it('textures: levels, layers, views and copies of texels', { timeout: 60_000 }, () => {
    const [blur, grown] = measured('test/app/blur/app.json', path.join(folder, 'growth.json'));
    expect(blur.verification).toMatchObject({ method: 'full', mismatches: 0, unverified: [] });
    expect(grown.verification).toMatchObject({ method: 'full', mismatches: 0, unverified: [] });
    expect(grown.restored).toContain('grown');
    expect(grown.untimed).toEqual(['write before the first pass', 'copy after the last pass']);
  });

  it('are recorded, and compared again without a device', { timeout: 60_000 }, () => {
    const record = path.join(folder, 'apps.json');
    const files = GAPS.map((name) => `bench/apps/gaps/${name}.json`);
    const apps = measured(...files, '--record', record);
    expect(apps.map(({ name }) => name)).toEqual(GAPS);
    for (const app of apps) {
      expect(app.dispatches).toHaveLength(9);
      expect(app.verification).toMatchObject({ mismatches: 0, unverified: [] });
    }
    const again = measured(...files, '--from', record, '--adapter', 'none');
    expect(again).toEqual(apps);
    const { status, stderr } = run(files[0], '-D', 'K=3', '--from', record);
    expect(status).toBe(2);
    expect(stderr).toMatch(/no measurement of one-pass with these params/);
    const other = path.join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ ...countdown, name: 'independent' }));
    expect(run(other, '--from', record).stderr).toMatch(/has 6 dispatches, and 9 were recorded/);
    expect(run('examples/triad.json', '--from', record).stderr).toMatch(/triad\.json is a launch/);
    expect(run('examples/triad.json', files[0], '--record', record).stderr).toMatch(/files of their own/);
  });

  it('are told in 100 columns, the answer first', { timeout: 60_000 }, () => {
    const { stdout } = run(...COMPACT, '--samples', '2');
    expect(stdout).toMatch(/^compact on .*measured,.* predicted for nvidia-h200/);
    expect(stdout).toMatch(/output\s+right/);
    expect(stdout).toMatch(/process\s+\d+ × 1 × 1/);
    for (const line of stdout.split('\n')) expect([...line].length).toBeLessThanOrEqual(100);
  });
});
