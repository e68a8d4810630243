// `kernelcast inspect`: the kernel as text at one of three stages.

import { printProgram } from '../codegen/index.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { printModule } from '../ir/text.ts';
import type { Launch } from '../launch/launch.ts';
import { type DriverOptions, decodeKernel, generateKernel, guarded, optimizeKernel } from './kernel.ts';

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
  source: string,
  stage: Stage,
  options: DriverOptions,
): Outcome<Inspection> {
  return guarded(() => inspectStage(launch, source, stage, options));
}

function inspectStage(
  launch: Launch,
  source: string,
  stage: Stage,
  options: DriverOptions,
): Outcome<Inspection> {
  const decoded = decodeKernel(launch, source);
  if (!decoded.value) return { diagnostics: decoded.diagnostics };
  const { diagnostics } = decoded;
  if (stage === 'ir') return { value: { stage, text: printModule(decoded.value) }, diagnostics };
  const optimized = optimizeKernel(decoded.value, options);
  if (stage === 'optimized') return { value: { stage, text: printModule(optimized) }, diagnostics };
  const program = generateKernel(optimized, options);
  const byClass: Record<string, number> = {};
  for (const segment of program.segments) {
    for (const { costClass } of segment.instructions) byClass[costClass] = (byClass[costClass] ?? 0) + 1;
  }
  const { registersPerThread, spillBytes } = program;
  return {
    value: { stage, text: printProgram(program, { source }), registersPerThread, spillBytes, byClass },
    diagnostics,
  };
}
