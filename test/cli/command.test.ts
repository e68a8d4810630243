// The command as a process, built from the sources as they are.

import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readAssembly } from '../../src/decode/spirv/assembly.ts';

const root = path.join(import.meta.dirname, '../..');
const command = path.join(root, 'dist/kernelcast.js');
let folder = '';
let unknownByte = '';

const SAXPY = `struct Params { n: u32, factor: f32, }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;
override SIZE: u32 = 64;
@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < params.n) { y[id.x] = params.factor * x[id.x] + y[id.x]; }
}`;

function saxpy(changes: object = {}): string {
  return JSON.stringify({
    shader: 'saxpy.wgsl',
    params: { N: 65536, SIZE: 128 },
    constants: { SIZE: 'SIZE' },
    dispatch: ['ceil(N / SIZE)'],
    bindings: [
      { group: 0, binding: 0, size: '4 * N', data: { kind: 'random-f32', seed: 1 } },
      { group: 0, binding: 1, size: '4 * N' },
      {
        group: 0,
        binding: 2,
        usage: 'uniform',
        size: 16,
        data: { kind: 'words', values: ['N', { f32: 2.5 }] },
      },
    ],
    ...changes,
  });
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-cli-'));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write('saxpy.wgsl', SAXPY);
  write('saxpy.json', saxpy());
  write('other.json', saxpy({ name: 'renamed', params: { N: 1024, SIZE: 64 } }));
  write('expression.json', saxpy({ dispatch: ['ceil(M / 64)'] }));
  write('syntax.wgsl', SAXPY.replace('+ y[id.x];', '+ ;'));
  write('syntax.json', saxpy({ shader: 'syntax.wgsl' }));
  write(
    'unreachable.wgsl',
    SAXPY.replace(
      'fn main',
      'fn unused() -> u32 { return 1u; return 2u; }\n@compute @workgroup_size(SIZE)\nfn main',
    ).replace('@compute @workgroup_size(SIZE)\n', ''),
  );
  write('unreachable.json', saxpy({ shader: 'unreachable.wgsl' }));
  const spirv = readFileSync(path.join(root, 'test/predict/saxpy.spvasm'), 'utf8');
  const bind = (binding: number) => ({ group: 0, binding, size: 262144 });
  const launch = (shader: string) =>
    JSON.stringify({ shader, dispatch: [1024], bindings: [bind(0), bind(1)] });
  write('spirv.spvasm', spirv);
  write('spirv.json', launch('spirv.spvasm'));
  write('opencl.spvasm', spirv.replace('GLCompute', 'Kernel'));
  write('opencl.json', launch('opencl.spvasm'));
  const { words } = readAssembly('', spirv).value!;
  writeFileSync(path.join(folder, 'binary.spv'), new Uint8Array(words.buffer));
  write('binary.json', launch('binary.spv'));
  // OpFMul as an instruction that does not exist.
  const at = words.indexOf(0x00050085);
  words[at] = 0x00050055;
  writeFileSync(path.join(folder, 'unknown.spv'), new Uint8Array(words.buffer));
  write('unknown.json', launch('unknown.spv'));
  unknownByte = `0x${(4 * at).toString(16)}`;
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const result = spawnSync('node', [command, ...args], { cwd: folder, encoding: 'utf8', timeout: 30_000 });
  expect(result.stderr).not.toMatch(/\n\s+at /);
  return { status: result.status, out: result.stdout, err: result.stderr };
}

