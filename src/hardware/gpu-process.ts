// The process that owns the GPU: takes jobs one after the other, answers with output and samples. It is a
// process of its own because drivers crash and hang, and because Dawn prints on standard output. What it
// does per sample follows the rules of docs/measuring.md: spin pass, a small copy that keeps the passes
// apart, the one dispatch between two timestamps.

import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { globals } from 'webgpu';
import { type Opened, openAdapter } from './adapter.ts';
import type { AppJob } from './app-job.ts';
import { AppRunner } from './app-runner.ts';
import { fullClocks } from './full-clocks.ts';
import type { Job, Message, Variant } from './job.ts';
import { JobFailure } from './job-failure.ts';
import { LaunchRunner } from './launch-runner.ts';
import { readFile } from './read-file.ts';
import { Stopwatch } from './stopwatch.ts';
import { VariantRunner } from './variant-runner.ts';

Object.assign(globalThis, globals);

/** After this time a lost device is known to be lost. */
const LOSS_SHOWS_MS = 50;

function send(message: Message): void {
  process.send!(message);
}

/** Says that work goes on. */
function stage(name: string): void {
  send({ kind: 'stage', stage: name });
}

function failed(id: number, error: unknown): void {
  const reason = error instanceof JobFailure ? error.reason : 'internal';
  send({ kind: 'failed', id, reason, message: error instanceof Error ? error.message : String(error) });
}

/**
 * A driver that hangs inside a call keeps this process from noticing that nobody waits for it any longer. A
 * thread of its own notices.
 */
function endWithParent(): void {
  const program = `
    const parent = ${process.ppid};
    setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);
  `;
  new Worker(program, { eval: true }).unref();
}

/** Referenced for as long as the process lives. */
let opened: Opened | undefined;
/** What is at hand, in the order in which it came; empty while the device is opened. */
const current = new Set<number>();

/** Nothing that comes after the loss of the device can be trusted, so the process ends with it. */
function endWith(lost: GPUDeviceLostInfo): void {
  const failure = new JobFailure('lost', `the device was lost: ${lost.message}`);
  for (const id of current.size > 0 ? current : [0]) failed(id, failure);
  process.disconnect();
}

async function runLaunch(runner: LaunchRunner, job: Job): Promise<void> {
  const { id } = job;
  const sampled = await runner.run(job, { stage, output: (pages) => send({ kind: 'output', id, pages }) });
  send({ kind: 'done', id, ...sampled });
}

async function runVariant(runner: VariantRunner, variant: Variant): Promise<void> {
  const { id } = variant;
  const times = await runner.run(variant, {
    compiled: () => send({ kind: 'compiled', id }),
    dispatching: () => send({ kind: 'dispatching', id }),
  });
  send({ kind: 'measured', id, times });
}

async function runApp(runner: AppRunner, job: AppJob): Promise<void> {
  const { id } = job;
  const times = await runner.run(job, { stage, output: (pages) => send({ kind: 'output', id, pages }) });
  send({ kind: 'timed', id, times });
}

endWithParent();
process.on('disconnect', () => process.exit(0));
try {
  opened = await openAdapter(process.argv[2] || undefined);
  const { device, info } = opened;
  const watch = new Stopwatch(device, info.isSoftware, fullClocks(info));
  const launches = new LaunchRunner(device, watch, readFile);
  const variants = new VariantRunner(device, watch, () => stage('filling buffers'));
  const apps = new AppRunner(device, watch);
  const run = (request: Job | Variant | AppJob): Promise<void> => {
    if (!('kind' in request)) return runLaunch(launches, request);
    return request.kind === 'app' ? runApp(apps, request) : runVariant(variants, request);
  };
  let lost: GPUDeviceLostInfo | undefined;
  void device.lost.then((loss) => {
    lost = loss;
    endWith(loss);
  });
  send({ kind: 'device', info });
  process.on('message', (request: Job | Variant | AppJob) => {
    current.add(request.id);
    run(request)
      .catch(async (error: unknown) => {
        // A loss shows first in the calls that it breaks.
        await new Promise((resolve) => setTimeout(resolve, LOSS_SHOWS_MS));
        if (!lost) failed(request.id, error);
      })
      .finally(() => current.delete(request.id));
  });
} catch (error) {
  failed(0, error);
}
