// Algorithm 3 of the PLDI 2018 paper (SAAKE, section 5.1): the next configuration, chosen by what holds the
// current one back. As printed, with what it leaves open settled thus: U_GM is the utilisation of the
// bottleneck's resource; a K that falls between two values goes up to the next, or down to the last one;
// `gen_configs` is every configuration in one or two directions from the current one, its registers and
// transactions extrapolated.

import { keyOf, type Point } from '../space/space.ts';
import { type Bottleneck, type Cost, type Evaluator, resourceOf } from './cost.ts';
import { candidatesFrom, type Unit } from './extrapolate.ts';
import type { Ledger } from './ledger.ts';
import { type Grid, movesAlong, unitMoves } from './moves.ts';
import type { LatencyStep, StopReason, ThroughputStep } from './step.ts';

/** What is searched: the valid points of a space, and who tells their costs. */
export interface Problem extends Grid {
  /** Where the search begins: the launch as it is. */
  readonly base: Point;
  readonly evaluator: Evaluator;
  /** What is known about configurations besides their cost: the higher, the less likely to be good. */
  readonly doubtOf?: (point: Point) => number;
}

export type Choice = LatencyStep | ThroughputStep | StopReason;

interface Situation {
  readonly problem: Problem;
  readonly from: Point;
  readonly cost: Cost;
  readonly bottleneck: Bottleneck;
  readonly units: readonly Unit[];
  readonly visited: ReadonlySet<string>;
}

/** The next configuration after `from`, none of those that were visited; or why there is none. */
export async function nextBest(
  problem: Problem,
  ledger: Ledger,
  from: Point,
  visited: ReadonlySet<string>,
): Promise<Choice> {
  const cost = ledger.costOf(from)!;
  const bottleneck = await ledger.bottleneckOf(from);
  if (bottleneck?.kind !== 'latency' && bottleneck?.kind !== 'throughput') return 'no-resource';
  const moves = unitMoves(problem, from);
  await ledger.evaluate(moves.map(({ to }) => to));
  const units = moves.flatMap((move): Unit[] => {
    const found = ledger.costOf(move.to);
    return found ? [{ move, cost: found }] : [];
  });
  const situation: Situation = { problem, from, cost, bottleneck, units, visited };
  return bottleneck.kind === 'latency' ? relieveLatency(situation) : await relieveThroughput(situation);
}

/** What rounding may leave of a difference. */
const NOTHING = 1e-9;

/** Lines 20 to 25: the direction that raises the utilisation most, as far as brings it to 1. */
function relieveLatency({ problem, from, cost, bottleneck, units, visited }: Situation): Choice {
  const utilizationOf = (each: Cost) => resourceOf(each, bottleneck.resource).utilization;
  const utilization = utilizationOf(cost);
  const best = firstLargest(units, (unit) => utilizationOf(unit.cost));
  if (best === undefined) return 'nothing-raises-utilization';
  const unitUtilization = utilizationOf(best.cost);
  const gainPerUnit = (unitUtilization - utilization) / (best.move.factor - 1);
  if (!(gainPerUnit > NOTHING)) return 'nothing-raises-utilization';
  const wantedFactor = Math.max(2, Math.ceil(1 + (1 - utilization) / gainPerUnit - NOTHING));
  const open = movesAlong(problem, from, best.move.direction).filter(({ to }) => !visited.has(keyOf(to)));
  const chosen = open.find((move) => move.factor >= wantedFactor) ?? open.at(-1);
  if (chosen === undefined) return 'nothing-raises-utilization';
  return {
    kind: 'latency',
    from,
    bottleneck,
    utilization,
    unit: best.move,
    unitUtilization,
    wantedFactor,
    to: chosen.to,
  };
}

/** Lines 26 to 33: how low may occupancy fall; of what then fits, what needs the fewest transactions. */
async function relieveThroughput(situation: Situation): Promise<Choice> {
  const { problem, from, cost, bottleneck, units, visited } = situation;
  const { evaluator } = problem;
  const { occupancyFraction } = cost;
  const spare = await evaluator.spareOccupancy(from);
  const mostRegisters = evaluator.mostRegisters(spare?.occupancyFraction ?? occupancyFraction);
  const next = spare?.bottleneck.resource ?? bottleneck.resource;
  // What is no resource, such as the last wave, has no transactions to save.
  const resource = resourceOf(cost, next).transactions > 0 ? next : bottleneck.resource;
  const candidates = candidatesFrom(problem, from, cost, units, resource).filter(
    ({ to, registersPerThread }) => registersPerThread <= mostRegisters && !visited.has(keyOf(to)),
  );
  const best = firstLargest(candidates, ({ ratio }) => -ratio);
  if (best === undefined || best.ratio > 1 - NOTHING) return 'nothing-saves-transactions';
  return {
    kind: 'throughput',
    from,
    bottleneck,
    occupancyFraction,
    ...(spare === undefined ? {} : { spare }),
    mostRegisters,
    resource,
    candidates: candidates.length,
    expectedRatio: best.ratio,
    moves: best.moves,
    to: best.to,
  };
}

function firstLargest<T>(items: readonly T[], worthOf: (item: T) => number): T | undefined {
  let found: T | undefined;
  for (const item of items) if (found === undefined || worthOf(item) > worthOf(found)) found = item;
  return found;
}
