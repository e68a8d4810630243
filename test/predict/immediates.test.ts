// Immediates and push constants: read by kernels like a small uniform buffer, given by the launch file as words.

import { describe, expect, it } from 'vitest';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { compileProgram, createMemory, readBuffer, runInFull } from '../../src/execute/index.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { matchBindings, wordsGiven } from '../../src/predict/bindings.ts';
import { generate, optimize } from '../compile.ts';
import { decode, kernel } from '../decode/spirv-structure-support.ts';

const WGSL = `requires immediate_address_space;
struct Parameters { count: u32, factor: f32, offset: vec2i }
var<immediate> parameters: Parameters;
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= parameters.count) { return; }
  out[id.x] = i32(f32(id.x) * parameters.factor) + parameters.offset.y;
}`;

const launchOf = (more: string, bindings = '[{ "group": 0, "binding": 0, "size": 16 }]') =>
  parseLaunch(
    `{ "shader": "k.wgsl", "params": { "N": 3 }, "dispatch": [1], "bindings": ${bindings}${more} }`,
    'k.json',
  ).value!;

const moduleOf = (text: string) => decodeWgsl({ file: 'k.wgsl', text }, { constants: {} }).value!;

/** The words of `out` after one workgroup. */
function run(module: ReturnType<typeof moduleOf>, launch: ReturnType<typeof launchOf>): number[] {
  const options = { dialect: 'dawn', without: new Set<string>() } as const;
  const optimized = optimize(module, options);
  const { value, diagnostics } = matchBindings(optimized, launch, '');
  expect(diagnostics).toEqual([]);
  const memory = createMemory(optimized.buffers, value!, () => new Uint8Array());
  const program = compileProgram(generate(optimized, options), { subgroupSize: 32 });
  expect(runInFull(program, memory, { dispatch: [1, 1, 1] }).diagnostics).toEqual([]);
  const index = optimized.buffers.findIndex(({ name }) => name === 'out');
  return [...new Int32Array(readBuffer(memory, index).slice().buffer)];
}

const IMMEDIATES = ', "immediates": ["N", { "f32": 2.5 }, 0, { "i32": -7 }]';

describe('immediates', () => {
  it('of WGSL are what the launch file gives, member by member', () => {
    // Members of struct Parameters stand at 0, 4 and 8.
    expect(run(moduleOf(WGSL), launchOf(IMMEDIATES))).toEqual([-7, -5, -2, 0]);
  });

  it('of SPIR-V are push constants at their offsets', () => {
    const text = kernel({
      annotations: `OpDecorate %pushed Block
OpMemberDecorate %pushed 0 Offset 4
OpMemberDecorate %pushed 1 Offset 12`,
      globals: `%pushed = OpTypeStruct %uint %uint
%pushed_p = OpTypePointer PushConstant %pushed
%pushed_word_p = OpTypePointer PushConstant %uint
%constants = OpVariable %pushed_p PushConstant`,
      body: `%p0 = OpAccessChain %pushed_word_p %constants %n0
%v0 = OpLoad %uint %p0
%p1 = OpAccessChain %pushed_word_p %constants %n1
%v1 = OpLoad %uint %p1
%product = OpIMul %uint %x %v0
%sum = OpIAdd %uint %product %v1
OpStore %out_p %sum
OpReturn`,
    });
    const both = [0, 1].map((binding) => `{ "group": 0, "binding": ${binding}, "size": 32 }`);
    const bindings = `[${both.join(', ')}]`;
    const module = decode(text);
    expect(module.buffers.map(({ name, kind }) => [name, kind])).toEqual([
      ['constants', 'uniform'],
      ['in', 'storage'],
      ['out', 'storage'],
    ]);
    const launch = launchOf(', "immediates": [0, 3, 0, 100]', bindings);
    expect(run(module, launch)).toEqual([100, 103, 106, 109, 112, 115, 118, 121]);
  });

  it('must be given where they are read, in full, and are told apart from bindings', () => {
    const problems = (more: string, bindings?: string) =>
      matchBindings(moduleOf(WGSL), launchOf(more, bindings), WGSL).diagnostics;
    expect(problems('')).toMatchObject([
      {
        severity: 'invalid',
        code: 'launch/missing-immediates',
        message: 'k.json gives no immediates, but the shader reads 16 bytes of them as `parameters`',
        notes: ['add "immediates": a list of 4 words'],
      },
    ]);
    expect(problems(', "immediates": [1]')).toMatchObject([
      { severity: 'invalid', code: 'launch/binding-size', message: expect.stringMatching(/^the immediates/) },
    ]);
    const [first] = problems(IMMEDIATES, '[{ "group": 1, "binding": 0, "size": 16 }]');
    expect(first.code).toBe('launch/missing-binding');
  });

  it('that nothing reads are told', () => {
    const without = WGSL.replace(/var<immediate>/, 'var<private>');
    const { value, diagnostics } = matchBindings(moduleOf(without), launchOf(IMMEDIATES), without);
    expect(value).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'launch/unused-immediates' }]);
    expect(wordsGiven(launchOf(IMMEDIATES), value!)).toEqual({});
  });

  it('are words to a GPU, and no binding', () => {
    const { value } = matchBindings(moduleOf(WGSL), launchOf(IMMEDIATES), WGSL);
    const { immediates } = wordsGiven(launchOf(IMMEDIATES), value!);
    expect([...new Int32Array(immediates!.slice().buffer)]).toEqual([3, 0x40200000, 0, -7]);
  });
});
