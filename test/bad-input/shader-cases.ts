// Shaders that are wrong, that no device runs, or that never end.

import { type BadInput, binding } from './case.ts';

/** What is wrong with the text of a shader. */
const invalid: readonly BadInput[] = [
  { title: 'a syntax error', shader: 'syntax', code: 2, says: /error: .*\n --> .*shader\.wgsl:6:23\n/ },
  { title: 'a wrong type', shader: 'type', code: 2, says: /cannot assign[\s\S]*shader\.wgsl:6:11\n/ },
  { title: 'an unknown name', shader: 'unknown-name', code: 2, says: /'z'[\s\S]*shader\.wgsl:6:13\n/ },
  { title: 'recursion', shader: 'recursion', code: 2, says: /cyclic|recurs[\s\S]*shader\.wgsl:\d+:\d+/ },
  {
    title: 'a constant index outside',
    shader: 'constant-index',
    code: 2,
    says: /index 4[\s\S]*shader\.wgsl:7:15/,
  },
  {
    title: 'a feature that is not enabled',
    shader: 'missing-enable',
    code: 2,
    says: /f16[\s\S]*shader\.wgsl:6:\d+/,
  },
  {
    title: 'a barrier in divergent flow',
    shader: 'divergent-barrier',
    code: 2,
    says: /uniform control flow[\s\S]*:7:5\n/,
  },
  {
    title: 'a barrier in a divergent loop',
    shader: 'divergent-barrier-loop',
    code: 2,
    says: /uniform control flow[\s\S]*:7:5\n/,
  },
  {
    title: 'a subgroup operation in divergent flow',
    shader: 'divergent-subgroup',
    code: 2,
    says: /uniform control flow[\s\S]*:8:\d+\n/,
  },
  {
    title: 'an empty shader',
    shader: 'empty',
    code: 2,
    says: /no compute entry point[\s\S]*shader\.wgsl:1:1/,
  },
  {
    title: 'a shader without entry point',
    shader: 'no-entry-point',
    code: 2,
    says: /no compute entry point[\s\S]*shader\.wgsl:1:1/,
  },
  {
    title: 'a shader for drawing',
    shader: 'fragment',
    code: 3,
    says: /'main' is for the fragment stage[\s\S]*shader\.wgsl:1:1/,
  },
  {
    title: 'two entry points, none named',
    shader: 'two-entry-points',
    code: 2,
    says: /several compute entry points.*other.*main/,
  },
  {
    title: 'an entry point that is not there',
    shader: 'two-entry-points',
    launch: { entryPoint: 'mian' },
    code: 2,
    says: /no compute entry point .mian.[\s\S]*main[\s\S]*-->/,
  },
  {
    title: 'bytes that are no text',
    shader: { text: '\u0000\u0001\ufffdPNG\u001b[31m\u0007' },
    code: 2,
    says: /shader\.wgsl:1:\d+/,
  },
];

/** What is right as text and cannot run. */
const impossible: readonly BadInput[] = [
  {
    title: 'a workgroup that is too large',
    shader: 'workgroup-too-large',
    code: 2,
    says: /2048[\s\S]*1024[\s\S]*-->/,
  },
  {
    title: 'a workgroup that a constant makes too large',
    shader: 'override-size',
    launch: { constants: { SIZE: 4096 } },
    code: 2,
    says: /4096[\s\S]*1024[\s\S]*-->/,
  },
  {
    title: 'a workgroup of no invocations',
    shader: 'override-size',
    launch: { constants: { SIZE: 0 } },
    code: 2,
    says: /workgroup[\s\S]*shader\.wgsl:/,
  },
  {
    title: 'too much workgroup memory',
    shader: 'workgroup-memory',
    code: 2,
    says: /80000 bytes[\s\S]*49152[\s\S]*shader\.wgsl:3/,
  },
  {
    title: 'workgroup memory that a constant makes huge',
    shader: 'workgroup-memory-override',
    launch: { constants: { SIZE: 1000000000 } },
    code: 2,
    says: /4000000000 bytes[\s\S]*49152/,
  },
  {
    title: 'a constant that the shader does not have',
    launch: { constants: { TILE: 4 } },
    code: 2,
    says: /no override 'TILE'[\s\S]*-->/,
  },
  {
    title: 'a constant without a value',
    shader: 'override-size',
    code: 2,
    says: /SIZE[\s\S]*shader\.wgsl:3:\d+/,
  },
  {
    title: 'a constant that does not fit its type',
    shader: 'override-size',
    launch: { constants: { SIZE: 5_000_000_000 } },
    code: 2,
    says: /5000000000[\s\S]*-->/,
  },
  {
    title: 'a negative constant',
    shader: 'override-size',
    launch: { constants: { SIZE: -64 } },
    code: 2,
    says: /-64/,
  },
  {
    title: 'a texture of a video',
    shader: 'texture',
    launch: binding({ size: 4 }),
    code: 3,
    says: /unsupported: .*texture[\s\S]*shader\.wgsl:3:/,
  },
  {
    title: 'a buffer where the shader has a texture',
    shader: 'storage-texture',
    launch: binding({ size: 4 }),
    code: 2,
    says: /`image` is a texture in the shader, but "usage" says storage[\s\S]*launch\.json:/,
  },
];

/** Kernels that do not end, or not in a time that anyone waits for. */
const endless: readonly BadInput[] = [
  {
    title: 'a loop that waits for a value that does not come',
    shader: 'endless-loop',
    code: 2,
    says: /endless[\s\S]*shader\.wgsl:6:3/,
  },
  {
    title: 'a while that stays true',
    shader: 'endless-while',
    code: 2,
    says: /endless[\s\S]*shader\.wgsl:7:3/,
  },
  { title: 'a while that writes', shader: 'endless-write', code: 2, says: /endless[\s\S]*shader\.wgsl:6:3/ },
  {
    title: 'a loop without any memory',
    shader: 'endless-empty',
    code: 2,
    says: /endless[\s\S]*shader\.wgsl:7:3/,
  },
  {
    title: 'a lock that a lane of the same warp holds',
    shader: 'endless-lock',
    launch: binding({ size: 4 }),
    code: 2,
    says: /endless[\s\S]*shader\.wgsl:7:3/,
  },
  {
    title: 'a flag that nobody sets',
    shader: 'endless-flag',
    launch: binding({ size: 4 }),
    code: 2,
    says: /endless[\s\S]*shader\.wgsl:7:3/,
  },
  {
    title: 'a loop with a barrier',
    shader: 'endless-barrier',
    code: 2,
    says: /endless[\s\S]*shader\.wgsl:7:3/,
  },
];

/** Counted loops of very many iterations: shortened, unless data may end them. */
const long: readonly BadInput[] = [
  {
    title: 'ten thousand million iterations that depend on data',
    shader: 'long-nested',
    code: 0,
    timeNs: [1e9, 1e13],
  },
  {
    title: '2^31 iterations that follow a chain of values',
    shader: 'long-chain',
    code: 0,
    timeNs: [1e9, 1e13],
  },
  {
    title: '2^31 iterations that follow a chain of loads',
    shader: 'long-walk',
    code: 0,
    timeNs: [1e9, 1e13],
  },
  {
    title: '2^31 iterations unless a value comes first',
    shader: 'long-search',
    code: 3,
    says: /too long to execute[\s\S]*shader\.wgsl:7:3/,
  },
];

export const shaderCases: readonly BadInput[] = [...invalid, ...impossible, ...endless, ...long];
