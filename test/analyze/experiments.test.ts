// The experiments behind advice: each is tried on a kernel that lacks just that, and its promise is held against
// the kernel written so, or is absent where there is nothing to gain.

import { describe, expect, it } from 'vitest';
import type { Advice, Diagnosis } from '../../src/analyze/diagnosis.ts';
import { loopDepthAt, testAround } from '../../src/analyze/source-shape.ts';
import { diagnoseFile, forecastFile } from './support.ts';

const pair = (name: string) => `bench/sets/studied/${name}.json`;
const timeOf = (name: string) => forecastFile(pair(name)).forecast.prediction.timeNs;
const adviceOf = (diagnosis: Diagnosis, start: string): Advice | undefined =>
  diagnosis.advice.find(({ title }) => title.startsWith(start));

describe('vector loads', () => {
  it('promise what the kernel with vectors takes', () => {
    const { diagnosis } = diagnoseFile(pair('triad-scalar'));
    const advice = adviceOf(diagnosis, 'Let each invocation take 4 neighbouring elements as one vector')!;
    const written = timeOf('triad-scalar') / timeOf('triad-vec4');
    expect(Math.abs(advice.expectedSpeedup / written - 1)).toBeLessThan(0.1);
  });

  it('are not advised where accesses are vectors', () => {
    const { diagnosis } = diagnoseFile(pair('triad-vec4'));
    expect(diagnosis.advice.filter(({ title }) => title.includes('as one vector'))).toEqual([]);
  });
});

describe('a test within a loop', () => {
  it('is to be moved out when it depends on indices alone, with about the gain of the kernel written so', () => {
    const { diagnosis } = diagnoseFile(pair('bounded-filter-inside'));
    const advice = adviceOf(
      diagnosis,
      'Move the test `(place >= 0 && place < N)` (line 21) out of the loop',
    )!;
    const written = timeOf('bounded-filter-inside') / timeOf('bounded-filter-outside');
    expect(advice.expectedSpeedup).toBeGreaterThan(1.03);
    expect(Math.abs(advice.expectedSpeedup / written - 1)).toBeLessThan(0.1);
    expect(advice.span?.startLine).toBe(21);
  }, 60_000);

  it('is left alone when it depends on data', () => {
    const { diagnosis } = diagnoseFile('bench/sets/development/bfs-top-down.json');
    expect(adviceOf(diagnosis, 'Move the test')).toBeUndefined();
  });
});

describe('divisions', () => {
  it('in a loop are to be taken out of it, with about the gain that a constant divisor brings', () => {
    const { diagnosis } = diagnoseFile(pair('halton-uniform'));
    const advice = adviceOf(diagnosis, 'Take the integer divisions of line 19 out of the loop')!;
    const written = timeOf('halton-uniform') / timeOf('halton-constant');
    expect(advice.expectedSpeedup / written).toBeGreaterThan(0.8);
    expect(advice.expectedSpeedup / written).toBeLessThan(1.4);
  });
});

describe('experiments that compile another source', () => {
  it('leave out the guards of array accesses', () => {
    const { diagnosis } = diagnoseFile(pair('bounded-filter-inside'));
    const advice = adviceOf(diagnosis, 'Avoid the guards of array accesses')!;
    const { forecast } = forecastFile(pair('bounded-filter-inside'));
    expect(advice.expectedSpeedup).toBeGreaterThan(1.02);
    expect(advice.timeNs).toBeLessThan(forecast.prediction.timeNs);
  }, 60_000);

  it('find nothing in a fixed size and a read-only binding where measurements found nothing', () => {
    // bench/sets/studied/recorded/first-pairs: 76.5 and 76.6 µs, 167.4 and 167.5 µs.
    const titles = ['horner', 'lookup'].flatMap((name) =>
      diagnoseFile(pair(name)).diagnosis.advice.map(({ title }) => title),
    );
    expect(titles.filter((title) => /fixed size|^Bind /.test(title))).toEqual([]);
  });
});

describe('counters that all share', () => {
  it('are to be gathered in workgroup memory', () => {
    const { diagnosis } = diagnoseFile('bench/sets/development/histogram-global.json');
    expect(diagnosis.bottleneck).toMatchObject({ resource: 'atomic', kind: 'throughput' });
    expect(diagnosis.advice[0].title).toContain('Gather in workgroup memory first');
  });
});

describe('many small workgroups', () => {
  it('are to be fewer', () => {
    const { diagnosis } = diagnoseFile(pair('triad-small-workgroups'));
    expect(diagnosis.causes[0].text).toContain('starting 65535 workgroups of 64 invocations');
    const advice = adviceOf(diagnosis, 'Start half as many workgroups')!;
    expect(advice.expectedSpeedup).toBeGreaterThan(1.3);
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
