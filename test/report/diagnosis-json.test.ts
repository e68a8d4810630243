// `diagnose --format json` against its schema, for launches of very different kinds, and numbers that hang together.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/analyze/compare.ts';
import type { Diagnosis } from '../../src/analyze/diagnosis.ts';
import { whatIf } from '../../src/analyze/what-if.ts';
import { jsonText } from '../../src/report/json.ts';
import { type Chosen, diagnoseFile, forecastFile } from '../analyze/support.ts';

const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, 'diagnosis.schema.json'), 'utf8'));
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);

function problems(diagnosis: Diagnosis): readonly string[] {
  validate(JSON.parse(jsonText(diagnosis)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const LAUNCHES: readonly (readonly [string, Chosen])[] = [
  ['bench/sets/studied/axpy-tiny.json', {}],
  ['bench/sets/studied/conv-f16.json', {}],
  ['bench/sets/studied/slot-claim.json', {}],
  ['bench/sets/studied/row-sums-unpadded.json', {}],
  ['examples/contraction/1-original.json', { profile: 'nvidia-k20c' }],
  ['test/spirv/launch/softmax.json', { binary: 'test/spirv/compiled/softmax.spv' }],
];

describe.each(LAUNCHES)('the JSON of %s', (file, chosen) => {
  const { diagnosis } = diagnoseFile(file, chosen);

  it('is what the schema promises', () => {
    expect(problems(diagnosis)).toEqual([]);
  });

  it('hangs together', () => {
    const { timeNs, errorBandNs, stalls, sensitivities, regions, advice } = diagnosis;
    expect(errorBandNs[0]).toBeLessThan(timeNs);
    expect(errorBandNs[1]).toBeGreaterThan(timeNs);
    const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
    expect(sum(Object.values(stalls))).toBeCloseTo(1, 3);
    expect(sum(regions.map(({ timeFraction }) => timeFraction))).toBeCloseTo(1, 6);
    const names = regions.map(({ name }) => name);
    for (const { elasticity, regions: by } of sensitivities) {
      if (Object.keys(by).length === 0) continue;
      expect(Object.keys(by)).toEqual(names);
      expect(sum(Object.values(by))).toBeCloseTo(elasticity, 6);
    }
    for (const each of advice) expect(each.timeNs * each.expectedSpeedup).toBeCloseTo(timeNs, 3);
  });
});

describe('the answers to questions', () => {
  it('are what the schema promises', () => {
    const { forecast } = forecastFile('examples/triad.json');
    const { diagnosis } = diagnoseFile('examples/triad.json');
    const other = forecastFile('bench/sets/studied/axpy-tiny.json').forecast.prediction;
    const asked = whatIf(forecast.timing, forecast.prediction.timeNs, ['clock=2x', 'l2.latency=1x..2x']);
    expect(problems({ ...diagnosis, ...asked.value!, against: compare(diagnosis, other) })).toEqual([]);
  });
});

describe('the schema', () => {
  it('notices what is renamed or missing', () => {
    const { diagnosis } = diagnoseFile('bench/sets/studied/axpy-tiny.json');
    const { timeNs: _, ...without } = diagnosis;
    expect(problems(without as Diagnosis)).toEqual([" must have required property 'timeNs'"]);
    const bottleneck = { ...diagnosis.bottleneck, kind: 'gap' as never };
    expect(problems({ ...diagnosis, bottleneck })).toHaveLength(1);
  });
});
