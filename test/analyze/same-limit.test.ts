// Prediction and diagnosis name the same limit, and the diagnosis shows nothing that would be a larger one: for all
// examples, and launches of the sets on which they once differed.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnoseFile, forecastFile } from './support.ts';

const root = path.join(import.meta.dirname, '../..');
const examples = ['examples', 'examples/contraction'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file) => `${folder}/${file}`),
);
const once = [
  'bench/sets/development/btree-lookup.json',
  'bench/sets/development/histogram-workgroup.json',
  'bench/sets/development/stencil-2d-tiled.json',
  'bench/sets/development/rms-norm-small.json',
  'bench/sets/studied/blur-halo.json',
  'bench/sets/studied/box-filter-wide.json',
];

describe('prediction and diagnosis', { timeout: 60_000 }, () => {
  it.each([...examples, ...once])('of %s name the same limit, which the table has first', (file) => {
    const { prediction } = forecastFile(file).forecast;
    const { bottleneck, sensitivities, factors, noise } = diagnoseFile(file).diagnosis;
    expect(bottleneck).toEqual(prediction.bottleneck);
    const shares = factors.filter(({ name }) => name === 'launch overhead' || name === 'tail');
    const largest = Math.max(...[...sensitivities, ...shares].map((each) => each.elasticity));
    expect(bottleneck.elasticity).toBeCloseTo(largest, 12);
    expect(bottleneck.elasticity).toBeGreaterThan(noise);
  });
});
