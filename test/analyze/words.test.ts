// What a diagnosis says, word by word: numbers that agree with each other, places where there are any, advice that
// fits the kernel, and one is not are.

import { describe, expect, it } from 'vitest';
import { whatIf } from '../../src/analyze/what-if.ts';
import { chromeTrace } from '../../src/report/diagnosis-trace.ts';
import { diagnoseFile, forecastFile } from './support.ts';

describe('numbers and words', () => {
  it('agree where there is one', () => {
    const { causes } = diagnoseFile('bench/sets/studied/sum-one-workgroup.json').diagnosis;
    expect(causes.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('1 workgroup gives an SM 1 of the 2 that fit'),
    );
    const search = diagnoseFile('bench/sets/development/bfs-top-down.json').diagnosis.causes;
    expect(search.map(({ text }) => text)).toContainEqual(expect.stringContaining('where 1.0 is enough'));
  });
});

describe('zeroing of workgroup memory', () => {
  const { lines, causes } = diagnoseFile('bench/sets/development/transpose-tiled.json').diagnosis;

  it('is found at the declaration, so that lines have all of the time', () => {
    expect(lines.reduce((sum, { timeFraction }) => sum + timeFraction, 0)).toBeCloseTo(1, 6);
    expect(lines.find(({ text }) => text.startsWith('var<workgroup>'))!.timeFraction).toBeGreaterThan(0.1);
  });

  it('takes its share', () => {
    const cause = causes.find(({ text }) => text.startsWith('zeroing workgroup memory takes'))!;
    expect(cause.span?.startLine).toBe(11);
  });
});

describe('occupancy', () => {
  it.each([
    ['examples/triad.json', -1.2, -0.5],
    ['bench/sets/development/needleman-wunsch.json', -0.5, 0],
  ])('of %s counts for no more than waiting for everything would', (file, least, most) => {
    const { factors } = diagnoseFile(file).diagnosis;
    const { elasticity } = factors.find(({ name }) => name === 'occupancy')!;
    expect(elasticity).toBeGreaterThan(least);
    expect(elasticity).toBeLessThan(most);
  });
});

describe('the clock', () => {
  it('counts as it does between a slower and a faster device, not by one step alone', () => {
    const { factors } = diagnoseFile('examples/triad.json').diagnosis;
    const { forecast } = forecastFile('examples/triad.json');
    const { whatIf: results } = whatIf(forecast.timing, 1, ['clock=1.2x', 'clock=0.8333x']).value!;
    const truth = Math.log(results[0].timeNs / results[1].timeNs) / (2 * Math.log(1.2));
    expect(Math.abs(factors.find(({ name }) => name === 'clock')!.elasticity - truth)).toBeLessThan(0.1);
  });
});

describe('what is watched', () => {
  it('has slices of time for a launch of few instructions too', () => {
    const { utilization, warps } = diagnoseFile('bench/sets/studied/axpy-tiny.json').observation;
    expect(utilization.length).toBeGreaterThan(10);
    expect(utilization.some(({ busy }) => busy.some((share) => share > 0.02))).toBe(true);
    expect(warps).toHaveLength(2);
  });

  it('nests strictly where one workgroup follows another on the same slots', () => {
    const { diagnosis, observation } = diagnoseFile('bench/sets/studied/slot-claim.json');
    const { traceEvents } = JSON.parse(chromeTrace([{ diagnosis, observation }])) as {
      traceEvents: { ph: string; tid: number; ts: number; dur: number }[];
    };
    const open = new Map<number, number[]>();
    const slices = traceEvents.filter(({ ph }) => ph === 'X');
    slices.sort((a, b) => a.tid - b.tid || a.ts - b.ts || b.dur - a.dur);
    for (const { tid, ts, dur } of slices) {
      const ends = open.get(tid) ?? [];
      open.set(tid, ends);
      while (ends.length > 0 && ends.at(-1)! <= ts + 1e-9) ends.pop();
      if (ends.length > 0) expect(ts + dur).toBeLessThanOrEqual(ends.at(-1)! + 1e-9);
      ends.push(ts + dur);
    }
  });
});

describe('a binary', () => {
  const words = (name: string, version: string) => {
    const binary = `test/spirv/compiled/${name}${version}`;
    const { causes, lines } = diagnoseFile(`test/spirv/launch/${name}.json`, { binary }).diagnosis;
    return { lines, text: causes.map(({ text }) => text).join('\n') };
  };

  it('has the lines that it was compiled from, where it says so', () => {
    const { lines, text } = words('softmax', '.spv');
    expect(text).toMatch(
      /warps wait \d+ % of their time for data from L2, most at line 38 of glsl\/softmax\.comp/,
    );
    expect(lines.every(({ file }) => file === 'glsl/softmax.comp')).toBe(true);
  });

  it('has regions elsewhere', () => {
    const { lines, text } = words('matmul-tiled', '.opt.spv');
    expect(text).toMatch(/queue for it at the code of loop \d/);
    expect(text).toMatch(/most at the one in the code of loop \d/);
    expect(lines).toEqual([]);
  });
});
