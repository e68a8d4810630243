// Spaces for the tests of the tuner: small, with constraints, and with known times.

import { Points } from '../../src/space/points.ts';
import { type Point, parameterOf, type Space, type Value } from '../../src/space/space.ts';
import type { Ensemble, Proposal, TrialResult } from '../../src/tune/ensemble/ensemble.ts';

/** Two ordered parameters bound by a constraint, a switch and a choice without order: 258 of 360 points. */
export function mixedSpace(): Space {
  return {
    parameters: [
      parameterOf('x', [1, 2, 4, 8, 16, 32]),
      parameterOf('y', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
      parameterOf('flag', [false, true]),
      parameterOf('kind', ['row', 'column', 'block']),
    ],
    constraints: [
      {
        text: 'x * y <= 64',
        parameters: [0, 1],
        holds: (values: readonly Value[]) => (values[0] as number) * (values[1] as number) <= 64,
      },
    ],
  };
}

export const mixedPoints = () => new Points(mixedSpace());

/** A bowl with its optimum at x = 8, y = 7, flag, block; `row` fails with large x. */
export function bowl(point: Point): TrialResult {
  const [x, y, flag, kind] = point as [number, number, number, number];
  if (kind === 0 && x >= 4) return { status: 'compile' };
  const time = 10 + (x - 3) ** 2 + 0.5 * (y - 6) ** 2 + (flag === 1 ? 0 : 3) + (kind === 2 ? 0 : 2);
  return { status: 'ok', time };
}

/** Asks and tells until `count` trials are done or the space is exhausted. */
export function run(
  ensemble: Ensemble,
  measure: (point: Point) => TrialResult,
  count: number = Number.POSITIVE_INFINITY,
): Proposal[] {
  const proposals: Proposal[] = [];
  while (proposals.length < count) {
    const proposal = ensemble.ask();
    if (proposal === 'exhausted') break;
    proposals.push(proposal);
    ensemble.tell(proposal, measure(proposal.point));
  }
  return proposals;
}
