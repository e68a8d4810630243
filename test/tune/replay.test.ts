import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openRecordedSpaces } from '../../bench/spaces/replay/open.ts';
import { recordedSpaceOf, replayed } from '../../bench/spaces/replay/recorded-space.ts';
import { replay } from '../../bench/spaces/replay/replay.ts';
import { baselineOf, bestSoFar, expectedBest, scoreOf } from '../../bench/spaces/replay/score.ts';
import { timeScoreOf } from '../../bench/spaces/replay/time-score.ts';
import { writeKernelTunerCache } from '../../src/tune/formats/kernel-tuner-cache.ts';
import type { Recording } from '../../src/tune/formats/recording.ts';
import { bowl, mixedPoints } from './ensemble-spaces.ts';

function recordingOf(): Recording {
  const points = mixedPoints();
  const trials = [...points].map((point) => {
    const result = bowl(point);
    const costs = { compileMs: 100 + 10 * point[0], benchmarkMs: 50 };
    return result.status === 'ok'
      ? { point, status: result.status, timeMs: result.time, costs }
      : { point, status: result.status, costs };
  });
  return { kernel: 'bowl', device: 'none', parameters: points.space.parameters, trials };
}

const recorded = recordedSpaceOf('bowl', recordingOf());
const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** All sets of `size` indices below `count`. */
function* subsets(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) yield [];
  else {
    for (let first = from; first <= count - size; first++) {
      for (const rest of subsets(count, size - 1, first + 1)) yield [first, ...rest];
    }
  }
}

describe('what random search can expect', () => {
  it('is the mean over all ways to draw, failures included', () => {
    const valid = Float64Array.of(3, 4, 8, 20);
    const times = [...valid, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let trials = 1; trials <= 7; trials++) {
      const bests = [...subsets(7, trials)].map((drawn) => {
        const best = Math.min(...drawn.map((i) => times[i]));
        return Number.isFinite(best) ? best : 20;
      });
      expect(expectedBest(valid, 7, trials)).toBeCloseTo(mean(bests), 10);
    }
    expect(expectedBest(valid, 7, 0)).toBe(20);
  });
});

describe('the score', () => {
  const times = Array.from({ length: 1000 }, (_, i) => 1 + i / 100);
  const baseline = baselineOf(times);

  it('has a budget between 50 and 400 trials, and never more than there are', () => {
    // One in 40 reaches 95 % of the way from the median to the optimum: 975 worse ones, ceil(975 / 26) = 38.
    expect(baseline.budget).toBe(50);
    expect(baselineOf(times.slice(0, 30)).budget).toBe(30);
    const needle = Array.from({ length: 5000 }, (_, i) => (i === 0 ? 1 : 10));
    expect(baselineOf(needle).budget).toBe(400);
    const rare = Array.from({ length: 1000 }, (_, i) => (i < 9 ? 1 : 10));
    expect(baselineOf(rare).budget).toBe(Math.ceil(991 / 10));
  });

  it('is 1 for the optimum at once, negative for what stays bad', () => {
    expect(scoreOf(baseline, [1])).toBe(1);
    expect(scoreOf(baseline, times.slice().reverse())).toBeLessThan(-5);
  });

  it('holds the best of a run that stopped early, and stands at the worst before anything worked', () => {
    expect([...bestSoFar([Number.POSITIVE_INFINITY, 5, 7], 5, 11)]).toEqual([11, 11, 5, 5, 5, 5]);
  });

  it('puts random search at 0, by trials and by time', () => {
    const { budget } = baselineOf(recorded.times);
    const runs = Array.from({ length: 400 }, (_, seed) =>
      replay(recorded, budget, { seed, techniques: ['random'] }),
    );
    expect(Math.abs(mean(runs.map((run) => scoreOf(baselineOf(recorded.times), run.times))))).toBeLessThan(
      0.1,
    );
    expect(Math.abs(mean(timeScoreOf(recorded, runs)))).toBeLessThan(0.15);
  });

  it('puts the ensemble far above random search, by trials and by time', () => {
    const { budget } = baselineOf(recorded.times);
    const runs = Array.from({ length: 10 }, (_, seed) => replay(recorded, budget, { seed }));
    expect(mean(runs.map((run) => scoreOf(baselineOf(recorded.times), run.times)))).toBeGreaterThan(0.4);
    expect(mean(timeScoreOf(recorded, runs))).toBeGreaterThan(0.3);
  });
});

