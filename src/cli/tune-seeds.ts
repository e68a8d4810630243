// What the model has to say before anything is measured: the configurations that it finds fastest are tried
// first, and the rest of its ranking is one more technique of the ensemble.

import type { ModelOptions } from '../configure/evaluate.ts';
import { openBackend } from '../configure/open-backend.ts';
import type { Tunable } from '../configure/tunable.ts';
import { Random } from '../space/random.ts';
import type { Point } from '../space/space.ts';

export interface ModelSeeds {
  readonly seeds: readonly Point[];
  readonly proposals: readonly Point[];
  /** Kernels that the model evaluated. */
  readonly evaluations: number;
  /** Why the model has no opinion. */
  readonly problem?: string;
}

export interface SeedOptions {
  readonly seed: number;
  /** Kernels that the model may evaluate. */
  readonly budget: number;
  readonly isInterrupted: () => boolean;
  readonly onProgress: (evaluations: number) => void;
}

/** Tried before all others. */
const SEEDS = 3;
const MOST_SECONDS = 60;

export async function modelSeeds(
  tunable: Tunable,
  options: ModelOptions,
  { seed, budget, isInterrupted, onProgress }: SeedOptions,
): Promise<ModelSeeds> {
  const { ModelEvaluator } = await import('../configure/model-evaluator.ts');
  const { search } = await import('../search/search.ts');
  const { space, points, base } = tunable;
  const backend = await openBackend(tunable.launch, options);
  const evaluator = new ModelEvaluator(tunable, backend, options.profile, backend);
  const endMs = performance.now() + MOST_SECONDS * 1000;
  try {
    const { result, refused } = await search(
      { space, points, base, evaluator },
      {
        algorithm: 'full',
        budget,
        random: new Random(seed),
        isTimeUp: () => isInterrupted() || performance.now() > endMs,
        onProgress,
      },
    );
    if (result === undefined) {
      const problem = refused[0]?.reason ?? 'it evaluated none';
      return { seeds: [], proposals: [], evaluations: refused.length, problem };
    }
    const ranking = result.ranking.map(({ point }) => point);
    return {
      seeds: ranking.slice(0, SEEDS),
      proposals: ranking.slice(SEEDS),
      evaluations: result.evaluations,
    };
  } finally {
    backend.close();
  }
}
