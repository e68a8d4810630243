// The commands that need a GPU, as processes on a Vulkan device in software (test/devices.ts).

import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Measurement } from '../../src/measure/measurement.ts';
import { describeOnDevice, VULKAN_DRIVER } from '../devices.ts';

const root = path.join(import.meta.dirname, '../..');
let folder = '';

const SPIN = `@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<uniform> trips: vec4u;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var i = 0u; i < trips.x; i++) { x = x * 1664525u + 1013904223u; }
  out[id.x] = x;
}`;

const spin = (changes: object = {}) =>
  JSON.stringify({
    shader: 'spin.wgsl',
    params: { TRIPS: 10, GROUPS: 2 },
    dispatch: ['GROUPS'],
    bindings: [
      { group: 0, binding: 0, size: '256 * GROUPS' },
      {
        group: 0,
        binding: 1,
        usage: 'uniform',
        size: 16,
        data: { kind: 'words', values: ['TRIPS', 0, 0, 0] },
      },
    ],
    ...changes,
  });

/** What the shader leaves after ten trips. */
function spun(): Uint32Array {
  return Uint32Array.from({ length: 128 }, (_, id) => {
    let x = id;
    for (let i = 0; i < 10; i++) x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x;
  });
}

const check = (reference: string) => ({ check: { group: 0, binding: 0, reference } });

const command = () => path.join(root, 'dist/kernelcast.js');
const environment = (changes: NodeJS.ProcessEnv = {}) => ({
  ...process.env,
  VK_DRIVER_FILES: VULKAN_DRIVER,
  ...changes,
});

function run(args: readonly string[], changes: NodeJS.ProcessEnv = {}) {
  const options = { cwd: folder, encoding: 'utf8', timeout: 60_000, env: environment(changes) } as const;
  const { status, stdout, stderr } = spawnSync('node', [command(), ...args], options);
  expect(stderr).not.toMatch(/\n\s+at |internal error/);
  return { status, out: stdout, err: stderr };
}

/** Processes that own a GPU for this test. */
function gpuProcesses(): string[] {
  const program = path.join(root, 'dist/gpu-process.js');
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(program)) return false;
      return readlinkSync(`/proc/${name}/cwd`) === realpathSync(folder);
    } catch {
      return false;
    }
  });
}

async function until(isDone: () => boolean): Promise<boolean> {
  for (let i = 0; i < 100 && !isDone(); i++) await new Promise((resolve) => setTimeout(resolve, 100));
  return isDone();
}

