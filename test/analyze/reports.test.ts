// The reports of a diagnosis: text fits a screen, HTML needs nothing else, traces nest, annotations escape.

import { describe, expect, it } from 'vitest';
import {
  type Baseline,
  DEFAULT_TOLERANCE,
  judge,
  parseBaseline,
  updated,
} from '../../src/analyze/baseline.ts';
import { githubAnnotations, sarif } from '../../src/report/diagnosis-ci.ts';
import { diagnosisHtml } from '../../src/report/diagnosis-html.ts';
import { diagnosisText } from '../../src/report/diagnosis-text.ts';
import { chromeTrace } from '../../src/report/diagnosis-trace.ts';
import { jsonText } from '../../src/report/json.ts';
import { styleFor } from '../../src/report/layout.ts';
import { timelineChart } from '../../src/report/timeline-chart.ts';
import { describeVerdict } from '../../src/report/verdict-words.ts';
import { diagnoseFile } from './support.ts';

const result = diagnoseFile('examples/matmul-tiled.json', { params: { N: '512' } });
const { diagnosis, observation } = result;

describe('the text', () => {
  const lines = diagnosisText(diagnosis, styleFor(false)).trimEnd().split('\n');

  it('answers in its first line', () => {
    expect(lines[0]).toMatch(/^matmul-tiled on nvidia-h200: .* limited by /);
  });

  it('fits a screen', () => {
    expect(lines.length).toBeLessThanOrEqual(45);
    expect(lines.filter((line) => [...line].length > 100)).toEqual([]);
  });
});

describe('the JSON', () => {
  it('has the fields of the contract', () => {
    const json = JSON.parse(jsonText(diagnosis));
    expect(json.schema).toBe('kernelcast/prediction@1');
    for (const each of json.sensitivities) {
      expect(Object.keys(each)).toEqual(
        expect.arrayContaining(['resource', 'parameter', 'elasticity', 'regions']),
      );
      expect(['latency', 'gap']).toContain(each.parameter);
    }
    for (const each of json.regions)
      expect(Object.keys(each)).toEqual(expect.arrayContaining(['name', 'span', 'timeFraction']));
    for (const each of json.advice) {
      expect(Object.keys(each)).toEqual(expect.arrayContaining(['title', 'why', 'expectedSpeedup']));
    }
  });
});

describe('the trace', () => {
  const { traceEvents } = JSON.parse(chromeTrace([{ diagnosis, observation }])) as {
    traceEvents: { ph: string; tid: number; ts: number; dur: number }[];
  };
  const slices = traceEvents.filter(({ ph }) => ph === 'X');

  it('has a track per warp', () => {
    expect(new Set(slices.map(({ tid }) => tid)).size).toBe(observation.warps.length);
  });

  it('has a process per diagnosis', () => {
    const several = JSON.parse(chromeTrace([result, result])) as {
      traceEvents: { pid: number; name: string }[];
    };
    const names = several.traceEvents.filter(({ name }) => name === 'process_name');
    expect(names.map(({ pid }) => pid)).toEqual([1, 2]);
    expect(several.traceEvents).toHaveLength(2 * traceEvents.length);
  });

  it('nests strictly', () => {
    const open = new Map<number, number[]>();
    for (const { tid, ts, dur } of slices) {
      const ends = open.get(tid) ?? [];
      open.set(tid, ends);
      while (ends.length > 0 && ends.at(-1)! <= ts + 1e-9) ends.pop();
      if (ends.length > 0) expect(ts + dur).toBeLessThanOrEqual(ends.at(-1)! + 1e-9);
      ends.push(ts + dur);
    }
  });
});

