// `kernelcast farm agent URL`: the GPUs and processors of this machine join a farm.

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import type { Argv } from 'yargs';
import { GpuError } from '../hardware/gpu-error.ts';
import { packageRoot } from '../profile/package-root.ts';
import { EXIT } from './exit-codes.ts';
import { durationNs } from './flags.ts';
import { command, number, several, text, toggle } from './options.ts';
import { say } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface AgentFlags {
  readonly url: string;
  readonly gpu: readonly string[];
  readonly gpus: boolean;
  readonly each?: string;
  readonly processes?: number;
  readonly memory: number;
  readonly timeout: string;
  readonly name?: string;
  readonly software: boolean;
}

/** For an outage of the night. */
const PATIENCE_MS = 7 * 24 * 3_600_000;
/** A prediction that takes longer is given up. */
const PREDICTION_LIMIT_MS = 120_000;
const GIB = 2 ** 30;

function builder(yargs: Argv): Argv<unknown> {
  return yargs
    .positional('url', { type: 'string', demandOption: true, describe: 'URL that farm start printed' })
    .option('gpu', several('Part of the name of a GPU to share; all of them when left out'))
    .option('gpus', { ...toggle('Share GPUs; --no-gpus for none'), default: true })
    .option(
      'each',
      text('Variable that shows a driver one GPU, with a value for each of several: NAME=VALUE,VALUE'),
    )
    .option('software', toggle('Share adapters that run on the processor, too'))
    .option('processes', number('Predictions at once; one for each processor when left out, 0 for none'))
    .option('memory', {
      ...number('GiB that the buffers of a task may have, and a prediction'),
      default: Math.max(1, Math.min(8, Math.floor(totalmem() / GIB / 4))),
      defaultDescription: 'a quarter of the memory, 8 at most',
    })
    .option('timeout', { ...text('Silence of a GPU that counts as a hang'), default: '60s' })
    .option('name', text('What the farm calls this machine; its host name when left out'));
}

/** Runs until it is ended. */
async function runAgent(flags: AgentFlags): Promise<number> {
  const { url, memory, name } = flags;
  const processes = flags.processes ?? availableParallelism();
  if (!Number.isInteger(processes) || processes < 0 || processes > 1024)
    throw new UsageError('--processes: expected a whole number from 0 on');
  if (!(memory > 0)) throw new UsageError('--memory: expected a number of GiB above 0');
  durationNs('--timeout', flags.timeout);
  const { openFarm } = await import('./farm-connection.ts');
  const client = await openFarm(url, PATIENCE_MS);
  const { Agent } = await import('../farm/agent/agent.ts');
  const { ContentFolder } = await import('../farm/agent/content-folder.ts');
  const { ModelWorkers } = await import('../farm/agent/model-workers.ts');
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-agent-'));
  const contents = new ContentFolder(folder);
  const memoryBytes = memory * GIB;
  const gpus = flags.gpus ? await openGpus(flags, folder) : [];
  const program = path.join(packageRoot(), 'dist', 'farm-model.js');
  const limits = { folder, memoryBytes, limitMs: PREDICTION_LIMIT_MS };
  const model = new ModelWorkers({ program, processes, ...limits });
  const close = () => {
    for (const { worker } of gpus) worker.close();
    model.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    if (gpus.length === 0 && processes === 0)
      throw new UsageError('there is nothing to share: no GPU was found, and --processes is 0');
    const onEvent = (event: string) => say(event);
    const agent = new Agent({
      client,
      contents,
      gpus,
      model,
      memoryBytes,
      onEvent,
      ...(name ? { machine: name } : {}),
    });
    const names = gpus.map(({ info }) => `${info.device} (driver ${info.driver})`);
    const shared = [...names, ...(processes > 0 ? [`${processes} processors for predictions`] : [])];
    process.stdout.write(`sharing ${shared.join(', ')} with the farm at ${client.place}\n`);
    say('Ctrl-C ends it, once what it works on is done; twice: at once.');
    onSignals(
      () => agent.stop(),
      () => {
        close();
        process.exit(EXIT.fine);
      },
    );
    await agent.run();
    say(`${agent.counted} results of this machine count`);
    return EXIT.fine;
  } finally {
    close();
  }
}

/** The GPUs of this machine that are asked for; those that do not open are told of. */
async function openGpus(flags: AgentFlags, folder: string) {
  const { GpuWorker } = await import('../farm/agent/gpu-worker.ts');
  const { contentsIn } = await import('../farm/agent/content-folder.ts');
  const { adapterNames } = await import('../hardware/adapters.ts');
  const { gpuProgram } = await import('./gpu.ts');
  const { variantsOptions } = await import('./tune-evaluator.ts');
  let program: string;
  try {
    program = gpuProgram();
  } catch (error) {
    if (flags.gpu.length > 0) throw error;
    say(`no GPU is shared: ${(error as Error).message}`);
    return [];
  }
  const found: { readonly name: string; readonly env: Readonly<Record<string, string>> }[] = [];
  for (const env of viewsOf(flags.each)) {
    const names = await adapterNames({ program, env });
    if (flags.each !== undefined) refuseAlike(names, env);
    for (const name of new Set(names)) found.push({ name, env });
  }
  const asked = found.filter(
    ({ name }) => flags.gpu.length === 0 || flags.gpu.some((part) => name.includes(part)),
  );
  if (flags.gpu.length > 0 && asked.length === 0) {
    const there = [...new Set(found.map(({ name }) => name))].join(', ');
    throw new UsageError(
      `--gpu ${flags.gpu.join(' --gpu ')}: ${there === '' ? 'this machine has none' : `there are ${there}`}`,
    );
  }
  const opened = [];
  for (const { name, env } of asked) {
    const options = { ...variantsOptions({ adapter: name, timeout: flags.timeout }), env };
    const worker = new GpuWorker({ ...options, contents: contentsIn(folder) });
    try {
      const info = await worker.device();
      if (!info.isSoftware || flags.software || flags.gpu.length > 0) opened.push({ worker, info });
      else {
        worker.close();
        say(`${name} runs on the processor and is not shared; --software shares it`);
      }
    } catch (error) {
      worker.close();
      if (!(error instanceof GpuError)) throw error;
      say(`${name} is not shared: ${error.message}`);
    }
  }
  return opened;
}

/** What the processes that own GPUs are told, one after the other. @throws UsageError */
function viewsOf(each: string | undefined): Record<string, string>[] {
  if (each === undefined) return [{}];
  const [, name, values] = /^([A-Za-z_]\w*)=(.+)$/.exec(each) ?? [];
  if (name === undefined) throw new UsageError(`--each ${each}: expected NAME=VALUE,VALUE`);
  return [...new Set(values.split(','))].map((value) => ({ [name]: value }));
}

/** One of two of a name would be shared twice. @throws UsageError */
function refuseAlike(names: readonly string[], env: Readonly<Record<string, string>>): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return;
  const [[variable, value]] = Object.entries(env);
  throw new UsageError(`--each: with ${variable}=${value} there is still more than one ${twice}`);
}

function onSignals(first: () => void, second: () => void): void {
  let isFirst = true;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!isFirst) return second();
      isFirst = false;
      first();
    });
}

export const farmAgentCommand = command(
  'agent <url>',
  'Share the GPUs and processors of this machine with a farm',
  builder,
  runAgent,
);
