// The process that checks inputs, one after the other. Before each it writes the input's number and the time
// into the journal, so that the parent knows which input hangs or kills the process.

import { openSync, writeSync } from 'node:fs';
import { type Format, formats } from './formats.ts';

export interface Order {
  readonly format: string;
  readonly seed: number;
  readonly from: number;
  /** Not included. */
  readonly to: number;
  readonly journal: string;
}

export interface Finding {
  readonly index: number;
  readonly what: string;
}

export interface Report {
  readonly next: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** An input of each outcome. */
  readonly examples: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  readonly slowestMs: number;
  readonly slowest: number;
  readonly peakBytes: number;
}

/** CPU time over which an input counts as a hang. */
export const DEADLINE_MS = 2_000;
const LONG_MS = 5;
const REPORT_EVERY_MS = 1_000;
const MEMORY_LIMIT_BYTES = 2 ** 30;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

class Tally {
  private outcomes: Record<string, number> = {};
  private examples: Record<string, number> = {};
  private findings: Finding[] = [];
  private slowestMs = 0;
  private slowest = -1;

  count(outcome: string, index: number): void {
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    this.examples[outcome] ??= index;
  }

  time(index: number, ms: number): void {
    if (ms <= this.slowestMs) return;
    this.slowestMs = ms;
    this.slowest = index;
  }

  find(index: number, what: string): void {
    this.findings.push({ index, what });
  }

  take(next: number): Report {
    const { outcomes, examples, findings, slowestMs, slowest } = this;
    this.outcomes = {};
    this.examples = {};
    this.findings = [];
    this.slowestMs = 0;
    return {
      next,
      outcomes,
      examples,
      findings,
      slowestMs,
      slowest,
      peakBytes: process.resourceUsage().maxRSS * 1024,
    };
  }
}

async function checkOne(format: Format, order: Order, index: number, tally: Tally): Promise<void> {
  const before = cpuMs();
  const input = format.make(order.seed, index);
  const started = cpuMs();
  try {
    tally.count(await format.check(input, index), index);
  } catch (error) {
    tally.count('finding', index);
    tally.find(index, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const ms = cpuMs() - started;
  tally.time(index, ms);
  if (ms > DEADLINE_MS) tally.find(index, `hang: ${Math.round(ms)} ms of CPU time`);
  if (started - before > DEADLINE_MS) tally.find(index, 'mutator takes long');
  // Asking takes longer than most inputs do; the peak of the process is told in any case.
  const isAsked = ms > LONG_MS || index % 64 === 0;
  if (isAsked && process.memoryUsage.rss() > MEMORY_LIMIT_BYTES)
    tally.find(index, 'memory: process above 1 GiB');
}

export async function work(order: Order): Promise<void> {
  const format = await formats[order.format]();
  const journal = openSync(order.journal, 'w');
  const entry = new Float64Array(1);
  const tally = new Tally();
  let reported = Date.now();
  for (let index = order.from; index < order.to; index++) {
    entry[0] = index;
    writeSync(journal, new Uint8Array(entry.buffer), 0, 8, 0);
    await checkOne(format, order, index, tally);
    const now = Date.now();
    if (now - reported < REPORT_EVERY_MS) continue;
    reported = now;
    process.send!(tally.take(index + 1));
    // Lets the message out.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => process.send!(tally.take(order.to), undefined, {}, resolve));
  process.exit(0);
}
