// The process that owns the GPU, as its parent sees it: started, listened to, and, when it ends, why.

import { type ChildProcess, fork } from 'node:child_process';

export interface GpuProgram {
  /** The bundled `gpu-process.js`. */
  readonly program: string;
  /** Part of the adapter's name, where there are several. */
  readonly adapter?: string;
  /** Beside the variables of this process, such as those that show a driver one GPU of several. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface GpuChild {
  readonly process: ChildProcess;
  /** How it ended, and its last words. */
  describeEnd(code: number | null, signal: string | null): string;
}

/** Last words of a process that died, to say why. */
const STDERR_KEPT = 2000;
/** Node's timers know no longer time and would fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export function startGpuChild({ program, adapter, env }: GpuProgram): GpuChild {
  const child = fork(program, [adapter ?? ''], {
    env: { ...process.env, ...env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  let errors = '';
  child.stderr?.on('data', (data) => {
    errors = (errors + data).slice(-STDERR_KEPT);
  });
  return {
    process: child,
    describeEnd(code, signal) {
      const words = errors.trim().split('\n').at(-1);
      const how = signal === null ? `ended with ${code}` : `was ended by ${signal}`;
      return `the process that runs the kernel ${how}${words ? `: ${words}` : ''}`;
    },
  };
}

/** Calls `report` once the process has ended and all that it said has arrived. */
export function afterLastWords(process: ChildProcess, report: () => void): void {
  if (process.connected) process.once('disconnect', report);
  else report();
}

/** A limit that a timer can keep. */
export function timerMs(limitMs: number): number {
  return Math.min(limitMs, LONGEST_TIMEOUT_MS);
}