describe('findings for continuous integration', () => {
  it('are workflow commands with their text escaped', () => {
    const cause = { kind: 'dram', text: '50 % of\nit', weight: 1 } as const;
    const text = githubAnnotations({ diagnoses: [{ ...diagnosis, causes: [cause] }] });
    expect(text).toContain('::warning title=matmul-tiled%3A dram::50 %25 of%0Ait\n');
  });

  it('are SARIF with a place for each cause that has one', () => {
    const { version, runs } = JSON.parse(sarif({ diagnoses: [diagnosis] }));
    expect(version).toBe('2.1.0');
    expect(runs[0].results).toHaveLength(diagnosis.causes.length);
    const rules = runs[0].tool.driver.rules.map(({ id }: { id: string }) => id);
    for (const { ruleId } of runs[0].results) expect(rules).toContain(ruleId);
    const places = runs[0].results.filter(({ locations }: { locations?: unknown }) => locations);
    expect(places).toHaveLength(diagnosis.causes.filter(({ span }) => span).length);
  });
});

describe('what lies in no line of the source', () => {
  const cause = { kind: 'launch', text: 'launch floor', weight: 1 } as const;
  const whole = { ...diagnosis, launchFile: '/code/a b/matmul.json', causes: [cause] };
  const before = {
    name: diagnosis.name,
    profile: diagnosis.profile,
    timeNs: 1e3,
    errorBandNs: [900, 1100],
  } as const;
  const { name, profile, timeNs } = diagnosis;
  const grown = { reason: 'dram latency', byNs: 500 };
  const verdicts = [{ name, profile, timeNs, before, state: 'worse', tolerance: 0.06, grown }] as const;
  const findings = { diagnoses: [whole], verdicts, pathOf: (file: string) => file.replace('/code/', '') };

  it('is placed at the launch file, regressions first', () => {
    const [, first, second] = githubAnnotations(findings).split('\n');
    expect(first).toMatch(
      /^::error file=a b\/matmul\.json,line=1,endLine=1,title=matmul-tiled%3A regression::takes .* more than the 1\.00 µs recorded \(6 %25 are allowed\); most of it is dram latency \(\+500 ns\)$/,
    );
    expect(second).toMatch(/^::warning file=a b\/matmul\.json,line=1,endLine=1,title=.*launch floor$/);
  });

  it('has a place in SARIF, and rules that say what to do', () => {
    const { results, tool } = JSON.parse(sarif(findings)).runs[0];
    expect(results.map(({ level }: { level: string }) => level)).toEqual(['error', 'warning']);
    for (const { locations, ruleIndex, ruleId } of results) {
      expect(locations[0].physicalLocation).toEqual({
        artifactLocation: { uri: 'a%20b/matmul.json', uriBaseId: '%SRCROOT%' },
        region: { startLine: 1, endLine: 1 },
      });
      const rule = tool.driver.rules[ruleIndex];
      expect(rule.id).toBe(ruleId);
      for (const key of ['shortDescription', 'fullDescription', 'help']) {
        expect(rule[key].text.length).toBeGreaterThan(10);
      }
    }
  });
});

