// What the optimiser that Mesa's drivers share has to know of a generation.

import type { OptimizerNumbers } from '../../amd/optimize/passes.ts';
import type { JoinRules } from '../../amd/optimize/vectorize.ts';
import { upperBounds } from '../../amd/select/bounds.ts';
import type { IntelGeneration } from '../generation.ts';

/** Words need no further alignment, and what cannot wrap can be joined. */
const JOINS: JoinRules = {
  spaces: ['buffer', 'workgroup'],
  fitsIn: (module, ranges) => {
    const upperBound = upperBounds(module, ranges);
    return ({ root, address }, _, endBytes) =>
      root.space === 'workgroup' || upperBound(address) + endBytes <= 2 ** 32;
  },
};

export function optimizerNumbers(generation: IntelGeneration): OptimizerNumbers {
  return { ...generation, waveThreads: generation.lanes, joins: JOINS };
}
