// Words of uniform buffers that instructions name, in more lines than an SM has at hand, against an H200's times.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { launchOf, type Row } from '../../bench/studies/constant-lines.ts';
import { forecast } from './forecast.ts';

const { rows } = JSON.parse(
  readFileSync('microbench/results/nvidia-h200-2026-11-29-constant-lines.json', 'utf8'),
) as { rows: (Row & { timeNs: number })[] };

const named = (name: string) => rows.find((row) => row.name === name)!;
const predictedNs = (row: Row): number => {
  const { shader, launch } = launchOf(row);
  return forecast(shader, launch).prediction.timeNs;
};

describe('lines of constant banks', () => {
  it.each(['next-32', 'second-16', 'whole-32'])('stay where they have room: %s', (name) => {
    const row = named(name);
    expect(Math.abs(predictedNs(row) / row.timeNs - 1)).toBeLessThan(0.2);
  });

  it.each([
    'next-40',
    'next-256',
    'second-24',
    'fourth-12',
    'eighth-6',
    'sixteenth-6',
    'vectors-64',
    'whole-48',
    'back-72',
    'back-128',
    'warps-32-64',
    'columns-36',
    'columns-warps-32-36',
  ])('come again each time where they do not: %s', (name) => {
    const row = named(name);
    expect(Math.abs(predictedNs(row) / row.timeNs - 1)).toBeLessThan(0.02);
  });

  it('come while warps do other things: predicted a fifth too fast where eight share a scheduler', () => {
    const row = named('whole-warps-32-64');
    expect(predictedNs(row) / row.timeNs).toBeGreaterThan(0.78);
    expect(predictedNs(row) / row.timeNs).toBeLessThan(1);
  });
});
