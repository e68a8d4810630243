// Steps that change how memory is read and written.

import type { Findings } from '../findings.ts';
import type { Step } from './step.ts';

export function accessSteps(_findings: Findings): Step[] {
  return [];
}
