// Whether the constraints of a space say the same as its configurations once they are made: a point that fulfils
// them is never refused for a limit, and one that breaks a limit breaks a constraint.

import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantiate } from '../../src/configure/instantiate.ts';
import { limitsOf, needsOf } from '../../src/configure/needs.ts';
import { openTunable } from '../../src/configure/open.ts';
import { beyond, DEFAULT_LIMITS, type DeviceLimits, raised } from '../../src/launch/device-limits.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { configurationOf, isValid } from '../../src/space/space.ts';
import { repeats } from '../tier.ts';
import { Folder } from './kernels.ts';

let folder: Folder;
beforeAll(() => {
  folder = new Folder();
  for (const [name, text] of Object.entries(KERNELS)) folder.write(`${name}.wgsl`, text);
});
afterAll(() => folder.remove());

const buffers = `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
override WIDTH: u32 = 64; // of a workgroup
override TILE: u32 = 4;
const EXTRA = 2u;
`;
const KERNELS: Readonly<Record<string, string>> = {
  grid: `${buffers}@compute @workgroup_size(WIDTH, 2) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < 1000u) { b[id.x + id.y] = a[id.x] + TILE; }
}`,
  group: `${buffers}var<workgroup> tile: array<vec2<u32>, WIDTH * (TILE + EXTRA) / 2u>;
var<workgroup> sum: atomic<u32>;
@compute @workgroup_size(WIDTH, 2) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
  tile[i].x = a[id.x];
  workgroupBarrier();
  b[id.x] = tile[i ^ 1u].x + TILE;
  atomicAdd(&sum, b[id.x]);
}`,
};

const TUNABLES: Readonly<Record<string, readonly (number | string | boolean)[]>> = {
  SIZE: [16, 32, 64, 128, 256, 1024],
  TILE: [4, 16, 64, 256],
  'coarsen.x': [1, 2, 3, 4, 32],
  'coarsen.x.stride': [1, 3, 8, 'warp'],
  'coarsen.y': [1, 2, 5],
  'blockCoarsen.x': [1, 2, 7],
  'workgroup.x': [8, 64, 100, 512],
  'workgroup.y': [1, 2, 3, 16],
  swapAxes: [false, true],
};

const cases = fc.record({
  kernel: fc.constantFrom('grid', 'group'),
  count: fc.constantFrom(1000, 2 ** 21 - 3, 2 ** 22, 2 ** 23 + 5),
  rows: fc.constantFrom(1, 7, 131072),
  tunables: fc.uniqueArray(fc.constantFrom(...Object.keys(TUNABLES)), { minLength: 1, maxLength: 5 }),
  isWide: fc.boolean(),
  seed: fc.nat(),
});

function launchOf(kernel: string, count: number, rows: number, names: readonly string[]): object {
  return {
    shader: `${kernel}.wgsl`,
    params: { COUNT: count, ROWS: rows, SIZE: 64, TILE: 4 },
    constants: { WIDTH: 'SIZE', TILE: 'TILE' },
    dispatch: ['ceil(COUNT / SIZE)', 'ceil(ROWS / TILE)'],
    bindings: [0, 1].map((binding) => ({ group: 0, binding, size: 1024 })),
    tunables: Object.fromEntries(names.map((name) => [name, TUNABLES[name]])),
  };
}

const ADAPTER = limitsOf('adapter', loadProfile('nvidia-h200').value!);

describe('the constraints of the device', () => {
  it('hold for exactly those points that need no more than is allowed', () => {
    let [kept, broken] = [0, 0];
    fc.assert(
      fc.property(cases, ({ kernel, count, rows, tunables, isWide, seed }) => {
        const file = folder.write('launch.json', launchOf(kernel, count, rows, tunables));
        const limits = isWide ? ADAPTER : DEFAULT_LIMITS;
        const { value: tunable } = openTunable(file, {}, undefined, limits);
        const { space, launch, launchText, shaders } = tunable!;
        const own = needsOf({ launch, source: shaders[0].text });
        const allowed = raised(limits, own);
        // Made without limits, to see what is needed.
        const endless = Object.fromEntries(
          Object.keys(limits).map((each) => [each, 2 ** 40]),
        ) as DeviceLimits;
        const template = { launch, launchText, params: {}, shaders, allowed: endless };
        for (let i = 0; i < 6; i++) {
          const point = space.parameters.map(
            ({ values }, at) => ((seed >>> (5 * at)) + i * (at + 1)) % values.length,
          );
          const made = instantiate(template, configurationOf(space, point)).value;
          if (!made) continue;
          const isBeyond = Object.keys(beyond(needsOf(made), allowed)).length > 0;
          const holds = isValid(space, point);
          // How much memory blocks that were merged share, or workgroups of another size, only the kernel says.
          const isUntold =
            kernel === 'group' && tunables.some((name) => /^(blockCoarsen|workgroup)\./.test(name));
          if (isUntold && holds) continue;
          expect({ configuration: configurationOf(space, point), holds }).toMatchObject({ holds: !isBeyond });
          if (holds) kept++;
          else broken++;
        }
      }),
      { numRuns: repeats({ sample: 100, whole: 200 }), seed: 3 },
    );
    expect(kept).toBeGreaterThan(40);
    expect(broken).toBeGreaterThan(15);
  }, 300_000);

  it('are refused with their reason where only the kernel tells', () => {
    const launch = launchOf('group', 1000, 1, ['blockCoarsen.x']);
    const constants = { WIDTH: 'SIZE', TILE: 'TILE' };
    const file = folder.write('launch.json', {
      ...launch,
      constants,
      params: { COUNT: 65536, ROWS: 1, SIZE: 64, TILE: 50 },
    });
    const tunable = openTunable(file, {}).value!;
    const refusals = [...tunable.points].flatMap((point) => tunable.instantiate(point).diagnostics);
    const reasons = refusals.map(({ message }) => message).join();
    expect(reasons).toMatch(/it needs a maxComputeWorkgroupStorageSize of \d{5}, where 16384 is allowed/);
  });

  it('are kept by all examples and suites as their files are', () => {
    const examples = path.join(import.meta.dirname, '../../examples');
    for (const name of ['matmul-tiled', 'reduction', 'mandelbrot', 'transpose-tiled']) {
      const { value } = openTunable(path.join(examples, `${name}.json`), {});
      expect([name, value!.points.indexOf(value!.base)]).not.toEqual([name, -1]);
    }
  });
});
