// Passes of the texture unit beside what microbench/textures/lanes-* took on an H200: how a warp's lanes lie is all that
// those launches differ by.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  firstTexels,
  loadPasses,
  lookupPasses,
  NO_LANE,
  NO_TEXEL,
} from '../../src/execute/texture-passes.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { readMeasurements } from '../../src/measure/record.ts';
import { BlockedLayout } from '../../src/texture/blocked-layout.ts';
import { formatOf } from '../../src/texture/formats.ts';
import type { TextureShape } from '../../src/texture/shape.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = path.join(root, 'microbench/textures');
const { measurements } = readMeasurements(
  path.join(root, 'microbench/results/nvidia-h200-2026-11-23-texture-lanes.json'),
);
const timeNsOf = (name: string) => measurements.find((each) => each.name === name)!.timeNs;
const LANES = 32;

/** Filled by the first eight lines of the launch's uniform buffer, as the shader's `start` has it. */
function placeLanes(name: string): number {
  const { value } = loadLaunch(path.join(folder, `${name}.json`));
  const shape = value!.bindings.find(({ texture }) => texture)!.texture as TextureShape;
  const file = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
  const uniform = file.bindings.find(({ usage }: { usage?: string }) => usage === 'uniform');
  const [, row, stepX, stepY, maskX, maskY] = uniform.data.values as number[];
  const layout = new BlockedLayout(shape);
  firstTexels.fill(NO_LANE);
  for (let lane = 0; lane < LANES; lane++) {
    const [x, y] = [((lane % row) * stepX) & maskX, (Math.floor(lane / row) * stepY) & maskY];
    firstTexels[lane] = layout.addressOf(0, x, y, 0);
  }
  return formatOf(shape.format)!.bytes;
}

/** From the pattern with a pass per lane, and the launch's own time, which all patterns share. */
const FEWEST = timeNsOf('lanes-lookup-pt-row16');
const passNs = (timeNsOf('lanes-load-r32-row1-y4') - FEWEST) / (LANES - LANES / 4);
const measuredPasses = (name: string) => LANES / 4 + (timeNsOf(name) - FEWEST) / passNs;

/** What a loop of loads takes at least: they are issued no faster. */
const LEAST_MEASURED = 4.7;

const named = (prefix: string) =>
  readdirSync(folder)
    .filter((each) => each.startsWith(prefix) && each.endsWith('.json'))
    .map((each) => path.basename(each, '.json'));

describe('passes of the texture unit', () => {
  it.each(named('lanes-load-'))('are those of %s', (name) => {
    const passes = loadPasses(LANES, placeLanes(name));
    const measured = measuredPasses(name);
    expect(Math.abs(Math.max(passes, LEAST_MEASURED) - measured)).toBeLessThan(0.2 + 0.01 * measured);
  });

  it.each(named('lanes-lookup-').filter((each) => !each.includes('-n1-')))('are those of %s', (name) => {
    placeLanes(name);
    const measured = measuredPasses(name);
    expect(Math.abs(lookupPasses(LANES, 1) - measured)).toBeLessThan(0.2 + 0.01 * measured);
  });

  it('are not taken by quads without lanes, but by lanes without texels', () => {
    firstTexels.fill(NO_LANE);
    expect([loadPasses(LANES, 4), lookupPasses(LANES, 1)]).toEqual([0, 0]);
    firstTexels[5] = NO_TEXEL;
    expect([loadPasses(LANES, 4), lookupPasses(LANES, 2)]).toEqual([1, 2]);
  });
});
