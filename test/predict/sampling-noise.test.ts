// What a prediction owes to the workgroups that were executed: nothing where all were, and about what other samples
// make of it where they were not.

import { describe, expect, it } from 'vitest';
import { loadLaunch } from '../../src/launch/load.ts';
import { errorBandNs } from '../../src/predict/error-band.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';

/** Each of 4096 workgroups goes round so often as its place says. */
const source = (rounds: string) => `
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  var sum = f32(id.x);
  let rounds = ${rounds};
  for (var i = 0u; i < rounds; i++) { sum = fract(sum * 1.5 + 0.1); }
  sums[id.x] = sum;
}`;

function predicted(rounds: string, workgroups: number, seed = 0) {
  const launch = {
    ...loadLaunch('examples/triad.json', { params: {} }).value!,
    name: 'rounds',
    dispatch: [workgroups, 1, 1] as const,
    constants: {},
    bindings: [
      {
        group: 0,
        binding: 0,
        usage: 'storage',
        sizeBytes: 4 * 64 * workgroups,
        data: { kind: 'zeros' },
      } as const,
    ],
  };
  return predictLaunch(launch as never, source(rounds), {
    profile: loadProfile('nvidia-h200').value!,
    cache: 'warm',
    without: [],
    seed,
    files: () => new Uint8Array(),
    now: () => 0,
  }).value!;
}

describe('the noise of a sample', () => {
  const hashed = '16u + (((group.x * 2654435761u) >> 24u) * ((group.x * 2654435761u) >> 24u)) / 100u';

  it('is nothing where all workgroups were executed', () => {
    expect(predicted(hashed, 40).sampling).toEqual({ workgroups: 40, ofWorkgroups: 40, noise: 0 });
  });

  it('is next to nothing where all are alike', () => {
    const { workgroups, noise } = predicted('200u', 4096).sampling;
    expect(workgroups).toBeLessThan(100);
    expect(noise).toBeLessThan(0.01);
  });

  it('is about as large as the differences between seeds', () => {
    const predictions = [0, 1, 2, 3, 4, 5].map((seed) => predicted(hashed, 40_000, seed));
    const times = predictions.map(({ timeNs }) => timeNs);
    const mean = times.reduce((sum, each) => sum + each, 0) / times.length;
    const deviation = Math.sqrt(times.reduce((sum, each) => sum + (each / mean - 1) ** 2, 0) / 5);
    const noise = Math.max(...predictions.map(({ sampling }) => sampling.noise));
    expect(noise).toBeGreaterThan(0.003);
    expect(deviation).toBeLessThan(2.5 * noise);
    expect(noise).toBeLessThan(0.15);
  });

  it('widens the error band', () => {
    const limit = { resource: 'dram', kind: 'throughput', elasticity: 1 } as const;
    const [low, high] = errorBandNs(1000, 0, limit);
    const [lower, higher] = errorBandNs(1000, 0, limit, 0.1);
    expect(lower).toBeLessThan(low);
    expect(Math.log(higher / 1000)).toBeCloseTo(Math.hypot(Math.log(high / 1000), 0.1645), 6);
  });
});
