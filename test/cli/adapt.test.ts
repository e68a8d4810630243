// `kernelcast adapt` as a process, and what it writes as others use it.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import schema from '../../src/adapt/choice.schema.json' with { type: 'json' };
import { Folder } from '../configure/kernels.ts';

const root = path.join(import.meta.dirname, '../..');
let folder: Folder;

/** Row sums: a workgroup for each row, so that long rows want many invocations and short ones few. */
const SHADER = `override ROWS: u32;
override COLUMNS: u32;
override SIZE: u32;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;
var<workgroup> partial: array<f32, SIZE>;
@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < COLUMNS; i += SIZE) { sum += a[group.x * COLUMNS + i]; }
  partial[lane] = sum;
  workgroupBarrier();
  for (var half = SIZE / 2; half > 0; half /= 2) {
    if (lane < half) { partial[lane] += partial[lane + half]; }
    workgroupBarrier();
  }
  if (lane == 0) { sums[group.x] = partial[0]; }
}
`;

const LAUNCH = {
  shader: 'rows.wgsl',
  params: { ROWS: 256, COLUMNS: 256, SIZE: 64 },
  constants: { ROWS: 'ROWS', COLUMNS: 'COLUMNS', SIZE: 'SIZE' },
  dispatch: ['ROWS'],
  bindings: [
    { group: 0, binding: 0, size: '4 * ROWS * COLUMNS', data: { kind: 'random-f32', seed: 1 } },
    { group: 0, binding: 1, size: '4 * ROWS' },
  ],
  tunables: { SIZE: [32, 64, 256] },
};

beforeAll(() => {
  folder = new Folder();
  folder.write('rows.wgsl', SHADER);
  folder.write('rows.json', LAUNCH);
}, 120_000);
afterAll(() => folder.remove());

function run(...args: string[]) {
  const program = path.join(root, 'dist/kernelcast.js');
  const { status, stdout, stderr } = spawnSync('node', [program, ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', VK_DRIVER_FILES: '/no/such/driver.json' },
  });
  return { status, stdout, stderr };
}

const INPUTS = ['--inputs', 'ROWS=16,2048, COLUMNS=2^5..2^11 times 8'];

describe('kernelcast adapt', () => {
  it('writes variants and a rule that agrees with its document, whose launches are predicted as it says', async () => {
    const { status, stdout, stderr } = run(
      'adapt',
      'rows.json',
      ...INPUTS,
      '--count',
      '5',
      '-o',
      'out',
      '--time',
      '600s',
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^rows on nvidia-h200: /);
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100);

    const read = (name: string) => readFileSync(path.join(folder.path, 'out', name), 'utf8');
    const document = JSON.parse(read('choice.json'));
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(read('choice.svg')).toContain('</svg>');

    const compiled = ts.transpileModule(read('choose.ts'), {
      compilerOptions: { module: ts.ModuleKind.ESNext },
    });
    const { chooseVariant } = (await import(
      `data:text/javascript,${encodeURIComponent(compiled.outputText)}`
    )) as { chooseVariant: (input: unknown) => { readonly launch: string } };
    for (const { input, variant } of document.expected)
      expect(chooseVariant(input).launch).toBe(document.variants[variant].launch);

    const { input, variant, timeNs } = document.expected[0];
    const defines = Object.entries(input).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
    const launch = path.join('out', document.variants[variant].launch);
    const again = run('predict', launch, ...defines, '--profile', 'nvidia-h200', '--format', 'json');
    expect(JSON.parse(again.stdout)[0].timeNs).toBeCloseTo(timeNs, 3);
  }, 120_000);

  it('says what is wrong before anything takes long', () => {
    expect(run('adapt', 'rows.json', '--inputs', 'ROW=4').stderr).toContain(
      '--inputs: ROW is no param of the launch file; did you mean "ROWS"?',
    );
    const pointed = run('adapt', 'rows.json', '--inputs', 'ROWS=4, COLUMNS=9..3');
    expect(pointed.status).toBe(2);
    expect(pointed.stderr).toContain('from 9 is above to 3');
    expect(pointed.stderr).toMatch(/\n {2}ROWS=4, COLUMNS=9\.\.3\n {18}\^/);
    expect(run('adapt', 'rows.json', '--inputs', 'SIZE=32').stderr).toContain('SIZE is a tunable');
    expect(run('adapt', 'rows.json', ...INPUTS, '--variants', '0').stderr).toContain('--variants: expected');
    expect(run('adapt', 'rows.json', ...INPUTS, '-o', 'rows.json').stderr).toContain('it is no folder');
    const both = run(
      'adapt',
      'rows.json',
      ...INPUTS,
      '--evaluator',
      'hardware',
      '--profile',
      'apple-m2,nvidia-h200',
    );
    expect(both.stderr).toContain('give one profile');
  }, 120_000);

  it('without a GPU says what to do', () => {
    const { status, stderr } = run(
      'adapt',
      'rows.json',
      ...INPUTS,
      '--evaluator',
      'hardware',
      '--no-database',
    );
    expect(status).toBe(4);
    expect(stderr).toContain('--evaluator model needs no GPU');
  }, 120_000);
});
