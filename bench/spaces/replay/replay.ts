// One tuning run over a recorded space: the same ensemble as on hardware, with looking up in the place of measuring.

import { Ensemble, type EnsembleOptions, type TechniqueReport } from '../../../src/tune/ensemble/ensemble.ts';
import { type RecordedSpace, replayed } from './recorded-space.ts';

export interface Replay {
  /** The times found, in the order of the trials; Infinity for those that failed. */
  readonly times: Float64Array;
  /** The numbers of the points, as `times`. */
  readonly indices: Int32Array;
  /** Who proposed each. */
  readonly techniques: readonly string[];
  readonly report: readonly TechniqueReport[];
}

/** Runs until `budget` configurations were tried or none is left. */
export function replay(
  recorded: RecordedSpace,
  budget: number,
  options: Omit<EnsembleOptions, 'points'>,
): Replay {
  const ensemble = new Ensemble({ ...options, points: recorded.points });
  const techniques: string[] = [];
  for (let trial = 0; trial < budget; trial++) {
    const proposal = ensemble.ask();
    if (proposal === 'exhausted') break;
    techniques.push(proposal.technique);
    ensemble.tell(proposal, replayed(recorded, proposal.point));
  }
  const times = Float64Array.from(ensemble.history.trials, ({ time }) => time);
  const indices = Int32Array.from(ensemble.history.trials, ({ point }) => recorded.points.indexOf(point));
  return { times, indices, techniques, report: ensemble.report() };
}
