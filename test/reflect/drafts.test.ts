// What `init` makes of kernels: sizes by the way they index, members by the part that they play.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { draftText } from '../../src/reflect/draft-text.ts';
import { draftsOf } from '../../src/reflect/drafts.ts';

const BUFFERS = `
@group(0) @binding(0) var<uniform> p: Params;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<storage, read> index: array<u32>;`;

function draft(params: string, size: string, body: string, given: Record<string, number> = {}) {
  const text = `struct Params { ${params} }${BUFFERS}
@compute @workgroup_size(${size}) fn main(@builtin(global_invocation_id) id: vec3u,
  @builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u,
  @builtin(num_workgroups) groups: vec3u) { ${body} }`;
  const drafts = draftsOf({ file: 'k.wgsl', text }, { path: 'k.wgsl', given });
  expect(drafts.diagnostics).toEqual([]);
  return drafts.value![0].draft;
}

/** The lines of the file, without comments. */
function linesOf(...kernel: Parameters<typeof draft>): string[] {
  const text = draftText(draft(...kernel));
  expect(parseLaunch(text, 'k.json').diagnostics).toEqual([]);
  return text.split('\n').map((line) => line.trim());
}

describe('a draft', () => {
  it('has the extent of one axis from its guard', () => {
    const lines = linesOf('n: u32', '64', 'if (id.x >= p.n) { return; } y[id.x] = a[id.x];');
    expect(lines).toContain('"params": { "N": 1048576 },');
    expect(lines).toContain('"dispatch": ["ceil(N / 64)"],');
    expect(lines).toContain('"data": { "kind": "struct", "values": { "n": "N" } } },');
    expect(lines).toContain(
      '{ "group": 0, "binding": 1, "size": "4 * N", "data": { "kind": "random-f32", "seed": 2 } },',
    );
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "4 * N" }');
  });

  it('multiplies matrices: two axes, and the length of a loop', () => {
    const lines = linesOf(
      'm: u32, n: u32, k: u32',
      '16, 16',
      `if (id.x >= p.n || id.y >= p.m) { return; }
       var sum = 0.0;
       for (var i = 0u; i < p.k; i++) { sum += a[id.y * p.k + i] * a[i * p.n + id.x]; }
       y[id.y * p.n + id.x] = sum;`,
    );
    expect(lines).toContain('"dispatch": ["ceil(N / 16)", "ceil(M / 16)"],');
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "4 * M * N" }');
    expect(lines.join(' ')).toContain('"values": { "m": "M", "n": "N", "k": "K" }');
    expect(lines.join(' ')).toMatch(/"binding": 1, "size": "4 \* K \* [MN]"/);
  });

  it('gives rows that have no guard the pitch that they need', () => {
    const lines = linesOf(
      'n: u32, pitch: u32',
      '8, 8',
      'if (id.x < p.n) { y[id.y * p.pitch + id.x] = 1.0; }',
    );
    expect(lines.join(' ')).toContain('"values": { "n": "N", "pitch": "N" }');
  });

  it('divides a flat index into rows and columns', () => {
    const lines = linesOf(
      'w: u32, h: u32',
      '64',
      'if (id.x >= p.w * p.h) { return; } y[(id.x / p.w) * p.w + id.x % p.w] = 1.0;',
    );
    expect(lines).toContain('"params": { "W": 1024, "H": 1024 },');
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "4 * H * W" }');
  });

  it('joins a workgroup and a place in it to a place in the grid', () => {
    const lines = linesOf('n: u32', '64', 'let i = group.x * 64 + local.x; if (i < p.n) { y[i] = 1.0; }');
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "4 * N" }');
  });

  it('takes the length of an array for a size', () => {
    const lines = linesOf('n: u32', '64', 'if (id.x < arrayLength(&y)) { y[id.x] = 1.0; }');
    expect(lines).toContain('"params": { "N": 1048576 },');
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "4 * N" }');
  });

  it('leads indices of the data into the buffer that they index', () => {
    const lines = linesOf('n: u32', '64', 'if (id.x < p.n) { y[id.x] = a[index[id.x]]; }');
    expect(lines.join(' ')).toContain('"A_COUNT": 1048576  // assumed');
    expect(lines.join(' ')).toContain('{ "kind": "random-u32", "seed": 4, "modulo": "A_COUNT" }');
  });

  it('knows the rows of a sparse matrix', () => {
    const lines = linesOf(
      'n: u32',
      '64',
      `if (id.x >= p.n) { return; }
       var sum = 0.0;
       for (var i = index[id.x]; i < index[id.x + 1]; i++) { sum += a[i]; }
       y[id.x] = sum;`,
    );
    expect(lines.join(' ')).toContain('{ "kind": "csr-rows", "rows": "N", "meanRow": "MEAN_ROW"');
    expect(lines.join(' ')).toContain('"binding": 1, "size": "8 * MEAN_ROW * N"');
  });

  it('goes through rows that begin where the last ones end', () => {
    const lines = linesOf(
      'rows: u32, columns: u32',
      '64',
      `if (id.x >= p.rows) { return; }
       let start = id.x * p.columns;
       for (var i = start; i < start + p.columns; i++) { y[i] = 1.0; }`,
    );
    expect(lines).toContain('"params": { "ROWS": 1048576, "COLUMNS": 256 },');
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "4 * COLUMNS * ROWS" }');
  });

  it('asks for what chooses a way, once, and takes what it is given', () => {
    const body = 'if (p.mode == 3u) { y[id.x] = 1.0; }';
    const open = (given?: Record<string, number>) =>
      draft('mode: u32', '64', body, given).params.filter(({ isAsked }) => isAsked);
    expect(open()).toMatchObject([
      { name: 'MODE', value: 0, assumed: 'which way the kernel takes hangs on `p.mode`', isAsked: true },
    ]);
    expect(open({ MODE: 3 })).toEqual([]);
  });

  it('takes a part of a size for the size', () => {
    const lines = linesOf(
      'columns: u32',
      '64',
      `let vectors = p.columns / 4u;
       for (var i = local.x; i < vectors; i += 64u) { y[group.x * vectors + i] = 1.0; }`,
    );
    expect(lines).toContain('"params": { "GROUPS": 16384, "COLUMNS": 4096 },');
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "4 * ceil(COLUMNS * GROUPS / 4)" }');
  });

  it('begins at an offset of zero', () => {
    const lines = linesOf(
      'n: u32, first: u32',
      '64',
      'if (id.x + p.first < p.n) { y[id.x + p.first] = 1.0; }',
    );
    expect(lines).toContain('"params": { "FIRST": 0, "N": 1048576 },');
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "4 * N" }');
  });

  it('puts what is searched by halves in order', () => {
    const lines = linesOf(
      'n: u32',
      '64',
      `var low = 0u;
       var high = arrayLength(&index);
       while (low < high) {
         let middle = (low + high) / 2u;
         if (index[middle] < id.x) { low = middle + 1u; } else { high = middle; }
       }
       y[id.x] = f32(low);`,
    );
    expect(lines.join(' ')).toContain('"data": { "kind": "iota-u32" }');
  });

  it('goes as far as a loop that goes by steps of a size', () => {
    const lines = linesOf(
      'n: u32',
      '64',
      `if (id.x >= p.n) { return; }
       var at = id.x;
       for (var k = 0u; k < 8u; k++) { y[at] = 1.0; at += p.n; }`,
    );
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "32 * N" }');
  });

  it('needs fewer elements where each goes through all of them', () => {
    const body = 'if (id.x >= p.n) { return; } for (var k = 0u; k < p.n; k++) { y[id.x] += a[k]; }';
    expect(linesOf('n: u32', '64', body)).toContain('"params": { "N": 16384 },');
  });

  it('counts no further than an array has elements, and as far as several of each invocation go', () => {
    const lines = linesOf(
      'points: u32, per: u32',
      '64',
      `var sums: array<f32, 4>;
       let first = group.x * 64u * p.per + local.x;
       for (var k = 0u; k < p.per; k++) { sums[k] += a[min(first + k * 64u, p.points - 1u)]; }
       for (var k = 0u; k < p.per; k++) {
         if (first + k * 64u < p.points) { y[first + k * 64u] = sums[k]; }
       }`,
    );
    expect(lines).toContain('"params": { "GROUPS": 16384, "PER": 4 },');
    expect(lines).toContain('{ "group": 0, "binding": 2, "size": "256 * GROUPS * PER" }');
    expect(lines.join(' ')).toContain('"values": { "points": "64 * GROUPS * PER", "per": "PER" }');
  });

  it('names what steers the kernel by way of floats', () => {
    const { params } = draft(
      'limit: f32, factor: f32',
      '64',
      'if (a[id.x] > p.limit) { y[id.x] = p.factor; }',
    );
    const assumed = expect.stringContaining('`p.limit`');
    expect(params).toEqual([
      expect.objectContaining({ name: 'N' }),
      expect.objectContaining({ name: 'LIMIT', value: 1, assumed }),
    ]);
  });

  it('tells sizes in terms of overrides', () => {
    const text = `@group(0) @binding(0) var<storage, read_write> y: array<f32>;
override ROWS: u32;
override COLUMNS: u32 = 512;
override TILE: u32 = 8;
var<workgroup> tile: array<f32, TILE>;
@compute @workgroup_size(TILE) fn main(@builtin(global_invocation_id) id: vec3u) {
  tile[id.x % TILE] = 1.0;
  if (id.x < ROWS) { for (var k = 0u; k < COLUMNS; k++) { y[id.x * COLUMNS + k] = tile[0]; } }
}`;
    const [{ draft: made }] = draftsOf({ file: 'k.wgsl', text }, { path: 'k.wgsl', given: {} }).value!;
    const written = draftText(made);
    expect(written).toContain('"size": "4 * COLUMNS * ROWS"');
    expect(written).toContain('"dispatch": ["ceil(ROWS / TILE)"]');
    const launch = parseLaunch(written, 'k.json', { params: { COLUMNS: '100', ROWS: '1000' } }).value!;
    expect(launch.constants).toEqual({ ROWS: 1000, COLUMNS: 100, TILE: 8 });
    expect(launch.bindings[0].sizeBytes).toBe(400_000);
  });

  it('gives textures the size that they are asked for', () => {
    const text = `@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var between: sampler;
@group(0) @binding(2) var shown: texture_storage_2d<rgba16float, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  let size = textureDimensions(shown);
  if (any(id.xy >= size)) { return; }
  textureStore(shown, id.xy, textureSampleLevel(image, between, vec2f(id.xy) / vec2f(size), 0.0));
}`;
    const [{ draft: made }] = draftsOf({ file: 'k.wgsl', text }, { path: 'k.wgsl', given: {} }).value!;
    const written = draftText(made);
    expect(written).toContain('"texture": { "format": "rgba16float", "size": ["WIDTH", "HEIGHT"] }');
    expect(written).toContain('"dispatch": ["ceil(WIDTH / 8)", "ceil(HEIGHT / 8)"]');
    expect(made.params.filter(({ assumed }) => assumed).map(({ name }) => name)).toEqual([
      'IMAGE_WIDTH',
      'IMAGE_HEIGHT',
    ]);
    expect(parseLaunch(written, 'k.json').diagnostics).toEqual([]);
  });

  it('names the entry point where there are several', () => {
    const text = `@group(0) @binding(0) var<storage, read_write> y: array<f32>;
override N: u32;
@compute @workgroup_size(8) fn one(@builtin(global_invocation_id) id: vec3u) { if (id.x < N) { y[id.x] = 1.0; } }
@compute @workgroup_size(8) fn two() { y[3] = 1.0; }`;
    const drafts = draftsOf({ file: 'k.wgsl', text }, { path: 'k.wgsl', given: {} }).value!;
    expect(drafts.map(({ entryPoint }) => entryPoint)).toEqual(['one', 'two']);
    expect(draftText(drafts[0].draft)).toContain('"entryPoint": "one"');
    // The part that the override plays says what it may be.
    expect(drafts[0].draft.params).toMatchObject([{ name: 'N', value: 2 ** 18 }]);
    expect(draftText(drafts[1].draft)).toContain('"size": 16');
    const wrong = draftsOf({ file: 'k.wgsl', text }, { path: 'k.wgsl', entryPoint: 'tow', given: {} });
    expect(wrong.diagnostics[0].message).toMatch(/no compute entry point "tow"; did you mean "two"/);
  });
});