describe('kernelcast', () => {
  it('tells its version and its commands', () => {
    expect(run('--version')).toEqual({ status: 0, out: `${packageJson.version}\n`, err: '' });
    expect(run('--help').out).toMatch(/predict[\s\S]*inspect[\s\S]*profiles/);
  });

  it.each([
    [[], /which command/],
    [['predct'], /predict/],
    [['predict'], /too few arguments/],
    [['predict', 'saxpy.json', '--profle', 'x'], /profle/],
    [['predict', 'saxpy.json', '--format', 'xml'], /format/],
    [['inspect', 'saxpy.json', '--profile', 'a', '--profile', 'b'], /more than once/],
    [['predict', 'saxpy.json', '-D', 'N'], /NAME=VALUE/],
    [['predict', 'saxpy.json', '--max-time', '1'], /20us/],
    [['predict', 'saxpy.json', '--without', 'x'], /unrolling/],
    [['predict', 'saxpy.json', '--profile', 'nvidia-h2000'], /nvidia-h200/],
    [['predict', 'saxpy.json', '--set', 'nothing=1'], /nothing/],
    [['predict', 'missing.json'], /missing\.json/],
    [['predict', 'expression.json'], /"M"[\s\S]*expression\.json:1:\d+/],
    [['predict', 'syntax.json'], /syntax\.wgsl:8:\d+/],
    [['predict', 'saxpy.json', '-DQ=3'], /-D Q[\s\S]*N, SIZE/],
    [['inspect', 'syntax.json'], /syntax\.wgsl:8:\d+/],
    [['profiles', 'none'], /kernelcast profiles lists all/],
  ])('refuses %j with exit code 2 and one clear message', (args, message) => {
    const result = run(...args);
    expect(result.status).toBe(2);
    expect(result.out).toBe('');
    expect(result.err).toMatch(message);
  });

  it.skipIf(!existsSync('/dev/full'))('says that its output found no room, with exit code 2', () => {
    const into = (stdout: 'pipe' | number, stderr: 'pipe' | number) =>
      spawnSync('node', [command, 'predict', 'saxpy.json'], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', stdout, stderr],
      });
    const full = openSync('/dev/full', 'w');
    expect(into(full, 'pipe')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error: the output cannot be written: ENOSPC: no space left on device/),
    });
    expect(into(full, full).status).toBe(2);
    expect(into('pipe', full)).toMatchObject({ status: 0, stdout: expect.stringContaining('saxpy: ') });
    closeSync(full);
  });

  it('says what it does not cover with exit code 3', () => {
    const result = run('predict', 'opencl.json');
    expect(result.status).toBe(3);
    expect(result.err).toMatch(/^unsupported: .*Kernel[\s\S]*opencl\.spvasm:\d+:\d+/);
  });

  it('shows the place in a binary by its byte and the instruction there', () => {
    const result = run('predict', 'unknown.json');
    expect(result.status).toBe(3);
    expect(result.err).toContain(` --> unknown.spv: byte ${unknownByte}\n`);
    expect(result.err).toContain(`${unknownByte} | !0x00050055`);
  });
});

