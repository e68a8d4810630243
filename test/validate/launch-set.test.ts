// A folder of launches and measurements as `validate` sees it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Measurement } from '../../src/measure/measurement.ts';
import { measuredOn, readLaunchSet } from '../../src/validate/launch-set.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kernelcast-set-'));
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

describe('a set', () => {
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
    const { entries, measurements } = readLaunchSet(folder);
    expect(entries.map((each) => relative(each.path))).toEqual([
      'a.json',
      'b.json',
      path.join('deep', 'c.json'),
    ]);
    expect(entries.every((each) => Object.keys(each).length === 1)).toBe(true);
    expect(measurements.map((each) => each.timeNs)).toEqual([1, 2, 3]);
  });

  it('is described by set.json where there is one', () => {
    write('a.json', LAUNCH);
    write('b.json', LAUNCH);
    write('c.json', LAUNCH);
    const first = { date: '2026-01-31', launches: 3, mape: 0.2, median: 0.1 };
    write('set.json', {
      device: 'gpu',
      groups: [{ name: 'early', scores: [first] }, { name: 'late' }],
      launches: [
        { launch: 'a.json', family: 'sums', keptApart: true, status: 'studied', group: 'early' },
        { launch: 'b.json', family: 'sums' },
        { launch: 'gone.json', family: 'sums' },
      ],
    });
    const { entries, groups } = readLaunchSet(folder);
    expect(entries.map(({ path: _, ...facts }) => facts)).toEqual([
      { family: 'sums', isKeptApart: true, isHeldOut: true, status: 'studied', group: 'early' },
      { family: 'sums' },
      {},
    ]);
    expect(groups).toEqual([
      { name: 'early', device: 'gpu', scores: [first] },
      { name: 'late', device: 'gpu', scores: [] },
    ]);
  });

  it('takes a suite.json, as the index was called before', () => {
    write('a.json', LAUNCH);
    write('suite.json', { launches: [{ launch: 'a.json', family: 'sums', heldOut: true }] });
    const { entries, groups } = readLaunchSet(folder);
    expect(entries[0]).toMatchObject({ family: 'sums', isKeptApart: true, isHeldOut: true });
    expect(groups).toEqual([]);
  });

  it('may hold sets, each with an index of its own', () => {
    const index = (status: string) => ({
      groups: [{ name: 'all' }],
      launches: [{ launch: 'a.json', status, group: 'all' }],
    });
    for (const status of ['blind', 'studied']) {
      write(`${status}/a.json`, LAUNCH);
      write(`${status}/set.json`, index(status));
    }
    const { entries, groups } = readLaunchSet(folder);
    expect(entries.map(({ path: file, ...facts }) => [relative(file), facts])).toEqual(
      ['blind', 'studied'].map((status) => [
        path.join(status, 'a.json'),
        { status, group: path.join(status, 'all') },
      ]),
    );
    expect(groups.map((each) => each.name)).toEqual(
      ['blind', 'studied'].map((each) => path.join(each, 'all')),
    );
  });

  it('is refused where there is no folder, no launch, or a file that cannot be read', () => {
    expect(() => readLaunchSet(path.join(folder, 'none'))).toThrow(/none: there is no such folder/);
    expect(() => readLaunchSet(folder)).toThrow(/no launch files/);
    write('a.json', LAUNCH);
    expect(() => readLaunchSet(path.join(folder, 'a.json'))).toThrow(/no such folder/);
    write('set.json', '{ "launches": [');
    expect(() => readLaunchSet(folder)).toThrow(/set\.json: /);
    write('set.json', { launches: 'a.json' });
    expect(() => readLaunchSet(folder)).toThrow(/set\.json: there is no list of launches in it/);
    write('set.json', { launches: [] });
    write('times.json', '{"schema":"kernelcast/measurements@1","measurements":[{}]}');
    expect(() => readLaunchSet(folder)).toThrow(/cannot use .*times\.json/);
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
