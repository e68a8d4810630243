// Data by the members of the shader's own struct, and uniform buffers that a kernel's way hangs on but that have none.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import { decodeKernel } from '../../src/predict/compile-stages.ts';

const shader = (body: string) => `enable f16;
struct Inner { a: i32, b: vec2<f32> }
struct Params { rows: u32, eps: f32, half: f16, shape: vec3u, inner: array<Inner, 2>, turn: mat2x3f, on: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { ${body} }`;

/** All of the struct, used in a way that steers nothing. */
const HARMLESS =
  'y[id.x] = params.eps + f32(params.half) + f32(params.rows) + params.turn[1].y + params.inner[1].b.y + f32(params.shape.z);';

function bind(data: unknown, body = HARMLESS, params = '{ "N": 5 }') {
  const given = data === undefined ? '' : `, "data": ${JSON.stringify(data)}`;
  const text = `{ "shader": "k.wgsl", "dispatch": [1], "params": ${params}, "bindings": [
  { "group": 0, "binding": 0, "usage": "uniform", "size": 112${given} },
  { "group": 0, "binding": 1, "size": 4096 }] }`;
  const parsed = parseLaunch(text, 'launch.json');
  if (!parsed.value) return { diagnostics: parsed.diagnostics, text };
  const source = shader(body);
  const module = decodeKernel(parsed.value, source).value!;
  return { ...matchBindings(module, parsed.value, source), text };
}

function wordsOf(values: unknown): Uint32Array {
  const bound = bind({ kind: 'struct', values });
  expect(bound.diagnostics).toEqual([]);
  const [{ data }] = bound.value!;
  return data.kind === 'words' ? data.words : new Uint32Array();
}

function problemsOf(values: unknown): string[] {
  const { diagnostics, text } = bind({ kind: 'struct', values });
  return diagnostics.map(({ severity, message, span }) => {
    expect(severity).toBe('invalid');
    expect(span!.file).toBe('launch.json');
    return `${message} at ${text.slice(span!.start, span!.end)}`;
  });
}

