// The second phase of a search, which the paper does not have: what the bottlenecks left of the budget goes to
// configurations that a surrogate of the cost function holds to be promising, a few at a time. First some that
// are spread over the space, so that the surrogate knows of all of it.

import type { Random } from '../space/random.ts';
import { keyOf, type Point } from '../space/space.ts';
import type { Ledger } from './ledger.ts';
import type { Problem } from './next-best.ts';
import type { ImprovementStep } from './step.ts';
import { MOST_KNOWN, Surrogate } from './surrogate.ts';

/** Evaluated together, whatever the number of processors, so that this does not change the result. */
const BATCH = 4;
/** Part of the whole budget that is spread over the space. */
const SPREAD = 1 / 3;
/** Candidates that the surrogate is asked about: all of a small space. */
const MOST_CANDIDATES = 3000;
/** Deviations by which a configuration may be better than the surrogate guesses. */
const OPTIMISM = 1;

/** Spends the budget; each step is a quicker configuration. */
export async function improve(
  problem: Problem,
  ledger: Ledger,
  { random, budget }: { readonly random: Random; readonly budget: number },
): Promise<ImprovementStep[]> {
  const steps: ImprovementStep[] = [];
  // By now it is known how many are spread, and no processor has to wait until a batch of them has ended.
  const toSpread = Math.min(budget * SPREAD - ledger.evaluations, problem.points.count);
  problem.evaluator.expect?.(spreadPoints(problem, () => toSpread));
  for (let turn = 0; ledger.remaining > 0; turn++) {
    const before = ledger.fastest;
    const isSpreading = ledger.evaluations < budget * SPREAD || ledger.evaluated.length < 2;
    const batch = isSpreading ? spread(problem, ledger, turn) : promising(problem, ledger, random);
    if (batch.length === 0) break;
    await ledger.evaluate(batch);
    const now = ledger.fastest;
    if (!before || !now || now === before) continue;
    steps.push({
      kind: 'improvement',
      from: before.point,
      to: now.point,
      fromNs: before.cost.timeNs,
      timeNs: now.cost.timeNs,
      evaluations: now.evaluations,
    });
  }
  return steps;
}

/** Multiples of an irrational number, as positions among the valid points, lie evenly. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

function spreadPoint({ points }: Problem, number: number): Point {
  return points.at(Math.floor(((0.5 + number * GOLDEN) % 1) * points.count));
}

/**
 * What `improve` will evaluate whatever is found before: all of a small space; of what is spread over a large one half
 * of what is left for it, as what comes before may take more of it.
 * @param evaluations so far
 */
export function* expectedPoints(
  problem: Problem,
  budget: number,
  evaluations: () => number,
): Generator<Point> {
  const { points } = problem;
  yield* spreadPoints(problem, () => (budget * SPREAD - evaluations()) / 2);
  if (points.count <= budget) yield* points;
}

/** So many of the points that are spread over the space, or all that there are. */
function* spreadPoints(problem: Problem, count: () => number): Generator<Point> {
  for (let number = 0; number < count(); number++) yield spreadPoint(problem, number);
}

function spread(problem: Problem, ledger: Ledger, turn: number): Point[] {
  const { points } = problem;
  const batch: Point[] = [];
  for (let step = 0; batch.length < BATCH && step < points.count; step++) {
    const point = spreadPoint(problem, turn * BATCH + step);
    if (isOpen(point, ledger, batch)) batch.push(point);
  }
  return batch.length > 0 ? batch : firstOpen(points, ledger);
}

function firstOpen(points: Problem['points'], ledger: Ledger): Point[] {
  const batch: Point[] = [];
  for (const point of points) {
    if (!ledger.has(point)) batch.push(point);
    if (batch.length === BATCH) break;
  }
  return batch;
}

/** The candidates with the lowest optimistic guess; each counts as known, as guessed, for the next. */
function promising(problem: Problem, ledger: Ledger, random: Random): Point[] {
  const evaluated = ledger.evaluated.slice(-MOST_KNOWN);
  const known = evaluated.map(({ point }) => point);
  const values = evaluated.map(({ cost }) => Math.log(cost.timeNs));
  const candidates = candidatesOf(problem, ledger, random);
  const batch: Point[] = [];
  let fitted: Surrogate | undefined;
  while (batch.length < Math.min(BATCH, ledger.remaining) && candidates.length > 0) {
    const surrogate = new Surrogate(problem.space, [...known, ...batch], values, { alike: fitted });
    fitted ??= surrogate;
    let lowest = Number.POSITIVE_INFINITY;
    let chosen = 0;
    let guessed = 0;
    for (const [index, point] of candidates.entries()) {
      const { mean, deviation } = surrogate.at(point);
      if (mean - OPTIMISM * deviation >= lowest) continue;
      lowest = mean - OPTIMISM * deviation;
      chosen = index;
      guessed = mean;
    }
    batch.push(candidates[chosen]);
    values.push(guessed);
    candidates.splice(chosen, 1);
  }
  return batch;
}

/** Points that were not evaluated: all, or a sample and the neighbours of the best. */
function candidatesOf({ points }: Problem, ledger: Ledger, random: Random): Point[] {
  if (points.count <= MOST_CANDIDATES) return [...points].filter((point) => !ledger.has(point));
  const found = new Map<string, Point>();
  const add = (point: Point) => {
    if (!ledger.has(point)) found.set(keyOf(point), point);
  };
  const best = [...ledger.evaluated].sort((a, b) => a.cost.timeNs - b.cost.timeNs).slice(0, NEIGHBOURED);
  for (const { point } of best) for (const neighbour of points.neighbours(point, 'hamming')) add(neighbour);
  for (let draw = 0; draw < MOST_CANDIDATES / 2; draw++) add(points.sample(random));
  return [...found.values()];
}

const NEIGHBOURED = 5;

function isOpen(point: Point, ledger: Ledger, batch: readonly Point[]): boolean {
  return !ledger.has(point) && !batch.some((each) => keyOf(each) === keyOf(point));
}
