// Where the counters stand that end each loop, in a loop whose turns meet at a barrier: behind it, as an H200's driver
// (580.159.04) has them in listings of 30 November 2026, though they wait for nothing that it orders.

import { expect, it } from 'vitest';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { generate, optimize } from '../compile.ts';

const REDUCTION = `
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@group(0) @binding(1) var<uniform> n: vec4u;
var<workgroup> partial: array<f32, 256>;
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  partial[lane] = sums[group.x * 256u + lane];
  workgroupBarrier();
  for (var stride = n.x; stride > 0u; stride >>= 1u) {
    if (lane < stride) { partial[lane] += partial[lane + stride]; }
    workgroupBarrier();
  }
  if (lane == 0u) { sums[group.x] = partial[0]; }
}`;

it('stand behind the barrier of a reduction', () => {
  const { value } = decodeWgsl(
    { file: 'reduction.wgsl', text: REDUCTION },
    { constants: {}, rules: tintRules() },
  );
  const without = new Set<never>();
  const { segments } = generate(optimize(value!, { dialect: 'dawn', without }), { without });
  const turns = segments
    .map(({ instructions }) => instructions)
    .filter(
      (each) => each.some(({ kind }) => kind === 'barrier') && each.some(({ kind }) => kind === 'loadShared'),
    );
  expect(turns).toHaveLength(1);
  const [turn] = turns;
  const barrier = turn.findLastIndex(({ kind }) => kind === 'barrier');
  const guards = turn.flatMap(({ origin }, index) => (origin === 'loop-guard' ? [index] : []));
  expect(guards.length).toBeGreaterThan(3);
  expect(Math.min(...guards)).toBeGreaterThan(barrier);
});
