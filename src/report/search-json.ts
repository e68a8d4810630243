// What a search found, for programs. Fields may be added, never renamed; nothing is rounded.

import type { Evaluated } from '../search/ledger.ts';
import type { Step } from '../search/step.ts';
import type { Point, Space } from '../space/space.ts';
import type { SearchReport } from './search-text.ts';
import { stepText } from './search-text.ts';

export function searchDocument({
  name,
  profile,
  space,
  result,
  requiredLimits,
  written,
}: SearchReport): object {
  const { algorithm, base, best, ranking, refused, steps, points, evaluations, end } = result;
  const speedup = base ? base.cost.timeNs / best.cost.timeNs : null;
  return {
    schema: 'kernelcast/search@1',
    name,
    profile,
    algorithm,
    best: entryOf(space, best),
    base: base ? entryOf(space, base) : null,
    speedup,
    expectedGain: result.expectedGain ?? null,
    configurations: points,
    evaluations,
    end,
    steps: steps.map((step) => stepOf(space, step)),
    ranking: ranking.map((each) => entryOf(space, each)),
    refused: refused.map(({ point, reason }) => ({ configuration: named(space, point), reason })),
    requiredLimits,
    ...(written ? { written } : {}),
  };
}

function entryOf(space: Space, { point, cost, evaluations }: Evaluated): object {
  const { timeNs, bottleneck, occupancyFraction, registersPerThread } = cost;
  const configuration = named(space, point);
  return { configuration, timeNs, bottleneck, occupancyFraction, registersPerThread, evaluations };
}

function stepOf(space: Space, step: Step): object {
  const to = 'to' in step ? { to: named(space, step.to) } : { at: named(space, step.at) };
  const bottleneck = 'bottleneck' in step && step.bottleneck ? { bottleneck: step.bottleneck } : {};
  return { kind: step.kind, ...to, ...bottleneck, text: stepText(space, step).trim() };
}

/** The configuration of a point, by name. */
export function named({ parameters }: Space, point: Point): Record<string, unknown> {
  return Object.fromEntries(parameters.map(({ name, values }, at) => [name, values[point[at]]]));
}
