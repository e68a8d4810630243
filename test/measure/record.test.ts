import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Measurement } from '../../src/measure/measurement.ts';
import { appendMeasurements, readMeasurements } from '../../src/measure/record.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kernelcast-record-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const measurement = (name: string, timeNs: number) => ({ name, timeNs }) as Measurement;

describe('a file of measurements', () => {
  it('grows, one line for each', () => {
    const file = path.join(folder, 'times.json');
    appendMeasurements(file, [measurement('a', 1)]);
    appendMeasurements(file, [measurement('b', 2), measurement('a', 3)]);
    expect(readMeasurements(file).measurements.map((each) => `${each.name} ${each.timeNs}`)).toEqual([
      'a 1',
      'b 2',
      'a 3',
    ]);
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(9);
    expect(readdirSync(folder)).toEqual(['times.json']);
  });

  it('is empty before there is one', () => {
    expect(readMeasurements(path.join(folder, 'none.json')).measurements).toEqual([]);
  });

  it('is not overwritten when it is something else', () => {
    const file = path.join(folder, 'notes.json');
    for (const text of [
      '{"notes": []}',
      '[1, 2',
      '{"schema":"kernelcast/measurements@1","measurements":[{}]}',
    ]) {
      writeFileSync(file, text);
      expect(() => appendMeasurements(file, [measurement('a', 1)])).toThrow(/cannot use .*notes\.json/);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});