describe('data by members', () => {
  it('lie where the shader has them, in the types of its members', () => {
    const words = wordsOf({
      rows: '2 * N',
      eps: { f32: 0.5 },
      half: 1.5,
      shape: [1, 2, 'N'],
      inner: [{ a: -1 }, { b: [0, 2] }],
      turn: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      on: true,
    });
    const view = new DataView(words.buffer);
    expect(words[0]).toBe(10);
    expect(view.getFloat32(4, true)).toBe(0.5);
    expect(view.getUint16(8, true)).toBe(0x3e00);
    expect([...words.slice(4, 7)]).toEqual([1, 2, 5]);
    // `inner` has a stride of 16 bytes, its vector an alignment of 8.
    expect(view.getInt32(32, true)).toBe(-1);
    expect([view.getFloat32(56, true), view.getFloat32(60, true)]).toEqual([0, 2]);
    const turn = [64, 68, 72, 80, 84, 88].map((at) => view.getFloat32(at, true));
    expect(turn).toEqual([1, 2, 3, 4, 5, 6]);
    expect(words[24]).toBe(1);
    expect(words).toHaveLength(25);
  });

  it('take a matrix as its numbers in a row, too', () => {
    const nested = wordsOf({
      turn: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    });
    expect(wordsOf({ turn: [1, 2, 3, 4, 5, 6] })).toEqual(nested);
  });

  it.each([
    [{ row: 1 }, 'the struct Params has no member "row"; did you mean "rows"? at "row"'],
    [{ inner: [{ c: 1 }] }, 'the struct Inner has no member "c"; it has a, b at "c"'],
    [{ shape: [1, 2] }, '"shape" is a vector of 3 in the shader, but the list has 2 values at [1,2]'],
    [{ inner: [{}, {}, {}] }, /"inner" is an array of 2 in the shader, but the list has 3 values at \[/],
    [{ rows: -1 }, '-1 is no u32, which "rows" is in the shader at -1'],
    [{ rows: 0.5 }, '0.5 is no u32, which "rows" is in the shader at 0.5'],
    [{ rows: { f32: 1 } }, '"rows" is u32 in the shader, not f32 at {"f32":1}'],
    [{ half: 70000 }, '70000 is no f16, which "half" is in the shader at 70000'],
    [{ rows: [1] }, '"rows" is u32 in the shader: give a number at [1]'],
    [{ inner: 1 }, '"inner" is an array of 2 in the shader: give a list at 1'],
    [[1], 'the buffer is the struct Params in the shader: give its members by name at [1]'],
    [{ rows: 'M' }, /"M" fails: unknown name "M"/],
  ])('%j is wrong at its place', (values, message) => {
    expect(problemsOf(values)).toEqual([
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });
});

describe('a uniform buffer', () => {
  const codes = (data: unknown, body?: string) =>
    bind(data, body).diagnostics.map(({ code, message }) => `${code}: ${message.split(',')[0]}`);

  it('may lack data that only values come from', () => {
    expect(codes(undefined)).toEqual([]);
  });

  it.each([
    ['a guard', 'if (id.x < params.rows) { y[id.x] = 1.0; }', '`params.rows` decides which way'],
    ['a loop', 'for (var i = 0u; i < params.shape.y; i++) { y[i] = 1.0; }', '`params.shape.y` decides'],
    ['an address', 'y[id.x * params.shape.z] = 1.0;', '`params.shape.z` decides'],
    [
      'a copy of the struct',
      'var p = params; p.on += 1u; if (p.on == 7u) { y[id.x] = 1.0; }',
      '`params.on` decides',
    ],
    ['a member of a member', 'if (params.inner[1].a > 3) { y[0] = 1.0; }', '`params.inner[1].a` decides'],
    [
      'one of several members of members',
      'if (params.inner[id.x % 2u].a > 3) { y[0] = 1.0; }',
      '`params.inner[0].a` decides',
    ],
  ])('must have data that %s hangs on', (_, body, message) => {
    expect(codes(undefined, body)).toEqual([expect.stringContaining(`launch/missing-data: ${message}`)]);
    expect(codes({ kind: 'struct', values: { eps: 1 } }, body)).toHaveLength(1);
    expect(codes({ kind: 'zeros' }, body)).toEqual([]);
    expect(codes({ kind: 'words', values: [1] }, body)).toEqual([]);
  });

  it('lacks nothing once its members have values', () => {
    const body = 'if (id.x < params.rows) { y[id.x] = params.eps; }';
    expect(codes({ kind: 'struct', values: { rows: 4 } }, body)).toEqual([]);
  });
});

describe('a storage buffer that is only read', () => {
  function warnings(body: string, data = ''): string[] {
    const text = `{ "shader": "k.wgsl", "dispatch": [1], "bindings": [
  { "group": 0, "binding": 0, "size": 4096${data} }, { "group": 0, "binding": 1, "size": 4096 },
  { "group": 0, "binding": 2, "size": 4096 }] }`;
    const source = `@group(0) @binding(0) var<storage, read> index: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read> x: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { ${body} }
@compute @workgroup_size(64) fn other() { y[index[0]] = x[0]; }`;
    const launch = parseLaunch(text.replace('"dispatch"', '"entryPoint": "main", "dispatch"'), 'launch.json');
    const { value, diagnostics } = matchBindings(
      decodeKernel(launch.value!, source).value!,
      launch.value!,
      source,
    );
    expect(value).toBeDefined();
    return diagnostics.map(({ severity, code, message, notes }) =>
      [severity, code, message, ...(notes ?? [])].join(' | '),
    );
  }
  const GATHER = 'y[id.x] = x[index[id.x]];';

  it.each([
    ['indices', GATHER, '`index` decides which memory the kernel touches'],
    ['flags', 'if (index[id.x] == 0u) { y[id.x] = x[id.x]; }', '`index` decides which way the kernel takes'],
    [
      'bounds of a loop',
      'for (var i = 0u; i < index[id.x]; i++) { y[i] = x[i]; }',
      '`index` decides which way',
    ],
  ])('is warned of where nothing gives its %s', (_, body, message) => {
    const told = warnings(body);
    expect(told).toEqual([expect.stringContaining(`warning | launch/missing-data | ${message}`)]);
    expect(told[0]).toContain('give binding 0/0 "data": { "kind": "random-u32", "modulo": … }');
    expect(warnings(body, ', "data": { "kind": "zeros" }')).toEqual([]);
  });

  it('may lack values, and what this entry point does not use', () => {
    expect(warnings('y[id.x] = x[id.x] + f32(index[id.x]);')).toEqual([]);
    expect(warnings('y[id.x] = x[id.x];')).toEqual([]);
  });

  it('is no matter where the kernel itself fills the buffer that it goes by', () => {
    expect(warnings('y[u32(y[id.x])] = 2.0;')).toEqual([]);
  });
});
