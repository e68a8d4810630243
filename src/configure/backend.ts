// Where the model runs: in this thread, or over several (pool.ts). The results are the same.

import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { SpareOccupancy } from '../search/cost.ts';
import { type Evaluation, evaluateModel, type ModelOptions, spareOccupancy } from './evaluate.ts';
import type { Instance } from './tunable.ts';

export interface Backend {
  evaluate(instance: Instance): Promise<Outcome<Evaluation>>;
  spareOccupancy(instance: Instance): Promise<SpareOccupancy | undefined>;
  close(): void;
}

export function inProcess(options: ModelOptions): Backend {
  return {
    evaluate: async (instance) => evaluateModel(instance, options),
    spareOccupancy: async (instance) => spareOccupancy(instance, options),
    close: () => {},
  };
}
