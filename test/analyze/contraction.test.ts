// Section 6.1 of the SAAKE paper replayed in examples/contraction on its Kepler device: the diagnosis at each
// step names what the paper's table 4 names.

import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/analyze/diagnosis.ts';
import { diagnoseFile, forecastFile } from './support.ts';

const steps = ['1-original', '2-coalesced', '3-tabulated', '4-split'];
const k20c = { profile: 'nvidia-k20c' };
const diagnoses = steps.map((step) => diagnoseFile(`examples/contraction/${step}.json`, k20c).diagnosis);
const [original, coalesced, tabulated, split] = diagnoses as [Diagnosis, Diagnosis, Diagnosis, Diagnosis];

function strongestIn(diagnosis: Diagnosis): [parameter: string, region: string] {
  const [first] = diagnosis.sensitivities;
  const [region] = Object.entries(first!.regions).sort((a, b) => b[1] - a[1])[0]!;
  return [`${first!.resource} ${first!.parameter}`, region];
}

describe('the contraction', () => {
  it('has the regions of the paper', () => {
    for (const { regions } of diagnoses) {
      expect(regions.map(({ name }) => name)).toEqual(['CR1', 'CR2', 'CR3', 'CR4']);
    }
  });

  it('is first held back by the throughput of the uncoalesced accesses that write d', () => {
    // Table 4(a): global memory throughput 58 %, 52 % of it in CR4. Here L1's port takes the many sectors.
    expect(strongestIn(original)).toEqual(['l1 gap', 'CR4']);
    const [coalescing] = original.causes.filter(({ kind }) => kind === 'coalescing');
    expect(coalescing!.text).toMatch(/^`d\[place\].*needs 16.0 sectors per request where 4.0 are enough/);
  });

  it('then by divisions and by the latency of memory in CR4', () => {
    // Table 4(b): special functions 19 %, all in CR1; global memory latency 38 %, 35 % in CR4.
    expect(strongestIn(coalesced)).toEqual(['dram latency', 'CR4']);
    expect(coalesced.regions[0]!.timeFraction).toBeGreaterThan(0.2);
    const division = coalesced.causes.find(({ kind }) => kind === 'division');
    expect(division?.text).toContain('special-function unit');
    const titles = coalesced.advice.map(({ title }) => title);
    expect(titles.some((title) => title.startsWith('Precompute the integer divisions'))).toBe(true);
    expect(titles.some((title) => /^Start \d+ loads of CR4/.test(title))).toBe(true);
    const coalescing = coalesced.causes.filter(({ kind }) => kind === 'coalescing');
    expect(coalescing.every(({ text }) => !text.includes('`d['))).toBe(true);
  });

  it('loses its divisions with the table', () => {
    expect(tabulated.regions[0]!.timeFraction).toBeLessThan(coalesced.regions[0]!.timeFraction / 2);
    expect(tabulated.causes.some(({ kind }) => kind === 'division')).toBe(false);
    expect(tabulated.timeNs).toBeLessThan(0.8 * coalesced.timeNs);
  });

  it('gets faster when its reads are split from its writes', () => {
    expect(split.timeNs).toBeLessThan(tabulated.timeNs);
  });

  it('is in the order of the paper where a further sector costs two cycles', () => {
    // The profile says one, as on a GH100, and calls it a guess; with that, the first change gains nothing
    // on its own, as the chain of reads takes as long as the many sectors did.
    const chosen = { ...k20c, set: ['memory.lsuSectorCycles=2'] };
    const times = steps
      .slice(0, 3)
      .map((step) => forecastFile(`examples/contraction/${step}.json`, chosen).forecast.prediction.timeNs);
    expect(times[0]! / times[1]!).toBeGreaterThan(1.2);
    expect(times[1]! / times[2]!).toBeGreaterThan(1.1);
  });
});
