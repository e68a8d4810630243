// Launch files that are wrong, and files that are none.

import { type BadInput, binding, X, Y } from './case.ts';

/** Files that cannot be read as a launch. */
const files: readonly BadInput[] = [
  { title: 'an empty file', launch: '', code: 2, says: /no JSON[\s\S]*launch\.json:1:1/ },
  {
    title: 'bytes that are no text',
    launch: '\u007fELF\u0002\u0001\u0000\u0000\ufffd\u001b[31m',
    code: 2,
    says: /launch\.json:1:1/,
  },
  {
    title: 'a list',
    launch: '[{ "shader": "shader.wgsl" }]',
    code: 2,
    says: /must be an object[\s\S]*launch\.json:1:1/,
  },
  { title: 'a number', launch: '42', code: 2, says: /must be an object[\s\S]*launch\.json:1:1/ },
  {
    title: 'brackets nested without end',
    launch: `{ "shader": ${'['.repeat(100_000)}`,
    code: 2,
    says: /nest[\s\S]*launch\.json/,
  },
  {
    title: 'brackets nested deeply',
    launch: `{ "shader": ${'['.repeat(50_000)}${']'.repeat(50_000)} }`,
    code: 2,
    says: /nest[\s\S]*launch\.json/,
  },
  {
    title: 'a shader that is not there',
    launch: { shader: 'other.wgsl' },
    code: 2,
    says: /other\.wgsl: no such file[\s\S]*launch\.json:2:13/,
  },
  {
    title: 'a folder as shader',
    launch: { shader: '.' },
    code: 2,
    says: /it is a folder[\s\S]*launch\.json:2:13/,
  },
  {
    title: 'a path with a zero byte',
    launch: { shader: 'a\u0000b' },
    code: 2,
    says: /cannot read[\s\S]*launch\.json:2:13/,
  },
  {
    title: 'an empty SPIR-V file',
    launch: { shader: 'kernel.spv' },
    files: { 'kernel.spv': '' },
    code: 2,
    says: /^error: the file is empty\n --> .*kernel\.spv/,
  },
  {
    title: 'SPIR-V text in a file for binaries',
    launch: { shader: 'kernel.spv' },
    files: { 'kernel.spv': 'OpCapability Shader\n' },
    code: 2,
    says: /looks like text: assembly belongs into a \.spvasm file\n --> .*kernel\.spv/,
  },
  {
    title: 'a SPIR-V binary in a file for text',
    launch: { shader: 'kernel.spvasm' },
    files: { 'kernel.spvasm': '\u0003\u0002#\u0007\u0000\u0003\u0001\u0000' },
    code: 2,
    says: /kernel\.spvasm holds a SPIR-V binary, not assembly: give it the ending \.spv/,
  },
  {
    title: 'SPIR-V assembly with mistakes',
    launch: { shader: 'kernel.spvasm' },
    files: { 'kernel.spvasm': 'OpCapability Shadr\n%v = OpTypeVoid\n%f = OpTypeFloot 32\n' },
    code: 2,
    says: /no Capability Shadr; did you mean "Shader"\?[\s\S]*spvasm:1:14[\s\S]*OpTypeFloot[\s\S]*spvasm:3:6/,
  },
  {
    title: 'SPIR-V without an entry point',
    launch: { shader: 'kernel.spvasm' },
    files: { 'kernel.spvasm': 'OpCapability Shader\nOpMemoryModel Logical GLSL450\n' },
    code: 2,
    says: /no compute entry point[\s\S]*kernel\.spvasm/,
  },
  {
    title: 'SPIR-V for OpenCL',
    launch: { shader: 'kernel.spvasm' },
    files: {
      'kernel.spvasm': [
        'OpCapability Kernel',
        'OpMemoryModel Physical64 OpenCL',
        'OpEntryPoint Kernel %main "main"',
        '%void = OpTypeVoid',
        '%type = OpTypeFunction %void',
        '%main = OpFunction %void None %type',
        '%entry = OpLabel',
        'OpReturn',
        'OpFunctionEnd',
      ].join('\n'),
    },
    code: 3,
    says: /^unsupported: [\s\S]*kernel\.spvasm:\d/,
  },
  {
    title: 'a misspelt key',
    launch: { dispach: [1] },
    code: 2,
    says: /unknown key "dispach"; did you mean "dispatch"/,
  },
  { title: 'no dispatch', launch: { dispatch: undefined }, code: 2, says: /"dispatch"[\s\S]*launch\.json/ },
];

