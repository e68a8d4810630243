// What the farm itself costs: time per trial, with many waiting, with agents that are killed. Runs in a Node that farm
// start needs, against PostgreSQL: `KERNELCAST_POSTGRES_URL=postgres://… node dist/bench/farm/queue.js [--queued 1000000]
// [--kills 1000]`.

import { type ChildProcess, fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { FarmClient } from '../../src/farm/client.ts';
import { Asking } from '../../src/farm/far/asking.ts';
import { startFarm } from '../../src/farm/hub/start.ts';
import { buildIdentity, queueOf } from '../../src/farm/identity.ts';
import type { Delivery } from '../../src/farm/protocol.ts';

const { values: flags } = parseArgs({
  options: {
    queued: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '0' },
    agent: { type: 'string' },
  },
});
const skill = { kind: 'gpu', device: 'virtual', driver: String(Date.now()) } as const;
const build = buildIdentity();
const clientOf = (url: string) => new FarmClient({ url, build, patienceMs: 60_000 });
/** As long as a configuration of a kernel is. */
const TASK_BYTES = 1500;
const task = (name: string) => JSON.stringify({ name, filling: 'x'.repeat(TASK_BYTES) });

/** Does nothing, `atOnce` at a time, until it is ended. */
async function workOff(
  client: FarmClient,
  queue: string,
  atOnce: number,
  signal: AbortSignal,
  pauseMs = 0,
): Promise<void> {
  const agent = `${process.pid}-${Math.random()}`;
  const worker = { worker: agent, skill, slots: atOnce };
  await client.call('announce', { agent, machine: 'virtual', workers: [worker] });
  while (!signal.aborted) {
    const { tasks } = await client
      .call('take', { worker: agent, queue, count: atOnce, waitMs: 1000 }, signal)
      .catch(() => ({ tasks: [] }));
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const results = tasks.map(
      ({ queue: of, id, attempt }): Delivery => ({ queue: of, id, attempt, outcome: '{}' }),
    );
    if (results.length > 0) await client.call('deliver', { agent, results });
  }
}

/** Milliseconds per trial, asked for one after the other and many at once. */
async function overhead(url: string, queue: string, name: string): Promise<void> {
  const ending = new AbortController();
  const working = workOff(clientOf(url), queue, 16, ending.signal);
  const asking = new Asking(clientOf(url));
  const ask = (i: number, kind: string) => asking.ask(queue, task(`${name} ${kind} ${i}`), new Map());
  for (let i = 0; i < 20; i++) await ask(i, 'warm');
  const singles: number[] = [];
  for (let i = 0; i < 400; i++) {
    const startMs = performance.now();
    await ask(i, 'single');
    singles.push(performance.now() - startMs);
  }
  singles.sort((a, b) => a - b);
  const part = (fraction: number) => singles[Math.floor(fraction * singles.length)].toFixed(2);
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  await Promise.all(Array.from({ length: 1000 }, (_, i) => ask(i, 'many')));
  const many = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1e6;
  console.log(
    `${name}: a trial one after the other ${part(0.5)} ms in the middle, ${part(0.1)} to ${part(0.9)} ms from the tenth to the ninth tenth; ${many.toFixed(2)} ms of many at once, which take ${cpuMs.toFixed(2)} ms of a processor for asker, hub and agent together`,
  );
  ending.abort();
  await working;
}

/** By the agents that are still shown: ten minutes. */
async function counted(url: string): Promise<number> {
  const { agents } = await clientOf(url).call('status', {});
  return agents.reduce((sum, { done }) => sum + done, 0);
}

async function killing(url: string, kills: number): Promise<void> {
  const queue = queueOf(build, { ...skill, device: 'killed' });
  const asking = new Asking(clientOf(url));
  const before = await counted(url);
  const children = new Set<ChildProcess>();
  let [killed, settled, ended] = [0, 0, false];
  const start = () => {
    const child = fork(process.argv[1], ['--agent', `${url} ${queue}`]);
    children.add(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), 300 + Math.random() * 1200);
    child.on('exit', (_, signal) => {
      clearTimeout(timer);
      children.delete(child);
      if (signal === 'SIGKILL') killed++;
      if (!ended && killed + children.size < kills) start();
    });
  };
  for (let i = 0; i < 8; i++) start();
  const all: Promise<unknown>[] = [];
  while (killed < kills) {
    for (let i = 0; i < 20; i++)
      all.push(asking.ask(queue, task(`kill ${all.length}`), new Map()).then(() => settled++));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  ended = true;
  const ending = new AbortController();
  const working = workOff(clientOf(url), queue, 50, ending.signal);
  await Promise.all(all);
  ending.abort();
  await working;
  const results = (await counted(url)) - before;
  console.log(`${killed} kills: ${settled} of ${all.length} trials have a result, ${results} results count`);
  for (const child of children) child.kill('SIGKILL');
}

if (flags.agent !== undefined) {
  const [url, queue] = flags.agent.split(' ');
  await workOff(clientOf(url), queue, 5, new AbortController().signal, 20);
}
const farm = await startFarm({
  host: '127.0.0.1',
  port: 0,
  isLocal: true,
  database: { postgres: process.env['KERNELCAST_POSTGRES_URL'] ?? '' },
  onProblem: ({ message }) => console.log(`problem: ${message}`),
});
const url = `http://127.0.0.1:${farm.port}`;
const queue = queueOf(build, skill);
await overhead(url, queue, 'nothing queued');
const client = clientOf(url);
const queued = Number(flags.queued);
const BATCH = 2000;
const tenth: number[] = [];
for (let at = 0; at < queued; at += BATCH) {
  const startMs = performance.now();
  await client.call('submit', {
    queue,
    tasks: Array.from({ length: BATCH }, (_, i) => `{"queued":${at + i}}`),
  });
  tenth.push(performance.now() - startMs);
  if ((at + BATCH) % 100_000 === 0)
    console.log(`${at + BATCH} queued, the last batch at ${(tenth.at(-1)! / BATCH).toFixed(3)} ms each`);
}
if (queued > 0) {
  const rate = (times: readonly number[]) =>
    (times.reduce((a, b) => a + b, 0) / times.length / BATCH).toFixed(3);
  const part = Math.ceil(tenth.length / 10);
  console.log(
    `${queued} queued: ${rate(tenth.slice(0, part))} ms each in the first tenth, ${rate(tenth.slice(-part))} in the last`,
  );
  const ending = new AbortController();
  const agent = 'taker';
  await client.call('announce', {
    agent,
    machine: 'virtual',
    workers: [{ worker: agent, skill, slots: 16 }],
  });
  const startMs = performance.now();
  for (let i = 0; i < 300; i++) {
    const { tasks } = await client.call(
      'take',
      { worker: agent, queue, count: 1, waitMs: 1000 },
      ending.signal,
    );
    await client.call('deliver', { agent, results: tasks.map((each) => ({ ...each, outcome: '{}' })) });
  }
  console.log(
    `${queued} waiting: ${((performance.now() - startMs) / 300).toFixed(2)} ms to take and deliver one`,
  );
}
if (Number(flags.kills) > 0) await killing(url, Number(flags.kills));
await farm.close();
process.exit(0);
