// `transform`: what its flags mean, and the launch file that it writes.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { transformationOf } from '../../src/cli/transformation-flags.ts';
import { transformedLaunchFile } from '../../src/cli/transformed-launch.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { type Transformation, transformKernel } from '../../src/transform/index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'transform-'));
afterAll(() => rmSync(folder, { recursive: true }));

const none = { coarsen: [], blockCoarsen: [], swapAxes: false, unroll: [] };

describe('the flags', () => {
  it('say what is to be done', () => {
    const flags = {
      coarsen: ['x:4:32', '1:2'],
      blockCoarsen: ['Z:2'],
      workgroup: '16,8',
      swapAxes: true,
      unroll: ['all:4', '@inner:full', '12:2'],
    };
    expect(transformationOf(flags)).toEqual({
      coarsen: [
        { direction: 0, factor: 4, stride: 32 },
        { direction: 1, factor: 2 },
      ],
      blockCoarsen: [{ direction: 2, factor: 2 }],
      workgroup: [16, 8, 1],
      swapAxes: true,
      unroll: [
        { loop: 'all', factor: 4 },
        { loop: '@inner', factor: 'full' },
        { loop: '12', factor: 2 },
      ],
    });
  });

  it.each([
    [{ ...none }],
    [{ ...none, coarsen: ['x'] }],
    [{ ...none, coarsen: ['w:2'] }],
    [{ ...none, coarsen: ['constructor:2'] }],
    [{ ...none, blockCoarsen: ['__proto__:2'] }],
    [{ ...none, coarsen: ['x:1'] }],
    [{ ...none, coarsen: ['x:64'] }],
    [{ ...none, coarsen: ['x:2:0'] }],
    [{ ...none, coarsen: ['x:2:4:8'] }],
    [{ ...none, blockCoarsen: ['x:2:4'] }],
    [{ ...none, workgroup: '16,' }],
    [{ ...none, workgroup: '1,2,3,4' }],
    [{ ...none, workgroup: '-4' }],
    [{ ...none, unroll: ['all'] }],
    [{ ...none, unroll: ['all:1'] }],
    [{ ...none, unroll: ['12:many'] }],
  ])('are refused when they make no sense: %j', (flags) => {
    expect(() => transformationOf(flags)).toThrow(UsageError);
  });
});

const examples = path.join(import.meta.dirname, '../../examples');

function written(name: string, transformation: Transformation, params: Record<string, string> = {}): string {
  const launch = loadLaunch(path.join(examples, name), { params }).value!;
  const source = readFileSync(launch.shaderPath, 'utf8');
  const { value, diagnostics } = transformKernel(source, launch, transformation);
  expect(diagnostics).toEqual([]);
  const place = path.join(folder, 'out.json');
  const text = transformedLaunchFile(launch, value!, params, path.join(folder, 'out.wgsl'), place);
  const again = parseLaunch(text, place).value!;
  expect(again.dispatch).toEqual(value!.dispatch);
  expect(again.constants).toMatchObject(value!.constants);
  expect(again.bindings.map((each) => each.sizeBytes)).toEqual(launch.bindings.map((each) => each.sizeBytes));
  return text;
}

