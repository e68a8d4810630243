// The steps that a diagnosis advises: each is tried on a kernel that lacks just that, what it promises is what the
// written kernel is predicted to take, and nothing is said where there is nothing to gain.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Advice } from '../../src/analyze/diagnosis.ts';
import { unifiedDiff } from '../../src/analyze/diff.ts';
import { loopDepthAt, testAround } from '../../src/analyze/source-shape.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { isWhole } from '../tier.ts';
import { diagnoseFile, forecastFile } from './support.ts';

const pair = (name: string) => `bench/sets/studied/${name}.json`;
const timeOf = (name: string) => forecastFile(pair(name)).forecast.prediction.timeNs;
const adviceOf = (file: string, start: string): Advice | undefined =>
  diagnoseFile(file).diagnosis.advice.find(({ title }) => title.startsWith(start));

/** Kernels of the examples, and of the suite one in several. */
function sampled(folder: string, every: number): string[] {
  const names = readdirSync(path.join(import.meta.dirname, '../..', folder)).filter(
    (name) => name.endsWith('.json') && !/^(set|families)/.test(name),
  );
  return names.filter((_, index) => index % every === 0).map((name) => `${folder}/${name}`);
}

const kept = [
  ...sampled('examples', isWhole ? 1 : 2),
  ...sampled('bench/sets/development', isWhole ? 14 : 20),
];

describe('what is advised', () => {
  it.each(kept)(
    'of %s keeps what it promises, within the limits of every device',
    (file) => {
      const { editable, carryOut, forecast } = forecastFile(file);
      const { diagnosis, edited } = diagnoseFile(file);
      const mostOf = (before: number, limit: number) => Math.max(before, limit);
      diagnosis.advice.forEach(({ title, expectedSpeedup, timeNs, fix }, index) => {
        expect(expectedSpeedup, title).toBeGreaterThanOrEqual(1.02);
        const transformed = edited[index];
        expect(fix !== undefined, title).toBe(transformed !== undefined);
        if (!transformed || !editable) return;
        const timing = carryOut({ edited: transformed })!.whole()!;
        expect(predictTime(timing).timeNs, title).toBe(timeNs);
        expect(diagnosis.timeNs / timeNs).toBeCloseTo(expectedSpeedup, 9);
        expect(timing.workgroupSize).toBeLessThanOrEqual(mostOf(forecast.timing.workgroupSize, 256));
        transformed.dispatch.forEach((count, axis) => {
          expect(count).toBeLessThanOrEqual(mostOf(editable.launch.dispatch[axis], 65_535));
        });
        const bytes = timing.trace.program.workgroupBytes;
        expect(bytes).toBeLessThanOrEqual(mostOf(forecast.program.workgroupBytes, 16_384));
      });
    },
    60_000,
  );
});

describe('carrying out a step', () => {
  const { carryOut, forecast } = forecastFile('examples/stencil.json');

  it('executes little at first, and as much as a prediction when it is asked to', () => {
    const { briefly, whole } = carryOut({})!;
    const workgroups = ({ trace }: typeof briefly) => trace.workgroupIndex.length;
    expect(workgroups(whole()!)).toBe(workgroups(forecast.timing));
    expect(workgroups(briefly)).toBeLessThan(workgroups(forecast.timing) / 2);
    expect(predictTime(whole()!).timeNs).toBe(forecast.prediction.timeNs);
    expect(Math.abs(predictTime(briefly).timeNs / forecast.prediction.timeNs - 1)).toBeLessThan(0.05);
  });

  it('compiles the kernel once', () => {
    const { briefly, whole } = carryOut({ without: ['bounds-check'] })!;
    expect(whole()!.trace.program).toBe(briefly.trace.program);
  });
});

describe('vectors for scalars', () => {
  it('promise what the kernel with vectors takes', () => {
    const advice = adviceOf(pair('triad-scalar'), 'Let each invocation take 4 neighbouring elements')!;
    const written = timeOf('triad-scalar') / timeOf('triad-vec4');
    expect(Math.abs(advice.expectedSpeedup / written - 1)).toBeLessThan(0.05);
    expect(advice.fix?.diff).toContain('+@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;\n');
  });

  it('are not advised where accesses are vectors', () => {
    const { advice } = diagnoseFile(pair('triad-vec4')).diagnosis;
    expect(advice.filter(({ title }) => title.includes('as one vector'))).toEqual([]);
  });

  it('come before a longer edit with the same gain', () => {
    const { advice } = diagnoseFile(pair('triad-scalar')).diagnosis;
    expect(advice[0].title).toContain('as one vector');
    expect(advice.length).toBeGreaterThan(1);
  });
});

describe('a test within a loop', () => {
  it('is asked before it when it depends on indices alone, with the gain of the kernel written so', () => {
    const advice = adviceOf(pair('bounded-filter-inside'), 'Ask `(place >= 0 && place < N)` (line 21) once')!;
    const written = timeOf('bounded-filter-inside') / timeOf('bounded-filter-outside');
    expect(Math.abs(advice.expectedSpeedup / written - 1)).toBeLessThan(0.023);
    expect(advice.span?.startLine).toBe(21);
  }, 60_000);

  it('is left alone when it depends on data', () => {
    expect(adviceOf('bench/sets/development/bfs-top-down.json', 'Ask `')).toBeUndefined();
  });
});

