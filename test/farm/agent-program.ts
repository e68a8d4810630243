// An agent of tests: one pretended GPU (test/hardware/fake-gpu-process.mjs), or none. Says each task that it begins.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent } from '../../src/farm/agent/agent.ts';
import { ContentFolder, contentsIn } from '../../src/farm/agent/content-folder.ts';
import { GpuWorker } from '../../src/farm/agent/gpu-worker.ts';
import { FarmClient } from '../../src/farm/client.ts';

const [url, name] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-test-agent-'));
const client = new FarmClient({
  url,
  build: process.env['FARM_BUILD']!,
  patienceMs: 120_000,
  onOutage: (reason) => console.log(reason === undefined ? 'back' : `away: ${reason}`),
});
const worker = new GpuWorker({
  program: process.env['FAKE_GPU']!,
  contents: contentsIn(folder),
  timeoutMs: 20_000,
  compileLimitMs: 20_000,
  dispatchLimitMs: 20_000,
  ahead: 2,
});
const run = worker.run.bind(worker);
worker.run = async (task) => {
  console.log(`begins ${task.kind === 'variant' ? task.variant.entryPoint : task.kind}`);
  return await run(task);
};
const info = await worker.device();
const contents = new ContentFolder(folder);
const gpus = [{ worker, info }];
const agent = new Agent({
  client,
  contents,
  gpus,
  memoryBytes: 2 ** 30,
  onEvent: console.log,
  machine: name,
});
process.once('SIGTERM', () => agent.stop());
console.log('ready');
await agent.run();
console.log(`${agent.counted} count`);
worker.close();
process.exit(0);
