import { afterAll, describe, expect, it } from 'vitest';
import { closeTint, validateWgsl } from '../../src/hardware/tint.ts';

afterAll(() => closeTint());

const header =
  '@group(0) @binding(0) var<storage, read_write> y: array<f32>;\n@compute @workgroup_size(64)\n';
const main = (body: string) => `${header}fn main(@builtin(global_invocation_id) id: vec3<u32>) { ${body} }`;

describe('Tint', () => {
  it('finds nothing wrong with kernels that use what compute shaders can', async () => {
    expect(await validateWgsl(main('y[id.x] = 1.0;'), 'k.wgsl')).toEqual([]);
    const half = `enable f16;\nenable subgroups;\n${main('y[id.x] = f32(subgroupAdd(1.0h));')}`;
    expect(await validateWgsl(half, 'k.wgsl')).toEqual([]);
  });

  it('points at the place of an error, in UTF-16 units', async () => {
    const source = main('/* ü😀 */ y[id.x] = foo;');
    const [problem, ...others] = await validateWgsl(source, 'k.wgsl');
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      severity: 'invalid',
      code: 'wgsl/invalid',
      message: "unresolved value 'foo'",
    });
    expect(source.slice(problem.span!.start, problem.span!.end)).toBe('foo');
  });

  it('names what it knows but does not take here, as no mistake', async () => {
    for (const [line, name] of [
      ['enable chromium_experimental_subgroup_matrix;', 'chromium_experimental_subgroup_matrix'],
      ['requires texel_buffers;', 'texel_buffers'],
      ['requires chromium_print;', 'chromium_print'],
    ]) {
      const [problem] = await validateWgsl(`${line}\n${main('y[id.x] = 1.0;')}`, 'k.wgsl');
      expect(problem, line).toMatchObject({
        severity: 'unsupported',
        code: 'wgsl/extension',
        message: expect.stringContaining(`'${name}' is not supported`),
      });
    }
    const [typo] = await validateWgsl(`enable f61;\n${main('y[id.x] = 1.0;')}`, 'k.wgsl');
    expect(typo.severity).toBe('invalid');
  });

  it.each([
    ['f16', main('y[id.x] = f32(f16(y[0]));'), 'f16'],
    ['f16', main('y[id.x] = f32(1.5h);'), '1.5h'],
    ['f16', main('y[id.x] = f32(vec4h(1).x);'), 'vec4h'],
    ['subgroups', main('y[id.x] = subgroupAdd(y[0]);'), 'subgroupAdd(y[0])'],
    ['subgroups', `${header}fn main(@builtin(subgroup_size) size: u32) { y[0] = f32(size); }`, 'builtin'],
    [
      'subgroup_size_control',
      `enable subgroups;\n@subgroup_size(32) ${header.replace(/(.*)\n/, '')}fn main() {}`,
      'subgroup_size',
    ],
  ])('names the line that enables %s where it is missing', async (extension, source, place) => {
    const [problem] = await validateWgsl(source, 'k.wgsl');
    expect(problem).toMatchObject({ severity: 'invalid', code: 'wgsl/invalid' });
    expect(source.slice(problem.span!.start, problem.span!.end)).toBe(place);
    const line = `enable ${extension};`;
    expect(problem.notes).toEqual([
      `k.wgsl:1:1: add the line \`${line}\` here, in front of all declarations`,
    ]);
    expect(await validateWgsl(`${line}\n${source}`, 'k.wgsl')).toEqual([]);
  });

  it.each([
    ['var<workgroup> m: subgroup_matrix_left<f32, 8, 8>;', 'chromium_experimental_subgroup_matrix'],
    ['@group(0) @binding(1) var t: texel_buffer<rgba8unorm, read>;', 'texel_buffer'],
    ['@group(0) @binding(1) var<storage, read_write> b: atomic<vec2u>;', 'atomic_vec2u_min_max'],
  ])('names no line for what cannot be enabled: %s', async (declaration, name) => {
    const [problem] = await validateWgsl(`${declaration}\n${main('')}`, 'k.wgsl');
    expect(problem).toMatchObject({ severity: 'unsupported', code: 'wgsl/extension' });
    expect(problem.message).toContain(`'${name}' is not supported`);
  });

  it('explains a barrier in divergent flow in notes', async () => {
    const [problem, ...others] = await validateWgsl(
      main('if (y[id.x] > 0) { workgroupBarrier(); }'),
      'k.wgsl',
    );
    expect(others).toEqual([]);
    expect(problem.severity).toBe('invalid');
    expect(problem.message).toContain('uniform control flow');
    expect(problem.notes!.join()).toMatch(/k\.wgsl:3:\d+: control flow depends on/);
  });

  it('points at the right place in the first line, also where the source has directives of its own', async () => {
    for (const start of [
      '',
      'enable f16; ',
      'diagnostic(warning, chromium.unreachable_code); ',
      'diagnostic( info,foo) ; @diagnostic(off, bar.baz) ',
    ]) {
      const source = `${start}@compute @workgroup_size(1) fn main() { let a = wrong; }`;
      const [problem, ...others] = await validateWgsl(source, 'k.wgsl');
      expect(others).toEqual([]);
      expect(source.slice(problem.span!.start, problem.span!.end)).toBe('wrong');
    }
  });

  it('keeps silent about code that is only never reached', async () => {
    expect(await validateWgsl(main('return; y[id.x] = 1.0;'), 'k.wgsl')).toEqual([]);
  });

  it('keeps spans inside an empty source', async () => {
    for (const problem of await validateWgsl('@', 'k.wgsl')) {
      expect(problem.span!.start).toBeLessThanOrEqual(problem.span!.end);
      expect(problem.span!.end).toBeLessThanOrEqual(1);
    }
  });
});
