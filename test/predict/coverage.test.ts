// What a dispatch leaves out, or does for nothing, is said; of launches that are right, nothing is.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { coverageWarnings } from '../../src/predict/coverage.ts';

function warnings(shader: string, launch: string): string[] {
  const { value, diagnostics } = parseLaunch(launch, 'k.json');
  expect(diagnostics).toEqual([]);
  return coverageWarnings(value!, shader).map(({ message }) => message);
}

const kernel = (size: string, body: string) => `struct Params { n: u32 }
@group(0) @binding(0) var<storage, read_write> y: array<f32>;
@group(0) @binding(1) var<uniform> p: Params;
@compute @workgroup_size(${size}) fn main(@builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u) { ${body} }`;

const launch = (
  dispatch: string,
  bytes = 4096,
) => `{ "shader": "k.wgsl", "dispatch": ${dispatch}, "bindings": [
  { "group": 0, "binding": 0, "size": ${bytes} },
  { "group": 0, "binding": 1, "usage": "uniform", "size": 16,
    "data": { "kind": "struct", "values": { "n": 1000 } } } ] }`;

const BY_MEMBER = 'if (id.x < p.n) { y[id.x] = 1.0; }';
const BY_LENGTH = 'if (id.x >= arrayLength(&y)) { return; } y[id.x] = 1.0;';
const UNGUARDED = 'y[id.x] = f32(p.n);';

describe('the coverage of a dispatch', () => {
  it.each([
    ['rounded up', '64', BY_MEMBER, '[16]'],
    ['by length', '64', BY_LENGTH, '[16]'],
    ['without a guard', '64', UNGUARDED, '[16]'],
    ['striding', '64', 'for (var i = id.x; i < p.n; i += 64 * groups.x) { y[i] = 1.0; }', '[2]'],
  ])('is right: %s', (_, size, body, dispatch) => {
    expect(warnings(kernel(size, body), launch(dispatch))).toEqual([]);
  });

  it.each([
    ['32', BY_MEMBER, '[16]', /16 workgroups of 32 along x are 512 .* up to 1000: the rest is left out/],
    ['128', BY_MEMBER, '[16]', /2048 invocations, .* up to 1000 only: 8 workgroups do nothing/],
    ['128', BY_LENGTH, '[16]', /up to 1024 only: 8 workgroups/],
    ['32', UNGUARDED, '[16]', /of the 4096 bytes of `y` the dispatch reaches the first 2048 only/],
    ['128', UNGUARDED, '[16]', /reaches up to byte 8192 of `y`, which has 4096/],
  ])('is wrong with workgroups of %s: %s', (size, body, dispatch, words) => {
    expect(warnings(kernel(size, body), launch(dispatch))).toEqual([expect.stringMatching(words)]);
  });

  it('is right in all examples', () => {
    const folder = path.join(import.meta.dirname, '../../examples');
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const shader = readFileSync(path.join(folder, parseLaunch(text, file).value!.shaderPath), 'utf8');
      expect(warnings(shader, text), file).toEqual([]);
    }
  });
});
