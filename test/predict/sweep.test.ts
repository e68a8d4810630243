// What a launch that sweeps over its data asks DRAM for.
import { expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const [WIDTH, HEIGHT, DEPTH] = [320, 240, 160];

/** A stencil along all axes; an invocation makes `rows` results along y. */
function megabytes(rows: number): number {
  const reads = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((at) => `u[clamp(i32(place) + ${at} * stride, 0, last)]`);
  const source = `
@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read_write> next: array<f32>;
fn along(place: u32, stride: i32) -> f32 {
  let last = ${WIDTH * HEIGHT * DEPTH - 1};
  return ${reads.join(' + ')};
}
@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  for (var row = 0u; row < ${rows}u; row++) {
    let place = (id.z * ${HEIGHT}u + id.y * ${rows}u + row) * ${WIDTH}u + id.x;
    next[place] = along(place, ${WIDTH}) + along(place, ${WIDTH * HEIGHT});
  }
}`;
  const size = 4 * WIDTH * HEIGHT * DEPTH;
  const bindings = [
    { group: 0, binding: 0, size, data: { kind: 'random-f32' } },
    { group: 0, binding: 1, size },
  ];
  const { memory } = forecast(source, {
    dispatch: [WIDTH / 32, HEIGHT / 4 / rows, DEPTH],
    bindings,
  }).prediction;
  return memory.dramBytes / 2 ** 20;
}

it('a stencil fetches its planes about once, however large its workgroups are', () => {
  const touched = (2 * 4 * WIDTH * HEIGHT * DEPTH) / 2 ** 20;
  for (const rows of [1, 4, 10]) expect(megabytes(rows)).toBeLessThan(1.25 * touched);
});
