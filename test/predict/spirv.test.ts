// A launch whose shader is SPIR-V, from its source to the prediction: both forms, the launch file's keys that
// matter to it, and what does not fit.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAssembly } from '../../src/decode/spirv/assembly.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { inspectLaunch, type PredictOptions, predictLaunch } from '../../src/predict/predict.ts';
import type { ShaderSource } from '../../src/predict/shader.ts';
import { loadProfile } from '../../src/profile/load.ts';

const ASSEMBLY = readFileSync(path.join(import.meta.dirname, 'saxpy.spvasm'), 'utf8');
const WGSL = `
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
override SCALE: f32 = 2;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) { y[id.x] = SCALE * x[id.x] + y[id.x]; }`;
const SIZE_MODE = 'OpExecutionMode %main LocalSize 64 1 1';

const text = (assembly = ASSEMBLY): ShaderSource => ({ file: 'saxpy.spvasm', text: assembly });

function launch(changes: object = {}, ...bindings: object[]): Launch {
  const buffer = (binding: number) => ({ group: 0, binding, size: 262144 });
  const plain = { shader: 'saxpy.spvasm', dispatch: [1024], bindings: [buffer(0), buffer(1), ...bindings] };
  const { value, diagnostics } = parseLaunch(JSON.stringify({ ...plain, ...changes }), 'launch.json');
  expect(diagnostics).toEqual([]);
  return value!;
}

const OPTIONS: PredictOptions = {
  profile: loadProfile('nvidia-h200').value!,
  cache: 'warm',
  without: [],
  seed: 0,
  files: () => new Uint8Array(),
  now: () => 0,
};

const predict = (source: ShaderSource, each: Launch = launch(), options: Partial<PredictOptions> = {}) =>
  predictLaunch(each, source, { ...OPTIONS, ...options });

/** Severity and message of what a launch brings up. */
const problems = (source: ShaderSource, each: Launch) =>
  predict(source, each).diagnostics.map(({ severity, message }) => `${severity}: ${message}`);

describe('SPIR-V', () => {
  it('gives the same prediction as text and as binary', () => {
    const { words } = readAssembly('saxpy.spvasm', ASSEMBLY).value!;
    const binary = predict({ file: 'saxpy.spv', bytes: new Uint8Array(words.buffer) });
    expect(binary.diagnostics).toEqual([]);
    expect(binary.value).toEqual(predict(text()).value);
  });

  it('costs what the same kernel in WGSL costs without guards', () => {
    const spirv = predict(text()).value!;
    const wgsl = predict(WGSL, launch(), { dialect: 'raw' }).value!;
    expect(spirv.timeNs).toBeCloseTo(wgsl.timeNs, -2);
    expect(spirv.instructions.byClass).toEqual(wgsl.instructions.byClass);
  });

  it('has no guards added, unless that is asked for; WGSL has Dawn’s', () => {
    expect(predict(text()).value).toEqual(predict(text(), launch(), { dialect: 'raw' }).value);
    expect(predict(WGSL).value).toEqual(predict(WGSL, launch(), { dialect: 'dawn' }).value);
  });

  it('takes constants by SpecId and by name', () => {
    const stage = (constants: object) =>
      inspectLaunch(launch({ constants }), text(), 'ir', OPTIONS).value!.text;
    expect(stage({ 7: 3.5 })).toContain('3.5');
    expect(stage({ SCALE: 3.5 })).toBe(stage({ 7: 3.5 }));
    expect(stage({})).not.toContain('3.5');
  });

  it('takes the size of its workgroups from the launch where it says none', () => {
    const open = text(ASSEMBLY.replace(SIZE_MODE, ''));
    expect(problems(open, launch())).toEqual([expect.stringMatching(/^invalid: .*workgroupSize/)]);
    expect(predict(open, launch({ workgroupSize: [64] })).value).toEqual(predict(text()).value);
  });

  it.each([
    ['SPIR-V', text()],
    ['WGSL', WGSL],
  ])('of its own size ignores that of the launch, as %s, and says so', (_, source) => {
    const { value, diagnostics } = predict(source, launch({ workgroupSize: [32] }));
    expect(value!.timeNs).toBe(predict(source).value!.timeNs);
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 'warning', code: 'launch/unused-workgroup-size' }),
    ]);
    expect(diagnostics[0].message).toMatch(/ignored.*64 × 1 × 1/);
    expect(diagnostics[0].span!.file).toBe('launch.json');
    expect(problems(source, launch({ workgroupSize: [64] }))).toEqual([]);
  });

  it('is met with the bindings by its decorations', () => {
    const more = (binding: number) => launch({}, { group: 0, binding, size: 64 });
    // The module declares it, if for another entry point.
    expect(problems(text(), more(2))).toEqual([]);
    expect(problems(text(), more(3))).toEqual([
      expect.stringMatching(/^invalid: unknown binding @group\(0\) @binding\(3\).* 0\/0 `x`, 0\/1 `y`/),
    ]);
  });

  it('whose workgroups are too large is refused at the place that says so', () => {
    const large = ASSEMBLY.replace('LocalSize 64', 'LocalSize 4096');
    const { diagnostics } = predict(text(large));
    expect(diagnostics.map((each) => each.code)).toEqual(['launch/workgroup-size']);
    const { start, end } = diagnostics[0].span!;
    expect(large.slice(start, end)).toBe('OpExecutionMode %main LocalSize 4096 1 1');
  });

  it('shows lines of assembly beside the machine instructions', () => {
    const { value } = inspectLaunch(launch(), text(), 'machine', OPTIONS);
    const line = ASSEMBLY.slice(0, ASSEMBLY.indexOf('OpStore')).split('\n').length;
    expect(value!.text).toMatch(new RegExp(`STG.*line ${line}\\b`));
  });
});