describeOnDevice('on a device in software', () => {
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-gpu-'));
    symlinkSync(path.join(root, 'examples'), path.join(folder, 'examples'));
    const write = (name: string, data: string | Uint8Array) => writeFileSync(path.join(folder, name), data);
    write('spin.wgsl', SPIN);
    write('spin.json', spin());
    // One group, so that it has something to add up wherever a busy machine takes a sample of them.
    const reduction = JSON.parse(readFileSync(path.join(root, 'examples/reduction.json'), 'utf8'));
    reduction.params.GROUPS = 1;
    write('reduction.json', JSON.stringify(reduction));
    write('reduction.wgsl', readFileSync(path.join(root, 'examples/reduction.wgsl')));
    write('right.bin', new Uint8Array(spun().buffer));
    write('right.json', spin(check('right.bin')));
    const wrong = spun();
    wrong[77] += 1;
    write('wrong.bin', new Uint8Array(wrong.buffer));
    write('wrong.json', spin(check('wrong.bin')));
    write('long.bin', new Uint8Array(4096));
    write('long.json', spin(check('long.bin')));
    // Beyond what a device without 10 GiB to spare can give.
    write('large.json', spin({ params: { TRIPS: 10, GROUPS: 2 ** 23 } }));
    write('long-workgroup.wgsl', SPIN.replace('64', '4096'));
    write('invalid.json', spin({ shader: 'long-workgroup.wgsl' }));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  describe('measure', () => {
    it('times examples, verifies their output and says that this is no GPU', () => {
      const launches = ['examples/triad.json', 'examples/transpose-tiled.json', 'reduction.json'];
      const record = path.join(folder, 'times.json');
      const small = ['-D', 'N=256', '--samples', '3', '--format', 'json'];
      const first = run(['measure', ...launches, ...small, '--record', record]);
      expect(first).toMatchObject({ status: 0, err: '' });
      const results: Measurement[] = JSON.parse(first.out);
      expect(results.map((each) => each.name)).toEqual(['triad', 'transpose-tiled', 'reduction']);
      for (const each of results) {
        expect(each).toMatchObject({ schema: 'kernelcast/measurement@1', params: { N: '256' } });
        expect(each.quality).toContain('software');
        expect(each.verification).toMatchObject({ mismatches: 0, unverified: [] });
        expect(each.verification.words).toBeGreaterThan(0);
        expect(each.timeNs).toBeGreaterThanOrEqual(each.minNs);
        // Short kernels are sampled three times as often.
        expect([3, 9]).toContain(each.samples.length);
      }
      const recorded = JSON.parse(readFileSync(record, 'utf8'));
      expect(recorded).toEqual({ schema: 'kernelcast/measurements@1', measurements: results });
      run(['measure', launches[0], ...small, '--record', record]);
      const names = JSON.parse(readFileSync(record, 'utf8')).measurements.map(
        (each: Measurement) => each.name,
      );
      expect(names).toEqual(['triad', 'transpose-tiled', 'reduction', 'triad']);
    });

    it("compares with the launch's reference file", () => {
      const right = run(['measure', 'right.json', '--samples', '1']);
      expect(right).toMatchObject({ status: 0, err: '' });
      expect(right.out).toMatch(/output right[\s\S]*128 words compared with the launch's reference file/);
      const wrong = run(['measure', 'wrong.json', '--samples', '1']);
      expect(wrong.status).toBe(1);
      expect(wrong.out).toMatch(/WRONG: 1 of 128 words[\s\S]*out\[word 77\]\s+is 0x/);
    });

    it('names what a launch asks too much for, and goes on', () => {
      const { status, out, err } = run([
        'measure',
        'invalid.json',
        'long.json',
        'spin.json',
        '--samples',
        '1',
      ]);
      expect(status).toBe(2);
      expect(err).toMatch(/4096[\s\S]*long\.json: "check".*4096 bytes.*512/);
      expect(out).toMatch(/^spin on .*output right/);
    });

    it('says when the memory does not suffice', () => {
      const { status, err } = run(['measure', 'large.json', '--no-verify', '--samples', '1']);
      expect([2, 4]).toContain(status);
      expect(err).toMatch(/no usable GPU: large needs [\s\S]*(memory|limit)/i);
    });

    it('names a hang, and leaves no process behind', async () => {
      const long = ['-D', 'TRIPS=10^9', '-D', 'GROUPS=64', '--no-verify'];
      const { status, err } = run(['measure', 'spin.json', ...long, '--timeout', '700ms']);
      expect(status).toBe(4);
      expect(err).toMatch(/no sign of life for 0\.7 s[\s\S]*--timeout/);
      expect(await until(() => gpuProcesses().length === 0)).toBe(true);
    });

    it.each(['SIGINT', 'SIGKILL'] as const)('leaves nothing behind after %s', async (signal) => {
      const record = path.join(folder, `${signal}.json`);
      const args = [
        'measure',
        'spin.json',
        'spin.json',
        '-D',
        'TRIPS=10^9',
        '-D',
        'GROUPS=64',
        '--no-verify',
      ];
      const child = spawn('node', [command(), ...args, '--record', record], {
        cwd: folder,
        env: environment(),
      });
      expect(await until(() => gpuProcesses().length > 0)).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 500));
      child.kill(signal);
      expect(await until(() => gpuProcesses().length === 0)).toBe(true);
      expect(existsSync(record) || existsSync(`${record}.part`)).toBe(false);
    });

    it('says what to do without an adapter, once', () => {
      const { status, err, out } = run(['measure', 'spin.json', 'right.json'], {
        VK_DRIVER_FILES: '/dev/null',
      });
      expect({ status, out }).toEqual({ status: 4, out: '' });
      expect(err.match(/found no adapter/g)).toHaveLength(1);
      expect(err).toMatch(/install a Vulkan/);
      const named = run(['measure', 'spin.json', '--adapter', 'Voodoo2']);
      expect(named.status).toBe(4);
      expect(named.err).toMatch(/no adapter whose name contains "Voodoo2"/);
    });
  });

  describe('calibrate', () => {
    it('measures, records, compares and can be repeated from the file', () => {
      const record = path.join(folder, 'plan.json');
      const args = ['calibrate', '--only', 'launch', '--format', 'json'];
      const live = run([...args, '--samples', '2', '--record', record]);
      expect(live).toMatchObject({ status: 0, err: '' });
      const again = run([...args, '--from', record]);
      const [answer, repeated] = [live, again].map(({ out }) => JSON.parse(out).answers[0]);
      expect(answer.step.id).toBe('launch');
      expect(answer.observed.ns).toBeGreaterThan(0);
      expect(repeated.observed).toEqual(answer.observed);
      expect(readFileSync(record, 'utf8')).not.toContain(folder);
    });

    it('says which steps the device does not support', () => {
      const { status, err } = run(['calibrate', '--only', 'f16-gap', '--samples', '1']);
      expect(status).toBe(4);
      expect(err).toMatch(/warning: f16-gap: /);
    });

    it('writes no profile of it', () => {
      const output = path.join(folder, 'software.json');
      const { status, err } = run(['calibrate', '--only', 'launch', '--output', output]);
      expect(status).toBe(2);
      expect(err).toMatch(/is no GPU/);
      expect(existsSync(output)).toBe(false);
    });

    it('needs a GPU or a file', () => {
      expect(run(['calibrate'], { VK_DRIVER_FILES: '/dev/null' })).toMatchObject({ status: 4, out: '' });
      expect(run(['calibrate', '--from', 'none.json'])).toMatchObject({ status: 2, out: '' });
    });
  });
});
