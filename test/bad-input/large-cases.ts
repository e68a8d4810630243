// Input that is large, deep or odd but right, and is to be predicted without delay; and some that is too much.

import { type BadInput, binding, X, Y } from './case.ts';

const HEAD = `@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
`;

function kernel(body: string, module = ''): { text: string } {
  const signature = 'fn main(@builtin(global_invocation_id) id: vec3<u32>)';
  return { text: `${HEAD}${module}@compute @workgroup_size(64)\n${signature} {\n${body}\n}\n` };
}

const ifs = (depth: number) =>
  kernel(`${'if (x[id.x] > 0.1) {\n'.repeat(depth)}y[id.x] = 1.0;\n${'}\n'.repeat(depth)}`);
const parentheses = (depth: number) => kernel(`y[id.x] = ${'('.repeat(depth)}x[id.x]${')'.repeat(depth)};`);
const negations = (depth: number) => kernel(`y[id.x] = ${'-('.repeat(depth)}x[id.x]${')'.repeat(depth)};`);
const sums = (terms: number) => kernel(`y[id.x] = x[id.x]${' + x[id.x]'.repeat(terms)};`);
const loops = (depth: number) =>
  kernel(
    `var s = 0.0;\n${Array.from({ length: depth }, (_, i) => `for (var i${i} = 0u; i${i} < 4u; i${i}++) {`).join('\n')}
s += x[id.x] * s;\n${'}'.repeat(depth)}\ny[id.x] = s;`,
  );
const calls = (depth: number) => {
  const functions = Array.from(
    { length: depth },
    (_, i) => `fn g${i + 1}(v: f32) -> f32 { return g${i}(v + 1.0) + g${i}(v * 2.0); }\n`,
  );
  return kernel(
    `y[id.x] = g${depth}(x[id.x]);`,
    `fn g0(v: f32) -> f32 { return v * v; }\n${functions.join('')}`,
  );
};
const statements = (count: number) =>
  kernel(
    `var s = x[id.x];\n${Array.from({ length: count }, (_, i) => `s = s * ${i % 7}.5 + ${i}.0;`).join('\n')}\ny[id.x] = s;`,
  );
const unused = (count: number) =>
  kernel(
    'y[id.x] = x[id.x];',
    Array.from({ length: count }, (_, i) => `fn unused${i}(v: f32) -> f32 { return v * ${i}.0; }\n`).join(''),
  );
const manyBindings = (count: number) => {
  const numbers = Array.from({ length: count - 2 }, (_, i) => i + 2);
  const declared = numbers
    .map((i) => `@group(0) @binding(${i}) var<storage, read> b${i}: array<f32>;\n`)
    .join('');
  return kernel(`y[id.x] = x[id.x]${numbers.map((i) => ` + b${i}[id.x]`).join('')};`, declared);
};

/** Right, if unusual. */
const fine: readonly BadInput[] = [
  { title: 'the plain launch', code: 0, timeNs: [1e3, 20e3] },
  {
    title: 'a kernel without any loads',
    shader: 'no-loads',
    launch: { bindings: [Y] },
    code: 0,
    timeNs: [1e3, 20e3],
  },
  { title: 'a kernel that returns at once', shader: 'returns', code: 0, timeNs: [1e3, 20e3] },
  {
    title: 'a kernel without code',
    shader: 'empty-body',
    launch: { bindings: [] },
    code: 0,
    timeNs: [1e3, 20e3],
  },
  {
    title: 'comments and a byte-order mark',
    launch:
      '\ufeff// one\n{ "shader": "shader.wgsl", "dispatch": [1024], /* two */\n "bindings": [{ "group": 0, "binding": 0, "size": 262144 }, { "group": 0, "binding": 1, "size": 262144 }] }',
    code: 0,
    timeNs: [1e3, 20e3],
  },
  {
    title: 'a barrier under a false condition',
    shader: 'divergent-subgroup-allowed',
    code: 0,
    timeNs: [1e3, 20e3],
  },
  {
    title: 'accesses out of bounds',
    shader: 'out-of-bounds',
    code: 0,
    says: /out-of-bounds writes of buffer `y`[\s\S]*shader\.wgsl:6/i,
    timeNs: [1e3, 20e3],
  },
  { title: 'division by zero', shader: 'division-by-zero', code: 0, timeNs: [1e3, 20e3] },
  {
    title: '16 GB touched here and there',
    shader: 'sparse',
    launch: { bindings: [{ ...X, size: 2 ** 34 }, Y] },
    code: 0,
    says: /17179869184 bytes[\s\S]*launch\.json/,
    timeNs: [1e3, 1e6],
  },
  {
    title: '4 GB of atomics here and there',
    shader: 'sparse-atomic',
    launch: { ...binding({ size: 2 ** 32 - 4 }), dispatch: [65535, 64] },
    code: 0,
    says: /out-of-bounds reads of buffer `x`/,
    timeNs: [1e3, 1e9],
  },
  {
    title: '4 GB of row starts, read at their end',
    shader: kernel('y[id.x] = x[(4294967292u / 4u) - id.x];'),
    launch: {
      bindings: [{ ...X, size: 2 ** 32 - 4, data: { kind: 'csr-rows', rows: 1_000_000_000, meanRow: 4 } }, Y],
    },
    code: 0,
    timeNs: [1e3, 20e3],
  },
  {
    title: 'a data file that is too short',
    launch: { bindings: [X, { ...Y, data: { kind: 'file', path: 'short.bin' } }] },
    files: { 'short.bin': '12345' },
    code: 0,
    says: /short\.bin has 5 bytes, the buffer 262144; zeros follow[\s\S]*launch\.json/,
  },
  {
    title: 'a uniform buffer of more than 64 KiB',
    shader: 'uniform-large',
    launch: binding({ usage: 'uniform', size: 131072 }),
    code: 0,
    says: /131072 bytes[\s\S]*65536[\s\S]*launch\.json/,
  },
  {
    title: 'the largest portable dispatch',
    launch: { dispatch: [65535, 65535, 65535] },
    code: 0,
    says: /out-of-bounds writes of buffer `y`/,
    timeNs: [1e12, 1e18],
  },
  {
    title: 'the largest dispatch',
    launch: { dispatch: [4294967295, 4294967295, 4294967295] },
    code: 0,
    says: /WebGPU promises/,
    timeNs: [1e20, 1e40],
  },
  { title: '2^31 iterations of a counted loop', shader: 'long-counted', code: 0, timeNs: [1e9, 1e15] },
];

/** Much code: predicted, or refused for its size. */
const large: readonly BadInput[] = [
  {
    title: '256 bindings',
    shader: manyBindings(256),
    launch: binding(...Array.from({ length: 254 }, () => ({ size: 262144 }))),
    code: 0,
  },
  { title: '1 MB of functions that nobody calls', shader: unused(20_000), code: 0, timeNs: [1e3, 20e3] },
  {
    title: '1 MB of comments',
    shader: kernel(`y[id.x] = x[id.x];\n${'// nothing to see here\n'.repeat(45_000)}`),
    code: 0,
    timeNs: [1e3, 20e3],
  },
  { title: '60 nested ifs', shader: ifs(60), code: 0 },
  { title: '100 nested parentheses', shader: parentheses(100), code: 0, timeNs: [1e3, 20e3] },
  { title: '60 nested negations', shader: negations(60), code: 0, timeNs: [1e3, 20e3] },
  {
    title: '100,000 nested parentheses',
    shader: parentheses(100_000),
    code: 2,
    says: /shader\.wgsl:\d+:\d+/,
  },
  {
    title: '300 nested ifs',
    shader: ifs(300),
    code: 2,
    says: /(nesting|recursive) depth[\s\S]*shader\.wgsl:\d+:\d+/,
  },
  {
    title: '300 nested parentheses',
    shader: parentheses(300),
    code: 2,
    says: /recursive depth[\s\S]*shader\.wgsl:\d+:\d+/,
  },
  { title: '10,000 nested ifs', shader: ifs(10_000), code: 2, says: /shader\.wgsl:\d+:\d+/ },
  { title: 'a sum of 400 terms', shader: sums(400), code: 0 },
  { title: 'eight nested loops', shader: loops(8), code: 0 },
  { title: 'a tree of 2^12 calls', shader: calls(12), code: 0 },
  { title: 'a tree of 2^40 calls', shader: calls(40), code: 3, says: /too large[\s\S]*shader\.wgsl:\d+:\d+/ },
  { title: '2,000 statements', shader: statements(2_000), code: 0 },
  { title: 'loops that could be unrolled a million times', shader: 'unrolled-nests', code: 0 },
  { title: 'an array sorted in 65,280 steps', shader: 'unrolled-array', code: 0 },
  { title: 'a private array of 4 KB', shader: 'private-1k', code: 0 },
  { title: 'a private array of 4 MB', shader: 'private-large', code: 2, says: /shader\.wgsl:\d+:\d+/ },
];

export const largeCases: readonly BadInput[] = [...fine, ...large];