describe('a baseline', () => {
  const baseline = updated(undefined, [diagnosis]);
  const stateAfter = (factor: number) =>
    judge([{ ...diagnosis, timeNs: diagnosis.timeNs * factor }], baseline)[0].state;

  it('tells worse and better from what lies in the band', () => {
    const beyond = 1 + 1.01 * DEFAULT_TOLERANCE;
    expect([1, 1.02, beyond, 1 / beyond].map(stateAfter)).toEqual(['same', 'same', 'worse', 'better']);
    expect(judge([{ ...diagnosis, name: 'other' }], baseline)[0].state).toBe('new');
  });

  it('never fails what is the same, and always what is slower by twice the band', () => {
    expect(judge([diagnosis], baseline)[0].state).toBe('same');
    expect(judge([diagnosis], baseline, 0)[0].state).toBe('same');
    expect(stateAfter(1 + 2 * DEFAULT_TOLERANCE)).toBe('worse');
    // What the error band of one time lets pass.
    expect(stateAfter(1.18)).toBe('worse');
  });

  it('has the tolerance that is asked for', () => {
    const slower = [{ ...diagnosis, timeNs: diagnosis.timeNs * 1.03 }];
    expect(judge(slower, baseline, 0.02)[0].state).toBe('worse');
    expect(judge(slower, baseline, 0.04)[0].state).toBe('same');
  });

  it('names what has grown, unless an older file does not say what there was', () => {
    const { timeNs, stalls, launchNs } = diagnosis;
    const slower = {
      ...diagnosis,
      timeNs: 1.5 * timeNs,
      // All that is added is waiting for DRAM.
      stalls: Object.fromEntries(
        Object.entries({ 'dram latency': 0, ...stalls }).map(([reason, share]) => [
          reason,
          ((timeNs - launchNs) * share + (reason === 'dram latency' ? 0.5 * timeNs : 0)) /
            (1.5 * timeNs - launchNs),
        ]),
      ),
    };
    const [verdict] = judge([slower], baseline);
    expect(verdict.grown?.reason).toBe('dram latency');
    expect(verdict.grown?.byNs).toBeCloseTo(0.5 * timeNs, 3);
    expect(describeVerdict(verdict)).toMatch(
      /50 % more than .* are allowed\); most of it is dram latency \(\+/,
    );
    const [{ launchNs: _, stalls: __, ...entry }] = baseline.entries;
    expect(judge([slower], { ...baseline, entries: [entry] })[0].grown).toBeUndefined();
  });

  it('survives being written and read, and replaces what it knows', () => {
    expect(parseBaseline(JSON.stringify(baseline))).toEqual(baseline);
    const again = updated(baseline, [{ ...diagnosis, timeNs: 1 }]);
    expect(again.entries.map(({ timeNs }) => timeNs)).toEqual([1]);
  });

  it.each([
    '',
    '[]',
    '{"schema":"kernelcast/baseline@1"}',
    '{"schema":"kernelcast/baseline@1","entries":[{}]}',
    'null',
  ])('is not read from %j', (text) => {
    expect(parseBaseline(text)).toBeUndefined();
  });

  it('keeps entries in order', () => {
    const names = ['b', 'a'].map((name) => ({ ...diagnosis, name }));
    const { entries }: Baseline = updated(undefined, names);
    expect(entries.map(({ name }) => name)).toEqual(['a', 'b']);
  });
});

describe('the HTML', () => {
  const html = diagnosisHtml([result]);

  it('asks for nothing from outside and runs nothing', () => {
    expect(html).not.toMatch(/https?:|<script|<link rel="(?!icon)|@import|url\(/);
  });

  it('has every part', () => {
    const titles = [...html.matchAll(/<h2>([^<]*)/g)].map((match) => match[1]);
    expect(titles).toEqual(
      expect.arrayContaining([
        'Why',
        'Roofline',
        'Occupancy',
        'Source and machine code',
        'Warps over time',
        'Utilisation over time',
      ]),
    );
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('shows of fine steps what takes most of the time, in few bars', () => {
    const steps = Array.from({ length: 10_000 }, (_, index) => ({
      fromCycle: 10 * index,
      issueCycle: 10 * index + 9,
      endCycle: 10 * index + 10,
      reason: index < 5_000 ? 'alu busy' : 'dram latency',
      region: 0,
      opcode: 'IADD3',
      line: 7,
    }));
    const chart = timelineChart({ ...observation, warps: [{ slot: 0, steps }] });
    const bars = [...chart.matchAll(/class="([^"]*)"><title>([^<]*)/g)].map(([, ...parts]) => parts);
    expect(bars).toEqual([
      ['c-alu', expect.stringMatching(/^alu busy, \d{5} cycles, from line 7$/)],
      ['c-dram pale', expect.stringMatching(/^dram latency, \d{5} cycles, from line 7$/)],
    ]);
    expect(html.length).toBeLessThan(300_000);
  });

  it('escapes what the source says', () => {
    const text = 'fn main() { } // <img src=x onerror=alert(1)>';
    const page = diagnosisHtml([{ diagnosis, observation: { ...observation, source: { file: 'a', text } } }]);
    expect(page).not.toContain('<img');
  });
});
