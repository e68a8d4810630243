// Thread coarsening: what the result looks like, that it computes the same, and what is refused.

import { afterAll, describe, expect, it } from 'vitest';
import { closeTint } from '../../src/hardware/tint.ts';
import type { Transformation } from '../../src/transform/index.ts';
import { difference, launchOf, refusal, transformed } from './support.ts';

afterAll(closeTint);

const matmul = `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> c: array<u32>;
const N = 24u;

// One element per invocation.
@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.y; // of the result
  if (row >= N || id.x >= N) {
    return;
  }
  var sum = 0u;
  for (var k = 0u; k < N; k++) {
    sum += a[row * N + k] * b[k * N + id.x];
  }
  c[row * N + id.x] = sum;
}
`;
const matmulLaunch = launchOf({ dispatch: [3, 7, 1], buffers: [576, 576, 576] });

const reduction = `@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;
const SIZE = 64u;
var<workgroup> partial: array<u32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32,
        @builtin(workgroup_id) group: vec3u) {
  partial[lane] = values[id.x];
  workgroupBarrier();
  for (var half = SIZE / 2u; half > 0u; half >>= 1u) {
    if (lane < half) {
      partial[lane] += partial[lane + half];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    sums[group.x] = partial[0];
  }
}
`;
const reductionLaunch = launchOf({ dispatch: [5, 1, 1], buffers: [320, 5] });

