// `tune` as a process, in a copy of the project whose GPU process is a stand-in that says what each
// configuration does, and, where there is one (test/devices.ts), on a Vulkan device in software.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { append, lineOf, readLog } from '../../src/tune/trials/log.ts';
import type { TrialRecord } from '../../src/tune/trials/records.ts';
import { TrialStore } from '../../src/tune/trials/store.ts';
import { describeOnDevice, VULKAN_DRIVER } from '../devices.ts';

const root = path.join(import.meta.dirname, '../..');
let folder = '';
let work = '';

const KERNEL = `override TILE: u32 = 1;
override WIDTH: u32 = 64;
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(WIDTH)
fn main(@builtin(global_invocation_id) id: vec3u) {
  for (var k = 0u; k < TILE; k++) {
    let i = id.x * TILE + k;
    if (i < arrayLength(&y)) { y[i] = x[i] * 3.0; }
  }
}`;

const LAUNCH = {
  shader: 'scale.wgsl',
  params: { N: 65536, TILE: 1, WIDTH: 64 },
  constants: { TILE: 'TILE', WIDTH: 'WIDTH' },
  dispatch: ['ceil(N / (TILE * WIDTH))'],
  bindings: [
    { group: 0, binding: 0, size: '4 * N', data: { kind: 'random-f32', seed: 1 } },
    { group: 0, binding: 1, size: '4 * N' },
  ],
  tunables: { TILE: [1, 2, 4, 8], WIDTH: [32, 64, 128, 256] },
  constraints: ['TILE * WIDTH <= 1024'],
};

/** What each of the 15 configurations does, by TILE and WIDTH. */
type Plan = Readonly<Record<string, string>>;
const TIMES: Plan = Object.fromEntries(
  [1, 2, 4, 8].flatMap((tile) =>
    [32, 64, 128, 256].map((width) => [`${tile},${width}`, `ok ${10000 - 1000 * tile - width}`]),
  ),
);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-tune-'));
  for (const name of ['dist', 'isa', 'hwprofiles', 'package.json']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  cpSync(path.join(folder, 'dist/gpu-process.js'), path.join(folder, 'dist/gpu-process.real.js'));
  cpSync(path.join(root, 'test/hardware/fake-gpu-process.mjs'), path.join(folder, 'dist/gpu-process.js'));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  work = mkdtempSync(path.join(folder, 'work-'));
  writeFileSync(path.join(work, 'scale.wgsl'), KERNEL);
  writeFileSync(path.join(work, 'scale.json'), JSON.stringify(LAUNCH));
});

const command = () => path.join(folder, 'dist/kernelcast.js');
const environment = (plan: Plan) => ({ ...process.env, FAKE_GPU_PLAN: JSON.stringify(plan) });

function run(args: readonly string[], plan: Plan = TIMES, more: NodeJS.ProcessEnv = {}) {
  const env = { ...environment(plan), ...more };
  const all = [command(), 'tune', 'scale.json', ...args];
  const { stdout, stderr, status } = spawnSync('node', all, { cwd: work, env, encoding: 'utf8' });
  return { out: stdout, err: stderr, status };
}

/** Where no file may grow beyond so many KiB. */
function limited(kiB: number, args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const all = [
    '-c',
    `ulimit -f ${kiB} && exec "$@"`,
    'bash',
    'node',
    command(),
    'tune',
    'scale.json',
    ...args,
  ];
  const env = { ...environment(TIMES), ...more };
  const { stdout, stderr, status } = spawnSync('bash', all, { cwd: work, env, encoding: 'utf8' });
  return { out: stdout, err: stderr, status };
}

interface Tuning {
  readonly winner: { readonly configuration: object; readonly timeNs: number };
  readonly failed: Readonly<Record<string, number>>;
  readonly end: string;
  readonly trials: number;
  readonly reused: number;
  readonly notes: readonly string[];
}

const json = (args: readonly string[], plan?: Plan, more?: NodeJS.ProcessEnv) => {
  const { out, err, status } = run([...args, '--no-model', '--format', 'json'], plan, more);
  if (status !== 0) throw new Error(`${status}: ${err}`);
  return JSON.parse(out) as Tuning;
};

