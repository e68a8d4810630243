// What is said of WGSL where Tint is not installed but naga is.

import { describe, expect, it } from 'vitest';
import { validateWithoutTint } from '../../src/hardware/without-tint.ts';

const kernel = (body: string) => `enable subgroups;
@group(0) @binding(0) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  ${body}
}`;

describe('without Tint', () => {
  it('says who validated the shader, and why', async () => {
    const found = await validateWithoutTint(kernel('y[id.x] = subgroupAdd(1.0);'), 'k.wgsl', 'not installed');
    expect(found).toEqual([
      {
        severity: 'warning',
        code: 'wgsl/not-validated',
        message: 'the shader was validated by naga instead of Tint; not installed',
      },
    ]);
  });

  it('points at what naga refuses, which may be right all the same', async () => {
    const source = kernel('y[id.x] = foo;');
    const [, problem] = await validateWithoutTint(source, 'k.wgsl', 'not installed');
    expect(problem).toMatchObject({ severity: 'warning', code: 'wgsl/refused-by-naga' });
    expect(problem.message).toMatch(/^naga refuses the shader: .*foo/);
    expect(source.slice(problem.span!.start).startsWith('foo;')).toBe(true);
  });
});
