// What went wrong on a GPU, to those who asked for its work.

import type { FailureReason } from './job.ts';

/** What went wrong on the GPU, or why there is none. */
export class GpuError extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, message: string) {
    super(message);
    this.name = 'GpuError';
    this.reason = reason;
  }
}
