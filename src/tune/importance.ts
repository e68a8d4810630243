// Which parameters of a winner matter: each is set back to the base's value, alone, and what that costs is what
// it is worth in the company of the others.

import { isValid, type Point } from '../space/space.ts';
import { CERTAIN, type Confirmation } from './confirm.ts';
import type { Finding, Tuner } from './tuner.ts';

export interface Importance {
  /** Indices of the parameters that are set back together: mostly one. */
  readonly parameters: readonly number[];
  /** Times worse without it; undefined where there is no such configuration or it does not run. */
  readonly factor?: number;
  /** Why there is no factor. */
  readonly message?: string;
  /** What was measured without it. */
  readonly without?: Finding;
}

export interface Explained {
  readonly confirmation: Confirmation;
  readonly importances: readonly Importance[];
}

/** Changes that are taken back for good, one after the other, at most. */
const MOST_STEPS = 5;

/**
 * What each change of the winner is worth. One that does harm is taken back: that is the winner then.
 * @throws GpuError
 */
export async function explain(tuner: Tuner, confirmation: Confirmation): Promise<Explained> {
  let current = confirmation;
  for (let step = 0; ; step++) {
    const found = await importances(tuner, current.base.point, current.winner);
    const better = step < MOST_STEPS ? await betterOne(tuner, found) : undefined;
    if (!better) return { confirmation: current, importances: found };
    const { costOf } = tuner.options.objective;
    const gain = costOf(current.base.value) / costOf(better.value);
    current = { ...current, winner: better, gain };
  }
}

async function betterOne(tuner: Tuner, found: readonly Importance[]): Promise<Finding | undefined> {
  const last = found.filter(({ factor }) => factor !== undefined).at(-1);
  if (!last?.without || last.factor! > 1 / CERTAIN) return undefined;
  const wrong = await tuner.evaluator.verify?.(last.without.point);
  return wrong === undefined ? last.without : undefined;
}

/**
 * One for each parameter in which the winner differs from the base, the most important first; those that the
 * constraints tie together are set back together. @throws GpuError
 */
export async function importances(tuner: Tuner, base: Point, winner: Finding): Promise<Importance[]> {
  const changed = base.flatMap((index, parameter) => (winner.point[parameter] === index ? [] : [parameter]));
  const setBack = (parameters: readonly number[]): Point =>
    winner.point.map((index, i) => (parameters.includes(i) ? base[i] : index));
  const isPossible = (parameters: readonly number[]) => isValid(tuner.space.space, setBack(parameters));
  const alone = changed.filter((parameter) => isPossible([parameter]));
  const tied = changed.filter((parameter) => !alone.includes(parameter));
  const found: Importance[] = [];
  for (const parameter of alone) found.push(await worthOf(tuner, [parameter], setBack([parameter]), winner));
  if (tied.length > 1 && isPossible(tied)) {
    found.push(await worthOf(tuner, tied, setBack(tied), winner));
  } else {
    const message = 'the constraints forbid it alone';
    found.push(...tied.map((parameter) => ({ parameters: [parameter], message })));
  }
  const worth = ({ factor }: Importance) => factor ?? Number.NEGATIVE_INFINITY;
  return found.sort((a, b) => worth(b) - worth(a));
}

async function worthOf(
  tuner: Tuner,
  parameters: readonly number[],
  point: Point,
  winner: Finding,
): Promise<Importance> {
  const { costOf } = tuner.options.objective;
  const evaluation = await tuner.evaluator.confirm(point);
  tuner.write(point, evaluation, { technique: 'importance', purpose: 'confirmation' });
  const finding = tuner.findingOf(point, evaluation, 'importance');
  if (!finding) return { parameters, message: evaluation.message ?? evaluation.status };
  return { parameters, factor: costOf(finding.value) / costOf(winner.value), without: finding };
}
