// Launches whose workgroups differ: the SM that ends last decides, and no mean does.
import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';

/** Every `period`-th workgroup goes around `rounds` times, the others ten times. */
function timeOf(workgroups: number, period: number, rounds: number): number {
  const source = `
@group(0) @binding(0) var<storage, read_write> result: array<f32>;
@group(0) @binding(1) var<storage, read> rounds: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(global_invocation_id) id: vec3<u32>) {
  var value = f32(id.x);
  let count = select(10u, rounds[0], group.x % ${period}u == 0u);
  for (var round = 0u; round < count; round++) { value = fma(value, 0.5, 1.0) + sin(value); }
  result[id.x] = value;
}`;
  const bindings = [
    { group: 0, binding: 0, size: 256 * workgroups },
    { group: 0, binding: 1, size: 4, data: { kind: 'u32', values: [rounds] } },
  ];
  return forecast(source, { dispatch: [workgroups], bindings }).prediction.timeNs;
}

describe('a launch of unlike workgroups', () => {
  it('takes as long as its longest where all find room at once', () => {
    const alone = timeOf(1, 1, 2000);
    const few = timeOf(264, 88, 2000);
    expect(few / alone).toBeGreaterThan(0.95);
    expect(few / alone).toBeLessThan(1.1);
  });

  it('takes longer, the more long ones meet on an SM', () => {
    const alike = timeOf(528, 1, 1000);
    expect(timeOf(528, 4, 1000)).toBeLessThan(1.05 * alike);
    expect(timeOf(528, 132, 1000)).toBeGreaterThan(0.95 * timeOf(4, 1, 1000));
  });
});
