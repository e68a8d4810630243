// Features of small kernels whose code one can count by hand.

import { describe, expect, it } from 'vitest';
import { type Axis, staticFeatures } from '../../src/analyze/static-features.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';

function features(body: string, axis: Axis = 'x') {
  const text = `
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
var<workgroup> shared_: array<f32, 64>;
@compute @workgroup_size(8, 8) fn main(
  @builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u) { ${body} }`;
  const { value, diagnostics } = decodeWgsl({ file: 'k.wgsl', text }, { constants: {} });
  expect(diagnostics).toEqual([]);
  return staticFeatures(value!, axis);
}

describe('static features', () => {
  it('count loads, stores, barriers and functions', () => {
    const found = features('b[id.x] = sqrt(a[id.x]) + exp(a[id.y]); workgroupBarrier();');
    expect(found).toMatchObject({ loads: 2, stores: 1, mathFunctions: 2, barriers: 1 });
    expect(found.floatInstructions).toBe(3);
    expect(found).toMatchObject({ branches: 0, divergentRegions: 0, basicBlocks: 1 });
  });

  it('tell loads that the direction of coarsening leaves alone', () => {
    const body = 'b[id.x + 64 * id.y] = a[id.x] * a[id.y] * a[group.x];';
    expect(features(body, 'x').uniformLoads).toBe(2);
    expect(features(body, 'y').uniformLoads).toBe(2);
    expect(features('b[id.x + 64 * id.y] = a[id.y];', 'x').uniformLoads).toBe(1);
    expect(features('b[id.x + 64 * id.y] = a[id.y];', 'y').uniformLoads).toBe(0);
  });

  it('count as divergent what only some invocations of a workgroup do', () => {
    const guarded = features('if (id.x < 5) { b[id.x] = a[id.x] * 2; }');
    expect(guarded).toMatchObject({ divergentRegions: 1, branches: 1 });
    expect(guarded.divergentRegionInstructions).toBeGreaterThan(0);
    const uniform = features('if (group.x < 5) { b[id.x] = a[id.x] * 2; }');
    expect(uniform).toMatchObject({ divergentRegions: 0, divergentRegionInstructions: 0, branches: 1 });
  });

  it('count what follows a guard that some leave by as divergent, too', () => {
    const early = features('if (id.x >= 5) { return; } b[id.x] = a[id.x] * 2;');
    expect(early.divergentRegions).toBe(1);
    expect(early.divergentRegionInstructions).toBeGreaterThan(0);
  });

  it('find more parallelism in independent work than in a chain', () => {
    const chain = features(
      'let x = a[id.x]; let y = x * x; let z = y * y; let w = z * z; let v = w * w; b[id.x] = v * v;',
    );
    const wide = features(
      'let x = a[id.x]; let y = a[id.x + 1]; let z = a[id.x + 2]; b[id.x] = (x * x) + (y * y) + (z * z);',
    );
    expect(wide.instructionParallelism).toBeGreaterThan(chain.instructionParallelism);
    expect(wide.memoryParallelism).toBeGreaterThan(chain.memoryParallelism);
  });
});
