// What decoded kernels are made of: accesses, bounds, loops, buffers, names and spans.

import { describe, expect, it } from 'vitest';
import { counts, decode, instructions, kernel, ofKind } from './wgsl-support.ts';

describe('memory accesses', () => {
  it('moves whole vectors, and matrices by column', () => {
    const source = `
      @group(0) @binding(0) var<storage, read_write> v: array<vec3f>;
      @group(0) @binding(1) var<storage> m: array<mat4x3f>;
      @compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { v[i] = v[i + 1u] + m[i][2] + (m[i] * vec4f(1))[0]; }`;
    const module = decode(source);
    expect(ofKind(module, 'load').map((each) => each.results.length)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(ofKind(module, 'load').map((each) => each.offsetBytes)).toEqual([0, 32, 0, 16, 32, 48]);
    expect(ofKind(module, 'store').map((each) => each.values.length)).toEqual([3]);
    expect(counts(module)['bound']).toBe(4);
  });

  it('bounds each dynamic index by the size of its array and leaves constants alone', () => {
    const source = `
      struct S { a: array<array<vec4f, 3>, 5>, n: u32, rest: array<vec2f> }
      @group(0) @binding(0) var<storage, read_write> s: S;
      var<workgroup> w: array<mat2x4f, 6>;
      @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
        s.a[id.x][id.y][id.z] = w[id.x][id.y][2];
        s.rest[id.x].y = s.rest[4].x + s.a[2][1].w;
      }`;
    const module = decode(source);
    const sizes = ofKind(module, 'bound').map((each) => each.size);
    expect(sizes).toEqual([
      { constant: 5 },
      { constant: 3 },
      { constant: 4 },
      { constant: 6 },
      { constant: 2 },
      { buffer: 0 },
    ]);
    expect(module.buffers[0].runtimeArray).toEqual({ offsetBytes: 248, strideBytes: 8 });
    expect(module.buffers[0].minBytes).toBe(256);
    const store = ofKind(module, 'store').at(-1)!;
    expect(store.offsetBytes).toBe(248 + 4);
    expect(ofKind(module, 'load').map((each) => each.offsetBytes)).toEqual([8, 248 + 32, 2 * 48 + 16 + 12]);
  });

  it('reads single components of vectors in memory alone', () => {
    const module = decode(`
      @group(0) @binding(0) var<storage, read_write> v: array<vec4f>;
      @compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) { v[i].x = v[i].w + v[i].yz.x; }`);
    expect(ofKind(module, 'load').map((each) => each.results.length)).toEqual([1, 4]);
    expect(ofKind(module, 'store').map((each) => each.values.length)).toEqual([1]);
  });

  it('keeps atomics, barriers and uniform loads in order', () => {
    const module = decode(`
      var<workgroup> w: array<atomic<u32>, 4>; var<workgroup> f: vec2f;
      @group(0) @binding(0) var<storage, read_write> out: array<f32>;
      @compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) {
        atomicAdd(&w[i], 1u); workgroupBarrier(); storageBarrier();
        out[i] = workgroupUniformLoad(&f).y + f32(atomicLoad(&w[1]));
      }`);
    const kinds = instructions(module).filter((each) =>
      ['atomic', 'barrier', 'load', 'store'].includes(each.kind),
    );
    expect(kinds.map((each) => each.kind)).toEqual([
      'atomic',
      'barrier',
      'barrier',
      'barrier',
      'load',
      'barrier',
      'atomic',
      'store',
    ]);
    expect(ofKind(module, 'barrier').map((each) => each.scope)).toEqual([
      'workgroup',
      'storage',
      'workgroup',
      'workgroup',
    ]);
    expect(ofKind(module, 'atomic').map((each) => each.result !== undefined)).toEqual([false, true]);
    expect(
      module.variables.filter((each) => each.space === 'workgroup').map((each) => each.sizeBytes),
    ).toEqual([16, 8]);
  });

  it('branches for && only around memory and effects', () => {
    const plain = counts(
      decode(kernel('var n = 3u; if ((id.x < n && n > 2u) || id.y == 0u) { out[0] = 1u; }')),
    );
    expect([plain['if'], plain['and'], plain['or']]).toEqual([1, 1, 1]);
    const guarded = counts(decode(kernel('if (id.x < 4u && data[id.x] > 2u) { out[0] = 1u; }')));
    expect([guarded['if'], guarded['and']]).toEqual([2, undefined]);
  });
});

describe('the module', () => {
  const source = `
    struct P { n: u32, f: f32 }
    @group(1) @binding(0) var<uniform> params: P;
    @group(0) @binding(3) var<storage, read_write> y: array<f32>;
    @group(0) @binding(1) var<storage, read> x: array<f32>;
    @group(0) @binding(2) var<storage, read> unused: array<f32>;
    @group(0) @binding(4) var image: texture_2d<f32>;
    override W: u32 = 8; override WITHOUT: f32;
    fn helper(i: u32) -> f32 { return x[i] * params.f; }
    @compute @workgroup_size(W, W / 2) fn first(@builtin(global_invocation_id) id: vec3u) { y[id.x] = helper(id.x); }
    @compute @workgroup_size(1) fn second() { let unused = 1f; y[0] = unused; }`;

  it('lists the buffers that the entry point uses, by group and binding', () => {
    const first = decode(source, { W: 16 }, 'first');
    expect(first.workgroupSize).toEqual([16, 8, 1]);
    expect(
      first.buffers.map(({ group, binding, name, kind, access, minBytes }) => [
        group,
        binding,
        name,
        kind,
        access,
        minBytes,
      ]),
    ).toEqual([
      [0, 1, 'x', 'storage', 'read', 4],
      [0, 3, 'y', 'storage', 'read_write', 4],
      [1, 0, 'params', 'uniform', 'read', 8],
    ]);
    expect(decode(source, {}, 'second').buffers.map((each) => each.name)).toEqual(['y']);
  });

  it('reads every builtin input, as parameters and as members', () => {
    const module = decode(`
      enable subgroups;
      struct In { @builtin(local_invocation_id) a: vec3u, @builtin(num_workgroups) b: vec3u, @builtin(subgroup_size) c: u32 }
      @group(0) @binding(0) var<storage, read_write> out: array<u32>;
      @compute @workgroup_size(4) fn main(in: In, @builtin(local_invocation_index) i: u32, @builtin(workgroup_id) g: vec3u,
          @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) s: u32, @builtin(num_subgroups) n: u32) {
        out[i] = in.a.y + in.b.z + in.c + g.x + lane + s + n;
      }`);
    expect(ofKind(module, 'input').map((each) => each.builtin)).toEqual([
      'local_id_x',
      'local_id_y',
      'local_id_z',
      'num_workgroups_x',
      'num_workgroups_y',
      'num_workgroups_z',
      'subgroup_size',
      'local_index',
      'workgroup_id_x',
      'workgroup_id_y',
      'workgroup_id_z',
      'subgroup_lane',
      'subgroup_id',
      'num_subgroups',
    ]);
  });

  it('marks each instruction with its place in the source', () => {
    const text = kernel('let a = data[id.x] * 3u;\nout[id.y] = a + 1u;');
    const module = decode(text);
    const textOf = (each: { span?: { start: number; end: number } }) =>
      text.slice(each.span!.start, each.span!.end);
    expect(instructions(module).every((each) => each.span !== undefined)).toBe(true);
    expect(ofKind(module, 'load').map(textOf)).toEqual(['data[id.x]']);
    expect(ofKind(module, 'pure').map(textOf)).toEqual([
      'data[id.x]',
      'data[id.x] * 3u',
      'out[id.y]',
      'a + 1u',
    ]);
    expect(ofKind(module, 'store').map(textOf)).toEqual(['out[id.y] = a + 1u;']);
    expect(module.values.some((value) => value.name === 'a')).toBe(true);
  });

  it('reads comparisons that look like template lists, with spans that still fit', () => {
    const text = kernel(
      'let b = data[1]; let q = combine(select(1u, 2u, b < id.x), id.y > 0u); out[id.x] = q;',
      'fn combine(a: u32, b: bool) -> u32 { return select(a, 0u, b); }',
    );
    const module = decode(text);
    const textOf = (each: { span?: { start: number; end: number } }) =>
      text.slice(each.span!.start, each.span!.end);
    expect(ofKind(module, 'store').map(textOf)).toEqual(['out[id.x] = q;']);
    const comparisons = ofKind(module, 'pure').filter((each) => each.op === 'ult');
    expect(comparisons.map(textOf)).toEqual(['b < id.x', 'id.y > 0u']);
  });

  it('accepts directives, attributes and assertions', () => {
    const module = decode(`
      enable f16; requires packed_4x8_integer_dot_product; diagnostic(off, derivative_uniformity);
      const N = 4; const_assert N == 4; alias F = vec4<f16>;
      @group(0) @binding(0) var<storage, read_write> out: array<F>;
      @must_use fn f(x: F) -> F { const_assert N > 3; return x * 2; }
      @compute @workgroup_size(N) fn main() { @diagnostic(off, subgroup_uniformity) if (true) { out[0] = f(out[1]); ; } }`);
    expect(ofKind(module, 'load').map((each) => [each.type, each.results.length])).toEqual([['f16', 4]]);
  });

  it('decodes the same source to the same module', () => {
    expect(JSON.stringify(decode(source, {}, 'first'))).toBe(JSON.stringify(decode(source, {}, 'first')));
  });
});
