// Runs a list of jobs in child processes: one process takes as many as it can, and when a job crashes or hangs
// it, that job alone fails and a new process goes on behind it. The script reads JSON jobs from standard input,
// one a line, and writes to file descriptor 3: a line that says what it is once it is ready, then one JSON
// result a line, in order. Standard output is free.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { packageRoot } from '../../src/profile/package-root.ts';

export interface Failure {
  readonly error: string;
}

export interface JobOptions {
  readonly arguments?: readonly string[];
  /** A process that is silent for so long counts as hanging. */
  readonly timeoutMs?: number;
}

export interface JobResults<Result> {
  readonly results: readonly (Result | Failure)[];
  /** What the processes wrote to standard output, in order. */
  readonly output: string;
  /** The script's first line. */
  readonly description: unknown;
}

/** Runs a script of this folder over the jobs; a result per job, in order. */
export async function runJobs<Job, Result>(
  script: string,
  jobs: readonly Job[],
  options: JobOptions = {},
): Promise<JobResults<Result>> {
  const results: (Result | Failure)[] = [];
  let output = '';
  let description: unknown;
  while (results.length < jobs.length) {
    const run = await runProcess<Job, Result>(script, jobs.slice(results.length), options);
    results.push(...run.results);
    output += run.output;
    description = run.description;
    if (run.failure === undefined) break;
    if (description === undefined) throw new Error(`${script} does not start: ${run.failure}`);
    if (results.length < jobs.length) results.push({ error: run.failure });
  }
  return { results, output, description };
}

const GRACE_MS = 1_000;

interface ProcessRun<Result> {
  readonly results: readonly Result[];
  readonly output: string;
  readonly description: unknown;
  /** Why the process ended before its last job. */
  readonly failure: string | undefined;
}

async function runProcess<Job, Result>(
  script: string,
  jobs: readonly Job[],
  { timeoutMs = 60_000, arguments: given = [] }: JobOptions,
): Promise<ProcessRun<Result>> {
  const file = path.join(packageRoot(), 'test', 'differential', script);
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, [file, ...given], {
    stdio: [...stdio],
    env: environment(),
  });
  const lines: unknown[] = [];
  let [output, errors, isHanging] = ['', '', false];
  // It may be this process that was busy: what has arrived meanwhile is read before the silence counts.
  const onSilence = (): void => {
    timer = setTimeout(() => {
      isHanging = true;
      child.kill('SIGKILL');
    }, GRACE_MS);
  };
  let timer = setTimeout(onSilence, timeoutMs);
  createInterface({ input: child.stdio[3] as Readable }).on('line', (line) => {
    const value = parsed(line);
    if (value !== undefined) lines.push(value);
    clearTimeout(timer);
    timer = setTimeout(onSilence, timeoutMs);
  });
  child.stdout.setEncoding('utf8').on('data', (data: string) => (output += data));
  child.stderr.setEncoding('utf8').on('data', (data: string) => (errors += data));
  child.stdin.on('error', () => {}); // a process that ends early is reported by its status
  child.stdin.end(jobs.map((job) => `${JSON.stringify(job)}\n`).join(''));
  const status = await new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ?? `status ${code}`));
  });
  clearTimeout(timer);
  const [description, ...results] = lines as [unknown, ...Result[]];
  if (results.length === jobs.length) return { results, output, description, failure: undefined };
  const reason = isHanging ? `silent for ${timeoutMs} ms` : `ended with ${status}`;
  return {
    results,
    output,
    description,
    failure: `${reason} ${errors.slice(0, 1000)}`.trim(),
  };
}

/** Undefined for the line at which a process was killed. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The Vulkan loader is found before a process starts or not at all; it lies beside the device's description. */
function environment(): NodeJS.ProcessEnv {
  const icd = process.env['KERNELCAST_VULKAN_ICD'];
  if (icd === undefined) return process.env;
  const paths = [path.dirname(icd), process.env['LD_LIBRARY_PATH']];
  return {
    ...process.env,
    LD_LIBRARY_PATH: paths.filter((each) => each).join(':'),
  };
}