describe('params of a draft', () => {
  const named = (text: string) => {
    const drafts = draftsOf({ file: 'k.wgsl', text }, { path: 'k.wgsl', given: {} }).value!;
    return drafts[0].draft.params.map(({ name, value, assumed }) => [name, value, assumed]);
  };
  const kernel = (element: string, size: string, body: string, before = '') => `${before}
@group(0) @binding(0) var<storage, read> a: array<${element}>;
@group(0) @binding(1) var<storage, read_write> y: array<${element}>;
@compute @workgroup_size(${size}) fn main(@builtin(global_invocation_id) id: vec3u) { ${body} }`;
  const COPY = 'y[id.x] = a[id.x];';
  const ROWS = 'y[id.y * WIDTH + id.x] = a[id.y * WIDTH + id.x];';
  const SUM = 'if (id.x >= arrayLength(&y)) { return; } for (var k = 0u; k < N; k++) { y[id.x] += a[k]; }';

  it('count vectors by another name than numbers', () => {
    expect(named(kernel('f32', '64', COPY))).toEqual([['N', 2 ** 20, undefined]]);
    expect(named(kernel('vec4f', '64', COPY))).toEqual([['VEC4S', 2 ** 20, undefined]]);
    expect(named(kernel('vec2u', '64', `if (id.x < arrayLength(&a)) { ${COPY} }`))[0][0]).toBe('VEC2S');
  });

  it('leave a name to the member that has it', () => {
    const before = 'struct Params { n: u32 } @group(0) @binding(2) var<uniform> p: Params;';
    const body = `if (id.x >= arrayLength(&a)) { return; } if (2 * id.x < p.n) { ${COPY} }`;
    expect(named(kernel('f32', '64', body, before)).map(([name]) => name)).toEqual(['A_COUNT', 'N']);
  });

  it('are as much as constants of the shader that are called so', () => {
    const told = "as the shader's constant of this name";
    const size = 'const WIDTH = 512u; const HEIGHT = WIDTH / 2;';
    expect(named(kernel('f32', '16, 16', ROWS, size))).toEqual([['HEIGHT', 256, told]]);
    expect(named(kernel('f32', '64', SUM, 'const N = 4096u;'))).toEqual([['N', 4096, told]]);
    // Too few to be what the kernel is launched for.
    expect(named(kernel('f32', '64', SUM, 'const N = 4u;'))).toEqual([['Y_COUNT', 2 ** 20, undefined]]);
  });
});
