// What can go wrong with a GPU, as problems to print: each with its exit code's severity and what to do.

import type { Diagnostic, Severity } from '../diagnostics/diagnostic.ts';
import type { FailureReason } from '../hardware/job.ts';

const SEVERITY: Readonly<Record<FailureReason, Severity>> = {
  'no-adapter': 'no-gpu',
  'no-timestamps': 'no-gpu',
  validation: 'invalid',
  'out-of-memory': 'no-gpu',
  lost: 'no-gpu',
  hang: 'no-gpu',
  crash: 'no-gpu',
  internal: 'no-gpu',
};

const ADVICE: Partial<Readonly<Record<FailureReason, string>>> = {
  'no-adapter': 'install a Vulkan, Metal or D3D12 driver, or name one by VK_DRIVER_FILES',
  'no-timestamps': 'another adapter may have them: choose it by --adapter',
  hang: 'a longer limit can be set by --timeout',
  'out-of-memory': 'the launch needs more memory than the device gives',
};

/** What went wrong on the GPU with `about`, as a problem to print. */
export function gpuProblem(about: string, reason: FailureReason, message: string): Diagnostic {
  const advice = ADVICE[reason];
  return {
    severity: SEVERITY[reason],
    code: `measure/${reason}`,
    message: `${about}: ${message.split('\n')[0]}`,
    ...(advice ? { notes: [advice] } : {}),
  };
}
