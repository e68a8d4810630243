// One configuration of a kernel beside the kernel as it is, by turns: for launches of it other than the one that it was
// tuned on.

import type { Instance, Tunable } from '../configure/tunable.ts';
import { type Point, parameterOf } from '../space/space.ts';
import { ROUNDS } from './confirm.ts';
import type { TrialEvaluator } from './evaluators/evaluator.ts';

/** What an evaluator asks of whatever it tries. */
export type Trialled = Pick<Tunable, 'space' | 'base' | 'launch' | 'instantiate'>;

const BEFORE: Point = [0];
const AFTER: Point = [1];

/** The two as a space. */
export function pairOf(before: Instance, after: Instance): Trialled {
  return {
    space: { parameters: [parameterOf('configuration', ['as it is', 'changed'])], constraints: [] },
    base: BEFORE,
    launch: before.launch,
    instantiate: ([at]) => ({ value: at === BEFORE[0] ? before : after, diagnostics: [] }),
  };
}

export interface PairTimes {
  readonly beforeNs: number;
  readonly afterNs: number;
}

/** @returns why there are no times where the changed one fails or is wrong. @throws GpuError */
export async function timesOfPair(evaluator: TrialEvaluator): Promise<PairTimes | string> {
  const opened = await evaluator.open();
  if (!opened.value) return opened.diagnostics[0]?.message ?? 'it cannot be run';
  const times: [before: number[], after: number[]] = [[], []];
  for (let round = 0; round < (evaluator.isNoisy ? ROUNDS : 1); round++) {
    for (const [at, point] of [BEFORE, AFTER].entries()) {
      const { status, timeNs, message } = await evaluator.confirm(point);
      if (status !== 'correct' || timeNs === undefined) return message ?? status;
      times[at].push(timeNs);
    }
  }
  const wrong = await evaluator.verify?.(AFTER);
  if (wrong !== undefined) return wrong;
  const [beforeNs, afterNs] = times.map((own) => own.sort((a, b) => a - b)[own.length >> 1]);
  return { beforeNs, afterNs };
}
