// Which kernels whose invocations work together are offered other sizes of workgroup: those that leave the same.

import { describe, expect, it } from 'vitest';
import { defaultSpace } from '../../src/configure/default-space.ts';
import { sizeOf } from '../../src/configure/needs.ts';
import { DEFAULT_LIMITS } from '../../src/launch/device-limits.ts';
import { parseLaunch } from '../../src/launch/parse.ts';

const HEAD = `override N: u32 = 128;
  @group(0) @binding(0) var<storage, read> x: array<f32>;
  @group(0) @binding(1) var<storage, read_write> y: array<f32>;
  var<workgroup> shared_: array<f32, N>;`;

function offered(body: string, declarations = '', constants: Record<string, number> = { N: 128 }) {
  const launch = parseLaunch(
    JSON.stringify({
      shader: 'k.wgsl',
      constants,
      dispatch: [16],
      bindings: [
        { group: 0, binding: 0, size: 4 * 2048, data: { kind: 'random-f32', seed: 1 } },
        { group: 0, binding: 1, size: 4 * 2048 },
      ],
    }),
    'launch.json',
    { params: {} },
  ).value!;
  const source = `${HEAD}
    ${declarations}
    @compute @workgroup_size(N) fn main(
      @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32
    ) { ${body} }`;
  const { space, refusals } = defaultSpace(source, launch, sizeOf(source, launch), DEFAULT_LIMITS);
  const against = refusals.find(({ name }) => name === 'workgroup.x')?.reason;
  return against ?? (space.parameters.some(({ name }) => name === 'workgroup.x') ? 'offered' : 'not tried');
}

const SUMMED = `shared_[lane] = x[group.x * N + lane];
  workgroupBarrier();
  for (var half = N / 2u; half > 0u; half /= 2u) {
    if (lane < half) { shared_[lane] += shared_[lane + half]; }
    workgroupBarrier();
  }`;

describe('another size of workgroup', () => {
  it('is offered where each invocation finds the same by itself and its neighbour', () => {
    const body = `shared_[lane] = x[group.x * N + lane];
      workgroupBarrier();
      y[group.x * N + lane] = shared_[lane ^ 1u];`;
    expect(offered(body)).toBe('offered');
  });

  it('is offered where a workgroup has a row to itself, added up in whichever order', () => {
    const body = `var sum = 0.0;
      for (var k = lane; k < 128u; k += N) { sum += x[group.x * 128u + k]; }
      shared_[lane] = sum;
      workgroupBarrier();
      for (var half = N / 2u; half > 0u; half /= 2u) {
        if (lane < half) { shared_[lane] += shared_[lane + half]; }
        workgroupBarrier();
      }
      if (lane == 0u) { y[group.x] = shared_[0]; }`;
    expect(offered(body)).toBe('offered');
  });

  it('is not where it is the size of the problem too', () => {
    const body = `${SUMMED} y[group.x * N + lane] = x[group.x * N + lane] / shared_[0];`;
    expect(offered(body)).toMatch(/^workgroups of 64 × 1 × 1 leave something else in 'y'/);
  });

  it('is not where each workgroup leaves a sum of its own', () => {
    expect(offered(`${SUMMED} if (lane == 0u) { y[group.x] = shared_[0]; }`)).toMatch(/leave something else/);
  });

  it('is offered where what they leave cannot be told in short', () => {
    const body = `${SUMMED}
      var k = 0u;
      while (k < 1000000u) { k += 1u + u32(shared_[0] < -1.0); }
      y[group.x * N + lane] = f32(k) + shared_[0];`;
    expect(offered(body)).toBe('offered');
  });
});
