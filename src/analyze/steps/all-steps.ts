// Every step that may be tried of a kernel.

import type { Findings } from '../findings.ts';
import { accessSteps } from './accesses.ts';
import { declarationSteps } from './declarations.ts';
import { loopTestSteps } from './loop-tests.ts';
import { privateArraySteps } from './private-arrays.ts';
import type { Step } from './step.ts';
import { transformedSteps } from './transformed.ts';

export function allSteps(findings: Findings): Step[] {
  return [
    ...accessSteps(findings),
    ...privateArraySteps(findings),
    ...loopTestSteps(findings),
    ...declarationSteps(findings),
    ...transformedSteps(findings),
  ];
}
