// What programs without files get: options that may be left out, kernels from texts, and words where something lacks.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadLaunch } from '../../src/launch/load.ts';
import {
  defaultProfile,
  diagnoseLaunch,
  inspectLaunch,
  parseKernel,
  predictLaunch,
  searchKernel,
} from '../../src/library/core.ts';
import { predictLaunch as predict } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';

const examples = path.join(import.meta.dirname, '../../examples');
const textOf = (name: string) => readFileSync(path.join(examples, name), 'utf8');
const triad = parseKernel(textOf('triad.json'), textOf('triad.wgsl'), { file: 'triad.json' }).value!;

const WGSL = `
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { b[id.x] = FACTOR * a[id.x]; }`;
const launchOf = (extra: object) =>
  JSON.stringify({
    shader: 'scale.wgsl',
    dispatch: [64],
    bindings: [
      { group: 0, binding: 0, size: 16384, data: { kind: 'file', path: 'a.bin' } },
      { group: 0, binding: 1, size: 16384 },
    ],
    ...extra,
  });

describe('kernels from texts', () => {
  it('are those of the files', () => {
    const launch = loadLaunch(path.join(examples, 'triad.json')).value!;
    const options = {
      profile: loadProfile('nvidia-h200').value!,
      cache: 'warm',
      without: [],
      seed: 0,
    } as const;
    const files = () => new Uint8Array();
    const value = predict(launch, textOf('triad.wgsl'), { ...options, files, now: () => 0 }).value!;
    const found = predictLaunch(triad.launch, triad.source, { now: () => 0 }).value!;
    expect(found).toEqual(value);
  });

  it('are put together from a template, and say what is not given', () => {
    const text = launchOf({ defines: { FACTOR: 3 }, prepend: ['head.wgsl'] });
    const missing = parseKernel(text, { 'scale.wgsl': WGSL });
    expect(missing.value).toBeUndefined();
    expect(missing.diagnostics.map(({ message }) => message)).toEqual([
      'the content of head.wgsl is not given: pass it as `files`',
    ]);
    const whole = parseKernel(text, { 'scale.wgsl': WGSL, 'head.wgsl': '// head' });
    expect(whole.value!.source).toMatch(/^\/\/ head\n[\s\S]*3 \* a/);
  });

  it('find the bytes of data files in the table that is given', () => {
    const { launch, source } = parseKernel(launchOf({ defines: { FACTOR: 3 } }), WGSL).value!;
    // A sample of it is executed, which reads.
    const refused = predictLaunch(launch, source);
    expect(refused.value).toBeUndefined();
    expect(refused.diagnostics[0].message).toBe(
      'the bytes of a.bin are not given: pass them as `files`, a table by path or a function',
    );
    const files = { 'a.bin': new Uint8Array(16384) };
    expect(predictLaunch(launch, source, { files }).value!.timeNs).toBeGreaterThan(0);
  });
});

describe('the model', () => {
  it('takes undefined for left out', () => {
    const bare = predictLaunch(triad.launch, triad.source, { now: () => 0 });
    const undefinedOnes = { profile: undefined, seed: undefined, cache: undefined, without: undefined };
    expect(predictLaunch(triad.launch, triad.source, { ...undefinedOnes, now: () => 0 })).toEqual(bare);
    expect(bare.value!.profile).toBe(defaultProfile.name);
  });

  it('inspects and diagnoses', () => {
    expect(inspectLaunch(triad.launch, triad.source).value!.text).toContain('EXIT');
    expect(inspectLaunch(triad.launch, triad.source, 'ir').value!.stage).toBe('ir');
    const diagnosis = diagnoseLaunch(triad.launch, triad.source).value!;
    // 10 % less bandwidth takes 6.8 % longer, 10 % slower starts of workgroups 3.8 %, with all of an SM's emulated.
    expect(diagnosis.bottleneck).toMatchObject({ resource: 'dram', kind: 'throughput' });
    expect(diagnosis.bottleneck.rival).toBeUndefined();
    expect(diagnosis.regions.length).toBeGreaterThan(0);
  });

  it('searches', async () => {
    const found = (await searchKernel(textOf('triad.json'), textOf('triad.wgsl'), { budget: 3 })).value!;
    expect(found.result.evaluations).toBeLessThanOrEqual(3);
    expect(found.winner.source).toContain('@compute');
  });
});
