// How NVIDIA's driver lays out workgroup memory: where the second row of each shape begins, as loads in its code for an
// H200 say (driver 580.159.04, 2026-11-28). That a kernel computes the same in either layout: test/differential.

import { describe, expect, it } from 'vitest';
import { workgroupLayoutOf } from '../../src/compilers/nvidia/generation.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import { workgroupStorage } from '../../src/ir/workgroup-storage.ts';
import { hopper } from '../compile.ts';

function decoded(declarations: string, body: string, isPadded = true) {
  const text = `@group(0) @binding(0) var<storage, read_write> y: array<f32>;
    ${declarations}
    @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) lid: u32) { ${body} }`;
  const options = { constants: {}, ...(isPadded ? workgroupLayoutOf(hopper) : {}) };
  const { value, diagnostics } = decodeWgsl({ file: 'rows.wgsl', text }, options);
  expect(diagnostics).toEqual([]);
  return value!;
}

/** Where the loads from workgroup memory begin, index aside. */
function offsets(declarations: string, body: string): number[] {
  const found: number[] = [];
  forEachInstruction(decoded(declarations, body).body, (each) => {
    if (each.kind === 'load' && each.root.space === 'workgroup') found.push(each.offsetBytes);
  });
  return found;
}

describe('the second row of workgroup memory begins where the driver has it', () => {
  it.each([
    ['f32', 8, 0x20],
    ['f32', 32, 0x80],
    ['f32', 56, 0xe0],
    ['f32', 63, 0xfc],
    ['f32', 64, 0x110],
    ['f32', 65, 0x104],
    ['f32', 68, 0x110],
    ['f32', 96, 0x180],
    ['f32', 128, 0x210],
    ['f32', 160, 0x280],
    ['f32', 192, 0x300],
    ['f32', 256, 0x410],
    ['f32', 320, 0x500],
    ['f32', 384, 0x600],
    ['f32', 512, 0x810],
    ['f32', 1024, 0x1010],
    ['i32', 64, 0x110],
    ['bool', 64, 0x110],
    ['vec2f', 16, 0x80],
    ['vec2f', 32, 0x110],
    ['vec2f', 48, 0x180],
    ['vec3f', 16, 0x110],
    ['vec3f', 21, 0x150],
    ['vec4f', 8, 0x80],
    ['vec4f', 12, 0xc0],
    ['vec4f', 16, 0x110],
    ['vec4f', 64, 0x410],
  ])('of %s, %d in a row', (element, columns, offset) => {
    const component = element.startsWith('vec') ? '.x' : '';
    const [first] = offsets(
      `var<workgroup> t: array<array<${element}, ${columns}>, 4>;`,
      `y[lid] = f32(t[1][lid % ${columns}u]${component});`,
    );
    expect(first).toBe(offset);
  });

  it.each([
    [4, 8, 64, 0x880, 0x110],
    [4, 8, 32, 0x410, 0x80],
    [4, 16, 16, 0x410, 0x40],
    [8, 4, 16, 0x110, 0x40],
    [4, 4, 128, 0x840, 0x210],
    [4, 64, 4, 0x410, 0x10],
    [3, 10, 34, 0x550, 0x88],
    [4, 8, 8, 0x110, 0x20],
  ])('of planes, %d × %d × %d', (planes, rows, columns, plane, row) => {
    const found = offsets(
      `var<workgroup> t: array<array<array<f32, ${columns}>, ${rows}>, ${planes}>;`,
      `y[lid] = t[1][0][lid % ${columns}u] + t[0][1][lid % ${columns}u];`,
    );
    expect(found).toEqual([plane, row]);
  });

  it('of structs, which are no rows, and of rows in them', () => {
    const struct = 'struct S { a: array<f32, 64> }\nvar<workgroup> t: array<S, 16>;';
    expect(offsets(struct, 'y[lid] = t[1].a[lid];')).toEqual([0x100]);
    const inside = 'struct S { n: u32, a: array<array<f32, 64>, 16> }\nvar<workgroup> t: S;';
    expect(offsets(inside, 'y[lid] = t.a[1][lid] + t.a[2][lid];')).toEqual([0x114, 0x224]);
    const cells = 'struct C { p: vec4f, q: vec4f }\nvar<workgroup> t: array<array<C, 8>, 16>;';
    expect(offsets(cells, 'y[lid] = t[1][lid % 8u].p.x + t[2][lid % 8u].q.y;')).toEqual([0x110, 0x234]);
    expect(offsets('var<workgroup> t: array<mat4x4f, 16>;', 'y[lid] = t[1][lid % 4u].x;')).toEqual([0x40]);
    const atomics = 'var<workgroup> t: array<array<atomic<u32>, 64>, 16>;';
    expect(decoded(atomics, 'y[lid] = f32(atomicLoad(&t[1][lid]));').variables[0].sizeBytes).toBe(16 * 0x110);
  });
});

it('what the driver adds is nothing that WebGPU counts', () => {
  const t = 'var<workgroup> t: array<array<f32, 64>, 64>;';
  const padded = decoded(t, 'y[lid] = t[1][lid];');
  expect(padded.variables).toMatchObject([{ sizeBytes: 64 * 0x110, paddingBytes: 64 * 16 }]);
  expect(workgroupStorage(padded)).toBe(16384);
  expect(decoded(t, 'y[lid] = t[1][lid];', false).variables[0]).not.toHaveProperty('paddingBytes');
});

it.each([
  [['vec3f'], 12],
  [['vec3f', 'f32'], 16],
  [['f32', 'vec3f'], 16],
  [['vec3f', 'f32', 'f32'], 20],
  [['vec3f', 'vec3f'], 24],
  [['vec2f', 'vec3f'], 24],
  [['vec3f', 'vec2f'], 24],
  [['vec3f', 'f32', 'vec3f'], 28],
  [['vec3f', 'vec3f', 'f32'], 28],
  [['vec3f', 'f32', 'vec3f', 'u32', 'vec3f'], 44],
  [['vec2f', 'f32'], 16],
  [['f32', 'vec4f'], 32],
  [['f32', 'f32', 'f32'], 12],
] as const)('structs of %j are packed: %d bytes, in workgroup memory alone', (types, bytes) => {
  const members = types.map((type, index) => `m${index}: ${type}`).join(', ');
  const declarations = `struct S { ${members} } var<workgroup> tile: array<S, 8>;`;
  const last = `m${types.length - 1}`;
  const component = types.at(-1)!.startsWith('vec') ? `${last}.x` : last;
  const body = `y[lid] = f32(tile[lid & 1].${component} + tile[(lid & 1) + 1].${component});`;
  const [variable] = decoded(declarations, body).variables;
  expect(variable.sizeBytes).toBe(8 * bytes);
});
