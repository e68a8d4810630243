// Section 6.1 of the SAAKE paper replayed in examples/contraction on its Kepler device: the diagnosis at each
// step names what the paper's table 4 names.

import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/analyze/diagnosis.ts';
import { diagnoseFile } from './support.ts';

const steps = ['1-original', '2-coalesced', '3-tabulated', '4-split'];
const k20c = { profile: 'nvidia-k20c' };
const diagnoses = steps.map((step) => diagnoseFile(`examples/contraction/${step}.json`, k20c).diagnosis);
const [original, coalesced, tabulated, split] = diagnoses as [Diagnosis, Diagnosis, Diagnosis, Diagnosis];

function strongestIn(diagnosis: Diagnosis): [parameter: string, region: string] {
  const [first] = diagnosis.sensitivities;
  const [region] = Object.entries(first!.regions).sort((a, b) => b[1] - a[1])[0]!;
  return [`${first!.resource} ${first!.parameter}`, region];
}

/** Latency and throughput of a resource together, by region. */
function strongestResourceIn({ sensitivities }: Diagnosis): [resource: string, region: string] {
  const sums = new Map<string, [total: number, regions: Map<string, number>]>();
  for (const { resource, elasticity, regions } of sensitivities) {
    const [total, byRegion] = sums.get(resource) ?? [0, new Map<string, number>()];
    for (const [name, value] of Object.entries(regions))
      byRegion.set(name, (byRegion.get(name) ?? 0) + value);
    sums.set(resource, [total + elasticity, byRegion]);
  }
  const [[resource, [, regions]]] = [...sums].sort((a, b) => b[1][0] - a[1][0]) as [
    [string, [number, Map<string, number>]],
  ];
  return [resource, [...regions].sort((a, b) => b[1] - a[1])[0]![0]];
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

  it('then by divisions and by the memory behind CR4', () => {
    // Table 4(b): special functions 19 %, all in CR1; global memory latency 38 %, 35 % in CR4.
    // Its latency and its throughput share the effect here; alone, that of workgroup memory is as large as either.
    expect(strongestResourceIn(coalesced)).toEqual(['dram', 'CR4']);
    expect(coalesced.regions[0]!.timeFraction).toBeGreaterThan(0.2);
    const division = coalesced.causes.find(({ kind }) => kind === 'division');
    expect(division?.text).toContain('special-function unit');
    const waiting = coalesced.causes.find(({ kind }) => kind === 'waiting');
    expect(waiting?.text).toContain('data from DRAM, most at `d[place]');
    const titles = coalesced.advice.map(({ title }) => title);
    expect(titles.some((title) => title.startsWith('Take the integer divisions'))).toBe(true);
    expect(titles.some((title) => /^Start \d+ loads of CR4/.test(title))).toBe(true);
    const coalescing = coalesced.causes.filter(({ kind }) => kind === 'coalescing');
    expect(coalescing.every(({ text }) => !text.includes('`d['))).toBe(true);
  });

  it('loses its divisions with the table, and is left with the memory behind CR4', () => {
    expect(tabulated.regions[0]!.timeFraction).toBeLessThan(coalesced.regions[0]!.timeFraction / 2);
    expect(tabulated.causes.some(({ kind }) => kind === 'division')).toBe(false);
    expect(strongestIn(tabulated)).toEqual([expect.stringMatching(/^dram /), 'CR4']);
  });

  it('is at last limited by throughput', () => {
    expect(strongestIn(split)).toEqual(['dram gap', 'CR4']);
  });

  it('gets faster with each step, as in the paper: 92, 123, 139, 161 GFLOPS', () => {
    const [first, second, third, last] = diagnoses.map(({ timeNs }) => timeNs) as [
      number,
      number,
      number,
      number,
    ];
    expect(first / second).toBeGreaterThan(1.1);
    expect(second / third).toBeGreaterThan(1.1);
    expect(third).toBeGreaterThan(last);
  });
});
