// Section 6.1 of the SAAKE paper replayed in examples/contraction on its Kepler device, compiled without guards as
// CUDA is: the diagnosis at each step names what the paper's table 4 names.
//
// Whether CR4 waits for DRAM's latency or its throughput hangs on two numbers that the paper does not print, but
// implies. G: in table 4(d), throughput in CR4 is 39 % of the 3.33 ms that 161 GFLOPS mean; in these go 268 MB: 206 GB/s,
// the peak. L: in table 4(c), latency in CR4 is 40 % of 3.86 ms; 16 reads follow one another in each of
// 4096 / (13 SMs * 2) waves: 431 cycles of 706 MHz. The profile has what was measured: 151 GB/s and 331 cycles.

import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/analyze/diagnosis.ts';
import { type Chosen, diagnoseFile } from './support.ts';

const steps = ['1-original', '2-coalesced', '3-tabulated', '4-split'];
const asCuda: Chosen = { profile: 'nvidia-k20c', dialect: 'raw', without: ['bounds-check'] };
const implied = ['dram.latency=431', 'dram.bandwidth=206GB/s'];
const flops = 2 * 16 ** 7;
const gigaflopsOfPaper = [92, 123, 139, 161];

function diagnose(chosen: Chosen): [Diagnosis, Diagnosis, Diagnosis, Diagnosis] {
  const files = steps.map((step) => `examples/contraction/${step}.json`);
  return files.map((file) => diagnoseFile(file, chosen).diagnosis) as ReturnType<typeof diagnose>;
}

const measured = diagnose(asCuda);
const ofPaper = diagnose({ ...asCuda, set: implied });

function strongestIn({ sensitivities }: Diagnosis): [parameter: string, region: string] {
  const [first] = sensitivities;
  const [region] = Object.entries(first.regions).sort((a, b) => b[1] - a[1])[0];
  return [`${first.resource} ${first.parameter}`, region];
}

function inRegion({ sensitivities }: Diagnosis, parameter: string, region: string): number {
  const found = sensitivities.find((each) => `${each.resource} ${each.parameter}` === parameter);
  return found?.regions[region] ?? 0;
}

describe.each([
  ['with the numbers of the profile', measured],
  ["with the paper's latency and bandwidth", ofPaper],
])('the contraction, %s,', (_, diagnoses) => {
  const [original, coalesced, tabulated, split] = diagnoses;

  it('has the regions of the paper', () => {
    for (const { regions } of diagnoses)
      expect(regions.map(({ name }) => name)).toEqual(['CR1', 'CR2', 'CR3', 'CR4']);
  });

  it('is first held back by the throughput of the uncoalesced accesses to d', () => {
    // Table 4(a): global memory throughput 58 %, 52 % of it in CR4. Here L1's port takes the many sectors.
    expect(strongestIn(original)).toEqual(['l1 gap', 'CR4']);
    const [coalescing] = original.causes.filter(({ kind }) => kind === 'coalescing');
    expect(coalescing.text).toMatch(
      /^(?:the store to )?`d\[place\].*needs 16.0 sectors per request where 8.0 are enough/,
    );
    for (const later of [coalesced, tabulated, split]) {
      const left = later.causes.filter(({ kind }) => kind === 'coalescing');
      expect(left.every(({ text }) => !text.includes('`d['))).toBe(true);
    }
  });

  it('then by the divisions of CR1 and by DRAM in CR4', () => {
    // Table 4(b): special functions 19 %, all in CR1; taking the divisions out brought 139 / 123.
    const division = coalesced.causes.find(({ kind }) => kind === 'division');
    expect(division?.text).toContain('special-function unit');
    expect(coalesced.regions[0].timeFraction).toBeGreaterThan(0.19);
    expect(Math.abs(coalesced.timeNs / tabulated.timeNs / (139 / 123) - 1)).toBeLessThan(0.05);
    const [parameter, region] = strongestIn(coalesced);
    expect([parameter.split(' ')[0], region]).toEqual(['dram', 'CR4']);
  });

  it('loses its divisions with the table, and is left with DRAM in CR4', () => {
    expect(tabulated.regions[0].timeFraction).toBeLessThan(coalesced.regions[0].timeFraction / 2);
    expect(tabulated.causes.some(({ kind }) => kind === 'division')).toBe(false);
    const [parameter, region] = strongestIn(tabulated);
    expect([parameter.split(' ')[0], region]).toEqual(['dram', 'CR4']);
  });

  it('is at last limited by throughput', () => {
    // Table 4(d): global memory throughput 59 %, 39 % in CR4; its latency 11 %.
    expect(strongestIn(split)).toEqual(['dram gap', 'CR4']);
    expect(inRegion(split, 'dram latency', 'CR4')).toBeLessThan(0.12);
  });

  it('gets faster with each step, to about what the paper measured', () => {
    const times = diagnoses.map(({ timeNs }) => timeNs);
    expect([...times].sort((a, b) => b - a)).toEqual(times);
    for (const [step, timeNs] of times.entries()) {
      const ofPaperNs = flops / gigaflopsOfPaper[step];
      // The original is 28 % off since a warp goes on with its loads while others queue, which an H200 shows
      // (microbench/keeping) and a K20c may not do; within 25 % where they take turns.
      expect(Math.abs(timeNs / ofPaperNs - 1)).toBeLessThan(step === 0 ? 0.28 : 0.25);
    }
  });
});

describe("with the paper's latency and bandwidth, the contraction", () => {
  const [, coalesced, tabulated] = ofPaper;

  it.each([
    ['coalesced', coalesced, 0.35],
    ['tabulated', tabulated, 0.4],
  ])('%s waits for the latency of its chained reads in CR4', (_, diagnosis, ofTable) => {
    expect(strongestIn(diagnosis)).toEqual(['dram latency', 'CR4']);
    expect(Math.abs(inRegion(diagnosis, 'dram latency', 'CR4') - ofTable)).toBeLessThan(0.1);
    expect(inRegion(diagnosis, 'dram gap', 'CR4')).toBeLessThan(0.2);
  });

  it('gains what the paper gained by each step', () => {
    for (const [step, { timeNs }] of ofPaper.slice(1).entries()) {
      const gain = ofPaper[step].timeNs / timeNs;
      const gainOfPaper = gigaflopsOfPaper[step + 1] / gigaflopsOfPaper[step];
      // The first step gains 19 % less here than in the paper, 13 % where loads that queue take turns, and then 8 % with
      // the loop over h7 rolled as it was before 180 probes of the H200's driver: there it is written out. What the
      // paper's compiler did is not known.
      expect(Math.abs(gain / gainOfPaper - 1)).toBeLessThan(step === 0 ? 0.2 : 0.08);
    }
  });
});
