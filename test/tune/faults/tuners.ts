// Starts tuners that are to be killed (victim.ts), and holds what they reported as written against what is there.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLog } from '../../../src/tune/trials/log.ts';
import { type LogRecord, recordOf, type TrialRecord } from '../../../src/tune/trials/records.ts';

export interface Ended {
  readonly output: string;
  readonly code: number | null;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly end: Promise<Ended>;
}

export interface StartOptions {
  readonly database: string;
  /** Where it reports what was written. */
  readonly report: string;
  readonly trials?: number;
  readonly mode?: 'resume' | 'new';
  /** The change of a file before which it kills itself. */
  readonly killAt?: number;
  /** No file grows beyond this, as if the disk were full. */
  readonly roomKiB?: number;
  /** With process numbers of its own, as in a container; needs root. */
  readonly isIsolated?: boolean;
}

export class Tuners {
  readonly folder: string;
  private readonly victim: string;

  private constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-faults-'));
    this.victim = path.join(this.folder, 'victim.mjs');
  }

  /** @param root of the project */
  static build(root: string): Tuners {
    const tuners = new Tuners();
    symlinkSync(path.join(root, 'node_modules'), path.join(tuners.folder, 'node_modules'));
    // The command, since its library cannot be bundled with a campaign.
    const options = [
      '--bundle',
      '--format=esm',
      '--platform=node',
      '--main-fields=module,main',
      '--log-level=error',
    ];
    const external = ['--external:webgpu', '--external:node-sqlite3-wasm'];
    const all = ['test/tune/faults/victim.ts', `--outfile=${tuners.victim}`, ...options, ...external];
    execFileSync(path.join(root, 'node_modules/.bin/esbuild'), all, { cwd: root });
    return tuners;
  }

  start(options: StartOptions): Started {
    const { database, report, trials = 100_000, mode = 'resume', killAt = 0, roomKiB, isIsolated } = options;
    const isolation = isIsolated ? ['unshare', '--pid', '--fork', '--kill-child'] : [];
    const limit = roomKiB === undefined ? [] : ['bash', '-c', `ulimit -f ${roomKiB} && exec "$@"`, 'bash'];
    const victim = [process.execPath, this.victim, database, report, trials, mode, killAt].map(String);
    const [program, ...values] = [...isolation, ...limit, ...victim];
    const child = spawn(program, values);
    let output = '';
    let isReady = () => {};
    const ready = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    const hear = (data: Buffer) => {
      output += String(data);
      if (output.includes('ready')) isReady();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const end = new Promise<Ended>((resolve) => {
      child.on('close', (code) => {
        isReady();
        resolve({ output, code });
      });
    });
    return { child, ready, end };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Balance {
  readonly reported: number;
  readonly kept: number;
  /** Reported as written, and not there. */
  readonly lost: readonly string[];
  /** Of the same trial more than one record. */
  readonly twice: readonly string[];
  /** There without having been reported: a kill came between. */
  readonly unreported: number;
  readonly damagedLines: number;
}

/** Of a log and of what all tuners together have reported about it. */
export function balance(log: string, report: string): Balance {
  const lines = existsSync(report) ? readFileSync(report, 'utf8').split('\n') : [];
  // The last line of a tuner that was killed may be cut short; then it has reported nothing by it.
  const reported = lines.filter((line) => /^\w+ [\d,]+ [0-9a-f-]{36}$/.test(line));
  const { lines: found, damaged } = readLog(log);
  const trials = found
    .map(({ record }) => recordOf(record))
    .filter((record): record is TrialRecord => (record as LogRecord | undefined)?.record === 'trial');
  const ids = new Set<string>();
  const twice = trials.filter(({ trial }) => ids.has(trial) || !ids.add(trial)).map(({ trial }) => trial);
  const left = new Map<string, number>();
  for (const { purpose, configuration, run } of trials) {
    const key = `${purpose} ${Object.values(configuration).join(',')} ${run}`;
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const lost: string[] = [];
  for (const each of reported) {
    const count = left.get(each) ?? 0;
    if (count === 0) lost.push(each);
    else left.set(each, count - 1);
  }
  return {
    reported: reported.length,
    kept: trials.length,
    lost,
    twice,
    unreported: trials.length - (reported.length - lost.length),
    damagedLines: damaged.length,
  };
}
