// Machine code under the lines that it was made of: complete, in columns that fit a terminal, with what instructions
// hold themselves, and with costs that are those of the prediction.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { codeText } from '../../src/report/code-text.ts';
import { codeView } from '../../src/report/code-view.ts';
import { jsonText } from '../../src/report/json.ts';
import { styleFor } from '../../src/report/layout.ts';
import { forecastFile } from '../analyze/support.ts';
import { inspectFile, inspectShader } from './inspected.ts';

const LAUNCHES = ['examples/matmul-tiled.json', 'examples/triad.json', 'examples/spmv.json'];

const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, 'inspection.schema.json'), 'utf8'));
const validate = new Ajv2020({ allErrors: true }).compile(schema);

function problems({ inspection }: Parameters<typeof codeText>[0]): readonly string[] {
  validate(JSON.parse(jsonText(inspection)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const textOf = (inspected: Parameters<typeof codeText>[0]) => codeText(inspected, styleFor(false));

describe.each(LAUNCHES)('%s', (file) => {
  const inspected = inspectFile(file);
  const { code, timeNs, lines = [] } = inspected.inspection;
  const text = textOf(inspected);

  it('shows every instruction once, in 100 columns', () => {
    const numbers = [...text.matchAll(/^ {0,3}(\d+) \S/gm)].map((match) => Number(match[1]));
    expect(numbers.sort((a, b) => a - b)).toEqual(code.instructions.map((_, index) => index));
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
  });

  it('is what the schema promises, as JSON', () => {
    expect(problems(inspected)).toEqual([]);
  });

  it('begins with how much code there is and where the time goes', () => {
    const [hottest] = [...lines].sort((a, b) => b.timeFraction - a.timeFraction);
    const [first] = text.replace(/\n(?! )/, ' ').split('\n');
    expect(first).toContain(`${code.instructions.length} instructions, ${code.registersPerThread} registers`);
    expect(first).toContain(`line ${hottest.line} (${hottest.mostly})`);
  });

  it('costs what the prediction says', () => {
    const { prediction, estimate } = forecastFile(file).forecast;
    expect(timeNs).toBe(prediction.timeNs);
    const shares = code.instructions.map(({ cost }) => cost!.timeFraction);
    expect(shares).toEqual(estimate.instructionShares.flatMap((each) => [...each]));
    const issued = code.instructions.reduce((sum, { cost }) => sum + cost!.issuesPerWarp, 0);
    expect(issued / prediction.instructions.perWarp).toBeCloseTo(1, 1);
  });

  it('links its page within itself', () => {
    const { source } = inspected;
    const page = codeView({ code, source: source!, heat: lines, id: 'v' });
    const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]));
    const links = [...page.matchAll(/ href="#([^"]*)"/g)].map((match) => match[1]);
    expect(links.length).toBeGreaterThan(code.instructions.length / 2);
    for (const link of links) expect(ids).toContain(link);
  });
});

describe('a shader by itself', () => {
  const shader = `// Copyright of somebody.
// All rights reserved.
struct Params { n: u32, scale: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> data: array<f32>;
var<workgroup> tile: array<f32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3<u32>) {
  tile[i] = data[w.x * 24u + i] * 2.5 + params.scale;
  workgroupBarrier();
  if (i < params.n) { data[i] = tile[63u - i] / 8.0; }
}
`;
  const inspected = inspectShader(shader);
  const { instructions } = inspected.inspection.code;
  const operandsOf = (line: number) =>
    instructions.filter((each) => each.line === line).map(({ operands }) => operands);

  it('has code without costs, and says why', () => {
    expect(problems(inspected)).toEqual([]);
    expect(instructions.every(({ cost }) => cost === undefined)).toBe(true);
    expect(inspected.inspection.timeNs).toBeUndefined();
    expect(textOf(inspected)).toContain('none: they need a launch file');
    expect(textOf(inspected)).toMatch(/v0 to v\d+ are virtual/);
  });

  it('shows constants as values and names what else is no register', () => {
    const first = operandsOf(9).join('\n');
    expect(first).toMatch(/2\.5f/);
    expect(first).toContain('c[params+0x4]');
    expect(first).toMatch(/\b0x18\b/);
    expect(first).toMatch(/<- v\d+ tile v\d+/);
    expect(instructions.map(({ operands }) => operands).join('\n')).toMatch(/v\d+ <- workgroup_id_x/);
    const second = operandsOf(11).join('\n');
    expect(second).toContain('c[params]');
    expect(second).toContain('0.125f');
    expect(second).toContain('c[size of data]');
  });

  it('folds the licence away', () => {
    const { code } = inspected.inspection;
    const page = codeView({ code, source: inspected.source!, id: 'v' });
    expect(page).toMatch(/<details><summary>Comment, lines 1 to 2<\/summary><pre>\/\/ Copyright/);
    expect(page.split('Copyright')).toHaveLength(2);
  });
});
