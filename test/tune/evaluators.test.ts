// Configurations on a Vulkan device in software (test/devices.ts): what is right, what is wrong,
// and what does not run at all.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '../../src/configure/tunable.ts';
import { Variants } from '../../src/hardware/variants.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { HardwareEvaluator } from '../../src/tune/evaluators/hardware.ts';
import { describeOnDevice } from '../devices.ts';
import { bundleGpuProgram } from '../hardware/gpu-program.ts';

const COUNT = 4096;

function instance(source: string, changes: object = {}): Instance {
  const launch = parseLaunch(
    JSON.stringify({
      shader: 'kernel.wgsl',
      dispatch: [COUNT / 64],
      bindings: [
        { group: 0, binding: 0, size: COUNT * 4, data: { kind: 'random-f32', seed: 3, min: -1, max: 1 } },
        { group: 0, binding: 1, size: COUNT * 4, data: { kind: 'random-f32', seed: 4, min: -1, max: 1 } },
      ],
      ...changes,
    }),
    'kernel.json',
  );
  if (!launch.value) throw new Error(JSON.stringify(launch.diagnostics));
  return { launch: launch.value, source };
}

const HEAD = `@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
`;
const kernel = (body: string, size = 64) =>
  `${HEAD}@compute @workgroup_size(${size}) fn main(@builtin(global_invocation_id) id: vec3u) { let i = id.x; ${body} }`;

/** It adds to what it finds: right only from the first contents on. */
const BASE = kernel('y[i] += x[i] * 3.0;');

describeOnDevice('configurations on a device', () => {
  let gpu: Variants;
  let evaluator: HardwareEvaluator;
  let remove = () => {};

  beforeAll(async () => {
    const bundled = await bundleGpuProgram();
    remove = bundled.remove;
    gpu = new Variants({
      program: bundled.program,
      timeoutMs: 60_000,
      ahead: 4,
      compileLimitMs: 60_000,
      dispatchLimitMs: 3000,
    });
    evaluator = new HardwareEvaluator(gpu, { samples: 3, baseSamples: 5 });
    const base = await evaluator.open(instance(BASE));
    expect(base.diagnostics).toEqual([]);
    expect(base.value).toMatchObject({ status: 'correct', quality: expect.arrayContaining(['software']) });
    expect(evaluator.unverified).toEqual([]);
  }, 120_000);

  afterAll(() => {
    gpu?.close();
    remove();
  });

  it('are right in another order of operations and another geometry, many at once', async () => {
    const good = [
      instance(kernel('y[i] = fma(x[i], 3.0, y[i]);')),
      instance(kernel('y[i] += x[i] + x[i] + x[i];', 128), { dispatch: [COUNT / 128] }),
      instance(BASE),
      instance(BASE),
      instance(kernel(`for (var k = 0u; k < 2u; k++) { y[2u * i + k] += x[2u * i + k] * 3.0; }`), {
        dispatch: [COUNT / 128],
      }),
    ];
    const results = await Promise.all(good.map((each) => evaluator.evaluate(each)));
    expect(results.map((each) => each.status)).toEqual(good.map(() => 'correct'));
    expect(results.every((each) => each.timeNs! > 0 && each.used! >= 3)).toBe(true);
  }, 60_000);

  it('are wrong when one word is, and when nothing is written', async () => {
    const one = instance(kernel('y[i] += x[i] * 3.0; if (i == 77u) { y[i] += 0.5; }'));
    const none = instance(kernel('y[i] = y[i] + 0.0 * x[i];'));
    const half = instance(BASE, { dispatch: [COUNT / 128] });
    const results = await Promise.all([one, none, half].map((each) => evaluator.evaluate(each)));
    expect(results.map((each) => each.status)).toEqual(['correctness', 'correctness', 'correctness']);
    expect(results[0].message).toBe(
      `y: 1 of ${COUNT} words differ from what the base kernel leaves, word 77 first`,
    );
  }, 60_000);

  it('may have a texture for their output, and another kernel between them', async () => {
    const texel = `@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var made: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  let texel = textureLoad(source, id.xy, 0);
  textureStore(made, id.xy, texel * 0.5);
}`;
    // Rows of 100 texels are padded where they are compared.
    const texture = (more: object = {}) => ({ texture: { format: 'rgba8unorm', size: [100, 40] }, ...more });
    const changes = {
      dispatch: [13, 5],
      bindings: [
        { group: 0, binding: 0, ...texture({ data: { kind: 'random-u32', seed: 1 } }) },
        { group: 0, binding: 1, ...texture({ data: { kind: 'random-u32', seed: 2 } }) },
      ],
    };
    const own = new HardwareEvaluator(gpu, { samples: 1, baseSamples: 1 });
    expect((await own.open(instance(texel, changes))).diagnostics).toEqual([]);
    expect(own.unverified).toEqual([]);
    const rounded = texel.replace('texel * 0.5', 'texel * 0.5 + 0.001');
    const wrong = texel.replace('texel * 0.5', 'select(texel * 0.5, texel, all(id.xy == vec2u(99, 39)))');
    const some = [texel, rounded, wrong].map((each) => own.evaluate(instance(each, changes)));
    const results = await Promise.all([
      ...some,
      own.evaluate(instance(texel, { ...changes, dispatch: [12, 5] })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['correct', 'correct', 'correctness', 'correctness']);
    expect(results[2].message).toMatch(/^made: 1 of \d+ words differ/);
    // The kernel of the other tests is the reference again.
    await evaluator.resume();
    expect(await evaluator.evaluate(instance(BASE))).toMatchObject({ status: 'correct' });
  }, 60_000);

  it('that the compiler or the device refuses say so', async () => {
    const broken = instance(BASE.replace('3.0', 'vec2f(3.0)'));
    const large = instance(kernel('y[i] += x[i] * 3.0;', 65536), { dispatch: [1] });
    const results = await Promise.all([broken, large].map((each) => evaluator.evaluate(each)));
    expect(results.map((each) => each.status)).toEqual(['compile', 'constraints']);
    expect(results[1].message).toMatch(/65536.*the device allows/);
  }, 60_000);

  it('stop after a sample when they are hopeless', async () => {
    const slow = instance(
      kernel(
        'var s = 0.0; for (var k = 0u; k < 3000u; k++) { s += x[(i + k) % 4096u] * 0.0; } y[i] += x[i] * 3.0 + s;',
      ),
    );
    const result = await evaluator.evaluate(slow, 1);
    expect(result).toMatchObject({ status: 'correct', used: 1 });
    expect(result.quality).toContain('stopped-early');
  }, 60_000);

  it('that never end are stopped, and the others go on', async () => {
    const endless = instance(kernel('loop { if (y[(i + 1u) % 4096u] > 1e30) { break; } y[i] = x[i]; }'));
    const results = await Promise.all(
      [instance(BASE), endless, instance(BASE)].map((each) => evaluator.evaluate(each)),
    );
    expect(results.map((each) => each.status)).toEqual(['correct', 'timeout', 'correct']);
  }, 120_000);
});
