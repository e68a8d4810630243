// One app file: read with its steps written out, and every so often predicted with a small kernel in the place of
// its shaders, as the command would. What is read has parts within their buffers; what is predicted has a time.

import { type App, isDispatch, movedBytes, type Pipeline } from '../../src/app/app.ts';
import { parseApp } from '../../src/app/parse.ts';
import { forecastApp } from '../../src/app/predict.ts';
import { summarize } from '../../src/app/summary.ts';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { checkDiagnostics, outcomeOf, refusalOf } from './oracle.ts';
import type { Random } from './random.ts';

const FILE = 'app.json';

/** What an app of the corpus binds, read in ways that steer the kernel. */
const KERNELS: Readonly<Record<string, string>> = {
  'count.wgsl': `struct Params { count: u32, limit: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < params.count) { values[id.x % arrayLength(&values)] = values[(id.x * 7) % arrayLength(&values)] + 1; }
}`,
  'store.wgsl': `@group(0) @binding(0) var image: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(1) var<storage, read> values: array<u32>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  textureStore(image, id.xy, vec4f(f32(values[id.x]) / 256.0));
}`,
  'look.wgsl': `@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var looked: sampler;
@group(0) @binding(2) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  values[id.x] = u32(256.0 * textureSampleLevel(image, looked, vec2f(f32(id.x) / 64.0), 0).x);
}`,
};

const profile = loadProfile('nvidia-h200').value!;
/** Apps that repeat much are read, not predicted. */
const MOST_PREDICTED = 200;
/** And those whose dispatches would be executed whole for long. */
const LITTLE_WORK = 2 ** 14;
const LITTLE_MEMORY = 2 ** 26;

export function checkApp(text: string, random: Random): string {
  const { value: app, diagnostics } = parseApp(text, FILE);
  checkDiagnostics(diagnostics, FILE, Math.max(text.length, 1), text);
  if (!app) return refusalOf(diagnostics);
  requireParts(app);
  if (app.operations.length > MOST_PREDICTED || !random.oneIn(3)) return 'ok';
  try {
    return predicted(app, text);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return `thrown: ${refusalOf(error.diagnostics)}`;
  }
}

function sourceOf({ shaderPath }: Pipeline): string {
  const name = shaderPath.replace(/^.*[/\\]/, '');
  return KERNELS[Object.hasOwn(KERNELS, name) ? name : 'count.wgsl'];
}

function predicted(app: App, text: string): string {
  const { value, diagnostics } = forecastApp(app, {
    profile,
    dialect: 'dawn',
    without: [],
    seed: 1,
    cache: 'warm',
    files: () => Uint8Array.of(1, 2, 3),
    now: () => 0,
    memoryBytes: LITTLE_MEMORY,
    wholeWarpInstructions: LITTLE_WORK,
    sourceOf,
  });
  checkDiagnostics(diagnostics, FILE, text.length, text);
  if (!value) return `predicted: ${refusalOf(diagnostics)}`;
  const { timeNs, errorBandNs } = summarize(app, value, profile, 0);
  if (![timeNs, ...errorBandNs].every((each) => each >= 0 && each < Infinity))
    throw new Error(`oracle: a time of ${timeNs} ns, from ${errorBandNs.join(' to ')}`);
  return `predicted: ${outcomeOf(diagnostics)}`;
}

function requireParts({ operations }: App): void {
  for (const operation of operations) {
    if (operation.kind === 'skipped') continue;
    const parts = isDispatch(operation)
      ? operation.bindings
      : operation.kind === 'copy'
        ? [operation.from, operation.to]
        : [operation.to];
    for (const { buffer, offsetBytes, sizeBytes } of parts) {
      const isWithin = offsetBytes >= 0 && sizeBytes > 0 && offsetBytes + sizeBytes <= buffer.sizeBytes;
      if (!isWithin || offsetBytes % 4 !== 0)
        throw new Error(`oracle: ${sizeBytes} bytes from ${offsetBytes} on of ${buffer.sizeBytes}`);
    }
    if (!isDispatch(operation) && !(movedBytes(operation) > 0)) throw new Error('oracle: moves nothing');
  }
}
