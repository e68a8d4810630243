// The texts and the plot that tell of accuracy: the answer comes first, lines fit a terminal, nothing is lost.

import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/calibrate/calibrate.ts';
import { plan, type Step } from '../../src/calibrate/plan.ts';
import type { Measurement } from '../../src/measure/measurement.ts';
import { calibrationText } from '../../src/report/calibration-text.ts';
import { styleFor } from '../../src/report/layout.ts';
import { measurementDetail, measurementTable } from '../../src/report/measurement-text.ts';
import { scatterSvg } from '../../src/report/scatter-svg.ts';
import { scoreText } from '../../src/report/score-text.ts';
import { type Row, scored, validationOf } from '../../src/validate/validate.ts';
import { toy } from '../emulate/toy.ts';

const style = styleFor(false);
const LONG =
  'a-launch-whose-name-is-longer-than-the-line-leaves-room-for-beside-the-other-columns-of-the-table';

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  expect(lines.filter((line) => [...line].length > 100)).toEqual([]);
  expect(text.endsWith('\n')).toBe(true);
  return lines;
}

const row = (name: string, measuredNs: number, predictedNs: number, changes: Partial<Row> = {}): Row =>
  scored({
    name,
    launch: `${name}.json`,
    quality: [],
    measuredNs,
    predictedNs,
    errorBandNs: [0.9 * predictedNs, 1.2 * predictedNs],
    rooflineNs: measuredNs / 2,
    saakeNs: 3 * measuredNs,
    bottleneck: 'DRAM bandwidth',
    seconds: 0.25,
    ...changes,
  });
const ABOUT = { profile: 'toy', device: 'gpu', unmeasured: ['x', 'y'] };

