// The hypterm stencils of section 6.2 of the SAAKE paper: all groupings compute the same, and what fusing gains is as
// the paper found it on a K20c.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadApp } from '../../src/app/load.ts';
import { type AppForecast, forecastApp } from '../../src/app/predict.ts';
import { summarize } from '../../src/app/summary.ts';
import { loadProfile } from '../../src/profile/load.ts';

const folder = path.join(import.meta.dirname, '../../examples/hypterm');
const source = readFileSync(path.join(folder, 'hypterm.wgsl'), 'utf8');
const STEPS = ['1-six-kernels', '2-three-kernels', '3-one-kernel', '4-smaller-tile'];
/** As CUDA has no guards. */
const AS_CUDA = { dialect: 'raw', without: ['bounds-check'], seed: 0, cache: 'warm', now: () => 0 } as const;

function run(step: string, device: string, params = {}, furtherWarpInstructions = 0) {
  const app = loadApp(path.join(folder, `${step}.json`), { params }).value!;
  const profile = loadProfile(device).value!;
  const options = { ...AS_CUDA, profile, files: () => new Uint8Array(), sourceOf: () => source };
  const { value, diagnostics } = forecastApp(app, { ...options, furtherWarpInstructions });
  expect(diagnostics).toEqual([]);
  return { forecast: value!, timeNs: summarize(app, value!, profile, 0).timeNs };
}

function floatsOf({ results, steps }: AppForecast, name: string): Float32Array {
  const bound = steps.flatMap(({ dispatched }) => dispatched?.operation.bindings ?? []);
  const { buffer } = bound.find((each) => each.buffer.name === name)!;
  expect(results.unsure.has(buffer)).toBe(false);
  const words = results.contents.words({ buffer, offsetBytes: 0, sizeBytes: buffer.sizeBytes });
  return new Float32Array(Uint32Array.from(words).buffer);
}

describe('hypterm', () => {
  const N = 8;
  const small = { N: String(N), TILE_X: '8', TILE_Y: '8', PLANES: '4' };
  const left = STEPS.map((step) => run(step, 'nvidia-k20c', small, 2 ** 22).forecast);

  it('computes what its formulas say, however its stencils are grouped', () => {
    const expected = fluxOf(floatsOf(left[0], 'primitive'), floatsOf(left[0], 'conserved'), N);
    for (const forecast of left) {
      const found = floatsOf(forecast, 'flux');
      expect(found.length).toBe(expected.length);
      const far = expected.reduce((most, value, i) => Math.max(most, Math.abs(found[i] - value)), 0);
      expect(far).toBeLessThan(1e-5);
    }
  });

  it('gains on a K20c by three kernels and by one whose workgroups fit twice, as in the paper', () => {
    const times = STEPS.map((step) => run(step, 'nvidia-k20c').timeNs);
    const [six, three, one, smaller] = times;
    // Section 6.2: 141, 161 and 260 GFLOPS, so 1.14 and 1.61 by the two fusions, 1.84 in all.
    expect(six / three).toBeGreaterThan(1.1);
    expect(six / three).toBeLessThan(1.14 * 1.2);
    expect(three / smaller).toBeGreaterThan(1.61 * 0.8);
    expect(Math.abs(six / smaller / (260 / 141) - 1)).toBeLessThan(0.1);
    // Fused without another tile it is slower: its registers leave one workgroup on an SM.
    expect(one).toBeGreaterThan(six);
  });

  it('gains on a Pascal in the same order', () => {
    const steps = STEPS.filter((step) => step !== '3-one-kernel');
    const [six, three, smaller] = steps.map((step) => run(step, 'nvidia-titan-x-pascal').timeNs);
    expect(six).toBeGreaterThan(1.1 * three);
    expect(three).toBeGreaterThan(1.1 * smaller);
  });
});

/** The fifteen stencils, straight from their formulas, for the two halves of each element alike. */
function fluxOf(primitive: Float32Array, conserved: Float32Array, n: number): Float64Array {
  const edge = n + 8;
  const weights = [0.8, -0.2, 4 / 105, -1 / 280];
  const at = (from: Float32Array, field: number, cell: readonly number[], half: number) =>
    from[2 * (((field * edge + cell[2] + 4) * edge + cell[1] + 4) * edge + cell[0] + 4) + half];
  const flux = new Float64Array(5 * n ** 3 * 2);
  const transported = (which: number, axis: number, cell: readonly number[], half: number) => {
    const velocity = at(primitive, axis, cell, half);
    const pressure = at(primitive, 3, cell, half);
    if (which === 0) return at(conserved, axis, cell, half);
    if (which === 4) return (at(conserved, 3, cell, half) + pressure) * velocity;
    return at(conserved, which - 1, cell, half) * velocity + (which - 1 === axis ? pressure : 0);
  };
  for (let i = 0; i < flux.length; i++) {
    const half = i % 2;
    const index = i >> 1;
    const cell = [index % n, Math.floor(index / n) % n, Math.floor(index / n ** 2) % n];
    const which = Math.floor(index / n ** 3);
    for (const axis of [0, 1, 2]) {
      for (const [k, weight] of weights.entries()) {
        const moved = (by: number) => cell.map((place, a) => (a === axis ? place + by : place));
        const difference =
          transported(which, axis, moved(k + 1), half) - transported(which, axis, moved(-k - 1), half);
        flux[i] -= weight * difference;
      }
    }
  }
  return flux;
}
