// What L1 keeps of rows that lanes walk side by side, against an H200's counters (microbench/l1-keeps.cu).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const folder = 'microbench/own-rows';
const { rows } = JSON.parse(readFileSync('microbench/results/nvidia-h200-2026-11-29-l1.json', 'utf8')) as {
  rows: { name: string; sectors: number; hits: number }[];
};
/** WebGPU leaves as much for data as CUDA does when a quarter is asked for. */
const measured = (warps: number): number => {
  const { hits, sectors } = rows.find(({ name }) => name === `rows carve 25 warps ${warps} stride 1056`)!;
  return hits / sectors;
};
const predicted = (warps: number): number => {
  const source = readFileSync(`${folder}/own-rows.wgsl`, 'utf8');
  const launch = JSON.parse(readFileSync(`${folder}/own-rows-${warps}.json`, 'utf8'));
  return forecast(source, launch).prediction.memory.l1HitRate!;
};

describe('rows that lanes walk side by side', () => {
  it.each([
    [8, 0.01],
    [24, 0.03],
    [40, 0.07],
  ])('push each other out of sets long before L1 is full: %i warps', (warps, within) => {
    expect(Math.abs(predicted(warps) - measured(warps))).toBeLessThan(within);
  });

  it('are mostly gone where there are more than L1 has room for', () => {
    expect(predicted(64)).toBeLessThan(measured(64));
    expect(measured(64)).toBeLessThan(0.35);
  });
});