describe('numbers of a uniform buffer', () => {
  it('become constants, with the gain that a constant divisor brings', () => {
    const advice = adviceOf(
      pair('halton-uniform'),
      'Make the whole numbers of `sequence` override constants',
    )!;
    const written = timeOf('halton-uniform') / timeOf('halton-constant');
    expect(Math.abs(advice.expectedSpeedup / written - 1)).toBeLessThan(0.02);
  });
});

describe('declarations', () => {
  it('say nothing of a fixed size and a read-only binding where measurements found nothing', () => {
    // bench/sets/studied/recorded/first-pairs: 76.5 and 76.6 µs, 167.4 and 167.5 µs.
    const titles = ['horner', 'lookup'].flatMap((name) =>
      diagnoseFile(pair(name)).diagnosis.advice.map(({ title }) => title),
    );
    expect(titles.filter((title) => /^(Declare|Bind) /.test(title))).toEqual([]);
  });
});

describe('bank conflicts', () => {
  const padding = (file: string) =>
    diagnoseFile(file, { params: { N: '1024' } }).diagnosis.advice.filter(({ title }) =>
      title.startsWith('Pad the rows of `tile`'),
    );

  it('are padded away where there are any', () => {
    expect(padding('examples/transpose-tiled.json')).toHaveLength(1);
    expect(padding('examples/transpose-padded.json')).toHaveLength(0);
  });
});

describe('guards of array accesses', () => {
  it('are left out where the device is made without, which edits no source', () => {
    const advice = adviceOf(pair('bounded-filter-inside'), 'Create the device with `disable_robustness`')!;
    expect(advice.expectedSpeedup).toBeGreaterThan(1.02);
    expect(advice.fix).toBeUndefined();
  }, 60_000);
});

describe('counters that all share', () => {
  it('are gathered in workgroup memory', () => {
    const { diagnosis } = diagnoseFile('bench/sets/development/histogram-global.json');
    expect(diagnosis.bottleneck).toMatchObject({ resource: 'atomic', kind: 'throughput' });
    expect(diagnosis.advice[0].title).toContain('Gather in workgroup memory first');
    expect(diagnosis.advice[0].fix?.diff).toContain('+  workgroupBarrier();\n');
  });
});

describe('many small workgroups', () => {
  it('are made fewer', () => {
    const { causes, advice } = diagnoseFile(pair('triad-small-workgroups')).diagnosis;
    expect(causes[0].text).toContain('starting 65535 workgroups of 64 invocations');
    expect(advice[0].expectedSpeedup).toBeGreaterThan(1.3);
  });
});

describe('a private array in memory', () => {
  it('is named with its line and bytes, as a cause and in the prediction', () => {
    const { causes, privateArrays } = diagnoseFile(pair('stack-machine')).diagnosis;
    expect(privateArrays).toEqual([{ name: 'stack', bytes: 64, memory: 'local', line: 9 }]);
    const cause = causes.find(({ kind }) => kind === 'private-array')!;
    expect(cause.text).toMatch(/^`stack` \(line 9\) lies in memory: 64 bytes per invocation/);
  });

  it('is told from one in registers', () => {
    const { privateArrays } = forecastFile(pair('knn-private')).forecast.prediction;
    expect(privateArrays.map(({ name, memory }) => [name, memory])).toEqual([
      ['dist', 'registers'],
      ['index', 'registers'],
    ]);
  });
});

describe('the difference of two texts', () => {
  const lines = (...numbers: number[]) => numbers.map((each) => `line ${each}\n`).join('');

  it('has hunks with what is around them', () => {
    const before = lines(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    const after = lines(1, 2, 3, 40, 5, 6, 7, 8, 9, 10, 11, 12, 13);
    expect(unifiedDiff(before, after)).toBe(
      '@@ -2,5 +2,5 @@\n line 2\n line 3\n-line 4\n+line 40\n line 5\n line 6\n' +
        '@@ -11,2 +11,3 @@\n line 11\n line 12\n+line 13\n',
    );
  });

  it('is empty where there is none, and begins with what is added to nothing', () => {
    expect(unifiedDiff(lines(1, 2), lines(1, 2))).toBe('');
    expect(unifiedDiff('', lines(1))).toBe('@@ -0,0 +1,1 @@\n+line 1\n');
  });
});

describe('the shape of a source', () => {
  const text =
    'fn f() { if (a) { b(); } for (var i = 0; i < 4; i++) { if (i > n /* ( */) { c(); } if (x) { break; } } }';
  const at = (part: string) => text.indexOf(part);

  it('counts loops around a place', () => {
    expect([loopDepthAt(text, at('b()')), loopDepthAt(text, at('c()'))]).toEqual([0, 1]);
  });

  it('finds the test that a place is part of, but none that leaves the loop', () => {
    const test = testAround(text, at('> n'))!;
    expect(text.slice(test.start, test.end)).toMatch(/^\(i > n/);
    expect(testAround(text, at('c()'))).toBeUndefined();
    expect(testAround(text, at('x)'))).toBeUndefined();
  });
});
