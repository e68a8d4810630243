// Where the model runs: in this thread, or over several (pool.ts). The results are the same.

import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { SpareOccupancy } from '../search/cost.ts';
import { type Evaluation, InstanceModel, type ModelOptions, type Timed } from './evaluate.ts';
import type { Instance } from './tunable.ts';

/** Where the model runs that an evaluator asks. */
export interface Backend {
  /** The predicted time of one configuration, and the cost that a search reasons about. */
  evaluate(instance: Instance): Promise<Outcome<Evaluation>>;
  /** The same without what holds the configuration back, in less time. */
  time?(instance: Instance): Promise<Outcome<Timed>>;
  /** Begins to answer what will probably be asked, once nothing else is to be done; ends with the answer. */
  expect?(what: 'time' | 'evaluate', instance: Instance): Promise<unknown>;
  /** The biggest occupancy below its own at which its bottleneck is another. */
  spareOccupancy(instance: Instance): Promise<SpareOccupancy | undefined>;
  /** Ends its threads, where it has any. */
  close(): void;
}

export function inProcess(options: ModelOptions): Backend {
  const model = new InstanceModel(options);
  return {
    evaluate: async (instance) => model.evaluate(instance),
    time: async (instance) => model.time(instance),
    spareOccupancy: async (instance) => model.spareOccupancy(instance),
    close: () => {},
  };
}