describe('the score card', () => {
  const rows = [
    row('good', 10_000, 10_500, { isKeptApart: false }),
    row(LONG, 10_000, 30_000, { isKeptApart: true }),
    row('slow', 10_000, 9000, { isKeptApart: false }),
    { name: 'refused', launch: 'r.json', quality: [], measuredNs: 5000, refusal: 'needs too much memory' },
  ];
  const validation = validationOf(rows, ABOUT);

  it('sums up the rows', () => {
    // Errors of 5, 200 and 10 %; 10,000 ns are within 9450 to 12,600 and within 8100 to 10,800.
    const { score, families, parts, baselines } = validation;
    expect(score).toMatchObject({ launches: 4, refusals: 1, predicted: 3, over: 2, under: 1 });
    expect(score.mape).toBeCloseTo(2.15 / 3, 12);
    expect(score.median).toBeCloseTo(0.1, 12);
    expect(score.withinBand).toBeCloseTo(2 / 3, 12);
    expect(score.secondsPerKernel).toBeCloseTo(0.25, 12);
    expect(families.keptApart!.mape).toBeCloseTo(2, 12);
    expect(families.workedOn!.mape).toBeCloseTo(0.075, 12);
    expect(parts).toEqual({ seen: families.workedOn, 'held out': families.keptApart });
    expect(baselines.roofline!.mape).toBeCloseTo(0.5, 12);
    expect(baselines.saake!.mape).toBeCloseTo(2, 12);
  });

  it('begins with the error, and lists the worst first', () => {
    const lines = linesOf(scoreText(validation, style, false));
    expect(lines[0]).toBe('toy against gpu: mean error 71.7 %, median 10.0 % over 3 launches');
    expect(lines.find((line) => line.includes('kernelcast'))).toMatch(
      /kernelcast +worked on +kept apart +roofline +SAAKE as printed/,
    );
    expect(lines).toContain('67 % inside their error band; 1 refused; 0.25 s per kernel');
    expect(lines).toContain('2 launches without a measurement there');
    const listed = lines.slice(lines.indexOf('worst') + 2);
    expect(listed.map((line) => line.split(' ')[0].slice(0, 8))).toEqual([
      'refused',
      LONG.slice(0, 8),
      'slow',
      'good',
      '',
    ]);
    expect(listed[0]).toContain('needs too much memory');
    expect(listed[1]).toMatch(/… +10\.0 µs +30\.0 µs +\+200 % +5\.00 µs +30\.0 µs +DRAM bandwidth/);
  });

  it('lists ten, or all when asked', () => {
    const many = validationOf(
      Array.from({ length: 14 }, (_, i) => row(`k${i}`, 1000, 1000 + i)),
      ABOUT,
    );
    const listed = (all: boolean) =>
      linesOf(scoreText(many, style, all)).filter((line) => /^k\d/.test(line)).length;
    expect([listed(false), listed(true)]).toEqual([10, 14]);
  });

  it('fits the line with reasons as long as they come', () => {
    const refusal =
      'the kernel needs 4096 invocations per workgroup, and the device of profile toy has at most 1024';
    const lines = linesOf(scoreText(validationOf([...rows, { ...rows[3], refusal }], ABOUT), style, true));
    expect(
      lines.some((line) =>
        /^good .* the kernel needs|^refused .*refused .* the kernel needs 4096/.test(line),
      ),
    ).toBe(true);
  });

  it('has the first score of each group on the device beside the one of today', () => {
    const first = { date: '2026-01-31', launches: 3, mape: 0.25, median: 0.2 };
    const later = { ...first, date: '2026-02-01', mape: 0.1 };
    const groups = [
      { name: 'early', device: 'gpu', scores: [first, later] },
      { name: 'elsewhere', device: 'another', scores: [first] },
      { name: 'never scored', device: 'gpu', scores: [] },
      { name: 'not here', device: 'gpu', scores: [first] },
    ];
    const grouped = rows.map((each, i) => ({ ...each, group: i === 0 ? 'elsewhere' : 'early' }));
    const scored = validationOf(grouped, ABOUT, groups);
    // Errors of 200 and 10 %; the refused one has none.
    expect(scored.history).toEqual([
      { group: 'early', first, now: expect.objectContaining({ predicted: 2 }) },
    ]);
    expect(scored.history[0].now.mape).toBeCloseTo(1.05, 12);
    const lines = linesOf(scoreText(scored, style, false));
    expect(lines).toContain(
      'early  2026-01-31           3      25.0 %  20.0 %             2     105.0 %  105.0 %',
    );
  });

  it('does not list blind launches unless asked', () => {
    const blind = rows.map((each) => ({ ...each, status: 'blind' as const }));
    const all = validationOf(blind, ABOUT);
    const text = scoreText(all, style, false);
    expect(text).toContain('4 blind launches are scored as a whole and not listed');
    expect(text).toContain('mean error 71.7 %');
    expect(text).not.toMatch(/good|slow|^worst/m);
    expect(scoreText(all, style, true)).toMatch(/^good/m);
    const mixed = linesOf(scoreText(validationOf([rows[0], ...blind.slice(1)], ABOUT), style, false));
    expect(mixed.slice(mixed.indexOf('worst') + 2).map((line) => line.split(' ')[0])).toEqual(['good', '']);
  });

  it('says so when there is nothing to score', () => {
    const lines = linesOf(scoreText(validationOf([], { ...ABOUT, unmeasured: [] }), style, false));
    expect(lines[0]).toBe('toy against gpu: no launch could be scored');
  });
});

