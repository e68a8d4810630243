// A diagnosis as text: the answer in one line, rows that add up, nothing wider than a screen, nothing unsaid.

import { describe, expect, it } from 'vitest';
import type { Diagnosis, RegionTime } from '../../src/analyze/diagnosis.ts';
import { diagnosisTable, diagnosisText } from '../../src/report/diagnosis-text.ts';
import { styleFor } from '../../src/report/layout.ts';
import { diagnoseFile } from '../analyze/support.ts';

const { diagnosis } = diagnoseFile('examples/matmul-tiled.json', { params: { N: '256' } });
const STEP = {
  title: 'Do it otherwise',
  why: 'it waits',
  expectedSpeedup: 1.5,
  timeNs: 1e4,
  experiment: 'so',
};
const linesOf = (changes: Partial<Diagnosis>, color = false) =>
  diagnosisText({ ...diagnosis, ...changes }, styleFor(color))
    .trimEnd()
    .split('\n');

/** As many regions as asked for, each with the same part of the time and of the strongest parameter. */
function divided(names: readonly string[]): Partial<Diagnosis> {
  const timeFraction = 1 / names.length;
  const regions = names.map((name): RegionTime => ({ name, label: name, timeFraction }));
  const sensitivities = diagnosis.sensitivities.map((each, index) => {
    const shares = names.map((name) => [name, each.elasticity * timeFraction] as const);
    return index === 0 ? { ...each, elasticity: 1, regions: Object.fromEntries(shares) } : each;
  });
  const [first] = sensitivities;
  const own = Object.fromEntries(names.map((name) => [name, timeFraction]));
  return { regions, sensitivities: [{ ...first, regions: own }, ...sensitivities.slice(1)] };
}

describe('the table of regions', () => {
  const numbers = (line: string) => [...line.matchAll(/(-?\d+\.\d) %/g)].map((match) => Number(match[1]));

  it.each([2, 6, 8, 10])('has rows that add up to their totals with %i regions', (count) => {
    const names = Array.from({ length: count }, (_, index) => `part ${index}`);
    const lines = linesOf(divided(names));
    const [total, ...parts] = numbers(lines.find((line) => numbers(line).length > 2)!);
    expect(total).toBe(10);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(10, 0);
    expect(lines.some((line) => line.includes('the rest'))).toBe(count > 6);
  });

  it('fits a line however long the names are, in bold too', () => {
    const names = Array.from({ length: 9 }, (_, index) => `a region with a long name ${index}`);
    for (const color of [false, true]) {
      for (const line of linesOf(divided(names), color)) {
        const seen = line.replaceAll('\u001b[1m', '').replaceAll('\u001b[0m', '');
        expect([...seen].length).toBeLessThanOrEqual(100);
      }
    }
  });
});

describe('the first line', () => {
  it('says that a launch is too small rather than promise a speed-up of it', () => {
    const tiny = diagnoseFile('bench/sets/studied/axpy-tiny.json').diagnosis;
    const [first, second] = diagnosisText(tiny, styleFor(false)).split('\n');
    const answer = `${first} ${second}`;
    expect(answer).toMatch(/limited by launch overhead/);
    expect(answer).not.toContain('best next step');
  });

  it('is not broken within the next step', () => {
    const name = 'a-kernel-with-a-name-of-some-length';
    const advice = [STEP];
    const lines = linesOf({ name, advice });
    expect(lines.find((line) => line.includes('best next step'))).toMatch(/best next step: 1\.50×$/);
  });

  it('names the start of workgroups where it is not the overhead of the dispatch that takes long', () => {
    const { diagnosis: old } = diagnoseFile('examples/triad.json', {
      profile: 'nvidia-k20c',
      params: { N: '262144' },
    });
    const text = diagnosisText(old, styleFor(false));
    const [first] = text.split('What the time hangs on');
    expect(first).toMatch(/limit(ed)? [\s\S]*workgroup\s+start\s+latency/);
    expect(text).not.toContain('launch overhead');
    expect(old.advice.filter(({ why }) => why === '')).toEqual([]);
  });
});

describe('the table of several', () => {
  it('has a row for each, and no step where none helps', () => {
    const tiny = diagnoseFile('bench/sets/studied/axpy-tiny.json').diagnosis;
    const [, first, second] = diagnosisTable([tiny, diagnosis], styleFor(false)).split('\n');
    expect(first).toMatch(/^axpy-tiny .* %$/);
    expect(second).toMatch(/^matmul-tiled /);
  });
});

describe('the rest', () => {
  it('numbers the steps as --fix takes them, and says which it can write', () => {
    const fix = { diff: '', dispatch: [1, 1, 1] as const, constants: {} };
    const lines = linesOf({ advice: [{ ...STEP, fix }, STEP] });
    const at = lines.indexOf('Next steps, each carried out and predicted');
    expect(lines[at + 1]).toMatch(/^ {2}1\. \d\.\d\d× {2}\S/);
    expect(lines.filter((line) => line.startsWith('  2. '))).toHaveLength(1);
    expect(lines).toContain('  --fix N -o FILE.wgsl writes step N (1) with its launch file');
  });

  it('says so where no step helped', () => {
    const lines = linesOf({ advice: [] });
    const at = lines.indexOf('Next steps, each carried out and predicted');
    expect(lines[at + 1]).toMatch(/^ {2}None of the steps tried/);
  });

  it('says how much of the profile is guessed', () => {
    expect(linesOf({ guesses: ['clockHz'] }).at(-1)).toBe(
      '1 profile number used here is a guess; see kernelcast profiles nvidia-h200',
    );
    expect(linesOf({ guesses: [] }).join()).not.toContain('guess');
  });

  it('lets no text of the source turn the order of a line', () => {
    const [line] = diagnosis.lines;
    const lines = [{ ...line, timeFraction: 1, text: 'let a\t= 1; // \u202e\u2066 evil' }];
    expect(linesOf({ lines }).join('\n')).toContain('let a = 1; // \ufffd evil');
  });
});
