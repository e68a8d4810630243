// Textures and samplers in launch files: WebGPU's names and defaults, and what is said of mistakes.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';

const file = (content: string) =>
  `{ "shader": "a.wgsl", "dispatch": [1], "params": { "N": 8 }, "bindings": [{ "group": 0, "binding": 0, ${content} }] }`;
const read = (content: string) => parseLaunch(file(content), 'k.json');

describe('a texture', () => {
  it('has what the file says, and defaults', () => {
    const { value, diagnostics } = read('"texture": { "format": "rg16float", "size": ["N", "N / 2"] }');
    expect(diagnostics).toEqual([]);
    expect(value!.bindings[0]).toMatchObject({
      usage: 'texture',
      sizeBytes: 128,
      texture: {
        format: 'rg16float',
        dimension: '2d',
        size: [8, 4, 1],
        mipLevels: 1,
        baseMipLevel: 0,
        sampleCount: 1,
      },
    });
  });

  it.each([
    ['"texture": { "format": "rgba8", "size": [4] }', /unknown format "rgba8".*rgba8/],
    ['"texture": { "format": "r32uint", "size": [4, 4, 4] }', /a 2d texture has 2 sizes/],
    ['"texture": { "format": "r32uint", "size": [4, 4], "mipLevels": 4 }', /mipLevels: 4 is above 3/],
    ['"texture": { "format": "r32uint", "size": [9000] }', /size\[0\]: 9000 is above 8192/],
    ['"texture": { "format": "r32uint", "dimension": "cube", "size": [4, 2] }', /six square layers/],
    ['"texture": { "format": "r32uint", "size": [4], "sampleCount": 2 }', /have 4/],
    ['"texture": { "format": "r32uint", "size": [4] }, "size": 16', /a texture has no "size" beside it/],
    ['"texture": { "size": [4] }', /"bindings\[0\]\.texture" needs the key "format"/],
    [
      '"texture": { "format": "r8uint", "size": [4] }, "data": { "kind": "u32", "values": [1, 2] }',
      /need 8 bytes/,
    ],
    ['"data": { "kind": "zeros" }', /"bindings\[0\]" needs the key "size"/],
  ])('%s', (content, says) => {
    const { value, diagnostics } = read(content);
    expect(value).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0].message).toMatch(says);
    expect(diagnostics[0].span).toBeDefined();
  });
});

describe('a sampler', () => {
  it('is nearest and clamped unless told', () => {
    const { value } = read('"sampler": { "magFilter": "linear", "addressModeV": "repeat" }');
    expect(value!.bindings[0]).toMatchObject({
      usage: 'sampler',
      sizeBytes: 0,
      sampler: {
        magFilter: 'linear',
        minFilter: 'nearest',
        mipmapFilter: 'nearest',
        addressModeU: 'clamp-to-edge',
        addressModeV: 'repeat',
        lodMinClamp: 0,
        lodMaxClamp: 32,
      },
    });
  });

  it.each([
    ['"sampler": { "magFilter": "cubic" }', /must be one of: nearest, linear/],
    ['"sampler": { "lodMinClamp": 3, "lodMaxClamp": 2 }', /levels from 3 to 2/],
    ['"sampler": {}, "data": { "kind": "zeros" }', /a sampler has no "data"/],
  ])('%s', (content, says) => {
    const { diagnostics } = read(content);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0].message).toMatch(says);
  });
});
