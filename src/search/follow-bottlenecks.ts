// Algorithm 2 of the PLDI 2018 paper (SAAKE, section 5.1): from the base configuration, one step of Algorithm
// 3 after the other, until occupancy has fallen and the best at the lower one is no better. The print never
// sets `curr` to `curr'`, which the text's "iteratively move" does; and as a finite space has an end, running
// out of moves stops as well. What is returned is then the better of the two that the print keeps.

import { keyOf, type Point } from '../space/space.ts';
import type { Ledger } from './ledger.ts';
import { nextBest, type Problem } from './next-best.ts';
import type { Step, StopReason } from './step.ts';

export interface Path {
  readonly steps: readonly Step[];
  /** The configuration that the algorithm returns; undefined when the base itself was refused. */
  readonly result?: Point;
}

interface Held {
  readonly timeNs: number;
  readonly point?: Point;
}

const NONE: Held = { timeNs: Number.POSITIVE_INFINITY };

export async function followBottlenecks(problem: Problem, ledger: Ledger): Promise<Path> {
  const { base } = problem;
  await ledger.evaluate([base]);
  const baseCost = ledger.costOf(base);
  if (baseCost === undefined) return { steps: [{ kind: 'stop', at: base, reason: 'refused' }] };
  const steps: Step[] = [];
  const visited = new Set([keyOf(base)]);
  let at = base;
  let occupancyFraction = baseCost.occupancyFraction;
  let best: Held = { timeNs: baseCost.timeNs, point: base };
  let previous = NONE;
  const stop = async (reason: StopReason): Promise<Path> => {
    const bottleneck = await ledger.bottleneckOf(at);
    steps.push({ kind: 'stop', at, ...(bottleneck && { bottleneck }), reason });
    const result = (best.timeNs < previous.timeNs ? best : previous).point!;
    return { steps, result };
  };
  for (;;) {
    const choice = await nextBest(problem, ledger, at, visited);
    if (typeof choice === 'string') return await stop(ledger.remaining > 0 ? choice : 'budget');
    // What has no verdict by then gets none: without this, the choice would go through the whole space in vain.
    if (ledger.remaining === 0 && !ledger.has(choice.to)) return await stop('budget');
    steps.push(choice);
    visited.add(keyOf(choice.to));
    await ledger.evaluate([choice.to]);
    const cost = ledger.costOf(choice.to);
    // A refused configuration is passed over; the next choice is made without it.
    if (cost === undefined) continue;
    at = choice.to;
    const hasFallen = cost.occupancyFraction < occupancyFraction;
    const isOver = hasFallen && best.timeNs >= previous.timeNs;
    if (hasFallen && !isOver) [previous, best] = [best, NONE];
    const isBest = !isOver && cost.timeNs < best.timeNs;
    steps.push({
      kind: 'arrival',
      at,
      timeNs: cost.timeNs,
      occupancyFraction: cost.occupancyFraction,
      isBest,
    });
    if (isOver) return await stop('worse-at-lower-occupancy');
    if (!isBest) continue;
    best = { timeNs: cost.timeNs, point: at };
    occupancyFraction = cost.occupancyFraction;
  }
}
