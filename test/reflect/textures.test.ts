// What `init` writes for each kind of texture and sampler, and for immediates: files that fit the shader they are for.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import { draftText } from '../../src/reflect/draft-text.ts';
import { draftsOf } from '../../src/reflect/drafts.ts';

/** The launch that is written for a kernel over the grid, which fits it. */
function launchFor(globals: string, body: string) {
  const text = `${globals}
@group(1) @binding(0) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) { y[id.x + 512u * id.y] = ${body}; }`;
  const drafts = draftsOf({ file: 'k.wgsl', text }, { path: 'k.wgsl', given: {} });
  expect(drafts.diagnostics).toEqual([]);
  const [{ draft }] = drafts.value!;
  const written = draftText(draft);
  const { value, diagnostics } = parseLaunch(written, 'k.json');
  expect(diagnostics).toEqual([]);
  expect(matchBindings(draft.module, value!, text).diagnostics).toEqual([]);
  return { launch: value!, written, params: draft.params.map(({ name }) => name) };
}

const SAMPLER = '@group(0) @binding(1) var look: sampler;';
const LINEAR = { usage: 'sampler', sampler: { magFilter: 'linear', minFilter: 'linear' } };

describe('a texture that init writes', () => {
  it('has six square faces, if it is a cube', () => {
    const { launch, params } = launchFor(
      `@group(0) @binding(0) var sky: texture_cube<f32>; ${SAMPLER}`,
      'textureSampleLevel(sky, look, vec3f(id), 0.0).x',
    );
    expect(params).toContain('SKY_SIDE');
    expect(launch.bindings).toMatchObject([
      {
        texture: { format: 'rgba8unorm', dimension: 'cube', size: [512, 512, 6] },
        data: { kind: 'random-u32' },
      },
      LINEAR,
      {},
    ]);
  });

  it('has layers, if it is an array', () => {
    const { launch } = launchFor(
      `@group(0) @binding(0) var tiles: texture_2d_array<f32>; ${SAMPLER}`,
      'textureSampleLevel(tiles, look, vec2f(id.xy), id.x % 4u, 0.0).x',
    );
    expect(launch.bindings[0].texture).toMatchObject({ dimension: '2d-array', size: [512, 1024, 1] });
  });

  it('has several samples, if it is multisampled, and the size that its texels are read in', () => {
    const { launch } = launchFor(
      '@group(0) @binding(0) var image: texture_multisampled_2d<f32>;',
      'textureLoad(image, min(id.xy, vec2u(99u, 49u)), 1u).x',
    );
    expect(launch.bindings[0].texture).toMatchObject({ sampleCount: 4, size: [100, 50, 1] });
  });

  it('holds depths, which a comparing sampler compares', () => {
    const { launch } = launchFor(
      '@group(0) @binding(0) var shadow: texture_depth_2d; @group(0) @binding(1) var look: sampler_comparison;',
      'textureSampleCompareLevel(shadow, look, vec2f(id.xy), 0.5)',
    );
    expect(launch.bindings).toMatchObject([
      { texture: { format: 'depth32float' }, data: { kind: 'random-f32' } },
      { usage: 'sampler', sampler: { compare: 'less' } },
      {},
    ]);
  });

  it.each([
    ['rgba16float', 'random-f16'],
    ['r32float', 'random-f32'],
    ['rgba8unorm', 'random-u32'],
  ])('of %s is filled with %s', (format, kind) => {
    const { launch } = launchFor(
      `@group(0) @binding(0) var image: texture_storage_2d<${format}, read>;`,
      'textureLoad(image, min(id.xy, vec2u(63u))).x',
    );
    expect(launch.bindings[0]).toMatchObject({ texture: { format }, data: { kind } });
  });
});

it('immediates that init writes are the words of the members, with params for what guards the grid', () => {
  const { launch, written } = launchFor(
    'struct Params { rows: u32, factor: f32, columns: u32 } var<immediate> p: Params;',
    'select(0.0, p.factor, id.x < p.columns && id.y < p.rows)',
  );
  expect(written).toContain('// p\n');
  expect(launch.immediates!.words).toHaveLength(3);
  expect(new Float32Array(launch.immediates!.words.buffer)[1]).toBe(1);
});
