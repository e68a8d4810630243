// Long runs: `npm run fuzz -- --format wgsl --inputs 100000 --seed 1 --jobs 1 --out FOLDER`. Processes check the
// inputs; an input that hangs one, kills it or fills its memory is written to FOLDER with what was found, and
// the run goes on behind it. `--index N` makes input N alone and checks it here. Ends with a summary as JSON.

import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { formats } from './formats.ts';
import { DEADLINE_MS, type Order, type Report, work } from './worker.ts';

const { values: flags } = parseArgs({
  options: {
    format: { type: 'string', default: 'launch' },
    inputs: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    out: { type: 'string', default: '/tmp/kernelcast-fuzz' },
    index: { type: 'string' },
    input: { type: 'string' },
    worker: { type: 'string' },
  },
});

/** A fresh process now and then, so that what native code holds on to does not count against an input. */
const INPUTS_PER_PROCESS = 20_000;
const HEAP_MEGABYTES = 1024;
const POLL_MS = 250;
/** CPU time for one input after which its process is stopped; somewhat more, so that it may report by itself. */
const PATIENCE_MS = 2 * DEADLINE_MS;

/** CPU time of another process, in ticks of 10 ms, as Linux tells it; elsewhere the clock has to do. */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Date.now();
  }
}

const { format, seed, out } = { ...flags, seed: Number(flags.seed) };

interface Summary {
  inputs: number;
  readonly outcomes: Record<string, number>;
  readonly examples: Record<string, number>;
  /** By what they have in common: the first inputs of each kind, and how many there were. */
  readonly findings: Record<string, { count: number; inputs: number[] }>;
  slowestMs: number;
  slowest: number;
  peakBytes: number;
}

const summary: Summary = {
  inputs: 0,
  outcomes: {},
  examples: {},
  findings: {},
  slowestMs: 0,
  slowest: -1,
  peakBytes: 0,
};

/** The first line and the first place in the code, without numbers that differ from input to input. */
function kindOf(what: string): string {
  const [first = '', ...rest] = what.split('\n');
  const place = rest.find((line) => line.includes(' at ')) ?? '';
  const message = first.replace(/ in \{.*?"code":"([^"]*)".*?"message":"(.{0,40}).*/, ' in $1 $2');
  return `${message.slice(0, 160)} ${place.trim().replace(/\(.*/, '')}`.replace(/\d+/g, '#');
}

const KEPT_INPUTS = 4;

async function addFinding(index: number, what: string): Promise<void> {
  const found = (summary.findings[kindOf(what)] ??= { count: 0, inputs: [] });
  found.count++;
  if (found.inputs.length >= KEPT_INPUTS) return;
  found.inputs.push(index);
  const known = await formats[format]();
  const name = path.join(out, `${format}-${seed}-${index}`);
  writeFileSync(`${name}.txt`, `${what}\n`);
  writeFileSync(`${name}.${known.ending}`, known.make(seed, index));
}

async function add(report: Report): Promise<void> {
  for (const [outcome, count] of Object.entries(report.outcomes)) {
    summary.outcomes[outcome] = (summary.outcomes[outcome] ?? 0) + count;
    summary.inputs += count;
  }
  for (const [outcome, index] of Object.entries(report.examples)) summary.examples[outcome] ??= index;
  if (report.slowestMs > summary.slowestMs) {
    summary.slowestMs = report.slowestMs;
    summary.slowest = report.slowest;
  }
  summary.peakBytes = Math.max(summary.peakBytes, report.peakBytes);
  for (const { index, what } of report.findings) await addFinding(index, what);
}

/** Runs inputs in one process; where the next one has to begin. */
async function runProcess(order: Order): Promise<number> {
  writeFileSync(order.journal, new Uint8Array(Float64Array.of(-1).buffer));
  const child = fork(fileURLToPath(import.meta.url), ['--worker', JSON.stringify(order)], {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr!.on('data', (data) => {
    errors = (errors + String(data)).slice(-4000);
  });
  const reports: Promise<void>[] = [];
  let done = order.from;
  child.on('message', (report: Report) => {
    done = report.next;
    reports.push(add(report));
  });
  const current = () => new Float64Array(new Uint8Array(readFileSync(order.journal)).buffer)[0];
  let index = -1;
  let since = 0;
  let isStuck = false;
  const watch = setInterval(() => {
    const now = current();
    if (now !== index) {
      index = now;
      since = cpuMsOf(child.pid!);
    } else if (cpuMsOf(child.pid!) - since > PATIENCE_MS && index >= 0) {
      isStuck = true;
      child.kill('SIGKILL');
    }
  }, POLL_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  await Promise.all(reports);
  if (done >= order.to) return order.to;
  const culprit = current();
  if (culprit < 0) throw new Error(`no process comes up: ${errors}`);
  summary.inputs += culprit + 1 - done;
  const why = isStuck ? `hang: no end after ${PATIENCE_MS} ms` : `the process ended with ${code}: ${errors}`;
  await addFinding(culprit, why);
  return culprit + 1;
}

async function runJob(job: number, from: number, to: number): Promise<void> {
  const journal = path.join(out, `journal-${format}-${job}`);
  for (let at = from; at < to; ) {
    at = await runProcess({ format, seed, from: at, to: Math.min(to, at + INPUTS_PER_PROCESS), journal });
  }
}

async function runAll(): Promise<void> {
  mkdirSync(out, { recursive: true });
  const [from, inputs, jobs] = [Number(flags.from), Number(flags.inputs), Number(flags.jobs)];
  const start = Date.now();
  const progress = setInterval(() => {
    const rate = Math.round((summary.inputs * 1000) / (Date.now() - start));
    process.stderr.write(
      `\r${format}: ${summary.inputs} of ${inputs}, ${rate}/s, ${Object.keys(summary.findings).length} kinds of findings `,
    );
  }, 2_000);
  process.on('SIGINT', () => {
    finish(start);
    process.exit();
  });
  const share = Math.ceil(inputs / jobs);
  await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      runJob(job, from + job * share, from + Math.min(inputs, (job + 1) * share)),
    ),
  );
  clearInterval(progress);
  finish(start);
}

/** What is known so far, also when the run is interrupted. */
function finish(start: number): void {
  const result = { format, seed, ...summary, seconds: (Date.now() - start) / 1000 };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  process.exitCode = Object.keys(summary.findings).length > 0 ? 1 : 0;
}

async function runOne(index: number): Promise<void> {
  const known = await formats[format]();
  const given = flags.input === undefined ? undefined : readFileSync(flags.input);
  const isBinary = known.ending === 'spv';
  const input =
    given === undefined ? known.make(seed, index) : isBinary ? Uint8Array.from(given) : String(given);
  const before = process.cpuUsage();
  const outcome = await Promise.resolve()
    .then(() => known.check(input, index))
    .catch((error: Error) => `finding: ${error.stack}`);
  const { user, system } = process.cpuUsage(before);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(`${outcome}\n${Math.round((user + system) / 1000)} ms, ${megabytes} MB\n`);
  process.exit(0);
}

if (flags.worker !== undefined) await work(JSON.parse(flags.worker) as Order);
else if (flags.index !== undefined) await runOne(Number(flags.index));
else await runAll();
