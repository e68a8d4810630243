// Uniform buffers where a device has no constant banks: they come through its caches as storage buffers do, and take as
// long. (They had been counted as constant banks there, whose words and lines were then taken for passes of L1.)

import { describe, expect, it } from 'vitest';
import { loadProfile } from '../../src/profile/load.ts';
import { forecast } from './forecast.ts';

/** Each lane walks over a table: all over the same places, or each over its own. */
function timeNs(device: string, space: 'uniform' | 'storage', place: string): number {
  const binding = space === 'uniform' ? 'var<uniform>' : 'var<storage, read>';
  const source = `
@group(0) @binding(0) ${binding} table: array<vec4f, 256>;
@group(0) @binding(1) var<storage, read_write> sums: array<vec4f>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var sum = vec4f();
  for (var i = 0u; i < 500u; i++) { sum = sum * table[(${place}) % 256u] + table[(i * 5u) % 256u]; }
  sums[id.x] = sum;
}`;
  const { prediction } = forecast(
    source,
    {
      dispatch: [512],
      bindings: [
        { group: 0, binding: 0, size: 4096, ...(space === 'uniform' ? { usage: 'uniform' } : {}) },
        { group: 0, binding: 1, size: 16 * 64 * 512 },
      ],
    },
    loadProfile(device).value!,
  );
  return prediction.timeNs;
}

describe.each(['amd-rx-6800-xt', 'amd-rx-7900-xtx', 'apple-m2', 'intel-arc-a770', 'intel-lunar-lake'])(
  '%s reads a uniform buffer as fast as a storage buffer',
  (device) => {
    it.each([
      ['at one place for all lanes', 'i * 3u'],
      ['at a place of each lane', 'i * 3u + id.x'],
    ])('%s', (_, place) => {
      const ratio = timeNs(device, 'uniform', place) / timeNs(device, 'storage', place);
      expect(ratio).toBeGreaterThan(0.75);
      expect(ratio).toBeLessThan(1.25);
    });
  },
);
