// `validate` as a process, on a small folder of launches with times that were made up.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Validation } from '../../src/validate/validate.ts';

const root = path.join(import.meta.dirname, '../..');
let folder = '';

const KERNEL = (body: string) => `@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) { ${body} }`;
const launch = (shader: string) =>
  JSON.stringify({
    shader,
    params: { N: 4096 },
    dispatch: ['N / 64'],
    bindings: [0, 1].map((binding) => ({ group: 0, binding, size: '4 * N' })),
  });
const times = (device: string, timeNs: Readonly<Record<string, number>>) => ({
  schema: 'kernelcast/measurements@1',
  measurements: Object.entries(timeNs).map(([name, ns]) => ({
    name,
    device,
    timeNs: ns,
    quality: ['noisy'],
  })),
});

function makeSuite(name: string, files: Readonly<Record<string, unknown>> = {}): void {
  execFileSync('mkdir', ['-p', path.join(folder, name)]);
  const all = {
    'scale.wgsl': KERNEL('y[id.x] = 2 * x[id.x];'),
    'scale.json': launch('scale.wgsl'),
    'roots.wgsl': KERNEL('y[id.x] = sqrt(x[id.x]) + sqrt(y[id.x]);'),
    'roots.json': launch('roots.wgsl'),
    ...files,
  };
  for (const [file, content] of Object.entries(all)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(path.join(folder, name, file), text);
  }
}

