// Inside the process that owns the GPU: carries why a job failed to the one place that answers.

import type { FailureReason } from './job.ts';

export class JobFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
