import { describe, expect, it } from 'vitest';
import type { Sample } from '../../src/hardware/job.ts';
import { summarize, usableSamples } from '../../src/hardware/quality.ts';

const at = (spinNs: number, ...times: number[]): Sample[] => times.map((timeNs) => ({ timeNs, spinNs }));

describe('samples', () => {
  it('count when their spin pass ran at the full clock', () => {
    const samples = [...at(1000, 50, 52), ...at(1019, 51), ...at(1021, 90), ...at(5000, 260)];
    expect(usableSamples(samples, false).map((each) => each.timeNs)).toEqual([50, 52, 51]);
  });

  it('all count on software, which has no clock to prove', () => {
    expect(usableSamples([...at(1000, 50), ...at(9000, 60)], true)).toHaveLength(2);
  });

  it('of no length are errors of the timer', () => {
    expect(usableSamples(at(1000, 0, -3, 7), false)).toHaveLength(1);
    expect(summarize(at(1000, 0), 1, false)).toBeUndefined();
  });
});

describe('the summary', () => {
  it('is the median with its spread', () => {
    const timing = summarize(at(1000, 101, 99, 100, 103, 100), 5, false)!;
    expect(timing).toMatchObject({ timeNs: 100, minNs: 99, maxNs: 103, spread: 0.01, used: 5, quality: [] });
  });

  it('takes the mean of the middle two of an even number', () => {
    expect(summarize(at(1000, 10, 20), 2, false)!.timeNs).toBe(15);
  });

  it('flags a clock that was rarely full', () => {
    const timing = summarize([...at(1000, 100), ...at(1500, 150, 150)], 3, false)!;
    expect(timing).toMatchObject({ timeNs: 100, used: 1, quality: ['clock-unstable'] });
  });

  it('flags times that scatter', () => {
    expect(summarize(at(1000, 90, 100, 110, 120), 4, false)!.quality).toEqual(['noisy']);
  });

  it('flags timestamps that were rounded', () => {
    expect(summarize(at(1000, 65536, 65536, 65536), 3, false)!.quality).toEqual(['quantized']);
    expect(summarize(at(1000, 65536, 65536, 65568), 3, false)!.quality).toEqual([]);
  });

  it('says when there was no GPU', () => {
    expect(summarize(at(1000, 100, 100), 2, true)!.quality).toEqual(['software']);
  });
});
