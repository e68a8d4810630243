// Loops that mix float, integer and load instructions, against what was measured on an H200 (bench/sets/studied).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { forecast } from './forecast.ts';

const STUDIED = 'bench/sets/studied';

it('mixes of pipes take the time that was measured within a quarter, a tenth on average', () => {
  const recorded = path.join(STUDIED, 'recorded/mixed-pipes/nvidia-h200.json');
  const { measurements } = JSON.parse(readFileSync(recorded, 'utf8'));
  const errors = measurements.map(({ name, timeNs }: { name: string; timeNs: number }) => {
    const launch = JSON.parse(readFileSync(path.join(STUDIED, `${name}.json`), 'utf8'));
    const source = readFileSync(path.join(STUDIED, launch.shader), 'utf8');
    return Math.abs(forecast(source, launch).prediction.timeNs / timeNs - 1);
  });
  expect(Math.max(...errors)).toBeLessThan(0.25);
  expect(errors.reduce((sum: number, each: number) => sum + each, 0) / errors.length).toBeLessThan(0.1);
}, 60_000);