/** Element names in order of closing; throws where tags do not match. */
function elementsOf(text: string): string[] {
  const xml = text.replaceAll(/<!--[^<>]*-->/g, '');
  const open: string[] = [];
  const closed: string[] = [];
  let end = 0;
  for (const match of xml.matchAll(/<(\/?)([a-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g)) {
    // Text between tags has no markup of its own.
    expect(xml.slice(end, match.index)).not.toMatch(/[<>]|&(?!#\d+;)/);
    end = match.index + match[0].length;
    const [, isEnd, name, , isEmpty] = match as unknown as [string, string, string, string, string];
    if (isEnd) expect(open.pop()).toBe(name);
    else if (!isEmpty) open.push(name);
    if (isEnd || isEmpty) closed.push(name);
  }
  expect([open, xml.slice(end).trim()]).toEqual([[], '']);
  return closed;
}

describe('the plot', () => {
  const rows = [
    row('a<b & "c"', 2000, 3000),
    row('b', 500_000, 100, { isKeptApart: true }),
    row('c', 1e9, 2e9),
    { name: 'refused', launch: 'r.json', quality: [], measuredNs: 5000, refusal: 'no' },
  ];

  it('is XML with a point for every launch that was predicted', () => {
    const svg = scatterSvg(rows, 'toy <against> gpu');
    const elements = elementsOf(svg);
    expect(elements.at(-1)).toBe('svg');
    expect(elements.filter((name) => name === 'circle')).toHaveLength(3);
    expect(svg.match(/class="kept-apart"/g)).toHaveLength(1);
    expect(svg).toContain('a&#60;b &#38; &#34;c&#34;: measured 2.00 µs, predicted 3.00 µs');
    expect(svg).toContain('toy &#60;against&#62; gpu');
  });

  it('has every point inside the axes, the right ones on the diagonal', () => {
    const svg = scatterSvg([...rows, row('exact', 44_000, 44_000)], '');
    const points = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map((each) => [+each[1], +each[2]]);
    expect(points).toHaveLength(4);
    for (const value of points.flat()) {
      expect(value).toBeGreaterThanOrEqual(70);
      expect(value).toBeLessThanOrEqual(570);
    }
    const [x, y] = points[3] as [number, number];
    expect(x + y).toBeCloseTo(640, 0);
    // Predicted too long is above, that is a smaller y.
    expect(points[0][0] + points[0][1]).toBeLessThan(640);
  });

  it('can be drawn without a point', () => {
    const svg = scatterSvg([], 'none');
    expect(elementsOf(svg)).not.toContain('circle');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});

describe('a measurement', () => {
  const measurement = (changes: Partial<Measurement> = {}): Measurement => ({
    schema: 'kernelcast/measurement@1',
    name: 'saxpy',
    launch: 'saxpy.json',
    device: 'nvidia-h200',
    driver: '580.1',
    webgpu: '0.3.0',
    date: '2026-11-21T10:00:00Z',
    timeNs: 12_345,
    minNs: 12_000,
    maxNs: 13_000,
    spread: 0.02,
    quality: [],
    verification: { method: 'full', workgroups: 4, words: 1024, mismatches: 0, unverified: [] },
    restored: [],
    samples: [{ timeNs: 12_345, spinNs: 1 }],
    ...changes,
  });
  const wrong = measurement({
    name: LONG,
    quality: ['clock-unstable', 'noisy', 'quantized', 'software'],
    restored: ['levels'],
    verification: {
      method: 'sampled',
      workgroups: 4,
      words: 2048,
      mismatches: 3,
      sensitive: 7,
      unverified: ['counts: other workgroups may write the same places'],
      firstMismatch: 'levels[word 1234567] is 0x1, expected 0x2',
    },
  });

  it('begins with the time and whether the output is right', () => {
    expect(linesOf(measurementDetail(measurement(), style))[0]).toBe(
      'saxpy on nvidia-h200: 12.3 µs, output right',
    );
    const text = measurementDetail(wrong, style);
    linesOf(text);
    const plain = text.replace(/\s+/g, ' ');
    expect(plain).toContain('output WRONG: 3 of 2.05 k words');
    expect(plain).toContain(
      'levels[word 1234567] is 0x1, expected 0x2; 7 more depend on rounding; counts: other',
    );
    expect(plain).toContain('before each sample: levels');
  });

  it('is not called right where little or nothing was compared', () => {
    const { verification } = measurement();
    const first = (changes: Partial<Measurement['verification']>) =>
      measurementDetail(measurement({ verification: { ...verification, ...changes } }), style).split('\n')[0];
    expect(first({ method: 'none', words: 0, unverified: ['not asked for'] })).toMatch(/output unchecked$/);
    expect(first({ words: 0 })).toMatch(/output unchecked$/);
    expect(first({ unverified: ['counts: …'] })).toMatch(/output right in part$/);
  });

  it('has a row among several', () => {
    const lines = linesOf(measurementTable([measurement(), wrong], style));
    expect(lines[0]).toBe('2 kernels measured on nvidia-h200');
    expect(lines.filter((line) => /saxpy +12\.3 µs +2(\.0)? % +right +sound/.test(line))).toHaveLength(1);
    expect(lines.join(' ')).toContain('expected 0x2');
  });
});

describe('a calibration', () => {
  const asked = plan.filter((each) => each.field !== undefined);
  const answers: Answer[] = [
    {
      step: asked[0],
      old: 5000,
      value: 6000,
      observed: { ns: 6000, errorNs: 5 },
      fit: { kind: 'value', value: 6000, error: 12, modelNs: 6000 },
    },
    { step: asked[1], old: 970, fit: { kind: 'inseparable', elasticity: 0.01, modelNs: 1 } },
    {
      step: asked[2],
      old: 4.7e12,
      fit: { kind: 'bound', most: 4.2e12, value: 4.2e12, modelNs: 1 },
      value: 4.2e12,
    },
    { step: asked[3], old: 4, fit: { kind: 'out-of-reach', nearest: 64, modelNs: 1 } },
    { step: asked[4], problem: 'not measured' },
    {
      step: { id: 'divide-check', says: 'division', launch: 'chain.json' } as Step,
      observed: { ns: 1000, errorNs: 1 },
      modelNs: 1100,
    },
    { step: { id: 'sine-check', says: 'sine', launch: 'chain.json' } as Step, problem: 'not measured' },
  ];

  it('begins with how much was answered and changed', () => {
    const lines = linesOf(calibrationText({ profile: toy, answers }, 'gpu', style));
    expect(lines[0]).toBe('toy on gpu: 1 of 5 numbers answered, 2 changed by more than 2 %');
    const of = (start: string) => lines.find((line) => line.startsWith(start));
    expect(of(asked[0].field!)).toMatch(/5000 +6000 +12 +\+20 % +launch$/);
    expect(of(asked[1].field!)).toMatch(/970 +970 +kept +first-access$/);
    expect(of(asked[2].field!)).toMatch(/4\.70e\+12 +4\.20e\+12 +-11 % +workgroup-starts$/);
    expect(of('divide-check')).toMatch(/1\.00 µs +1\.10 µs +\+10 %$/);
    // What no measurement answered, and why.
    expect(lines.slice(lines.indexOf('left open') + 1).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['first-access', 'hardly depends on it'],
      ['workgroup-starts', 'at most 4.20e+12'],
      ['fma-f32-latency', 'nothing fits as far as 64'],
      ['fma-f32-gap', 'not measured'],
      ['sine-check', 'not measured'],
      [''],
    ]);
  });

  it('says where the scatter of a time leaves a number wholly open', () => {
    const fit = { kind: 'bound', value: 6100, modelNs: 1 } as const;
    const open = [{ step: asked[0], old: 6100, fit, value: 6100 }] as const;
    expect(calibrationText({ profile: toy, answers: open }, 'gpu', style)).toContain('any number fits');
  });

  it('fits the line whatever the plan asks and the model refuses', () => {
    const problem =
      'microbench/chain.wgsl: the workgroup has 1024 invocations, and the device of the profile takes at most 256 of them';
    const refused = asked.map((step): Answer => ({ step, old: 4.7e12, problem }));
    const unfit = asked.map((step): Answer => {
      const fit = { kind: 'bound', least: 1.23e12, most: 4.56e12, value: 4.56e12, modelNs: 1 } as const;
      return { step, old: 4.7e12, fit, value: 4.56e12 };
    });
    linesOf(calibrationText({ profile: toy, answers: [...refused, ...unfit] }, 'gpu', style));
  });
});
