// The launches of the plan, from `microbench/`.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../profile/package-root.ts';
import { type Benchmark, benchmarkOf } from './benchmark.ts';
import type { Step } from './plan.ts';

/** The launch of a step's variant and its shader. @throws DiagnosticError */
export function openBenchmark(step: Step, variant: number, isSoftware: boolean): Benchmark {
  const folder = path.join(packageRoot(), 'microbench');
  return benchmarkOf(step, variant, isSoftware, (file) => readFileSync(path.join(folder, file), 'utf8'));
}
