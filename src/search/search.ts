// A search for the cheapest configuration of a space: first as the paper has it, driven by what holds each
// configuration back; then, unless only that is asked for, with what is left of the budget. A space within the
// budget is evaluated whole.

import type { Random } from '../space/random.ts';
import { choose } from './choose.ts';
import { type ExpectedGain, expectedGain } from './doubt.ts';
import { followBottlenecks } from './follow-bottlenecks.ts';
import { expectedPoints, improve } from './improve.ts';
import { type Evaluated, entryOf, Ledger, type Limits, type Refused } from './ledger.ts';
import type { Problem } from './next-best.ts';
import type { Step } from './step.ts';

export type { Problem } from './next-best.ts';

/** `saake`: Algorithms 2 and 3 alone. */
export type Algorithm = 'full' | 'saake';

/** How long to search, and how. */
export interface SearchOptions extends Limits {
  readonly algorithm: Algorithm;
  readonly random: Random;
  /** What a search of the same problem has found with a smaller budget: this one goes on from there. */
  readonly ledger?: Ledger;
}

/** What a search found, and how it went. */
export interface SearchResult {
  readonly algorithm: Algorithm;
  /** Undefined where the base configuration has no cost. */
  readonly base?: Evaluated;
  readonly best: Evaluated;
  /** What may be expected of it over the base; absent where it is the base, or where that has no cost. */
  readonly expectedGain?: ExpectedGain;
  /** The quickest first. */
  readonly ranking: readonly Evaluated[];
  readonly refused: readonly Refused[];
  readonly steps: readonly Step[];
  /** Valid points of the space. */
  readonly points: number;
  readonly evaluations: number;
  /** `whole`: every valid point has a verdict. */
  readonly end: 'whole' | 'rule' | 'budget' | 'time';
}

/** Of the ranking, so many have their bottleneck; others where their costs came with it. */
const SHOWN = 5;

/** Undefined when every configuration that was tried was refused; the ledger then says why. */
export async function search(
  problem: Problem,
  options: SearchOptions,
): Promise<{ readonly result?: SearchResult; readonly refused: readonly Refused[] }> {
  const ledger = options.ledger ?? new Ledger(problem.evaluator, options);
  ledger.continueWithin(options);
  const following = followBottlenecks(problem, ledger);
  if (options.algorithm === 'full')
    problem.evaluator.expect?.(expectedPoints(problem, options.budget, () => ledger.evaluations));
  const path = await following;
  const steps: Step[] = [...path.steps];
  if (options.algorithm === 'full') steps.push(...(await improve(problem, ledger, options)));
  const { evaluated, refused } = ledger;
  const followed = path.result && entryOf(evaluated, path.result);
  const best = options.algorithm === 'saake' ? followed : choose(problem, evaluated);
  if (best === undefined) return { refused };
  const base = entryOf(evaluated, problem.base);
  const ranking = [...evaluated].sort((a, b) => a.cost.timeNs - b.cost.timeNs);
  const shown = [best, ...(base ? [base] : []), ...ranking.slice(0, SHOWN)];
  await Promise.all(shown.map(({ point }) => ledger.bottleneckOf(point)));
  const end = endOf(problem, ledger, options);
  const { evaluations } = ledger;
  const result = { algorithm: options.algorithm, best, ranking, refused, steps, evaluations, end };
  const gain = base && base !== best ? { expectedGain: expectedGain(base.cost, best.cost) } : {};
  return { result: { ...result, points: problem.points.count, ...(base ? { base } : {}), ...gain }, refused };
}

function endOf({ points }: Problem, ledger: Ledger, { algorithm }: SearchOptions): SearchResult['end'] {
  if (ledger.evaluated.length + ledger.refused.length >= points.count) return 'whole';
  if (ledger.isTimeUp) return 'time';
  return algorithm === 'saake' && ledger.remaining > 0 ? 'rule' : 'budget';
}
