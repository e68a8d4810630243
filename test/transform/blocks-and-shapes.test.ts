// Block coarsening, other sizes and shapes of workgroups, swapped axes, and all of them together.

import { afterAll, describe, expect, it } from 'vitest';
import { closeTint } from '../../src/hardware/tint.ts';
import type { Transformation } from '../../src/transform/index.ts';
import { difference, launchOf, refusal, transformed } from './support.ts';

afterAll(closeTint);

const tiled = `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> c: array<u32>;
override N: u32 = 20;
override TILE: u32 = 4;
var<workgroup> tileA: array<u32, TILE * TILE>;
var<workgroup> tileB: array<u32, TILE * TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let slot = local.y * TILE + local.x;
  var sum = 0u;
  for (var start = 0u; start < N; start += TILE) {
    tileA[slot] = a[id.y * N + start + local.x];
    tileB[slot] = b[(start + local.y) * N + id.x];
    workgroupBarrier();
    for (var k = 0u; k < TILE; k++) {
      sum += tileA[local.y * TILE + k] * tileB[k * TILE + local.x];
    }
    workgroupBarrier();
  }
  c[id.y * N + id.x] = sum;
}
`;
const tiledLaunch = launchOf({ dispatch: [5, 5, 1], buffers: [400, 400, 400] });

const stencil = `struct Grid { width: u32, height: u32 }
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> grid: Grid;
@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) lane: u32, @builtin(num_workgroups) groups: vec3u) {
  let cell = id.xy;
  if (cell.x < grid.width && cell.y < grid.height) {
    let at = cell.y * grid.width + cell.x;
    var sum = input[at] + local.x * 3u + local.y + lane * 7u + groups.x;
    if (cell.x > 0u) { sum += input[at - 1u]; }
    output[at] = sum;
  }
}
`;
const stencilLaunch = launchOf({
  dispatch: [3, 5, 1],
  buffers: [21 * 18, 21 * 18, [21, 18]],
  uniforms: [2],
});

describe('block coarsening', () => {
  it('shares the workgroup memory that is the same and copies what differs', () => {
    const { source, dispatch } = transformed(tiled, tiledLaunch, {
      blockCoarsen: [{ direction: 0, factor: 5 }],
    });
    expect(dispatch).toEqual([1, 5, 1]);
    expect(source.match(/var<workgroup> tileA/g)).toHaveLength(1);
    expect(source.match(/var<workgroup> tileB_/g)).toHaveLength(5);
    expect(source.match(/workgroupBarrier/g)).toHaveLength(2);
    expect(source).toContain('id.x / TILE * (5u * TILE) + id.x % TILE');
  });

  it.each([
    [0, 2],
    [0, 5],
    [1, 3],
    [1, 4],
    [2, 2],
  ] as const)('computes the same along %i by %i', async (direction, factor) => {
    const result = transformed(tiled, tiledLaunch, { blockCoarsen: [{ direction, factor }] });
    expect(await difference(tiled, tiledLaunch, result)).toBeUndefined();
  });

  it('gives each of the merged what it does to private memory by functions', async () => {
    const source = `@group(0) @binding(0) var<storage, read_write> c: array<u32>;
var<private> state: u32 = 7u;
var<workgroup> total: atomic<u32>;
fn next(x: u32) -> u32 {
  state = state * 3u + x;
  return state;
}
@compute @workgroup_size(4)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  atomicAdd(&total, next(lane));
  workgroupBarrier();
  c[group.x * 4u + lane] = atomicLoad(&total) + next(group.x);
}
`;
    const launch = launchOf({ dispatch: [3, 1, 1], buffers: [12] });
    const result = transformed(source, launch, { blockCoarsen: [{ direction: 0, factor: 2 }] });
    expect(await difference(source, launch, result)).toBeUndefined();
  });
});

