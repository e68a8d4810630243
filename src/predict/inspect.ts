// `kernelcast inspect`: the kernel as text at one of three stages.

import type { Outcome } from '../diagnostics/diagnostic.ts';
import { printModule } from '../ir/text.ts';
import type { Launch } from '../launch/launch.ts';
import { printProgram } from '../machine/print.ts';
import {
  type DriverChoice,
  decodeKernel,
  generateKernel,
  guarded,
  optimizeKernel,
  settle,
} from './kernel.ts';
import { type ShaderSource, textOf } from './shader.ts';

export type Stage = 'ir' | 'optimized' | 'machine';

export interface Inspection {
  readonly stage: Stage;
  readonly text: string;
  /** For the machine stage. */
  readonly registersPerThread?: number;
  readonly spillBytes?: number;
  /** Static machine instructions by cost class. */
  readonly byClass?: Readonly<Record<string, number>>;
}

export function inspectLaunch(
  launch: Launch,
  source: ShaderSource,
  stage: Stage,
  options: DriverChoice,
): Outcome<Inspection> {
  return guarded(() => inspectStage(launch, source, stage, options));
}

function inspectStage(
  launch: Launch,
  source: ShaderSource,
  stage: Stage,
  options: DriverChoice,
): Outcome<Inspection> {
  const decoded = decodeKernel(launch, source);
  if (!decoded.value) return { diagnostics: decoded.diagnostics };
  const { diagnostics } = decoded;
  if (stage === 'ir') return { value: { stage, text: printModule(decoded.value) }, diagnostics };
  const driver = settle(source, options);
  const optimized = optimizeKernel(decoded.value, driver);
  if (stage === 'optimized') return { value: { stage, text: printModule(optimized) }, diagnostics };
  const program = generateKernel(optimized, driver);
  const byClass: Record<string, number> = {};
  for (const segment of program.segments) {
    for (const { costClass } of segment.instructions) byClass[costClass] = (byClass[costClass] ?? 0) + 1;
  }
  const { registersPerThread, spillBytes } = program;
  const text = textOf(source);
  return {
    value: {
      stage,
      text: printProgram(program, text === undefined ? {} : { source: text }),
      registersPerThread,
      spillBytes,
      byClass,
    },
    diagnostics,
  };
}