function run(...args: string[]) {
  const command = path.join(root, 'dist/kernelcast.js');
  const result = spawnSync('node', [command, 'validate', ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(result.stderr).not.toMatch(/\n\s+at |internal error/);
  return { status: result.status, out: result.stdout, err: result.stderr };
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-validate-'));
  makeSuite('suite', {
    'set.json': {
      device: 'nvidia-h200',
      groups: [{ name: 'maps', scores: [{ date: '2026-01-31', launches: 2, mape: 0.5, median: 0.25 }] }],
      launches: [
        { launch: 'scale.json', family: 'maps', keptApart: true, status: 'blind', group: 'maps' },
        { launch: 'roots.json', family: 'maps', keptApart: false, status: 'studied', group: 'maps' },
      ],
    },
    'times.json': times('nvidia-h200', { scale: 8000, roots: 16_000 }),
  });
  makeSuite('part', {
    'broken.wgsl': KERNEL('y[id.x] = ;'),
    'broken.json': launch('broken.wgsl'),
    'times.json': times('nvidia-h200', { scale: 8000, broken: 9000 }),
  });
  makeSuite('unmeasured');
  makeSuite('elsewhere', { 'times.json': times('Some GPU', { scale: 8000 }) });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('validate', () => {
  it('scores each launch and all together', () => {
    const { status, out, err } = run('suite', '--format', 'json');
    expect([status, err]).toEqual([0, '']);
    const validation: Validation = JSON.parse(out);
    expect(validation).toMatchObject({
      schema: 'kernelcast/validation@1',
      profile: 'nvidia-h200',
      device: 'nvidia-h200',
      unmeasured: [],
      score: { launches: 2, refusals: 0, predicted: 2 },
    });
    const { rows, score, families, history, baselines } = validation;
    expect(rows.map((row) => [row.name, row.measuredNs, row.quality])).toEqual([
      ['roots', 16_000, ['noisy']],
      ['scale', 8000, ['noisy']],
    ]);
    expect(rows[1]).toMatchObject({ family: 'maps', status: 'blind', isKeptApart: true, isHeldOut: true });
    for (const { measuredNs, predictedNs, error, errorBandNs, rooflineNs, saakeNs } of rows) {
      expect(error).toBeCloseTo(predictedNs! / measuredNs - 1, 12);
      expect(errorBandNs![0]).toBeLessThan(predictedNs!);
      // Neither is faster than a launch that does nothing, 6 µs.
      expect(Math.min(rooflineNs!, saakeNs!)).toBeGreaterThan(6000);
    }
    const errors = rows.map((row) => Math.abs(row.error!));
    expect(score.mape).toBeCloseTo((errors[0] + errors[1]) / 2, 12);
    expect(score.median).toBeCloseTo(score.mape!, 12);
    expect(families.keptApart!.mape).toBeCloseTo(errors[1], 12);
    expect(history).toMatchObject([{ group: 'maps', first: { mape: 0.5 }, now: { predicted: 2 } }]);
    expect(baselines.roofline!.predicted).toBe(2);
    expect(baselines.saake!.predicted).toBe(2);
  });

  it('begins with the error for people, and draws every launch', () => {
    const plot = path.join(folder, 'plot.svg');
    const { status, out } = run('suite', '--format', 'table', '--plot', plot);
    expect(status).toBe(0);
    expect(out.split('\n')[0]).toMatch(
      /^nvidia-h200 against nvidia-h200: mean error [\d.]+ %, median [\d.]+ % over 2 launches$/,
    );
    const svg = readFileSync(plot, 'utf8');
    expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(svg.match(/<circle /g)).toHaveLength(2);
    // The first score, and no row of the blind launch.
    expect(out).toMatch(/^maps +2026-01-31 +2 +50\.0 % +25\.0 % +2 /m);
    expect(out).toMatch(/^roots /m);
    expect(out).not.toMatch(/^scale /m);
    expect(svg).toContain('roots: measured 16.0 µs');
  });

  it('writes error bands to a new file, and refuses one that it cannot write before the long part', () => {
    const bands = path.join(folder, 'bands.json');
    expect(run('suite', '--format', 'table', '--bands', bands).status).toBe(0);
    expect(JSON.parse(readFileSync(bands, 'utf8'))).toMatchObject({ schema: 'kernelcast/error-bands@1' });
    const nowhere = run('suite', '--bands', path.join(folder, 'nowhere', 'bands.json'));
    expect(nowhere.status).toBe(2);
    expect(nowhere.err).toContain('there is no folder');
  });

  it('goes on past launches that are refused or were not measured, and says which', () => {
    const { status, out, err } = run('part', '--format', 'json');
    expect(status).toBe(0);
    expect(err).toMatch(/broken\.wgsl:4:\d+/);
    const { rows, unmeasured, score }: Validation = JSON.parse(out);
    expect(unmeasured).toEqual(['roots']);
    expect(score).toMatchObject({ launches: 2, refusals: 1, predicted: 1 });
    const refused = rows.find((row) => row.refusal !== undefined);
    expect(refused).toMatchObject({ name: 'broken', measuredNs: 9000 });
    expect(refused!.refusal).toMatch(/unable to parse/);
  });

  it.each([
    ['unmeasured', [], /no measurement on the device of profile nvidia-h200; nothing is recorded.*--live/],
    ['elsewhere', [], /recorded are Some GPU; choose one by --device/],
    ['suite', ['--device', 'Voodoo2'], /no measurement on "Voodoo2"; recorded are nvidia-h200/],
    ['none', [], /none: there is no such folder/],
  ])('says what to do about %s %j with exit code 2', (name, args, message) => {
    const { status, out, err } = run(name, ...args);
    expect([status, out]).toEqual([2, '']);
    expect(err.replace(/\s+/g, ' ')).toMatch(message);
  });

  it('says of one launch what it knows, without code of the driver too', () => {
    const { status, out, err } = run('suite', '--why', 'scale');
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/^scale: 8\.00 µs measured, .* predicted \([-+]\d+ %\): /);
    expect(out).toContain("nothing of the driver's code for this launch");
    const why = JSON.parse(run('suite', '--why', 'roots', '--format', 'json').out);
    expect(why).toMatchObject({ schema: 'kernelcast/why@1', name: 'roots', measuredNs: 16_000 });
  });

  it.each([
    [['--why', 'scal'], 'no launch of suite is called "scal"; did you mean "scale"?'],
    [['--why', 'nothing-like-it'], 'it has 2, such as "roots"'],
    [['--why', 'scale', '--layers'], '--layers does not go with --why, which is about one launch'],
    [['--why', 'scale', '--why', 'roots'], '--why is given more than once'],
  ])('refuses %j', (args, message) => {
    expect(run('suite', ...args)).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining(message),
    });
  });

  it('compares with another device when asked', () => {
    const { status, out } = run('elsewhere', '--device', 'Some GPU', '--format', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ device: 'Some GPU', score: { predicted: 1 } });
  });
});
