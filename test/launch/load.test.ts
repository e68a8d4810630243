import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLaunch } from '../../src/launch/load.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-'));
  writeFileSync(path.join(folder, 'a.wgsl'), '// a shader');
  writeFileSync(path.join(folder, 'x.bin'), new Uint8Array(8));
});
afterAll(() => rmSync(folder, { recursive: true }));

function load(json: object) {
  const file = path.join(folder, 'launch.json');
  writeFileSync(file, JSON.stringify({ shader: 'a.wgsl', dispatch: [1], ...json }));
  return loadLaunch(file);
}

const fromFile = (size: number, name: string) => ({
  bindings: [{ group: 0, binding: 3, size, data: { kind: 'file', path: name } }],
});

describe('loading', () => {
  it('finds the shader and data beside the launch file', () => {
    const outcome = load(fromFile(8, 'x.bin'));
    expect(outcome.diagnostics).toEqual([]);
    expect(outcome.value!.shaderPath).toBe(path.join(folder, 'a.wgsl'));
    expect(outcome.value!.bindings[0].data).toEqual({ kind: 'file', path: path.join(folder, 'x.bin') });
  });

  it('names a launch file, a shader and a data file that are not there', () => {
    const missing = loadLaunch(path.join(folder, 'nowhere.json'));
    expect(missing.diagnostics[0].message).toMatch(/^cannot read .*nowhere\.json: no such file$/);
    const both = load({ shader: 'b.wgsl', ...fromFile(8, 'y.bin') });
    expect(both.value).toBeUndefined();
    expect(both.diagnostics.map((d) => d.message)).toEqual([
      expect.stringMatching(/^cannot read the shader .*b\.wgsl: no such file$/),
      expect.stringMatching(/^group 0, binding 3: cannot read .*y\.bin: no such file$/),
    ]);
    expect(both.diagnostics.every((d) => d.span !== undefined)).toBe(true);
  });

  it('takes a folder for no file', () => {
    expect(load({ shader: '.' }).diagnostics[0].message).toContain('it is no file');
    expect(loadLaunch(folder).diagnostics[0].message).toContain('it is a folder');
  });

  it('warns about data that are longer or shorter than their buffer', () => {
    for (const [size, word] of [
      [4, 'left out'],
      [16, 'zeros follow'],
    ] as const) {
      const outcome = load(fromFile(size, 'x.bin'));
      expect(outcome.value).toBeDefined();
      expect(outcome.diagnostics.map((d) => d.severity)).toEqual(['warning']);
      expect(outcome.diagnostics[0].message).toContain(word);
    }
  });
});