describe('tune', () => {
  it('says the answer first, then how it came about', () => {
    const { out, status } = run(['--model', '5', '-o', 'best.wgsl']);
    expect(status).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^scale on a device: 1\.88 µs, 4\.75 times as fast as it is \(8\.95 µs\), with/);
    expect(out).toMatch(/TILE 1 → 8 +\d/);
    expect(out.replace(/\s+/g, ' ')).toContain('no configuration is left to try');
    // The stand-in's times are made up.
    expect(out).toContain('The model does not say why: it expects');
    expect(out).toContain('written: best.wgsl, best.json');
    const { params, tunables } = JSON.parse(readFileSync(path.join(work, 'best.json'), 'utf8'));
    expect(params).toMatchObject({ TILE: 8, WIDTH: 128 });
    expect(tunables).toBeUndefined();
  }, 60_000);

  it('lets nothing win that is wrong, crashes, hangs or is refused, and goes on after each', () => {
    const plan = {
      ...TIMES,
      '8,128': 'wrong 1',
      '8,64': 'crash',
      '4,256': 'lost',
      '4,128': 'refused',
      '2,256': 'silent',
      '8,32': 'die-compiling',
    };
    const { winner, failed, trials, end } = json(['--timeout', '2s'], plan);
    expect(winner.configuration).toEqual({ TILE: 4, WIDTH: 64 });
    expect({ trials, end }).toEqual({ trials: 14, end: 'exhausted' });
    expect(failed).toEqual({ correctness: 1, runtime: 3, compile: 1, timeout: 1 });
  }, 60_000);

  it('keeps every trial: a second run uses them, --resume goes on', () => {
    expect(json(['--trials', '6'])).toMatchObject({ trials: 6, reused: 0, end: 'trials' });
    expect(json(['--trials', '9', '--resume'])).toMatchObject({ trials: 9, reused: 0 });
    const second = json(['--trials', '2']);
    expect(second.trials).toBe(2);
    // Those nine, and what was tried to learn which changes matter.
    expect(second.reused).toBeGreaterThanOrEqual(9);
    // Another kernel knows nothing of this one's.
    writeFileSync(path.join(work, 'scale.wgsl'), KERNEL.replace('3.0', '4.0'));
    const other = json(['--trials', '2', '--resume']);
    expect(other).toMatchObject({ trials: 2, reused: 0 });
    expect(other.notes).toEqual(['there was no run to resume; this one is new']);
  }, 60_000);

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends with its result on %s',
    async (signal) => {
      const log = path.join(work, 'log');
      const plan = Object.fromEntries(
        Object.entries(TIMES).map(([key, word]) => [key, word.replace('ok', 'slow')]),
      );
      const args = [command(), 'tune', 'scale.json', '--no-model', '--format', 'json'];
      const child = spawn('node', args, { cwd: work, env: { ...environment(plan), FAKE_GPU_LOG: log } });
      let out = '';
      child.stdout.on('data', (data) => {
        out += data;
      });
      const ended = new Promise((resolve) => child.on('close', resolve));
      const tried = () => (existsSync(log) ? readFileSync(log, 'utf8').split('variant').length - 1 : 0);
      while (tried() < 4 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill(signal);
      expect(await ended).toBe(0);
      const { end, trials } = JSON.parse(out) as Tuning;
      expect(end).toBe('interrupted');
      expect(trials).toBeGreaterThan(0);
      expect(trials).toBeLessThan(14);
    },
    60_000,
  );

  it('refuses a database that is a file of something else, before anything is measured', () => {
    const notes = path.join(work, 'notes.txt');
    writeFileSync(notes, 'these are my notes');
    const log = path.join(work, 'log');
    expect(run(['--database', 'notes.txt'], TIMES, { FAKE_GPU_LOG: log })).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(
        /^error.*: notes.txt is a file of something else, no log of trials; it is left/,
      ),
    });
    expect(readFileSync(notes, 'utf8')).toBe('these are my notes');
    expect(run(['--database', 'no/such/folder.jsonl'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('there is no folder no/such'),
    });
    expect(run(['--database', 'scale.json']).status).toBe(2);
    expect(existsSync(log)).toBe(false);
  });

  it('says so when the disk is full from the beginning, and what to do', () => {
    expect(limited(0, ['--no-model'])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(
        /cannot write kernelcast-trials.jsonl: no file may be that large here[\s\S]*--no-database/,
      ),
    });
  });

  it('puts trials that find no room where --import finds them', () => {
    const database = path.join(work, 'kernelcast-trials.jsonl');
    const filler = lineOf({ record: 'filler', is: 'x'.repeat(60 * 1024) });
    append(database, [filler], false);
    const { out, status } = limited(64, ['--no-model', '--format', 'json'], { TMPDIR: work });
    expect(status).toBe(0);
    const { notes, end, trials } = JSON.parse(out) as Tuning;
    expect(end).toBe('store');
    const [, count, file] =
      /(\d+) trials that are not in it are in (\S+): --import/.exec(notes.at(-1)!) ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    const kept = readLog(database).lines.filter(({ record }) => 'trial' in record);
    const again = json(['--import', file, '--trials', '1']);
    expect(again.notes).toContain(`${count} of ${count} imported trials are new here`);
    expect(again.reused).toBeGreaterThanOrEqual(trials);
    const ids = readLog(database).lines.flatMap(({ record }) => ('trial' in record ? [record.trial] : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(kept.length + Number(count));
    expect(json(['--import', file, '--trials', '1']).notes).toContain(
      `0 of ${count} imported trials are new here`,
    );
  }, 60_000);

  it('prints them where there is no room anywhere', () => {
    const { err, status } = limited(4, ['--no-model'], { TMPDIR: work });
    expect(status).toBe(0);
    const lines = err.split('\n').filter((line) => line.startsWith('{'));
    const file = path.join(work, 'saved.jsonl');
    writeFileSync(file, lines.join('\n'));
    expect(readLog(file).damaged).toEqual([]);
    const { notes } = json(['--import', file, '--trials', '1']);
    expect(notes[0]).toMatch(/^(\d+) of \1 imported trials are new here$/);
  }, 60_000);

  it.skipIf(process.platform !== 'linux')(
    'tries the same by the model on one processor and on two',
    () => {
      const tried = (prefix: readonly string[], database: string) => {
        const args = [
          command(),
          'tune',
          'scale.json',
          '--evaluator',
          'model',
          '--seed',
          '7',
          '--trials',
          '10',
        ];
        const all = [...prefix, 'node', ...args, '--database', database];
        const { status } = spawnSync(all[0], all.slice(1), { cwd: work, env: process.env });
        expect(status).toBe(0);
        const records = readLog(path.join(work, database)).lines.map(
          ({ record }) => record as Partial<TrialRecord>,
        );
        return records.flatMap(({ trial, configuration, evaluation }) =>
          trial === undefined ? [] : [[configuration, evaluation?.timeNs]],
        );
      };
      const one = tried(['taskset', '-c', '0'], 'one.jsonl');
      expect(one.length).toBeGreaterThan(10);
      expect(tried([], 'two.jsonl')).toEqual(one);
    },
    60_000,
  );

  it('uses what is known when the space has grown', () => {
    const small = { ...LAUNCH, tunables: { TILE: [1, 2, 4, 8] }, constraints: [] };
    writeFileSync(path.join(work, 'scale.json'), JSON.stringify(small));
    expect(json([])).toMatchObject({ trials: 3, end: 'exhausted' });
    writeFileSync(path.join(work, 'scale.json'), JSON.stringify(LAUNCH));
    expect(json([])).toMatchObject({ trials: 11, reused: 3, end: 'exhausted' });
  }, 60_000);

  it('maximises a metric, and says which names it may use', () => {
    const { out } = run(['--metric', '8 * N / time / TILE', '--no-model', '--no-database']);
    expect(out).toMatch(/^scale on a device: 8 \* N \/ time \/ TILE = \d+ \(8\.75 µs\)/);
    const wrong = run(['--metric', 'flops / time']);
    expect(wrong).toMatchObject({
      status: 2,
      err: expect.stringContaining('unknown name "flops"; there are N, TILE'),
    });
    expect(existsSync(path.join(work, 'kernelcast-trials.jsonl'))).toBe(false);
  }, 60_000);

  it('writes trials for others, reads them, and replays them', () => {
    expect(json(['--export', 'all.json', '--no-database'])).toMatchObject({ trials: 14 });
    const replayed = json(['--evaluator', 'replay:all.json', '--no-database']);
    expect(replayed).toMatchObject({ trials: 14, winner: { configuration: { TILE: 8, WIDTH: 128 } } });
    const imported = json(['--import', 'all.json', '--no-database']);
    expect(imported).toMatchObject({ trials: 0, reused: 14, end: 'exhausted' });
    expect(run(['--import', 'none.json'])).toMatchObject({ status: 2 });
  }, 60_000);

  it('takes its space from a T1 file in place of its own, and writes it as one', () => {
    const space = {
      TuningParameters: [
        { Name: 'TILE', Type: 'int', Values: '[2 ** 0, 2, 16]' },
        { Name: 'WIDTH', Type: 'int', Values: '[32, 64]' },
      ],
      Conditions: [{ Expression: 'WIDTH % TILE == 0 and TILE != 2', Parameters: ['TILE', 'WIDTH'] }],
    };
    const t1 = (content: object) => writeFileSync(path.join(work, 't1.json'), JSON.stringify(content));
    t1({ ConfigurationSpace: space });
    const plan = { '1,32': 'ok 9000', '1,64': 'ok 8000', '16,32': 'ok 3000', '16,64': 'ok 2000' };
    const args = ['--import', 't1.json', '--export', 'again.json', '--export-format', 't1'];
    expect(json([...args, '--no-database'], plan)).toMatchObject({
      trials: 3,
      winner: { configuration: { TILE: 16, WIDTH: 64 } },
    });
    expect(json(['--import', 'again.json', '--no-database'], plan)).toMatchObject({ trials: 3 });
    t1({ ConfigurationSpace: { ...space, TuningParameters: [{ Name: 'TYLE', Values: '[1]' }] } });
    expect(run(['--import', 't1.json'])).toMatchObject({
      status: 2,
      err: expect.stringMatching(/tunable "TYLE" is no param.*did you mean "TILE"\?[\s\S]*t1\.json:1:/),
    });
    expect(run(['--import', 'again.json', '--import', 't1.json'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('t1.json is the second file of a space; give one'),
    });
  }, 60_000);

  it('writes trials as a cache of Kernel Tuner, and reads it', () => {
    const args = ['--export', 'cache.json', '--export-format', 'kernel-tuner', '--no-database'];
    expect(json(args)).toMatchObject({ trials: 14 });
    expect(json(['--import', 'cache.json', '--no-database'])).toMatchObject({ trials: 0, reused: 14 });
  }, 60_000);

  it('tunes at the size that fills the device', () => {
    const { out, status } = run(['--saturation', 'N', '--no-model', '--no-database']);
    expect(status).toBe(0);
    // The stand-in takes as long for every size: throughput never stops rising.
    expect(out.replace(/\s+/g, ' ')).toMatch(/Tuned at N = 65536 itself: the device is not yet full there/);
    expect(run(['--saturation', 'M'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('expected a param of the launch file (there are: N, TILE, WIDTH)'),
    });
  }, 60_000);

  it.each([
    [['--trials', '0'], '--trials: expected a whole number from 1 on'],
    [['--seconds', '-1'], '--seconds: expected a number above 0'],
    [['--evaluator', 'gpu'], 'expected hardware, model or replay:FILE'],
    [['--technique', 'luck'], '"luck" is none of differential-evolution'],
    [['--evaluator', 'replay:none.json'], 'cannot read none.json'],
  ])('refuses %j', (args, message) => {
    expect(run(args)).toMatchObject({ status: 2, err: expect.stringContaining(message) });
  });

  it('without a GPU ends with 4 and says what else there is', () => {
    const starts = path.join(work, 'starts');
    writeFileSync(starts, '0');
    const { status, err } = run([], TIMES, { FAKE_GPU_STARTS: starts });
    expect(status).toBe(4);
    expect(err).toMatch(/WebGPU found no adapter[\s\S]*--evaluator model needs no GPU/);
    expect(run(['--evaluator', 'model', '--trials', '3', '--no-database'])).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^scale on nvidia-h200 \(predicted\): /),
    });
  }, 60_000);

  it('loses no trial when its GPU process is killed over and over', async () => {
    const log = path.join(work, 'log');
    const args = [command(), 'tune', 'scale.json', '--no-model', '--format', 'json'];
    const env = { ...environment(TIMES), FAKE_GPU_LOG: log };
    const child: ChildProcess = spawn('node', args, { cwd: work, env });
    let out = '';
    child.stdout!.on('data', (data) => {
      out += data;
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    let killed = 0;
    const timer = setInterval(() => {
      if (!existsSync(log) || killed >= 20) return;
      const pids = [...readFileSync(log, 'utf8').matchAll(/start (\d+)/g)];
      try {
        process.kill(Number(pids.at(-1)![1]), 'SIGKILL');
        killed++;
      } catch {
        // It is between two lives.
      }
    }, 150);
    const code = await ended;
    clearInterval(timer);
    expect(killed).toBeGreaterThan(0);
    // Either it got through, or the base could not be run again; what was tried is there in both cases.
    expect([0, 2, 4]).toContain(code);
    if (code === 0) expect(JSON.parse(out).failed.correctness).toBeUndefined();
    if (!existsSync(path.join(work, 'kernelcast-trials.jsonl'))) return;
    const { value } = await TrialStore.open(path.join(work, 'kernelcast-trials.jsonl'), true);
    expect(value).toBeDefined();
    expect(json(['--resume'])).toMatchObject({ winner: { configuration: { TILE: 8, WIDTH: 128 } } });
  }, 120_000);
});

/** A file system of its own needs root. */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.skipIf(!canMount)('tune on a file system', () => {
  /** On one that is mounted so, with the kernel in it. */
  function mounted(mount: string, args: readonly string[]) {
    const disk = mkdtempSync(path.join(folder, 'disk-'));
    const script = `set -e; mount -t tmpfs -o size=64k none ${disk}; cp scale.* ${disk}; cd ${disk}; ${mount}; "$@"`;
    const command_ = ['node', command(), 'tune', 'scale.json', '--no-model', ...args];
    const all = ['--mount', 'bash', '-c', script, 'bash', ...command_];
    const env = { ...environment(TIMES), TMPDIR: work };
    const { stdout, stderr, status } = spawnSync('unshare', all, { cwd: work, env, encoding: 'utf8' });
    return { out: stdout, err: stderr, status };
  }

  it('that is read-only says so before anything is measured', () => {
    expect(mounted('mount -o remount,ro .', [])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(/^error: --database kernelcast-trials.jsonl: cannot be written: /),
    });
    expect(mounted('mount -o remount,ro .', ['--no-database'])).toMatchObject({ status: 0 });
  }, 60_000);

  it.each([
    // The sources take two pages of 4 KiB, the folders of files none.
    [
      'from the beginning',
      16,
      2,
      /cannot write kernelcast-trials.jsonl: the disk is full[\s\S]*--no-database/,
    ],
    ['in the end', 13, 0, /^$/],
  ])(
    'that is full %s loses nothing',
    (_, pages, expected, message) => {
      const fill = `head -c ${pages * 4096} /dev/zero > filler 2> /dev/null || true`;
      const { out, err, status } = mounted(fill, ['--format', 'json']);
      expect({ status, err }).toEqual({ status: expected, err: expect.stringMatching(message) });
      if (status !== 0) return;
      const { notes, end } = JSON.parse(out) as Tuning;
      expect(end).toBe('store');
      expect(notes.at(-1)).toMatch(
        /could not be written: the disk is full; \d+ trials that are not in it are in/,
      );
      const rescued = readdirSync(work).find((name) => name.startsWith('kernelcast-trials-'))!;
      const { notes: then } = json(['--import', rescued, '--trials', '1']);
      expect(then[0]).toMatch(/^(\d+) of \1 imported trials are new here$/);
    },
    60_000,
  );
});

describeOnDevice('tune on a device in software', () => {
  it('finds configurations that run and are right', () => {
    const real = path.join(folder, 'dist/gpu-process.real.js');
    const fake = path.join(folder, 'dist/gpu-process.js');
    cpSync(real, fake);
    const { trials, end, failed } = json(['--samples', '3'], {}, { VK_DRIVER_FILES: VULKAN_DRIVER });
    expect({ trials, end, failed }).toEqual({ trials: 14, end: 'exhausted', failed: {} });
  }, 120_000);
});
