// Profiles of devices: what passes the schema and the checks has to give a prediction, or a problem.

import type { Launch } from '../../src/launch/launch.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { parseProfile } from '../../src/profile/parse.ts';
import { checkDiagnostics, outcomeOf, refusalOf } from './oracle.ts';
import type { Random } from './random.ts';

const FILE = 'fuzz.json';
const KERNEL = `@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
var<workgroup> t: array<f32, 64>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
  t[i] = a[id.x] * 2.0;
  workgroupBarrier();
  b[id.x] = sqrt(t[63u - i]) + a[(id.x * 7u) % arrayLength(&a)];
}`;
const buffer = (binding: number) => ({
  group: 0,
  binding,
  usage: 'storage' as const,
  sizeBytes: 65_536,
  data: { kind: 'random-f32', seed: 1, min: 0, max: 1 } as const,
});
const LAUNCH: Launch = {
  name: 'fuzz',
  file: 'launch.json',
  shaderPath: 'fuzz.wgsl',
  params: {},
  constants: {},
  dispatch: [256, 1, 1],
  bindings: [buffer(0), buffer(1)],
};

export function checkProfile(text: string, random: Random): string {
  const { value, diagnostics } = parseProfile(text, FILE);
  checkDiagnostics(diagnostics, FILE, text.length, text);
  if (!value) return refusalOf(diagnostics);
  if (!random.oneIn(4)) return 'ok';
  const prediction = predictLaunch(LAUNCH, KERNEL, {
    dialect: 'dawn',
    without: [],
    profile: value,
    seed: 1,
    cache: random.oneIn(2) ? 'warm' : 'cold',
    files: () => new Uint8Array(64),
    now: () => 0,
  });
  checkDiagnostics(prediction.diagnostics, FILE, text.length, text);
  const timeNs = prediction.value?.timeNs;
  if (prediction.value && !(timeNs! > 0 && timeNs! < Infinity))
    throw new Error(`oracle: a time of ${timeNs} ns`);
  return `predicted: ${outcomeOf(prediction.diagnostics)}`;
}