describe('a replay', () => {
  it('looks results up, failures with their reason', () => {
    expect(replayed(recorded, [3, 6, 1, 2])).toEqual({ status: 'ok', time: 10 });
    expect(replayed(recorded, [5, 0, 0, 0])).toEqual({ status: 'compile' });
  });

  it('counts failures as trials, and ends when nothing is left', () => {
    const { times, indices, report } = replay(recorded, 10_000, { seed: 1 });
    expect(times).toHaveLength(recorded.points.count);
    expect(new Set(indices).size).toBe(recorded.points.count);
    expect([...times].filter((time) => !Number.isFinite(time)).length).toBeGreaterThan(0);
    expect(report.reduce((sum, { trials }) => sum + trials, 0)).toBe(recorded.points.count);
  });

  it('is the same to the byte', () => {
    const bytes = () => Buffer.from(replay(recorded, 120, { seed: 77 }).times.buffer).toString('hex');
    expect(bytes()).toBe(bytes());
  });
});

describe('opening recorded spaces', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-replay-'));
  const put = (name: string, content: string | Uint8Array) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const cache = writeKernelTunerCache(recordingOf());

  it('reads files, packed files and folders', () => {
    put('a.json', cache);
    put('b.json.gz', gzipSync(cache));
    put('notes.txt', 'no space');
    const { value, diagnostics } = openRecordedSpaces([folder]);
    expect(diagnostics).toEqual([]);
    expect(value!.map(({ name }) => name)).toEqual(['a', 'b']);
    expect([...value![1].times]).toEqual([...recorded.times]);
  });

  it('skips what is something else in a folder, but not where it was named', () => {
    const mixed = mkdtempSync(path.join(tmpdir(), 'kernelcast-mixed-'));
    writeFileSync(path.join(mixed, 'a.json'), cache);
    writeFileSync(path.join(mixed, 'package.json'), '{"name": "x"}');
    const { value, diagnostics } = openRecordedSpaces([mixed]);
    expect(value!.map(({ name }) => name)).toEqual(['a']);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
    const named = openRecordedSpaces([path.join(mixed, 'package.json')]);
    expect(named.diagnostics.map(({ severity }) => severity)).toEqual(['invalid']);
    const empty = openRecordedSpaces([mkdtempSync(path.join(tmpdir(), 'kernelcast-empty-'))]);
    expect(empty.diagnostics[0].message).toContain('no recorded space');
  });

  it('reads space records', () => {
    const record = {
      schema: 'kernelcast/space-record@1',
      kernel: 'k',
      device: 'd',
      parameters: [{ name: 'x', values: [1, 2, 4], isOrdered: true }],
      configurations: [
        { at: [0], status: 'correct', timeNs: 2_000_000 },
        { at: [2], status: 'compile', message: 'no' },
      ],
    };
    const file = put('record.json', JSON.stringify(record));
    const [space] = openRecordedSpaces([file]).value!;
    expect([...space.times]).toEqual([2, Number.POSITIVE_INFINITY]);
    expect(space.statuses).toEqual(['ok', 'compile']);
  });

  it('says what is wrong with a file, and where', () => {
    const message = (...paths: string[]) => openRecordedSpaces(paths).diagnostics.map((each) => each.message);
    expect(message(path.join(folder, 'none'))[0]).toContain('no such file');
    expect(message(put('other.json', '{"x": 1}'))[0]).toContain('not a recorded space');
    const [broken] = openRecordedSpaces([put('broken.json', '{"cache": {"a" 1}}')]).diagnostics;
    expect(broken.message).toContain('broken.json:1:16: not JSON from here on: "1}}"');
    expect(broken.span!.start).toBe(15);
    expect(message(put('packed.json.gz', Uint8Array.of(0x1f, 0x8b, 1, 2)))[0]).toContain('cannot read');
    const failing = cache.replace(/"time":[\d.]+/g, '"time":"RuntimeFailedConfig"');
    expect(message(put('failing.json', failing))[0]).toContain('no configuration with a time');
  });
});
