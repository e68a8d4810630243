// Before a winner is named: the best few and the base are measured again, in turn, so that neither luck nor a
// drift of the device decides. A kernel that is wrong but once is out.

import { keyOf, type Point } from '../space/space.ts';
import type { Finding, Tuner, TuningResult } from './tuner.ts';

export interface Confirmation {
  readonly base: Finding;
  readonly winner: Finding;
  /** Times the winner's value is better than the base's. */
  readonly gain: number;
  /** The gain is larger than what repeated measurements differ by. */
  readonly isCertain: boolean;
  /** Measured again and found wrong, with the reason. */
  readonly rejected: readonly { readonly point: Point; readonly message: string }[];
  /** Configurations that were measured again, and how often each. */
  readonly finalists: number;
  readonly rounds: number;
}

const FINALISTS = 5;
/** Slower ones by more than this are not in doubt. */
const MARGIN = 1.1;
export const ROUNDS = 3;
/** A difference of medians that measurements under the rules of docs/measuring.md do not show by chance. */
export const CERTAIN = 1.01;

/** @throws GpuError */
export async function confirm(tuner: Tuner, { base, ranking }: TuningResult): Promise<Confirmation> {
  const { evaluator, options } = tuner;
  const costOf = (value: number) => options.objective.costOf(value);
  const bestCost = costOf(ranking[0].value);
  const finalists = ranking
    .filter((each) => costOf(each.value) <= bestCost * MARGIN)
    .slice(0, evaluator.isNoisy ? FINALISTS : 1);
  const isBaseIn = finalists.some((each) => keyOf(each.point) === keyOf(base.point));
  const measured = evaluator.isNoisy ? [...finalists, ...(isBaseIn ? [] : [base])] : [];
  const rounds = measured.length > 0 ? ROUNDS : 0;
  const values = new Map<string, Finding[]>();
  const rejected: { point: Point; message: string }[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const { point, technique } of measured) {
      if (rejected.some((each) => keyOf(each.point) === keyOf(point))) continue;
      const evaluation = await evaluator.confirm(point);
      tuner.write(point, evaluation, { technique, purpose: 'confirmation' });
      const finding = tuner.findingOf(point, evaluation, technique);
      if (finding) values.set(keyOf(point), [...(values.get(keyOf(point)) ?? []), finding]);
      else rejected.push({ point, message: evaluation.message ?? evaluation.status });
    }
  }
  const isOut = (point: Point) => rejected.some((each) => keyOf(each.point) === keyOf(point));
  const settled = (finding: Finding) => median(values.get(keyOf(finding.point)) ?? [finding]);
  const standing = finalists.filter((each) => !isOut(each.point)).map(settled);
  const finalBase = settled(base);
  const candidates = [...standing, ...(standing.length === 0 || !isBaseIn ? [finalBase] : [])];
  candidates.sort((a, b) => costOf(a.value) - costOf(b.value));
  const isBase = ({ point }: Finding) => keyOf(point) === keyOf(base.point);
  let winner = finalBase;
  for (const candidate of candidates) {
    const wrong = isBase(candidate) ? undefined : await evaluator.verify?.(candidate.point);
    if (wrong === undefined) {
      winner = candidate;
      break;
    }
    rejected.push({ point: candidate.point, message: wrong });
  }
  const gain = costOf(finalBase.value) / costOf(winner.value);
  const isCertain = gain >= (evaluator.isNoisy ? CERTAIN : 1) && !isBase(winner);
  return { base: finalBase, winner, gain, isCertain, rejected, finalists: measured.length, rounds };
}

/** The one in the middle. */
function median(findings: readonly Finding[]): Finding {
  const sorted = [...findings].sort((a, b) => a.value - b.value);
  return sorted[sorted.length >> 1];
}
