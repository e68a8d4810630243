// The processors of an agent: a process for each, which predicts one kernel at a time within limits of time and memory.
// One that dies or takes too long is replaced; its task has failed, wherever it might run.

import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { encode } from '../wire.ts';
import type { ModelAnswer, ModelRequest } from './model-process.ts';

export interface ModelWorkersOptions {
  /** The bundled `farm-model.js`. */
  readonly program: string;
  readonly processes: number;
  /** Of contents. */
  readonly folder: string;
  readonly memoryBytes: number;
  readonly limitMs: number;
}

interface Pending extends ModelRequest {
  readonly settle: (outcome: string) => void;
}

const MIB = 2 ** 20;

export class ModelWorkers {
  private readonly options: ModelWorkersOptions;
  private readonly idle: ChildProcess[] = [];
  private readonly busy = new Map<
    ChildProcess,
    { readonly pending: Pending; readonly timer: NodeJS.Timeout }
  >();
  private readonly queue: Pending[] = [];
  private nextId = 1;
  private isClosed = false;

  constructor(options: ModelWorkersOptions) {
    this.options = options;
  }

  get slots(): number {
    return this.options.processes;
  }

  /** @param task encoded @returns the outcome, encoded */
  run(task: string): Promise<string> {
    return new Promise((settle) => {
      this.queue.push({ id: this.nextId++, task, settle });
      this.assign();
    });
  }

  close(): void {
    this.isClosed = true;
    for (const child of [...this.idle, ...this.busy.keys()]) child.kill('SIGKILL');
  }

  private assign(): void {
    while (this.queue.length > 0 && !this.isClosed) {
      const child = this.idle.pop() ?? (this.busy.size < this.options.processes ? this.start() : undefined);
      if (child === undefined) return;
      const pending = this.queue.shift()!;
      const { limitMs } = this.options;
      const timer = setTimeout(() => {
        this.fail(child, `a prediction did not end within ${limitMs / 1000} s`);
        child.kill('SIGKILL');
      }, limitMs);
      this.busy.set(child, { pending, timer });
      child.send({ id: pending.id, task: pending.task } satisfies ModelRequest, () => {});
    }
  }

  private start(): ChildProcess {
    const { program, folder, memoryBytes } = this.options;
    const child = fork(program, [folder, String(memoryBytes)], {
      execArgv: [`--max-old-space-size=${Math.floor(memoryBytes / MIB)}`, ...permissions(program, folder)],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', ({ outcome }: ModelAnswer) => {
      const work = this.busy.get(child);
      if (work === undefined) return;
      this.busy.delete(child);
      clearTimeout(work.timer);
      this.idle.push(child);
      work.pending.settle(outcome);
      this.assign();
    });
    const gone = (how: string) => {
      this.fail(child, `the process that predicted it ${how}`);
      if (this.idle.includes(child)) this.idle.splice(this.idle.indexOf(child), 1);
      this.assign();
    };
    child.on('exit', (code, signal) =>
      gone(signal === null ? `ended with ${code}` : `was ended by ${signal}`),
    );
    child.on('error', ({ message }) => gone(`cannot run: ${message}`));
    return child;
  }

  private fail(child: ChildProcess, message: string): void {
    const work = this.busy.get(child);
    if (work === undefined) return;
    this.busy.delete(child);
    clearTimeout(work.timer);
    const problem: Diagnostic = { severity: 'unsupported', code: 'farm/limit', message };
    work.pending.settle(encode({ diagnostics: [problem] }));
  }
}

/** What the process may read, and that it may do nothing else; the flag has its name by Node's version. */
function permissions(program: string, folder: string): string[] {
  const root = path.join(path.dirname(program), '..');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const flag =
    major > 23 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13) ? '' : 'experimental-';
  const read = ['dist', 'isa', 'hwprofiles', 'package.json'].map((name) => path.join(root, name));
  return [`--${flag}permission`, ...[...read, folder].map((each) => `--allow-fs-read=${each}`)];
}

/** Of this machine. */
export const processors = (): number => availableParallelism();
