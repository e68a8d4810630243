// Sums of forces on several points side by side, next to what the driver made of them on an H200 (580.159.04; listings
// of 29 November 2026): it takes no more registers than one point after the other needs, though the roots of several
// could then be computed side by side.

import { expect, it } from 'vitest';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { generate, optimize } from '../compile.ts';

/** Forces on `points` points that an invocation keeps, summed over all others. */
function forces(points: number, size: number): string {
  const each = (line: (point: number) => string) =>
    Array.from({ length: points }, (_, point) => line(point)).join('\n');
  return `
@group(0) @binding(0) var<storage, read> src: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> dst: array<f32>;
@group(0) @binding(2) var<uniform> n: vec4u;
@compute @workgroup_size(${size}) fn main(@builtin(global_invocation_id) id: vec3u) {
${each((k) => `let me_${k} = src[id.x * ${points}u + ${k}u].xyz; var acc_${k} = vec3f(0.0);`)}
for (var j = 0u; j < n.x; j++) {
  let q = src[j];
${each(
  (
    k,
  ) => `let d_${k} = q.xyz - me_${k}; let r_${k} = inverseSqrt(dot(d_${k}, d_${k}) + 0.01); let m_${k} = r_${k} * q.w;
acc_${k} += d_${k} * (m_${k} * r_${k} * r_${k});`,
)}
}
${each((k) => `dst[id.x * ${points}u + ${k}u] = acc_${k}.x + acc_${k}.y * acc_${k}.z;`)}
}`;
}

it.each([
  { points: 2, size: 64, driver: 31 },
  { points: 4, size: 64, driver: 39 },
  { points: 4, size: 256, driver: 39 },
  { points: 8, size: 256, driver: 63 },
  { points: 16, size: 64, driver: 127 },
  { points: 16, size: 256, driver: 127 },
])('$points points of workgroups of $size take $driver registers', ({ points, size, driver }) => {
  const text = forces(points, size);
  const { value } = decodeWgsl({ file: 'forces.wgsl', text }, { constants: {}, rules: tintRules() });
  const without = new Set<never>();
  const program = generate(optimize(value!, { dialect: 'dawn', without }), { without });
  expect(Math.abs(program.registersPerThread - driver)).toBeLessThanOrEqual(0.07 * driver);
});
