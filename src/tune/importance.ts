// Which parameters of a winner matter: each is set back to the base's value, alone, and what that costs is what
// it is worth in the company of the others.

import { isValid, type Point } from '../space/space.ts';
import type { Finding, Tuner } from './tuner.ts';

export interface Importance {
  /** Indices of the parameters that are set back together: mostly one. */
  readonly parameters: readonly number[];
  /** Times worse without it; undefined where there is no such configuration or it does not run. */
  readonly factor?: number;
  /** Why there is no factor. */
  readonly message?: string;
}

/**
 * One for each parameter in which the winner differs from the base, the most important first; those that the
 * constraints tie together are set back together. @throws GpuError
 */
export async function importances(tuner: Tuner, base: Point, winner: Finding): Promise<Importance[]> {
  const changed = base.flatMap((index, parameter) => (winner.point[parameter] === index ? [] : [parameter]));
  const setBack = (parameters: readonly number[]): Point =>
    winner.point.map((index, i) => (parameters.includes(i) ? base[i]! : index));
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
  return found.sort((a, b) => (b.factor ?? 0) - (a.factor ?? 0));
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
  return { parameters, factor: costOf(finding.value) / costOf(winner.value) };
}
