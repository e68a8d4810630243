// What one prediction may use of the machine that it is made on: whoever predicts kernels of strangers wants an
// answer or a refusal, and neither all memory nor a wait without end.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';

export interface AllowanceOptions {
  /** For the contents of buffers; 1 GiB when left out. */
  readonly memoryBytes?: number | undefined;
  /** No limit when left out. It is looked at between the steps of the work, none of which takes long. */
  readonly timeoutMs?: number | undefined;
}

export const DEFAULT_MEMORY_BYTES = 2 ** 30;

export class Allowance {
  readonly memoryBytes: number;
  private readonly timeoutMs: number;
  private readonly now: () => number;
  private readonly startMs: number;
  private takenBytes = 0;

  /** @param now a clock in milliseconds */
  constructor(
    { memoryBytes = DEFAULT_MEMORY_BYTES, timeoutMs = Infinity }: AllowanceOptions,
    now: () => number,
  ) {
    this.memoryBytes = memoryBytes;
    this.timeoutMs = timeoutMs;
    this.now = now;
    this.startMs = timeoutMs === Infinity ? 0 : now();
  }

  /** @throws DiagnosticError when that is more than there may be */
  take(bytes: number): void {
    this.takenBytes += bytes;
    if (this.takenBytes <= this.memoryBytes) return;
    const most = `${Math.round(this.memoryBytes / 2 ** 20)} MiB`;
    refuse(
      'predict/memory',
      `what the sampled workgroups touch of the buffers takes more than ${most} of memory`,
      'smaller buffers or accesses that lie closer together need less; --memory (memoryBytes in the library) allows more',
    );
  }

  giveBack(bytes: number): void {
    this.takenBytes -= bytes;
  }

  /** @throws DiagnosticError when the time is over */
  checkTime(): void {
    if (this.timeoutMs === Infinity || this.now() - this.startMs <= this.timeoutMs) return;
    refuse(
      'predict/timeout',
      `it takes longer than ${this.timeoutMs / 1000} s to predict`,
      '--timeout (timeoutMs in the library) allows more',
    );
  }
}

function refuse(code: string, message: string, note: string): never {
  throw new DiagnosticError([{ severity: 'unsupported', code, message, notes: [note] }]);
}
