// The plan as data: every step can be run, and answers a number that a profile can hold.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import schema from '../../hwprofiles/schema.json' with { type: 'json' };
import { openBenchmark } from '../../src/calibrate/microbench.ts';
import { nameOf, plan, planFor, softwareCaps, variantsOf } from '../../src/calibrate/plan.ts';
import { closeTint, validateWgsl } from '../../src/hardware/tint.ts';
import { readMeasurements } from '../../src/measure/record.ts';
import { compileKernel } from '../../src/predict/compile.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { toy } from '../emulate/toy.ts';

afterAll(closeTint);
const root = path.join(import.meta.dirname, '../..');

describe('the plan', () => {
  it('calls no two steps the same', () => {
    expect(new Set(plan.map((step) => step.id)).size).toBe(plan.length);
  });

  it.each(plan.flatMap(({ field }) => field ?? []))('%s is a number that profiles hold', (field) => {
    const [part, name, key] = field.split('.') as [keyof typeof schema.properties, string, string?];
    if (part === ('resources' as string) || part === ('classes' as string)) {
      expect(Object.keys(toy[part as 'resources' | 'classes'])).toContain(name);
      expect(['latencyCycles', 'gapCycles']).toContain(key);
    } else {
      const { properties } = schema.properties[part] as unknown as { properties: Record<string, object> };
      expect(properties[name]).toMatchObject({ $ref: '#/$defs/quantity' });
    }
  });

  it('varies only params that the launch has', () => {
    for (const step of plan) {
      const text = readFileSync(path.join(root, 'microbench', step.launch), 'utf8');
      const known = Object.keys(JSON.parse(text).params);
      expect(known).toEqual(expect.arrayContaining(Object.keys(variantsOf(step)[0])));
    }
  });

  it('compiles in every variant', () => {
    for (const step of plan) {
      for (const variant of variantsOf(step).keys()) {
        const { launch, source } = openBenchmark(step, variant, false);
        const { value, diagnostics } = compileKernel(launch, source, { without: [] });
        expect(diagnostics.filter((each) => each.severity !== 'warning')).toEqual([]);
        expect(value!.program.module.entryPoint).toBe(launch.entryPoint ?? value!.program.module.entryPoint);
        expect(launch.name).toBe(nameOf(step, variant));
        expect(launch.file).toBe(`microbench/${step.launch}`);
      }
    }
  });

  it('is asked of a device as it has to be', () => {
    const of = (name: string, id: string) =>
      planFor(loadProfile(name).value!).find((each) => each.id === id)!;
    const whole = plan.find((each) => each.id === 'fma-f32-latency')!;
    expect(of('nvidia-h200', 'fma-f32-latency')).toEqual({
      ...whole,
      params: { ...whole.params, GROUPS: 132 },
    });
    // Mesa leaves loops of more than 32 iterations rolled there; a core gets one workgroup.
    expect(of('intel-arc-a770', 'fma-f32-latency')).toMatchObject({
      params: { GROUPS: 32 },
      vary: { COUNT: [8, 24] },
    });
    expect(of('apple-m1', 'shared-latency').vary).toEqual({ COUNT: [8, 24] });
    // A scalar unit would load what all lanes share, past L1.
    expect(of('amd-rx-6600', 'l1-latency')).toMatchObject({ entryPoint: 'by_lane', params: { WIDTH: 2 } });
    expect(of('nvidia-h200', 'l1-latency').entryPoint).toBeUndefined();
  });

  it('is small on software', () => {
    const step = plan.find((each) => each.id === 'dram-read')!;
    expect(openBenchmark(step, 0, false).launch.params).toMatchObject({ MIB: 256 });
    expect(openBenchmark(step, 0, true).launch.params).toMatchObject({ MIB: softwareCaps['MIB'] });
  });

  it('has shaders that Tint accepts', async () => {
    const shaders = new Map(
      plan.map((step) => openBenchmark(step, 0, false)).map((each) => [each.launch.shaderPath, each.source]),
    );
    for (const [file, source] of shaders) expect(await validateWgsl(source, file)).toEqual([]);
  });
});

describe('what was recorded on the H200', () => {
  const { measurements } = readMeasurements(
    path.join(root, 'microbench/results/nvidia-h200-2026-11-21-plan.json'),
  );

  it('is of steps of the plan, of one device, and proven to be at one clock', () => {
    const names = plan.flatMap((step) =>
      [...variantsOf(step).keys()].map((variant) => nameOf(step, variant)),
    );
    const strays = measurements.map((each) => each.name).filter((name) => !names.includes(name));
    expect(strays).toEqual([]);
    expect([...new Set(measurements.map((each) => each.device))]).toEqual(['nvidia-h200']);
    for (const { name, quality, samples } of measurements) {
      expect(
        quality.filter((each) => each !== 'noisy'),
        name,
      ).toEqual([]);
      const spins = samples.map((sample) => sample.spinNs);
      expect(Math.min(...spins)).toBeGreaterThan(0.98 * 1_073_500);
    }
  });
});
