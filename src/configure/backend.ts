// Where the model runs: in this thread, or over several (pool.ts). The results are the same.

import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { SpareOccupancy } from '../search/cost.ts';
import { type Evaluation, evaluateModel, type ModelOptions, spareOccupancy } from './evaluate.ts';
import type { Instance } from './tunable.ts';

/** Where the model runs that an evaluator asks. */
export interface Backend {
  /** The predicted time of one configuration, and the cost that a search reasons about. */
  evaluate(instance: Instance): Promise<Outcome<Evaluation>>;
  /** The biggest occupancy below its own at which its bottleneck is another. */
  spareOccupancy(instance: Instance): Promise<SpareOccupancy | undefined>;
  /** Ends its threads, where it has any. */
  close(): void;
}

export function inProcess(options: ModelOptions): Backend {
  return {
    evaluate: async (instance) => evaluateModel(instance, options),
    spareOccupancy: async (instance) => spareOccupancy(instance, options),
    close: () => {},
  };
}
