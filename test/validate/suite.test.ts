// A folder of launches and measurements as `validate` sees it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Measurement } from '../../src/measure/measurement.ts';
import { measuredOn, readSuite } from '../../src/validate/suite.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kernelcast-suite-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: unknown) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
};
const LAUNCH = { shader: 'a.wgsl', dispatch: [1] };
const measurement = (timeNs: number, changes: object = {}) =>
  ({ name: 'a', device: 'gpu', timeNs, quality: [], ...changes }) as unknown as Measurement;
const file = (...measurements: Measurement[]) => ({ schema: 'kernelcast/measurements@1', measurements });
/** With the folder's own separators, as in files. */
const relative = (full: string) => path.relative(folder, full);

describe('a suite', () => {
  it('is the launch files of a folder, in order, with its measurements, wherever they lie', () => {
    write('b.json', LAUNCH);
    // Launch files may have comments.
    write('a.json', '{ // the first\n "shader" : "a.wgsl", "dispatch": [1] }');
    write('deep/c.json', LAUNCH);
    write('notes.json', { shader: 'named, but not dispatched' });
    write('a.wgsl', '@compute');
    write('node_modules/package/d.json', LAUNCH);
    write('recorded/one.json', JSON.stringify(file(measurement(1), measurement(2)), null, 1));
    write('two.json', file(measurement(3)));
    const { entries, measurements } = readSuite(folder);
    expect(entries.map((each) => relative(each.path))).toEqual([
      'a.json',
      'b.json',
      path.join('deep', 'c.json'),
    ]);
    expect(entries.every((each) => Object.keys(each).length === 1)).toBe(true);
    expect(measurements.map((each) => each.timeNs)).toEqual([1, 2, 3]);
  });

  it('is described by suite.json where there is one', () => {
    write('a.json', LAUNCH);
    write('b.json', LAUNCH);
    write('c.json', LAUNCH);
    write('suite.json', {
      launches: [
        { launch: 'a.json', family: 'sums', heldOut: true },
        { launch: 'b.json', family: 'sums' },
        { launch: 'gone.json', family: 'sums' },
      ],
    });
    const [a, b, c, ...others] = readSuite(folder).entries;
    expect(a).toMatchObject({ family: 'sums', isHeldOut: true });
    expect(b).toMatchObject({ family: 'sums' });
    expect(b).not.toHaveProperty('isHeldOut');
    expect(c).not.toHaveProperty('family');
    expect(others).toEqual([]);
  });

  it('is refused where there is no folder, no launch, or a file that cannot be read', () => {
    expect(() => readSuite(path.join(folder, 'none'))).toThrow(/none: there is no such folder/);
    expect(() => readSuite(folder)).toThrow(/no launch files/);
    write('a.json', LAUNCH);
    expect(() => readSuite(path.join(folder, 'a.json'))).toThrow(/no such folder/);
    write('suite.json', '{ "launches": [');
    expect(() => readSuite(folder)).toThrow(/suite\.json: /);
    write('suite.json', { launches: [] });
    write('times.json', '{"schema":"kernelcast/measurements@1","measurements":[{}]}');
    expect(() => readSuite(folder)).toThrow(/cannot use .*times\.json/);
  });
});

describe('the measured time of a launch', () => {
  it('is the median over several runs, with what is said of that one', () => {
    const runs = [measurement(30), measurement(10, { quality: ['noisy'] }), measurement(20)];
    expect(measuredOn(runs, 'a', 'gpu')).toEqual({ timeNs: 20, quality: [] });
    expect(measuredOn(runs.slice(1, 2), 'a', 'gpu')).toEqual({ timeNs: 10, quality: ['noisy'] });
  });

  it('is of this launch on this device with the params of its file', () => {
    const others = [
      measurement(1, { name: 'b' }),
      measurement(2, { device: 'another' }),
      measurement(3, { params: { N: '64' } }),
    ];
    expect(measuredOn(others, 'a', 'gpu')).toBeUndefined();
    expect(measuredOn([...others, measurement(4)], 'a', 'gpu')).toMatchObject({ timeNs: 4 });
  });
});