describe('the launch file', () => {
  it('keeps its expressions', () => {
    const text = written('matmul-tiled.json', { blockCoarsen: [{ direction: 0, factor: 4 }] });
    expect(text).toContain('"dispatch": ["N / (TILE * 4)", "N / TILE"]');
    expect(text).toContain('"shader": "out.wgsl"');
  });

  it('gives the number of workgroups of the original where there is a remainder', () => {
    const text = written('matmul-tiled.json', { blockCoarsen: [{ direction: 0, factor: 3 }] });
    expect(text).toContain('"WORKGROUPS_X": "N / TILE"');
  });

  it('changes a param that gives the size, and lets the dispatch follow', () => {
    const text = written('matmul-tiled.json', { workgroup: [32, 32, 1] });
    expect(text).toContain('"params": { "N": 2048, "TILE": 32 }');
    expect(text).toContain('"dispatch": ["N / TILE", "N / TILE"]');
  });

  it('takes params from the command line in', () => {
    const text = written('matmul-tiled.json', { coarsen: [{ direction: 1, factor: 2 }] }, { N: '512' });
    expect(text).toContain('"N": 512');
  });

  it('rounds the dispatch up where the kernel leaves out what is too much', () => {
    const text = written('mandelbrot.json', {
      coarsen: [{ direction: 1, factor: 4 }],
      workgroup: [32, 4, 1],
    });
    expect(text).toContain('"dispatch": ["ceil(WIDTH / 32)", "ceil(HEIGHT / 64) * 4"]');
    expect(parseLaunch(text, 'o.json', { params: { HEIGHT: 1000 } }).value!.dispatch).toEqual([64, 64, 1]);
  });

  it('says what the device must be asked for, where that is more than it promises', () => {
    const text = written('mandelbrot.json', { workgroup: [32, 32, 1] });
    expect(text).toContain('  "limits": { "maxComputeInvocationsPerWorkgroup": 1024 },\n');
    expect(parseLaunch(text, 'o.json').value!.limits).toEqual({ maxComputeInvocationsPerWorkgroup: 1024 });
    expect(written('mandelbrot.json', { workgroup: [16, 16, 1] })).not.toContain('limits');
  });

  it('asks for whole blocks where merged invocations are further apart than a workgroup is wide', () => {
    const coarsen = [{ direction: 0, factor: 4, stride: 32 }] as const;
    const text = written('matmul-naive.json', { coarsen });
    expect(text).toContain('"mod(N / 16, 8) == 0 ? N / 64 : 0.5"');
    const dispatchAt = (N: number) => parseLaunch(text, 'o.json', { params: { N } }).value?.dispatch[0];
    // 68 workgroups could be divided by 4, but would leave half a block of 128 undone.
    expect([128 * 9, 16 * 68, 16 * 67].map(dispatchAt)).toEqual([18, undefined, undefined]);
    // Wider workgroups have whole blocks anyway.
    expect(written('matmul-naive.json', { coarsen, workgroup: [32, 8, 1] })).toContain('"N / 128"');
  });

  it('puts steps that cancel out together', () => {
    const text = written('mandelbrot.json', {
      coarsen: [{ direction: 0, factor: 2 }],
      workgroup: [32, 8, 1],
    });
    expect(text).toContain('"dispatch": ["ceil(WIDTH / 64)", "ceil(HEIGHT / 16) * 2"]');
  });

  it('refuses other sizes that a kernel without guards would be wrong for', () => {
    const text = written('matmul-naive.json', { coarsen: [{ direction: 1, factor: 4 }] });
    expect(parseLaunch(text, 'o.json', { params: { N: 1024 } }).value!.dispatch).toEqual([64, 16, 1]);
    const { value, diagnostics } = parseLaunch(text, 'o.json', { params: { N: 1040 } });
    expect(value).toBeUndefined();
    expect(diagnostics[0].message).toContain('which is not a whole number');
  });

  it.each([
    [{ coarsen: [{ direction: 0, factor: 4, stride: 32 }] }],
    [{ coarsen: [{ direction: 0, factor: 3, stride: 7 }] }],
    [{ swapAxes: true, coarsen: [{ direction: 1, factor: 5 }], workgroup: [7, 3, 1] }],
    [{ blockCoarsen: [{ direction: 1, factor: 3 }], workgroup: [96, 1, 1] }],
  ] as Transformation[][])('says what the kernel needs: %j', (transformation) => {
    written('matmul-naive.json', transformation);
    written('transpose-naive.json', transformation);
    written('stencil.json', transformation);
  });

  it('loses what was decided, and conditions on it, and keeps its comments', () => {
    const place = path.join(folder, 'tuned.json');
    writeFileSync(path.join(folder, 'a.wgsl'), readFileSync(path.join(examples, 'mandelbrot.wgsl')));
    writeFileSync(
      place,
      `{
  // a picture
  "shader": "a.wgsl",
  "params": { "WIDTH": 2048, "HEIGHT": 2048 }, // in pixels
  "constants": { "WIDTH": "WIDTH", "HEIGHT": "HEIGHT" },
  "dispatch": ["ceil(WIDTH / 16)", "ceil(HEIGHT / 16)"],
  "bindings": [{ "group": 0, "binding": 0, "size": "4 * WIDTH * HEIGHT" }],
  "tunables": {
    "WIDTH": [1024, 2048],
    "coarsen.x": [1, 2]
  },
  "constraints": ["WIDTH > 10", "coarsen.x * WIDTH > 10"]
}
`,
    );
    const launch = loadLaunch(place).value!;
    const source = readFileSync(launch.shaderPath, 'utf8');
    const { value } = transformKernel(source, launch, { coarsen: [{ direction: 0, factor: 2 }] });
    const out = path.join(folder, 'b.wgsl');
    const text = transformedLaunchFile(launch, value!, {}, out, out.replace('wgsl', 'json'));
    expect(text).toContain('  // a picture\n  "shader": "b.wgsl",');
    expect(text).toContain('// in pixels');
    const again = parseLaunch(text, place).value!;
    expect(again.tunables!.map(({ name }) => name)).toEqual(['WIDTH']);
    expect(again.constraints!.map(({ text: condition }) => condition)).toEqual(['WIDTH > 10']);
  });
});
