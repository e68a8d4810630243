// Commands against a real farm with an agent beside it: what is deterministic comes out as on one machine, files go in and
// out, the page shows it. With a software GPU, trials and launches run there.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIdentity } from '../../src/farm/identity.ts';
import { openBrowser } from '../capture/page.ts';
import { CHROMIUM, describeWithFarm, VULKAN_DRIVER } from '../devices.ts';
import {
  bundle,
  command,
  embeddedDatabase,
  freePort,
  type Running,
  startAgent,
  startHub,
} from './farm-processes.ts';

const examples = path.join(import.meta.dirname, '../../examples');
const KERNEL = `@group(0) @binding(0) var<storage, read_write> y: array<f32>;
override W: u32 = 64;
@compute @workgroup_size(W)
fn main(@builtin(global_invocation_id) id: vec3u) { y[id.x] = sqrt(f32(id.x)) + 1; }`;
const LAUNCH = {
  shader: 'roots.wgsl',
  params: { N: 65536, W: 64 },
  constants: { W: 'W' },
  dispatch: ['N / W'],
  bindings: [{ group: 0, binding: 0, size: '4 * N' }],
  tunables: { W: [32, 64, 128, 256] },
};
const TIMES = {
  schema: 'kernelcast/measurements@1',
  measurements: [{ name: 'roots', device: 'NVIDIA H200', timeNs: 3000, quality: [] }],
};

let folder = '';
let url = '';
const running: Running[] = [];

async function run(...args: string[]): Promise<string> {
  const ran = command(args);
  const code = await ran.ended;
  expect(code, ran.said()).toBe(0);
  return ran.said();
}

/** Without what a clock says. */
const timeless = (text: string) =>
  text.replace(/"(seconds|secondsPerKernel)": [\d.e-]+/g, '').replace(/ in [\d.]+ \w+;/g, '');

