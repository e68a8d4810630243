// Builtin functions of textures as IR: what each takes and gives, that it is valid, and what passes may do with it.

import { describe, expect, it } from 'vitest';
import type { Instruction, Module } from '../../src/ir/ir.ts';
import { share } from '../../src/passes/cse.ts';
import { drop } from '../../src/passes/dce.ts';
import { decode, instructions } from './wgsl-support.ts';

const HEAD = `
@group(0) @binding(0) var flat: texture_2d<f32>;
@group(0) @binding(1) var numbers: texture_2d_array<u32>;
@group(0) @binding(2) var volume: texture_3d<f32>;
@group(0) @binding(3) var cube: texture_cube_array<f32>;
@group(0) @binding(4) var samples: texture_multisampled_2d<f32>;
@group(0) @binding(5) var depths: texture_depth_2d;
@group(0) @binding(6) var look: sampler;
@group(0) @binding(7) var compare: sampler_comparison;
@group(0) @binding(8) var written: texture_storage_2d<r32float, read_write>;
@group(0) @binding(9) var<storage, read_write> out: array<f32>;
alias Image = texture_2d<f32>;
fn twice(image: Image, at: vec2u) -> vec4f { return 2.0 * textureLoad(image, at, 0); }
`;
const kernel = (body: string): Module =>
  decode(`${HEAD}@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { ${body} }`);
type Texture = Extract<Instruction, { kind: 'texture' }>;
const texturesOf = (module: Module): Texture[] =>
  instructions(module).filter((each): each is Texture => each.kind === 'texture');

describe('a builtin function of textures', () => {
  it.each([
    ['out[0] = textureLoad(flat, vec2i(1, 2), 0).x;', 'load', 3, 4],
    ['out[0] = f32(textureLoad(numbers, id.xy, id.z, 0).x);', 'load', 4, 4],
    ['out[0] = textureLoad(samples, id.xy, 3).x;', 'load', 3, 4],
    ['out[0] = textureLoad(depths, id.xy, 0);', 'load', 3, 1],
    ['out[0] = textureLoad(written, id.xy).x;', 'load', 2, 4],
    ['textureStore(written, id.xy, vec4f(1));', 'store', 6, 0],
    ['out[0] = textureSampleLevel(volume, look, vec3f(0.5), 1.5).x;', 'sample', 4, 4],
    ['out[0] = textureSampleLevel(depths, look, vec2f(0.5), 1);', 'sample', 3, 1],
    ['out[0] = textureSampleGrad(flat, look, vec2f(0.5), vec2f(0), vec2f(1)).x;', 'sample_gradient', 6, 4],
    ['out[0] = textureSampleLevel(cube, look, vec3f(1), 2, 0.0).x;', 'sample', 5, 4],
    ['out[0] = textureSampleCompareLevel(depths, compare, vec2f(0), 0.5);', 'sample_compare', 3, 1],
    ['out[0] = textureGather(2, flat, look, vec2f(0)).x;', 'gather', 2, 4],
    ['out[0] = textureGather(depths, look, vec2f(0)).x;', 'gather', 2, 4],
    ['out[0] = textureGatherCompare(depths, compare, vec2f(0), 0.5).x;', 'gather_compare', 3, 4],
    ['out[0] = textureSampleBaseClampToEdge(flat, look, vec2f(0)).x;', 'sample', 3, 4],
    ['out[0] = twice(flat, id.xy).x;', 'load', 3, 4],
  ] as const)('%s', (body, op, operands, results) => {
    const [only, ...others] = texturesOf(kernel(body));
    expect(others).toEqual([]);
    expect([only.op, only.operands.length, only.results.length]).toEqual([op, operands, results]);
  });

  it('tells sizes, levels, layers and samples', () => {
    const module = kernel(
      'out[0] = f32(textureDimensions(volume, 1).z + textureNumLevels(flat) + textureNumLayers(numbers) + textureNumSamples(samples));',
    );
    const queries = instructions(module).flatMap((each) =>
      each.kind === 'textureQuery' ? [each.query] : [],
    );
    expect(queries).toEqual(['width', 'height', 'depth', 'levels', 'layers', 'samples']);
  });

  it('keeps the offset and the component, which are constants', () => {
    const [only] = texturesOf(kernel('out[0] = textureGather(1, flat, look, vec2f(0), vec2i(-3, 2)).x;'));
    expect(only).toMatchObject({ component: 1, offset: [-3, 2] });
  });
});

describe('passes', () => {
  const loads = (body: string) =>
    texturesOf(drop(share(kernel(body)))).filter(({ op }) => op === 'load').length;

  it('share loads of what nothing writes, and only those', () => {
    const twice = (name: string, level: string) =>
      `let a = textureLoad(${name}, id.xy${level}).x; out[0] = a; textureStore(written, id.xy, vec4f(a)); out[1] = textureLoad(${name}, id.xy${level}).x;`;
    expect(loads(twice('flat', ', 0'))).toBe(1);
    expect(loads(twice('written', ''))).toBe(2);
  });

  it('drop loads that nothing uses, and no stores', () => {
    const left = texturesOf(
      drop(kernel('_ = textureLoad(written, id.xy); textureStore(written, id.xy, vec4f(0));')),
    );
    expect(left.map(({ op }) => op)).toEqual(['store']);
  });
});
