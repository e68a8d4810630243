import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

describe('a launch file from elsewhere', () => {
  const OUTSIDE = /lies outside of the launch file's folder; --allow-read .* allows it/;
  let home = '';
  const at = (name: string) => path.join(home, name);
  const write = (name: string, json: object) =>
    writeFileSync(at(name), JSON.stringify({ shader: 'a.wgsl', dispatch: [1], ...json }));
  const messages = (name: string, allowRead: string[] = []) =>
    loadLaunch(at(name), {}, { allowRead }).diagnostics.map(({ message }) => message);

  beforeAll(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), 'kernelcast-home-')));
    for (const name of ['theirs', 'theirs/below', 'theirs-too', 'mine']) mkdirSync(at(name));
    for (const name of ['theirs/a.wgsl', 'theirs/below/a.wgsl', 'theirs-too/a.wgsl', 'mine/a.wgsl'])
      writeFileSync(at(name), '// a shader');
    writeFileSync(at('mine/x.bin'), new Uint8Array(8));
    symlinkSync('../mine/a.wgsl', at('theirs/link.wgsl'));
    symlinkSync('../mine', at('theirs/linked'));
    symlinkSync('below/a.wgsl', at('theirs/inside.wgsl'));
    symlinkSync('theirs', at('also-theirs'));
    linkSync(at('mine/x.bin'), at('theirs/x.bin'));
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it.each(['below/a.wgsl', './below/../a.wgsl', '../theirs/a.wgsl', 'inside.wgsl'])(
    'may name %s in its own folder',
    (shader) => {
      write('theirs/k.json', { shader });
      expect(messages('theirs/k.json')).toEqual([]);
      expect(messages('also-theirs/k.json')).toEqual([]);
    },
  );

  it.each([
    '../mine/a.wgsl',
    'link.wgsl',
    'linked/a.wgsl',
    '../theirs-too/a.wgsl',
    '/proc/self/environ',
    '../mine/none.wgsl',
  ])('reads nothing at %s, nor whether it is there', (shader) => {
    write('theirs/k.json', { shader });
    expect(messages('theirs/k.json')).toEqual([expect.stringMatching(OUTSIDE)]);
  });

  it('reads no data and no reference from outside', () => {
    write('theirs/k.json', {
      ...fromFile(8, '../mine/x.bin'),
      check: { binding: 3, reference: at('mine/x.bin') },
    });
    expect(messages('theirs/k.json')).toEqual([
      expect.stringMatching(/^group 0, binding 3: .*outside/),
      expect.stringMatching(/^cannot read the reference .*outside/),
    ]);
  });

  it('may read where the user says so', () => {
    for (const shader of ['../mine/a.wgsl', 'link.wgsl', 'linked/a.wgsl', at('mine/a.wgsl')]) {
      write('theirs/k.json', { shader, ...fromFile(8, at('mine/x.bin')) });
      expect(messages('theirs/k.json', [at('mine')]), shader).toEqual([]);
      expect(messages('theirs/k.json', [at('theirs-too')]).join(), shader).toMatch(OUTSIDE);
    }
  });

  it('opens no device and no pipe', () => {
    execFileSync('mkfifo', [at('theirs/pipe.wgsl')]);
    symlinkSync('/dev/zero', at('theirs/zero.bin'));
    write('theirs/k.json', { shader: 'pipe.wgsl', ...fromFile(8, 'zero.bin') });
    const [pipe, device] = messages('theirs/k.json', ['/dev']);
    expect([pipe, device]).toEqual([
      expect.stringContaining('it is no file'),
      expect.stringContaining('it is no file'),
    ]);
    expect(messages('theirs/pipe.wgsl')).toEqual([expect.stringContaining('it is no file')]);
    expect(loadLaunch('/dev/zero').diagnostics[0].message).toContain('it is no file');
  });
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
    expect(load({ shader: '.' }).diagnostics[0].message).toContain('it is a folder');
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