describeWithFarm('a farm of this machine', () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-farm-'));
    mkdirSync(path.join(folder, 'set'));
    writeFileSync(path.join(folder, 'set/roots.wgsl'), KERNEL);
    writeFileSync(path.join(folder, 'set/roots.json'), JSON.stringify(LAUNCH));
    writeFileSync(path.join(folder, 'set/times.json'), JSON.stringify(TIMES));
    const port = await freePort();
    url = `http://secret@127.0.0.1:${port}`;
    running.push(await startHub(await embeddedDatabase(folder), port, ['--token', 'secret']));
    const gpu = VULKAN_DRIVER === undefined ? ['--no-gpus'] : ['--software'];
    const agent = command(['farm', 'agent', url, '--processes', '1', '--name', 'this one', ...gpu], {
      ...(VULKAN_DRIVER === undefined ? {} : { VK_DRIVER_FILES: VULKAN_DRIVER }),
    });
    running.push(agent);
    await agent.says(/^sharing /m);
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    rmSync(folder, { recursive: true, force: true });
  });

  it('predicts for tune, of a kernel and of an app, search and validate what one machine does', async () => {
    const app = path.join(examples, '../bench/apps/compact/app.json');
    const launch = path.join(folder, 'set/roots.json');
    const commands = [
      ['tune', launch, '--evaluator', 'model', '--trials', '4', '--no-database', '--format', 'json'],
      [
        'search',
        path.join(examples, 'transpose-naive.json'),
        '--profile',
        'nvidia-h200',
        '-D',
        'N=256',
        '--budget',
        '6',
        '--format',
        'json',
      ],
      ['validate', path.join(folder, 'set'), '--format', 'json'],
      [
        'tune',
        app,
        '-D',
        'N=4096',
        '--evaluator',
        'model',
        '--trials',
        '3',
        '--no-database',
        '--format',
        'json',
      ],
    ];
    for (const args of commands)
      expect(timeless(await run(...args, '--farm', url))).toBe(timeless(await run(...args)));
  }, 120_000);

  it('tunes for several devices at once, each as if it were alone, and sets their winners beside each other', async () => {
    const launch = path.join(folder, 'set/roots.json');
    const tune = ['tune', launch, '--evaluator', 'model', '--trials', '4', '--no-database'];
    const devices = ['nvidia-h200', 'apple-m2'];
    const both = [...tune, '--farm', url, ...devices.flatMap((each) => ['--device', each])];
    const { devices: found } = JSON.parse(await run(...both, '--format', 'json'));
    for (const [i, profile] of devices.entries()) {
      const alone = JSON.parse(await run(...tune, '--profile', profile, '--format', 'json'));
      expect(timeless(JSON.stringify(found[i], null, 1))).toBe(timeless(JSON.stringify(alone, null, 1)));
    }
    const one = await run(...tune, '--farm', url, '--device', 'apple-m2');
    expect(one).toMatch(/^roots .*apple-m2/);
  }, 120_000);

  it('tunes on several kinds of GPU at the same time', async () => {
    const program = await bundle('agent-program');
    const times = {
      quick: '{"32":"ok 5000","64":"ok 9000","128":"ok 2000","256":"ok 5000"}',
      odd: '{"32":"ok 1000","64":"ok 8000","128":"ok 5000","256":"ok 5000"}',
    };
    const gpus = Object.entries(times).map(([name, plan]) =>
      startAgent(program, Number(new URL(url).port), name, {
        FARM_BUILD: buildIdentity(),
        FARM_TOKEN: 'secret',
        FAKE_GPU: path.join(import.meta.dirname, '../hardware/fake-gpu-process.mjs'),
        FAKE_GPU_DEVICE: `Maker ${name}`,
        FAKE_GPU_PLAN: plan,
      }),
    );
    await Promise.all(gpus.map((each) => each.says(/ready/)));
    const named = ['--device', 'maker quick', '--device', 'maker odd'];
    const launch = path.join(folder, 'set/roots.json');
    const told = await run(
      'tune',
      launch,
      '--trials',
      '4',
      '--no-model',
      '--no-database',
      '--farm',
      url,
      ...named,
    );
    expect(told).toMatch(
      /^roots on 2 kinds of GPU: faster on all, at most 7\.93 times as fast as it is, on Maker odd/,
    );
    expect(told).toMatch(/Maker quick: W 64 → 128/);
    expect(told).toMatch(/Maker odd: W 64 → 32/);
    const status = await run('farm', 'status', url);
    for (const name of ['odd', 'quick']) expect(status).toMatch(new RegExp(`roots +Maker ${name}`));
    for (const { child } of gpus) child.kill('SIGTERM');
    await Promise.all(gpus.map(({ ended }) => ended));
  }, 120_000);

  it('takes trials of files and gives them back', async () => {
    const space = path.join(folder, 'trials.t4');
    const database = path.join(folder, 'local.jsonl');
    const launch = path.join(folder, 'set/roots.json');
    await run(
      'tune',
      launch,
      '--evaluator',
      'model',
      '--trials',
      '3',
      '--database',
      database,
      '--export',
      space,
      '--export-format',
      't4',
    );
    expect(await run('farm', 'import', url, database)).toMatch(/\d of \d trials are new/);
    expect(await run('farm', 'import', url, database)).toMatch(/^0 of \d trials are new/);
    expect(await run('farm', 'import', url, space, '--launch', launch, '--device', 'A GPU')).toMatch(
      /[1-9] of \d trials are new/,
    );
    const back = path.join(folder, 'back.t4');
    await run('farm', 'export', url, back, '--kernel', 'roots', '--device', 'A GPU', '--format', 't4');
    const times = (file: string) =>
      (JSON.parse(readFileSync(file, 'utf8')).results as { configuration: object; measurements: unknown }[])
        .map(({ configuration, measurements }) => JSON.stringify([configuration, measurements]))
        .sort();
    expect(times(back)).toEqual(times(space));
    const log = path.join(folder, 'back.jsonl');
    await run('farm', 'export', url, log);
    expect(await run('farm', 'import', url, log)).toMatch(/^0 of [1-9]\d* trials are new/);
  }, 120_000);

  it.skipIf(VULKAN_DRIVER === undefined)(
    'measures where there is a GPU',
    async () => {
      const launch = path.join(folder, 'set/roots.json');
      const tune = ['tune', launch, '--trials', '3', '--no-model', '--no-database', '--farm', url];
      expect(await run(...tune)).toMatch(/^roots on swiftshader.*\n[\s\S]*3 of 4 configurations tried/);
      // What was measured is known to whoever tunes next.
      expect(await run(...tune)).toMatch(/earlier/);
      expect(await run('calibrate', '--only', 'launch', '--samples', '3', '--farm', url)).toMatch(
        /swiftshader/i,
      );
      expect(await run('farm', 'status', url)).toMatch(/roots +swiftshader/);
    },
    120_000,
  );

  it.skipIf(VULKAN_DRIVER === undefined)(
    'shares two GPUs of one name, each shown to a process of its own',
    async () => {
      // The same driver under another name: two devices that nothing tells apart.
      const [first, second] = [1, 2].map((each) => {
        const copy = path.join(folder, `driver-${each}`);
        cpSync(path.dirname(VULKAN_DRIVER!), copy, { recursive: true });
        return path.join(copy, path.basename(VULKAN_DRIVER!));
      });
      const share = ['farm', 'agent', url, '--processes', '0', '--software', '--name', 'twins', '--each'];
      const env = { VK_DRIVER_FILES: `${first}:${second}` };
      const blind = command([...share, 'CUDA_VISIBLE_DEVICES=0,1'], env);
      expect(await blind.ended).toBe(2);
      expect(blind.said()).toMatch(/with CUDA_VISIBLE_DEVICES=0 there is still more than one SwiftShader/);
      const agent = command([...share, `VK_DRIVER_FILES=${first},${second}`], env);
      await agent.says(/^sharing (swiftshader\S+) .*, \1 /m);
      expect(await run('farm', 'status', url)).toMatch(/^2 agents with 3 GPUs/);
      agent.child.kill('SIGTERM');
      await agent.ended;
    },
    120_000,
  );

  it('wants its token', async () => {
    const wrong = command(['farm', 'status', url.replace('secret@', '')]);
    expect(await wrong.ended).toBe(2);
    expect(wrong.said()).toMatch(/the token is missing or wrong/);
  });

  it.skipIf(CHROMIUM === undefined)(
    'shows itself on a page that keeps itself fresh',
    async () => {
      const browser = await openBrowser();
      try {
        const context = await browser.newContext({ httpCredentials: { username: 'secret', password: '' } });
        const page = await context.newPage();
        await page.goto(url.replace('secret@', ''));
        expect(await page.title()).toBe('kernelcast farm');
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(
          /^1 agent, \d GPUs?, 1 processor;/,
        );
        await page.getByText('this one', { exact: true }).waitFor();
        // It comes again by itself.
        await page.waitForRequest((request) => request.isNavigationRequest());
        await page.getByText('this one', { exact: true }).waitFor();
      } finally {
        await browser.close();
      }
    },
    60_000,
  );
});
