// Processes measured from outside by their processor time, which other work on the machine moves less than the clock.

import { spawnSync } from 'node:child_process';

export interface ProcessCost {
  /** User and system, all threads. */
  readonly seconds: number;
  /** By the clock, which other work on the machine moves. */
  readonly elapsedSeconds: number;
  readonly peakBytes: number;
}

const REPORT = `process.on('exit', () => {
  const { maxRSS } = process.resourceUsage();
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(2, '\\nused ' + (user + system) + ' ' + maxRSS);
});`;

/** The least of several runs of Node with these arguments, and the most memory of any. @throws when one fails */
export function nodeCost(args: readonly string[], repeats: number): ProcessCost {
  const runs = Array.from({ length: repeats }, () => onceOf(args));
  return {
    seconds: Math.min(...runs.map((run) => run.seconds)),
    elapsedSeconds: Math.min(...runs.map((run) => run.elapsedSeconds)),
    peakBytes: Math.max(...runs.map((run) => run.peakBytes)),
  };
}

function onceOf(args: readonly string[]): ProcessCost {
  const report = `data:text/javascript,import{createRequire}from'node:module';const require=createRequire('/');${encodeURIComponent(REPORT)}`;
  const startMs = performance.now();
  const { stderr, status } = spawnSync(process.execPath, ['--import', report, ...args], { encoding: 'utf8' });
  const elapsedSeconds = (performance.now() - startMs) / 1000;
  const used = /used (\d+) (\d+)$/.exec(stderr);
  if (status !== 0 || used === null) throw new Error(`node ${args.join(' ')} fails:\n${stderr}`);
  return { seconds: Number(used[1]) / 1e6, elapsedSeconds, peakBytes: Number(used[2]) * 1024 };
}

/** By turns with bare Node, whose least run in the same minutes is the measure. */
export function costBesideBare(
  args: readonly string[],
  repeats: number,
): ProcessCost & { readonly bare: number } {
  const runs = Array.from({ length: repeats }, () => [onceOf(['-e', '0']), onceOf(args)] as const);
  return {
    bare: Math.min(...runs.map(([bare]) => bare.seconds)),
    seconds: Math.min(...runs.map(([, own]) => own.seconds)),
    elapsedSeconds: Math.min(...runs.map(([, own]) => own.elapsedSeconds)),
    peakBytes: Math.max(...runs.map(([, own]) => own.peakBytes)),
  };
}

/** What a program of this folder prints as JSON, run in a process of its own. */
export function answerOf<T>(program: string, args: readonly string[]): T {
  const file = `dist/bench/speed/${program}.js`;
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} fails:\n${stderr}`);
  return JSON.parse(stdout) as T;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
}
