import { expect, it } from 'vitest';
import { forecast } from './forecast.ts';

/** Products of 32 rows with 32 others through workgroup memory; workgroups for which `isIdle` holds do nothing. */
const source = (isIdle: string) => `
@group(0) @binding(0) var<storage, read> rows: array<f32>;
@group(0) @binding(1) var<storage, read_write> products: array<f32>;
var<workgroup> left: array<array<f32, 33>, 32>;
var<workgroup> right: array<array<f32, 33>, 32>;
@compute @workgroup_size(32, 8)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  if (${isIdle}) { return; }
  var sums = array<f32, 4>();
  for (var start = 0u; start < 768u; start += 32u) {
    for (var y = local.y; y < 32u; y += 8u) {
      left[y][local.x] = rows[(group.y * 32u + y) * 768u + start + local.x];
      right[y][local.x] = rows[(group.x * 32u + y) * 768u + start + local.x];
    }
    workgroupBarrier();
    for (var k = 0u; k < 32u; k++) {
      for (var i = 0u; i < 4u; i++) { sums[i] += left[local.y + 8u * i][k] * right[local.x][k]; }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    products[(group.y * 32u + local.y + 8u * i) * 1536u + group.x * 32u + local.x] = sums[i];
  }
}`;

function timeOf(isIdle: string): number {
  const launch = {
    dispatch: [48, 48],
    bindings: [
      { group: 0, binding: 0, size: 4 * 1536 * 768, data: { kind: 'random-f32', seed: 1 } },
      { group: 0, binding: 1, size: 4 * 1536 * 1536 },
    ],
  };
  return forecast(source(isIdle), launch).prediction.timeNs;
}

it('a triangle of work takes about half the time of the square, whichever half has none', () => {
  const square = timeOf('false');
  for (const isIdle of ['group.x > group.y', 'group.x < group.y']) {
    expect(timeOf(isIdle) / square).toBeGreaterThan(0.45);
    expect(timeOf(isIdle) / square).toBeLessThan(0.7);
  }
});
