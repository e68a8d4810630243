// Atomics whose lanes meet at few places, against what was measured on an H200 (microbench/hot-places).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const FOLDER = 'microbench/hot-places';
const { measurements } = JSON.parse(
  readFileSync('microbench/results/nvidia-h200-2026-11-22-hot-places.json', 'utf8'),
) as { measurements: { name: string; timeNs: number }[] };
const measured = new Map(measurements.map(({ name, timeNs }) => [name, timeNs]));

function timeOf(name: string): number {
  const launch = JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));
  return forecast(readFileSync(path.join(FOLDER, launch.shader), 'utf8'), launch).prediction.timeNs;
}

/** Mean of |predicted / measured − 1|. */
function errorOf(names: readonly string[]): number {
  expect(names.length).toBeGreaterThan(0);
  return (
    names.reduce((sum, name) => sum + Math.abs(timeOf(name) / measured.get(name)! - 1), 0) / names.length
  );
}

const named = (pattern: RegExp) => [...measured.keys()].filter((name) => pattern.test(name));

describe('atomics at few places', () => {
  it('wait sector by sector for the lanes that meet at one address', () => {
    expect(errorOf(named(/^hot-add-\d+x\d+$/))).toBeLessThan(0.08);
  }, 60_000);

  it('keep as many slices busy as there are places that workgroups under way use', () => {
    expect(errorOf(named(/-(of|turn)\d+$/))).toBeLessThan(0.15);
  }, 60_000);

  it('that one run of workgroups after the other uses keep busy the slices of those under way', () => {
    expect(errorOf(named(/-run\d+$/))).toBeLessThan(0.35);
  }, 60_000);

  it('cost alike, whatever the operation and whether its result is used', () => {
    expect(errorOf(named(/^hot-(max|count|return)-/))).toBeLessThan(0.15);
  }, 60_000);
});