/** Numbers and expressions that give none that could be meant. */
const numbers: readonly BadInput[] = [
  ...[
    ['N +', /expression|end|value/],
    ['0 / 0', /NaN/],
    ['1 / 0', /Infinity/],
    ['10^400', /Infinity/],
    ['sqrt(-1)', /NaN/],
    ['M * 2', /unknown name "M"/],
    ['import("fs")', /import/],
    ['N.constructor', /only arithmetic/],
    ['N = 4', /only arithmetic/],
    ['[1, 2]', /only arithmetic/],
    ['"4"', /texts/],
    ['4 bytes', /bytes/],
    ['', /empty/],
    [`${'('.repeat(50_000)}1${')'.repeat(50_000)}`, /nest|deep|long/],
    [`1${'+1'.repeat(50_000)}`, /nest|deep|long/],
  ].map(
    ([text, says]): BadInput => ({
      title: `the expression ${JSON.stringify(text).slice(0, 30)}`,
      launch: { params: { N: 4 }, dispatch: [text] },
      code: 2,
      says: new RegExp(`(${(says as RegExp).source})[\\s\\S]*launch\\.json:\\d+:\\d+`),
    }),
  ),
  {
    title: 'params that need each other',
    launch: { params: { A: 'B', B: 'A + 1' }, dispatch: ['A'] },
    code: 2,
    says: /itself|circle|cycl/,
  },
  {
    title: 'a dispatch of zero',
    launch: { dispatch: [0] },
    code: 2,
    says: /0 is below 1[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'a negative dispatch',
    launch: { dispatch: [64, -1] },
    code: 2,
    says: /-1 is below 1[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'half a workgroup',
    launch: { dispatch: ['3 / 2'] },
    code: 2,
    says: /1\.5, which is not a whole number[\s\S]*launch\.json/,
  },
  {
    title: 'a dispatch of four dimensions',
    launch: { dispatch: [1, 1, 1, 1] },
    code: 2,
    says: /at most 3 entries/,
  },
  {
    title: '-D without a value',
    params: { N: '' },
    launch: { params: { N: 4 }, dispatch: ['N'] },
    code: 2,
    says: /N.*empty/,
  },
  {
    title: '-D with a name',
    params: { N: 'abc' },
    launch: { params: { N: 4 }, dispatch: ['N'] },
    code: 2,
    says: /unknown name "abc"/,
  },
  {
    title: '-D with two statements',
    params: { N: '2; 3' },
    launch: { params: { N: 4 }, dispatch: ['N'] },
    code: 2,
    says: /only arithmetic/,
  },
  {
    title: '-D that makes the dispatch negative',
    params: { N: '-1' },
    launch: { params: { N: 4 }, dispatch: ['N'] },
    code: 2,
    says: /-1, which is below 1/,
  },
  {
    title: '-D of an unknown param',
    params: { M: '2' },
    launch: { params: { N: 4 } },
    code: 2,
    says: /-D M: .*no such param \(its params: N\)/,
  },
];

/** Buffers that do not go with the shader. */
const buffers: readonly BadInput[] = [
  {
    title: 'an unknown binding',
    launch: binding({ binding: 7, size: 4 }),
    code: 2,
    says: /unknown binding @group\(0\) @binding\(7\)[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'an unknown group',
    launch: binding({ group: 3, binding: 0, size: 4 }),
    code: 2,
    says: /unknown binding @group\(3\) @binding\(0\)[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'a missing buffer',
    launch: { bindings: [X] },
    code: 2,
    says: /@binding\(1\)[\s\S]*shader\.wgsl:2:\d+[\s\S]*add \{/,
  },
  {
    title: 'no buffers at all',
    launch: { bindings: undefined },
    code: 2,
    says: /@binding\(0\)[\s\S]*@binding\(1\)/,
  },
  {
    title: 'a buffer bound twice',
    launch: { bindings: [X, Y, Y] },
    code: 2,
    says: /bound twice[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'a size that is no multiple of 4',
    launch: { bindings: [X, { ...Y, size: 262_146 }] },
    code: 2,
    says: /262146 is not a multiple of 4[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'a size of zero',
    launch: { bindings: [X, { ...Y, size: 0 }] },
    code: 2,
    says: /0 is below 1[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'a size whose expression fails',
    launch: { bindings: [X, { ...Y, size: '4 * M' }] },
    code: 2,
    says: /unknown name "M"[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'a negative binding number',
    launch: { bindings: [X, { ...Y, binding: -1 }] },
    code: 2,
    says: /-1 is below 0/,
  },
  {
    title: 'a buffer smaller than the shader needs',
    shader: 'fixed-large',
    launch: binding({ size: 1024 }),
    code: 2,
    says: /1024 bytes[\s\S]*2000000000[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'the wrong usage',
    launch: { bindings: [X, { ...Y, usage: 'uniform' }] },
    code: 2,
    says: /"usage"[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'an unknown kind of data',
    launch: { bindings: [X, { ...Y, data: { kind: 'randm-f32' } }] },
    code: 2,
    says: /did you mean "random-f32"/,
  },
  {
    title: 'data without a kind',
    launch: { bindings: [X, { ...Y, data: {} }] },
    code: 2,
    says: /needs the key "kind"/,
  },
  {
    title: 'a word that does not fit',
    launch: { bindings: [X, { ...Y, data: { kind: 'words', values: [-1] } }] },
    code: 2,
    says: /-1 is no u32/,
  },
  {
    title: 'more values than bytes',
    launch: { bindings: [X, { ...Y, size: 4, data: { kind: 'u32', values: [1, 2] } }] },
    code: 2,
    says: /its data need 8 bytes/,
  },
  {
    title: 'a data file that is not there',
    launch: { bindings: [X, { ...Y, data: { kind: 'file', path: 'none.bin' } }] },
    code: 2,
    says: /none\.bin: no such file[\s\S]*launch\.json:\d+:\d+/,
  },
  {
    title: 'a folder as data file',
    launch: { bindings: [X, { ...Y, data: { kind: 'file', path: '.' } }] },
    code: 2,
    says: /it is a folder[\s\S]*launch\.json:\d+:\d+/,
  },
];

export const launchCases: readonly BadInput[] = [...files, ...numbers, ...buffers];