describe('workgroups of another size', () => {
  it.each([
    [32, 1, 1],
    [4, 8, 1],
    [5, 3, 2],
    [64, 4, 1],
  ] as const)('%i x %i x %i cuts the same grid differently', async (...workgroup) => {
    const result = transformed(stencil, stencilLaunch, { workgroup });
    expect(result.workgroupSize).toEqual(workgroup);
    expect(await difference(stencil, stencilLaunch, result)).toBeUndefined();
  });

  it('leaves as many workgroups where each has a row to itself, whatever its size', async () => {
    const rows = `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
override SIZE: u32 = 16;
var<workgroup> partial: array<u32, SIZE>;
@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var i = lane; i < 48u; i += SIZE) { sum += a[group.x * 48u + i]; }
  partial[lane] = sum;
  workgroupBarrier();
  if (lane == 0u) {
    var total = 0u;
    for (var i = 0u; i < SIZE; i++) { total += partial[i]; }
    b[group.x] = total;
  }
}
`;
    const launch = launchOf({ dispatch: [6, 1, 1], buffers: [288, 6] });
    const result = transformed(rows, launch, { workgroup: [32, 1, 1] });
    expect(result.dispatch).toEqual([6, 1, 1]);
    expect(result.inLaunchFile(['ROWS', 1, 1]).dispatch).toEqual(['ROWS', 1, 1]);
    expect(await difference(rows, launch, result)).toBeUndefined();
  });

  it('sets the override that the size is derived from', async () => {
    const launch = { ...launchOf({ dispatch: [5, 5, 1], buffers: [400, 400, 400] }), constants: { TILE: 4 } };
    const result = transformed(tiled, launch, { workgroup: [10, 10, 1] });
    expect(result).toMatchObject({ dispatch: [2, 2, 1], constants: { TILE: 10 } });
    expect(result.source).toContain('override TILE: u32 = 10;');
    expect(await difference(tiled, launch, result)).toBeUndefined();
  });

  it('refuses sizes that the launch or the source does not allow', () => {
    const code = (workgroup: readonly [number, number, number], source = tiled) =>
      refusal(source, tiledLaunch, { workgroup }).code;
    expect(code([3, 3, 1])).toBe('transform/indivisible');
    expect(code([10, 5, 1])).toBe('transform/fixed-size');
    expect(code([10, 10, 1], tiled.replace('override TILE', 'const TILE'))).toBe('transform/fixed-size');
  });
});

describe('swapped axes', () => {
  it.each([
    ['stencil', stencil, stencilLaunch],
    ['tiles', tiled, tiledLaunch],
  ])('compute the same: %s', async (_, source, launch) => {
    const result = transformed(source, launch, { swapAxes: true });
    expect(await difference(source, launch, result)).toBeUndefined();
  });

  it('swap size, dispatch and swizzles', () => {
    const { source, dispatch, workgroupSize } = transformed(stencil, stencilLaunch, { swapAxes: true });
    expect([dispatch, workgroupSize]).toEqual([
      [5, 3, 1],
      [4, 8, 1],
    ]);
    expect(source).toContain('let cell = id.yx;');
  });
});

describe('everything together', () => {
  const all: Transformation = {
    swapAxes: true,
    coarsen: [
      { direction: 0, factor: 2 },
      { direction: 1, factor: 3, stride: 2 },
    ],
    blockCoarsen: [{ direction: 1, factor: 2 }],
    workgroup: [6, 2, 1],
    unroll: [{ loop: 'all', factor: 2 }],
  };

  it('computes the same and lists what was done', async () => {
    const { unroll: _, ...withoutUnroll } = all;
    const result = transformed(stencil, stencilLaunch, withoutUnroll);
    expect(await difference(stencil, stencilLaunch, result)).toBeUndefined();
    expect(
      result.source.startsWith(
        '// Transformed by kernelcast:\n// - axes x and y swapped\n// - 2 invocations',
      ),
    ).toBe(true);
    expect(result.notes).toHaveLength(5);
  });

  it('coarsens tiles in both directions and across workgroups', async () => {
    const result = transformed(tiled, tiledLaunch, {
      coarsen: [
        { direction: 0, factor: 2 },
        { direction: 1, factor: 4 },
      ],
      blockCoarsen: [
        { direction: 0, factor: 2 },
        { direction: 1, factor: 3 },
      ],
      unroll: [{ loop: 'all', factor: 'full' }],
    });
    expect(result).toMatchObject({ workgroupSize: [2, 1, 1], dispatch: [3, 2, 1] });
    expect(await difference(tiled, tiledLaunch, result)).toBeUndefined();
  });

  it('does nothing when nothing is asked for', () => {
    expect(transformed(tiled, tiledLaunch, {}).source).toBe(tiled);
  });
});
