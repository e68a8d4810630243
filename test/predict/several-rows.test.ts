// Lines that all lanes of the device have under way, more than L2 holds, against an H200's counters.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const { rows } = JSON.parse(
  readFileSync('microbench/results/nvidia-h200-2026-11-29-several-rows.json', 'utf8'),
) as { rows: { name: string; dramReadBytes: number }[] };
const source = readFileSync('microbench/own-rows/several-rows.wgsl', 'utf8');

const predicted = (count: number): number => {
  const launch = JSON.parse(readFileSync(`microbench/own-rows/several-rows-${count}.json`, 'utf8'));
  return forecast(source, launch).prediction.memory.dramBytes;
};
const counted = (count: number): number =>
  rows.find(({ name }) => name === `several-rows-${count}`)!.dramReadBytes;

describe('rows of all lanes at once', () => {
  it.each([3, 4, 6])('come from DRAM again and again: %i of them', (count) => {
    expect(predicted(count) / counted(count)).toBeGreaterThan(0.35);
    expect(predicted(count) / counted(count)).toBeLessThan(1);
  });

  it('come once where L2 holds them', () => {
    expect(predicted(1)).toBeLessThan(counted(2) / 10);
    expect(counted(1)).toBeLessThan(counted(2) / 10);
  });
});
