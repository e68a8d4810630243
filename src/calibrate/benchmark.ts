// The launch of a step of the plan, from the texts of its files.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Launch } from '../launch/launch.ts';
import { parseLaunch } from '../launch/parse.ts';
import { nameOf, type Step, softwareCaps, variantsOf } from './plan.ts';

export interface Benchmark {
  readonly launch: Launch;
  readonly source: string;
}

/** The text of a file of `microbench/`. */
export type ReadText = (file: string) => string;

/**
 * The launch of a step's variant and its shader. On software, where only the way counts, nothing is large.
 * @throws DiagnosticError
 */
export function benchmarkOf(step: Step, variant: number, isSoftware: boolean, read: ReadText): Benchmark {
  const text = read(step.launch);
  const { params: defaults } = JSON.parse(text) as { params: Record<string, number> };
  const params = { ...defaults, ...variantsOf(step)[variant] };
  for (const [name, cap] of Object.entries(isSoftware ? softwareCaps : {})) {
    if (params[name] !== undefined) params[name] = Math.min(params[name], cap);
  }
  const asText = Object.entries(params).map(([name, value]) => [name, String(value)]);
  const { value, diagnostics } = parseLaunch(text, step.launch, { params: Object.fromEntries(asText) });
  if (!value) throw new DiagnosticError(diagnostics);
  const source = read(value.shaderPath);
  const entryPoint = step.entryPoint === undefined ? {} : { entryPoint: step.entryPoint };
  // Recorded measurements name no folder of the machine.
  const named = { name: nameOf(step, variant), file: `microbench/${step.launch}` };
  return { launch: { ...value, ...named, ...entryPoint }, source };
}
