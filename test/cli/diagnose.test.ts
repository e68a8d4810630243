// `kernelcast diagnose` as a process: its formats and files, questions and comparisons, baselines with their exit
// codes, and what it refuses.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
let folder = '';
// Several processes per test, each of a second or two, more on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const STRIDED = `@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
override STRIDE: u32;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let place = (id.x * STRIDE) % arrayLength(&x);
  y[id.x] = 2.0 * x[place];
}`;

function launch(stride: number, changes: object = {}): string {
  return JSON.stringify({
    shader: 'strided.wgsl',
    params: { N: 2097152, STRIDE: stride },
    constants: { STRIDE: 'STRIDE' },
    dispatch: ['N / 64'],
    bindings: [
      { group: 0, binding: 0, size: '64 * N', data: { kind: 'random-f32', seed: 1 } },
      { group: 0, binding: 1, size: '4 * N' },
    ],
    ...changes,
  });
}

function write(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text);
}

function read(name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-diagnose-'));
  write('strided.wgsl', STRIDED);
  write('far.json', launch(16));
  write('near.json', launch(1));
  write('broken.json', launch(16, { dispatch: ['M / 64'] }));
  write(
    'texture.wgsl',
    '@group(0) @binding(0) var t: texture_external;\n@compute @workgroup_size(1) fn main() { _ = textureLoad(t, vec2(0, 0)); }',
  );
  write('texture.json', JSON.stringify({ shader: 'texture.wgsl', dispatch: [1], bindings: [] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

function diagnose(...args: string[]) {
  return diagnoseIn(folder, ...args);
}

function diagnoseIn(cwd: string, ...args: string[]) {
  const command = [path.join(root, 'dist/kernelcast.js'), 'diagnose', ...args];
  const result = spawnSync('node', command, { cwd, encoding: 'utf8', timeout: 60_000 });
  expect(result.stderr).not.toMatch(/\n\s+at /);
  return { status: result.status, out: result.stdout, err: result.stderr };
}

function json(...args: string[]) {
  const { status, out, err } = diagnose(...args, '--format', 'json');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return JSON.parse(out);
}

describe('diagnose', () => {
  it('answers in the first line, names the line at fault, and keeps to the screen', () => {
    const { status, out } = diagnose('far.json');
    expect(status).toBe(0);
    // L2 and DRAM are both busy for 92 % of the time.
    expect(out).toMatch(
      /^far on nvidia-h200: .* limit undecided between l2 throughput and dram\s+throughput/,
    );
    expect(out).toMatch(/`x\[place\]` \(line 7\) needs \d+\.\d sectors per request where 4\.0 are enough/);
    expect(out.split('\n').filter((line) => [...line].length > 100)).toEqual([]);
  });

  it('prints an object for one launch, an array for several', () => {
    const one = json('far.json');
    expect(one).toMatchObject({ schema: 'kernelcast/prediction@1', name: 'far' });
    expect(one.sensitivities[0]).toHaveProperty('elasticity');
    expect(json('far.json', 'near.json').map(({ name }: { name: string }) => name)).toEqual(['far', 'near']);
  });

  it('compares a kernel over profiles', () => {
    const { out } = diagnose('near.json', '--profile', 'nvidia-h200', '--profile', 'nvidia-a100');
    const rows = out.split('\n').filter((line) => /^near +nvidia-/.test(line));
    expect(rows.map((row) => /nvidia-\w+/.exec(row)?.[0])).toEqual(['nvidia-h200', 'nvidia-a100']);
  });

  it('answers what if, alone, together and as a sweep', () => {
    const found = json(
      'far.json',
      '--what-if',
      'l2.bandwidth=2x',
      '--what-if',
      'dram.bandwidth=2x',
      '--what-if',
      'l2.latency=0.5x..2x',
    );
    expect(found.whatIf.map(({ change }: { change: string }) => change)).toEqual([
      'l2.bandwidth=2x',
      'dram.bandwidth=2x',
      'all together',
    ]);
    expect(found.sweeps[0].points).toHaveLength(9);
  });

  it('explains the difference to another launch by the memory that the stride costs', () => {
    const { against } = json('far.json', '--against', 'near.json');
    expect(against.name).toBe('near');
    const [first] = against.explained;
    expect(['lsu', 'l1', 'l2', 'dram']).toContain(first.resource);
    expect(first.factor).toBeLessThan(0.9);
    const text = diagnose('far.json', '--against', 'near.json').out;
    expect(text).toMatch(/Against near on nvidia-h200[^\n]*\n +explained by /);
  });

  it('writes a page and a trace', () => {
    expect(diagnose('far.json', '--html', 'far.html', '--trace', 'far.trace.json').status).toBe(0);
    expect(read('far.html')).toMatch(/^<!doctype html>/);
    expect(JSON.parse(read('far.trace.json')).traceEvents.length).toBeGreaterThan(10);
  });
});

describe('findings for continuous integration', () => {
  it('are SARIF that scanners take', () => {
    const { status, out } = diagnose('far.json', '--reporter', 'sarif');
    expect(status).toBe(0);
    const { $schema, version, runs } = JSON.parse(out);
    expect({ $schema, version }).toEqual({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
    });
    const [{ tool, results }] = runs;
    expect(tool.driver.name).toBe('kernelcast');
    const rules = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(rules).size).toBe(rules.length);
    expect(results.length).toBeGreaterThan(0);
    for (const { ruleId, level, message, locations } of results) {
      expect(rules).toContain(ruleId);
      expect(['none', 'note', 'warning', 'error']).toContain(level);
      expect(message.text).not.toBe('');
      expect(locations).toHaveLength(1);
      for (const { physicalLocation } of locations) {
        expect(physicalLocation.artifactLocation.uri).toMatch(/^[^\\ /]+\.(wgsl|json)$/);
        expect(physicalLocation.region.startLine).toBeGreaterThan(0);
        expect(physicalLocation.region.endLine).toBeGreaterThanOrEqual(physicalLocation.region.startLine);
      }
    }
  });

  it('name files from the root of the repository, wherever the command is started', () => {
    const kernels = path.join(folder, 'repository/kernels/sub');
    mkdirSync(kernels, { recursive: true });
    mkdirSync(path.join(folder, 'repository/.git'));
    writeFileSync(path.join(kernels, 'far.json'), launch(16));
    writeFileSync(path.join(kernels, 'strided.wgsl'), STRIDED);
    const files = (cwd: string, file: string) => {
      const found = diagnoseIn(cwd, file, '--reporter', 'github').out.matchAll(/file=([^,]+)/g);
      return new Set([...found].map((match) => match[1]));
    };
    const named = new Set(['kernels/sub/strided.wgsl', 'kernels/sub/far.json']);
    expect(files(kernels, 'far.json')).toEqual(named);
    expect(files(folder, path.join(kernels, 'far.json'))).toEqual(named);
  });

  it('are SARIF even where nothing could be diagnosed', () => {
    const { status, out } = diagnose('broken.json', '--reporter', 'sarif');
    expect(status).toBe(2);
    expect(JSON.parse(out).runs[0].results).toEqual([]);
  });

  it('are annotations of the lines of a change', () => {
    const lines = diagnose('far.json', '--reporter', 'github').out.trimEnd().split('\n');
    expect(
      lines.filter(
        (line) => !/^::(notice|warning) (file=[^,]+,line=\d+,endLine=\d+,)?title=[^:]+::.+$/.test(line),
      ),
    ).toEqual([]);
    expect(lines.some((line) => line.startsWith('::warning file='))).toBe(true);
  });
});

describe('a baseline', () => {
  it('is made, kept to, and missed', () => {
    const baseline = ['--baseline', 'baseline.json'];
    expect(diagnose('near.json', ...baseline)).toMatchObject({
      status: 2,
      err: expect.stringContaining('--update makes it'),
    });
    expect(diagnose('near.json', ...baseline, '--update').status).toBe(0);
    expect(diagnose('near.json', ...baseline)).toMatchObject({ status: 0, err: '' });
    const unknown = diagnose('far.json', ...baseline);
    expect(unknown).toMatchObject({ status: 0, err: expect.stringContaining('not in the baseline: far') });
    const recorded = JSON.parse(read('baseline.json'));
    const [entry] = recorded.entries;
    const halved = {
      ...entry,
      timeNs: entry.timeNs / 4,
      errorBandNs: entry.errorBandNs.map((ns: number) => ns / 4),
    };
    write('faster.json', JSON.stringify({ ...recorded, entries: [halved] }));
    const worse = diagnose('near.json', '--baseline', 'faster.json');
    expect(worse).toMatchObject({
      status: 1,
      err: expect.stringContaining('worse: near on nvidia-h200 takes'),
    });
    expect(worse.out).toMatch(/^near on nvidia-h200/);
    const found = diagnose('near.json', '--baseline', 'faster.json', '--reporter', 'github');
    expect(found.status).toBe(1);
    expect(found.out).toMatch(/^::error file=near\.json,line=1,endLine=1,title=near%3A regression::takes /m);
    expect(found.out).toMatch(/300 %25 more than the .* recorded \(\d+ %25 are allowed\); most of it is /);
    expect(diagnose('near.json', '--baseline', 'faster.json', '--tolerance', '301').status).toBe(0);
    expect(diagnose('near.json', '--baseline', 'faster.json', '--update').status).toBe(0);
    expect(diagnose('near.json', '--baseline', 'faster.json').status).toBe(0);
  });
});

describe('launches of one name', () => {
  it('are refused by a baseline, which could not tell them apart', () => {
    const files = ['near.json', 'near.json', '--baseline', 'twice.json', '--update'];
    expect(diagnose(...files)).toMatchObject({
      status: 2,
      err: 'error: --baseline: two launches are called "near" on nvidia-h200; give one another "name" in its launch file\n',
    });
    expect(() => read('twice.json')).toThrow();
  });
});

describe('what diagnose refuses', () => {
  it.each([
    [['far.json', '--delta', '90%'], 2, /--delta 90%: expected a share/],
    [['far.json', '--what-if', 'nothing.gap=2x'], 2, /--what-if .*nothing/],
    [['far.json', '--update'], 2, /--update needs --baseline/],
    [['far.json', '--tolerance', '5%'], 2, /--tolerance needs --baseline/],
    [['far.json', '--baseline', 'far.json', '--tolerance', 'much'], 2, /--tolerance much: expected percent/],
    [['far.json', '--baseline', 'far.json'], 2, /not a baseline of kernelcast/],
    [['far.json', '--against', 'missing.json'], 2, /missing\.json/],
    [['far.json', '--html', 'no/such/folder.html'], 2, /--html no\/such\/folder\.html: cannot be written/],
    [['far.json', '--html', 'far.json', '--force'], 2, /--html far\.json: .*the command reads it/],
    [['far.json', '--trace', 'strided.wgsl'], 2, /--trace strided\.wgsl: .*--force replaces it/],
    [['far.json', '--trace', 'strided.wgsl', '--force'], 2, /--trace strided\.wgsl: .*the command reads it/],
    [['far.json', '--trace', '.'], 2, /--trace \.: cannot be written: it is a folder/],
    [['far.json', '--baseline', 'none.json'], 2, /none\.json: no such file; --update makes it/],
    [['far.json', '--baseline', 'no/such/b.json', '--update'], 2, /cannot be written: there is no folder/],
    [['far.json', '--baseline', '.'], 2, /--baseline \.: cannot be read: it is a folder/],
    [['far.json', '--what-if', 'dram.latency=2TB/s'], 2, /`TB\/s` does not fit/],
    [['broken.json'], 2, /"M"[\s\S]*broken\.json:1:\d+/],
    [['texture.json'], 3, /texture/],
  ])('%j: exit code %i and one clear message', (args, status, message) => {
    const result = diagnose(...args);
    expect(result.status).toBe(status);
    expect(result.err).toMatch(message);
    // Before the long part, so that nothing is printed in vain.
    expect(result.out).toBe('');
  });

  it('does not keep the other launches from being diagnosed', () => {
    const { status, out, err } = diagnose('broken.json', 'near.json', '--format', 'json');
    expect(status).toBe(2);
    expect(err).toContain('broken.json');
    expect(JSON.parse(out).map(({ name }: { name: string }) => name)).toEqual(['near']);
  });
});

describe('--fix', () => {
  const example = path.join(root, 'examples/matmul-naive.json');
  const at = (file: string) => path.join(folder, file);

  it('writes the kernel of a step, which is predicted to take what the step promises', () => {
    const report = json(example) as { advice: { timeNs: number; fix?: object }[] };
    const step = report.advice.findIndex(({ fix }) => fix !== undefined);
    const written = diagnose(example, '--fix', String(step + 1), '-o', at('fixed.wgsl'));
    expect(written.status).toBe(0);
    expect(written.out).toBe('');
    expect(written.err).toContain(`wrote ${at('fixed.wgsl')} and ${at('fixed.json')}`);
    expect(json(at('fixed.json')).timeNs).toBe(report.advice[step].timeNs);
  });

  it.each([
    [['--fix', '1'], 2, 'say where to write it: -o FILE.wgsl'],
    [['-o', 'a.wgsl'], 2, 'say which step to write: --fix 1'],
    [['--fix', 'best', '-o', 'a.wgsl'], 2, 'expected the number of a step'],
    [['--fix', '1', '-o', 'a.txt'], 2, 'expected a file name that ends in .wgsl'],
    [['--fix', '1', '-o', 'no-such-folder/a.wgsl'], 2, 'there is no folder'],
    [['--fix', '20', '-o', 'a.wgsl'], 3, 'there is no step 20'],
  ])('with %j ends with %i', (flags, status, message) => {
    const result = diagnose(example, ...flags.map((each) => (each.endsWith('.wgsl') ? at(each) : each)));
    expect(result.err).toContain(message);
    expect(result.status).toBe(status);
  });
});

describe('diagnose --explain-space', () => {
  it('says per device which counters go with speed, in text, JSON, a page and a picture', () => {
    const devices = ['--profile', 'nvidia-h200,nvidia-k20c', '--budget', '6'];
    const { status, out, err } = diagnose('far.json', '--explain-space', ...devices, '-o', 'far.svg');
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringMatching(/^(warning: .*| {2}= .*|\s)*$/),
    });
    expect(out).toMatch(/^far on nvidia-h200: .*in 6\s+configurations/m);
    expect(out).toMatch(/^far on nvidia-k20c: /m);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(read('far.svg')).toContain('class="leaf"');
    const again = diagnose(
      'far.json',
      '--explain-space',
      '--budget',
      '6',
      '--format',
      'json',
      '--html',
      'space.html',
    );
    const found = JSON.parse(again.out);
    expect(found).toMatchObject({ schema: 'kernelcast/space-explanation@1', kernels: [{ evaluated: 6 }] });
    expect(read('space.html')).toContain('Speed-up by counters');
  });

  it('refuses what it does not go with, and says what to do', () => {
    const refused = (...args: string[]) => diagnose('far.json', ...args);
    expect(refused('--explain-space', '--fix', '1')).toMatchObject({ status: 2 });
    expect(refused('--explain-space', '-o', 'x.wgsl').err).toContain('-o FILE.svg');
    expect(refused('--explain-space', '--what-if', 'dram.bandwidth=2x').err).toContain('--what-if');
    expect(refused('--budget', '6').err).toContain('--explain-space');
    expect(refused('--explain-space', '--budget', '0').err).toContain('whole number');
    expect(refused('--explain-space', '--budget', '1').err).toContain('at least 2');
  });
});