describe('coarsening across the grid', () => {
  it('copies what differs, shares the loop, and guards rows outside by flags', () => {
    const { source, dispatch } = transformed(matmul, matmulLaunch, {
      coarsen: [{ direction: 1, factor: 2 }],
    });
    expect(dispatch).toEqual([3, 4, 1]);
    // The name that the source gives the row is that of the merged rows, with its comment.
    expect(source).toContain('  let row_0 = id.y * 2u; // of the result\n  let row_1 = row_0 + 1u;\n');
    expect(source).not.toContain('id_y');
    expect(source).toContain('let live2_1 = live_1 && row_1 < N && id.x < N;');
    expect(source.match(/for \(/g)).toHaveLength(1);
    expect(source).toContain('    sum_0 += a[row_0 * N + k] * b[k * N + id.x];\n    sum_1 +=');
    expect(source).toContain('  if (live2_1) {\n    c[row_1 * N + id.x] = sum_1;\n  }\n');
    expect(source).toContain('// One element per invocation.\n@compute @workgroup_size(8, 4)');
  });

  it('writes a component in every copy of its vector, though it is the same in each', async () => {
    const source = `@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var pair = vec2<u32>(15u, input[id.x]);
  pair.x = pair.x * 3u + 2u;
  pair.x++;
  output[id.x] = pair.x ^ pair.y;
}
`;
    const launch = launchOf({ dispatch: [4, 1, 1], buffers: [64, 64] });
    const coarsened = transformed(source, launch, { coarsen: [{ direction: 0, factor: 2 }] });
    expect(await difference(source, launch, coarsened)).toBeUndefined();
  });

  it('needs no bound of its own where the factor divides the dispatch', () => {
    const launch = launchOf({ dispatch: [3, 8, 1], buffers: [576, 576, 576] });
    const { source } = transformed(matmul, launch, { coarsen: [{ direction: 1, factor: 2, stride: 1 }] });
    expect(source).not.toContain('WORKGROUPS_Y');
    // The early return of the original holds for the first, and so for all.
    expect(source).toContain(
      '  let row_0 = id.y * 2u; // of the result\n  let row_1 = row_0 + 1u;\n  if (row_0 >= N || id.x >= N) {\n    return;',
    );
  });

  it('numbers the merged by formula 4.3', () => {
    const launch = launchOf({ dispatch: [8, 7, 1], buffers: [576, 576, 576] });
    const { source } = transformed(matmul, launch, { coarsen: [{ direction: 0, factor: 4, stride: 2 }] });
    expect(source).toContain('let id_x_0 = id.x / 2u * 8u + id.x % 2u;');
    expect(source).toContain('let id_x_3 = id_x_0 + 6u;');
  });

  const everything: Transformation[] = [0, 1, 2].flatMap((direction) =>
    [2, 3, 5].flatMap((factor) =>
      [1, 2, 32].map((stride) => ({ coarsen: [{ direction: direction as 0, factor, stride }] })),
    ),
  );
  it.each(everything)('computes the same: %j', async (transformation) => {
    expect(
      await difference(matmul, matmulLaunch, transformed(matmul, matmulLaunch, transformation)),
    ).toBeUndefined();
  });

  it('derives the places in the workgroup and the number of workgroups', async () => {
    const source = `@group(0) @binding(0) var<storage, read_write> c: array<vec4u>;
@compute @workgroup_size(4, 3)
fn main(@builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32,
        @builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = (group.y * groups.x + group.x) * 12u + lane;
  c[i] = vec4u(local.xy, dot(group, groups), lane * 100u + groups[lane % 3u]);
}
`;
    const launch = launchOf({ dispatch: [5, 3, 1], buffers: [5 * 3 * 12 * 4] });
    for (const direction of [0, 1] as const) {
      for (const stride of [1, 2, 4, 8]) {
        const result = transformed(source, launch, { coarsen: [{ direction, factor: 2, stride }] });
        expect(await difference(source, launch, result)).toBeUndefined();
      }
    }
  });

  it('calls the body several times where invocations end in the middle of loops', async () => {
    const source = `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
var<private> steps: u32 = 3u;
@compute @workgroup_size(16)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var k = 0u; k < 8u; k++) {
    steps += k;
    if (a[id.x] % 8u == k) {
      b[id.x] = steps;
      return;
    }
  }
}
`;
    const launch = launchOf({ dispatch: [3, 1, 1], buffers: [48, Array<number>(48).fill(0)] });
    const result = transformed(source, launch, { coarsen: [{ direction: 0, factor: 2, stride: 1 }] });
    expect(result.notes[0]).toContain('they share no code');
    expect(result.source).toContain('fn main_once(id: vec3u) {\n  for');
    expect(result.source).toContain('  steps = 3u;\n  if (id_x_1 < WORKGROUPS_X * 16u) {\n    main_once(');
    expect(await difference(source, launch, result)).toBeUndefined();
  });
});

describe('coarsening inside the workgroup', () => {
  it('keeps workgroup memory, barriers and the dispatch', () => {
    const result = transformed(reduction, reductionLaunch, { coarsen: [{ direction: 0, factor: 2 }] });
    expect(result.dispatch).toEqual([5, 1, 1]);
    expect(result.workgroupSize).toEqual([32, 1, 1]);
    expect(result.source).toContain('@workgroup_size(SIZE / 2)');
    expect(result.source).toContain('partial: array<u32, SIZE>');
    expect(result.source.match(/workgroupBarrier/g)).toHaveLength(2);
    expect(result.source.match(/for \(/g)).toHaveLength(1);
  });

  it('loads for all before it stores for any', () => {
    const { source } = transformed(reduction, reductionLaunch, { coarsen: [{ direction: 0, factor: 2 }] });
    expect(source).toMatch(
      /let partialValue_0 = .*\n {2}let partialValue_1 = .*\n {2}partial\[lane_0\] = partialValue_0;/,
    );
  });

  it.each([
    [2, 1],
    [2, 32],
    [4, 16],
    [64 / 4, 4],
    [3, 1],
    [5, 4],
    [7, 8],
  ])('computes the same with factor %i and stride %i', async (factor, stride) => {
    const result = transformed(reduction, reductionLaunch, { coarsen: [{ direction: 0, factor, stride }] });
    expect(await difference(reduction, reductionLaunch, result)).toBeUndefined();
  });

  it('calls functions with barriers once, with the arguments of all', async () => {
    const source = `@group(0) @binding(0) var<storage, read_write> c: array<u32>;
var<workgroup> partial: array<u32, 32>;
fn total(lane: u32, value: u32) -> u32 {
  partial[lane] = value;
  workgroupBarrier();
  var sum = 0u;
  for (var k = 0u; k < 32u; k++) { sum += partial[k] * (k + 1u); }
  workgroupBarrier();
  return sum;
}
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) lane: u32) {
  var value = c[lane];
  value = total(lane, value) + lane;
  let more = total(lane, value);
  c[lane] = value ^ more;
}
`;
    const launch = launchOf({ dispatch: [1, 1, 1], buffers: [32] });
    const result = transformed(source, launch, { coarsen: [{ direction: 0, factor: 4, stride: 1 }] });
    expect(result.source).toContain(
      'fn total(\n  lane_0: u32,\n  lane_1: u32,\n  lane_2: u32,\n  lane_3: u32,\n  value_0: u32,',
    );
    expect(result.source.match(/total\(lane_0, lane_1/g)).toHaveLength(2);
    expect(await difference(source, launch, result)).toBeUndefined();
  });
});

describe('what is refused, with its line', () => {
  it('numbers of the whole dispatch, which count other invocations afterwards', () => {
    const source = `@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_index) i: u32) {
  y[i] = 1u;
}`;
    const launch = launchOf({ dispatch: [2, 1, 1], buffers: [128] });
    const refused = refusal(source, launch, { coarsen: [{ direction: 0, factor: 2, stride: 1 }] });
    expect(refused).toMatchObject({ severity: 'unsupported', code: 'transform/linear-index', line: 3 });
  });

  it('factors that leave no invocation', () => {
    expect(
      refusal(reduction, reductionLaunch, { coarsen: [{ direction: 0, factor: 32, stride: 4 }] }),
    ).toMatchObject({
      severity: 'unsupported',
      code: 'transform/narrow-workgroup',
      line: 7,
    });
  });

  it('subgroup operations whose invocations would be torn apart', () => {
    const source = `enable subgroups;
@group(0) @binding(0) var<storage, read_write> c: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  c[id.x] = subgroupAdd(c[id.x]);
}
`;
    const launch = launchOf({ dispatch: [2, 1, 1], buffers: [128] });
    const stride1 = refusal(source, launch, { coarsen: [{ direction: 0, factor: 2, stride: 1 }] });
    expect(stride1).toMatchObject({ code: 'transform/subgroups', line: 4 });
    expect(refusal(source, launch, { swapAxes: true })).toMatchObject({ code: 'transform/subgroups' });
    transformed(source, launch, { coarsen: [{ direction: 0, factor: 2, stride: 32 }] });
  });

  it('a barrier that some of the merged would not meet', () => {
    const source = reduction.replace(
      '  workgroupBarrier();\n  for',
      '  if (lane < 96u) { workgroupBarrier(); }\n  for',
    );
    expect(refusal(source, reductionLaunch, { coarsen: [{ direction: 0, factor: 2 }] })).toMatchObject({
      code: 'transform/divergent-barrier',
      line: 10,
    });
  });

  it('problems of a later step, at their place in the original', () => {
    const launch = launchOf({ dispatch: [4, 1, 1], buffers: [256, 4] });
    const both = { coarsen: [{ direction: 0, factor: 2 } as const], workgroup: [128, 1, 1] as const };
    expect(refusal(reduction, launch, both)).toMatchObject({ code: 'transform/fixed-size', line: 7 });
  });

  it.each([
    { coarsen: [{ direction: 0 as const, factor: 1 }] },
    { coarsen: [{ direction: 0 as const, factor: 33 }] },
    { coarsen: [{ direction: 0 as const, factor: 2, stride: 0.5 }] },
    { blockCoarsen: [{ direction: 0 as const, factor: 0 }] },
    { workgroup: [0, 1, 1] as const },
    { unroll: [{ loop: 'all', factor: 1 }] },
  ])('senseless numbers: %j', (transformation) => {
    expect(refusal(reduction, reductionLaunch, transformation).severity).toBe('invalid');
  });
});
