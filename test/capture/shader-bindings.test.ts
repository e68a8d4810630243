// What a module declares, read off its text.

import { expect, it } from 'vitest';
import { shaderBindings } from '../../src/capture/shader-bindings.ts';

it('says which bindings there are and which may be written', () => {
  const code = `
    // @group(9) @binding(9) var<storage> gone: u32;
    /* @group(8) @binding(8) var<storage> gone: u32; */
    @group(0) @binding(0) var<storage, read_write> a: array<u32>;
    @binding(1) @group(0)
    var<storage, read> b: array<vec4<f32>>;
    @group( 1 ) @binding( 2u, ) var<uniform> c : Params;
    @group(0) @binding(3) var<storage> d: array<u32>;
    @group(2) @binding(0) var e: texture_2d<f32>;
    @group(2) @binding(1) var f: texture_storage_2d<r32uint, write>;
    var<workgroup> tile: array<u32, 64>;
    @id(0) override size: u32 = 4;
  `;
  expect(Object.fromEntries(shaderBindings(code)!)).toEqual({
    '0/0': true,
    '0/1': false,
    '1/2': false,
    '0/3': false,
    '2/0': false,
    '2/1': true,
  });
});

it('says nothing where numbers are computed', () => {
  expect(shaderBindings('const G = 1; @group(G) @binding(0) var<uniform> a: u32;')).toBeUndefined();
});