describe('predict', () => {
  it('prints one object per line, in order, named by file or by name', () => {
    const result = run('predict', 'saxpy.json', 'other.json', '--format', 'jsonl');
    expect(result.status).toBe(0);
    const found = result.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(found.map((each) => each.name)).toEqual(['saxpy', 'renamed']);
    expect(found.every((each) => each.schema === 'kernelcast/prediction@1' && each.timeNs > 0)).toBe(true);
  });

  it('takes SPIR-V as text and as binary', () => {
    const result = run('predict', 'spirv.json', 'binary.json', '--format', 'json');
    expect([result.status, result.err]).toEqual([0, '']);
    const [asText, asBinary] = JSON.parse(result.out);
    expect([asText.timeNs, asText.warnings]).toEqual([asBinary.timeNs, []]);
  });

  it('has nothing but its results on standard output, whatever the shader compiler has to say', () => {
    const result = run('predict', 'unreachable.json', '--format', 'jsonl');
    expect([result.status, result.err]).toEqual([0, '']);
    expect(JSON.parse(result.out).name).toBe('unreachable');
  });

  it('predicts what it can and ends with the worst code', () => {
    const result = run(
      'predict',
      'syntax.json',
      'saxpy.json',
      'opencl.json',
      'missing.json',
      '--format',
      'json',
    );
    expect(result.status).toBe(2);
    expect(JSON.parse(result.out).map((each: { name: string }) => each.name)).toEqual(['saxpy']);
    expect(result.err).toMatch(/syntax\.wgsl[\s\S]*opencl\.spvasm[\s\S]*missing\.json/);
  });

  it('prints a table without colour that fits 100 columns', () => {
    for (const files of [['saxpy.json'], ['saxpy.json', 'other.json']]) {
      const { status, out, err } = run('predict', ...files);
      expect([status, err]).toEqual([0, '']);
      expect(out).toContain('saxpy');
      expect(out).not.toContain('\x1b[');
      expect(Math.max(...out.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100);
    }
  });

  it('takes params, in both spellings of -D, and device changes from the command line', () => {
    const time = (...args: string[]) =>
      JSON.parse(run('predict', 'saxpy.json', '--format', 'jsonl', ...args).out).timeNs;
    const large = time('-D', 'N=2^25');
    expect(large).toBe(time('-DN=2^25'));
    expect(large).toBeGreaterThan(2 * time());
    expect(time('-D', 'N=2^25', '--set', 'dram.bandwidth=0.5x')).toBeGreaterThan(1.2 * large);
  });

  it('fails a time limit with exit code 1 and prints the prediction all the same', () => {
    const slow = run('predict', 'saxpy.json', '--max-time', '1ns');
    expect(slow.status).toBe(1);
    expect(slow.err).toMatch(/^too slow: saxpy takes /);
    expect(slow.out).toContain('saxpy on nvidia-h200');
    expect(run('predict', 'saxpy.json', '--max-time', '1s').status).toBe(0);
  });
});

describe('predict without a device', () => {
  const named = (device: string) => ({ ...process.env, KERNELCAST_PROFILE: device });
  const runIn = (cwd: string, env: NodeJS.ProcessEnv, ...args: string[]) =>
    spawnSync('node', [command, ...args], { cwd, env, encoding: 'utf8', timeout: 30_000 });

  it('shows one of each kind in a text, and the usual one in JSON', () => {
    const { out, err, status } = run('predict', 'saxpy.json');
    expect({ err, status }).toEqual({ err: '', status: 0 });
    expect(out).toMatch(/consumer +data centre/);
    expect(out).toContain('nvidia-h200');
    const [prediction, ...more] = JSON.parse(run('predict', 'saxpy.json', '--format', 'json').out);
    expect([prediction.profile, more]).toEqual(['nvidia-h200', []]);
    expect(run('predict', 'saxpy.json', 'other.json').out).toMatch(
      /kernel +.*consumer +limited by +data centre/,
    );
  });

  it('means one device where a number of it is changed or checked', () => {
    expect(run('predict', 'saxpy.json', '--set', 'dram.bandwidth=2x').out).toMatch(/^saxpy on nvidia-h200:/);
    expect(run('predict', 'saxpy.json', '--max-time', '1s').out).toMatch(/^saxpy on nvidia-h200:/);
  });

  it('takes the one of the environment, else of the nearest kernelcast.json', () => {
    const inner = path.join(folder, 'inner', 'most');
    mkdirSync(inner, { recursive: true });
    const launch = path.join(folder, 'saxpy.json');
    const file = path.join(folder, 'inner', 'kernelcast.json');
    writeFileSync(file, '{ "profile": "GeForce RTX 3070" }');
    expect(runIn(inner, process.env, 'predict', launch).stdout).toMatch(/^saxpy on nvidia-rtx-3070:/);
    expect(runIn(inner, named('nvidia-a100'), 'predict', launch).stdout).toMatch(/^saxpy on nvidia-a100:/);
    const { stdout } = runIn(inner, named('nvidia-a100'), 'diagnose', launch, '--format', 'json');
    expect(JSON.parse(stdout).profile).toBe('nvidia-a100');
    writeFileSync(file, '{ "profile": 3 }');
    const wrong = runIn(inner, process.env, 'predict', launch);
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(/kernelcast\.json: "profile" must be/);
  });

  it('says which device it takes for a name that is none of a profile', () => {
    const { out, err } = run('predict', 'saxpy.json', '--profile', 'GeForce RTX 3070 Ti');
    expect(out).toMatch(/^saxpy on nvidia-rtx-3070:/);
    expect(err).toMatch(/warning: there is no profile of `GeForce RTX 3070 Ti`/);
  });
});

describe('predict on several devices', () => {
  const DEVICES = ['-D', 'N=2^25', '--profile', 'nvidia-h200,nvidia-k20c', '--profile', 'nvidia-a100'];

  it('has the quickest in the first line, who is limited by what in the second, and a row each', () => {
    const { out, status } = run('predict', 'saxpy.json', ...DEVICES);
    expect(status).toBe(0);
    const [answer, limits, ...rows] = out.split('\n');
    expect(answer).toMatch(
      /^saxpy: \S+ \S+ on nvidia-h200; \S+ times as long on nvidia-k20c, the slowest of 3/,
    );
    expect(limits).toMatch(/^limited by /);
    const devices = rows.flatMap((row) => /^(nvidia-\S+) +[\d.]+ [mµ]s /.exec(row)?.[1] ?? []);
    expect(devices).toEqual(['nvidia-h200', 'nvidia-a100', 'nvidia-k20c']);
  });

  it('says of each what is said of it alone', () => {
    const all = JSON.parse(run('predict', 'saxpy.json', ...DEVICES, '--format', 'json').out);
    const alone = (profile: string) =>
      JSON.parse(
        run('predict', 'saxpy.json', '-D', 'N=2^25', '--profile', profile, '--format', 'json').out,
      )[0].timeNs;
    const names = ['nvidia-h200', 'nvidia-k20c', 'nvidia-a100'];
    expect(all.map(({ profile }: { profile: string }) => profile)).toEqual(names);
    expect(all.map(({ timeNs }: { timeNs: number }) => timeNs)).toEqual(names.map(alone));
  });

  it('takes all that are built in, and names one that is none', () => {
    const all = JSON.parse(run('predict', 'saxpy.json', '--profile', 'all', '--format', 'json').out);
    expect(all).toHaveLength(JSON.parse(run('profiles', '--format', 'json').out).length);
    const { err, status } = run('predict', 'saxpy.json', '--profile', 'nvidia-h200,nvidia-h20');
    expect([status, err]).toEqual([2, expect.stringContaining('unknown profile `nvidia-h20`')]);
  });

  it('says which device is too slow', () => {
    const { err, status } = run('predict', 'saxpy.json', '--max-time', '1ns', ...DEVICES);
    expect(status).toBe(1);
    expect(err).toMatch(/^too slow: saxpy on nvidia-h200 takes /);
  });
});

describe('inspect', () => {
  it.each(['ir', 'optimized', 'machine'])('shows the stage %s', (stage) => {
    const result = run('inspect', 'saxpy.json', '--stage', stage, '--format', 'json');
    expect(result.status).toBe(0);
    expect(JSON.parse(result.out)).toMatchObject({ stage, text: expect.stringMatching(/\S/) });
    expect(run('inspect', 'saxpy.json', '--stage', stage).out.length).toBeGreaterThan(20);
  });

  it('shows machine code under its lines with what it costs, or as it is issued', () => {
    const { out, status } = run('inspect', 'saxpy.json');
    expect(status).toBe(0);
    expect(out).toMatch(/^saxpy on nvidia-h200: \d+ instructions, \d+ registers; .* of it at line \d+ /);
    expect(out).toMatch(/^ +# instruction +class +issues +stall +time$/m);
    expect(run('inspect', 'saxpy.json', '--order', 'issue').out).toMatch(/^segment 0/);
  });

  it('shows a shader by itself, with override constants, and no costs', () => {
    const { out, status } = run('inspect', 'saxpy.wgsl', '-D', 'SIZE=32');
    expect(status).toBe(0);
    expect(out).toMatch(/^saxpy on nvidia-h200: \d+ instructions, \d+ registers$/m);
    expect(out).toContain('none: they need a launch file');
    expect(run('inspect', 'saxpy.wgsl', '-D', 'SIZE=N').err).toContain('-D SIZE=N: expected a number');
  });

  it('writes a page of machine code, and of nothing else', () => {
    expect(run('inspect', 'saxpy.json', '--html', 'code.html').status).toBe(0);
    expect(readFileSync(path.join(folder, 'code.html'), 'utf8')).toContain('aria-label="Machine code"');
    const refused = run('inspect', 'saxpy.json', '--html', 'code.html', '--stage', 'ir');
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('--html shows machine code: leave out --stage and --print-after');
  });
});

describe('profiles', () => {
  it('lists them and shows one, for people and for programs', () => {
    expect(run('profiles').out).toMatch(/^nvidia-h200 /m);
    expect(run('profiles', 'nvidia-h200').out).toContain('clockHz');
    const names = JSON.parse(run('profiles', '--format', 'json').out).map(
      (each: { name: string }) => each.name,
    );
    expect(names).toContain('nvidia-h200');
    const changed = JSON.parse(run('profiles', 'nvidia-h200', '--set', 'clock=1GHz', '--format', 'json').out);
    expect(changed.clockHz.value).toBeCloseTo(1e9);
  });
});
