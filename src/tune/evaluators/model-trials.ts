// The model as the tuner's evaluator: for machines without a GPU, and for GPUs that are not there.

import type { Backend } from '../../configure/backend.ts';
import type { Tunable } from '../../configure/tunable.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Point } from '../../space/space.ts';
import type { Evaluation } from '../trials/trial.ts';
import type { TrialEvaluator } from './evaluator.ts';
import { reasonOf } from './variant-of.ts';

/**
 * On one processor and on sixteen. What is asked for before results are there cannot learn from them, and fewer
 * would leave workers idle.
 */
const AHEAD = 4;

export interface ModelTrialsOptions {
  /** The profile's name, and a hash of all that the times depend on. */
  readonly device: string;
  readonly driver: string;
  /** Trials under way at once. */
  readonly ahead?: number;
}

export function modelTrials(
  tunable: Pick<Tunable, 'base' | 'instantiate'>,
  backend: Backend,
  { device, driver, ahead = AHEAD }: ModelTrialsOptions,
): TrialEvaluator {
  const evaluate = async (point: Point): Promise<Evaluation> => {
    const instance = tunable.instantiate(point);
    if (!instance.value) return { status: 'constraints', message: reasonOf(instance.diagnostics) };
    const { value, diagnostics } = await backend.evaluate(instance.value);
    if (!value) return { status: 'constraints', message: reasonOf(diagnostics) };
    return { status: 'correct', timeNs: value.timeNs };
  };
  return {
    kind: 'model',
    device,
    driver,
    isNoisy: false,
    // The backend makes those wait that it has no worker for.
    room: Number.POSITIVE_INFINITY,
    ahead,
    async open() {
      const value = await evaluate(tunable.base);
      if (value.status === 'correct') return { value, diagnostics: [] };
      const message = `the base configuration cannot be predicted: ${value.message}`;
      const problem: Diagnostic = { severity: 'unsupported', code: 'tune/base', message };
      return { diagnostics: [problem] };
    },
    evaluate,
    confirm: evaluate,
    close: () => backend.close(),
  };
}
