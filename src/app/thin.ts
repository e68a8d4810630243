// Long runs of dispatches of one pipeline, as a sweep over a table has them, predicted by a few of them: what lies
// between two that are predicted is taken to be straight. Only for comparing an app with itself under other params;
// where results of dispatches steer others, all must be predicted.

import { type App, type Dispatch, isDispatch, isIndirect, type Operation } from './app.ts';
import type { AppForecast } from './predict.ts';
import type { AppPrediction } from './prediction.ts';

/** Of a run, so many are predicted, the first and the last among them. */
const KEPT = 13;

/** An app without some of its dispatches. */
export interface ThinnedApp {
  readonly app: App;
  readonly runs: readonly Run[];
}

interface Run {
  /** The first of its dispatches that are kept, among all that are. */
  readonly first: number;
  /** Where in the run each of those stands that are kept. */
  readonly positions: readonly number[];
}

export function thinnedApp(app: App): ThinnedApp {
  const operations: Operation[] = [];
  const runs: Run[] = [];
  let dispatches = 0;
  for (const run of runsOf(app.operations)) {
    const kept = Math.min(KEPT, run.length);
    const at = (k: number) => (kept === 1 ? 0 : Math.round((k * (run.length - 1)) / (kept - 1)));
    const positions = Array.from({ length: kept }, (_, k) => at(k));
    operations.push(...positions.map((position) => run[position]));
    if (run.length > kept) runs.push({ first: dispatches, positions });
    if (isDispatch(run[0])) dispatches += kept;
  }
  return { app: { ...app, operations }, runs };
}

/** Operations in groups: dispatches that follow one another in one pass with one pipeline, and all others alone. */
function runsOf(operations: readonly Operation[]): Operation[][] {
  const groups: Operation[][] = [];
  for (const operation of operations) {
    const before = groups.at(-1)?.at(-1);
    const isFurther = before && isAlike(before, operation);
    if (isFurther) groups.at(-1)!.push(operation);
    else groups.push([operation]);
  }
  return groups;
}

function isAlike(a: Operation, b: Operation): boolean {
  const isDirect = (each: Operation): each is Dispatch => isDispatch(each) && !isIndirect(each.dispatch);
  return (
    isDirect(a) && isDirect(b) && a.pipeline === b.pipeline && a.pass === b.pass && a.submit === b.submit
  );
}

/** Whether the prediction of some says what all take: nothing had to be executed whole. */
export function mayBeThinned({ steps }: AppForecast): boolean {
  return !steps.some(({ dispatched }) => dispatched?.isExecutedWhole);
}

/** The time of the whole app, in ns, from the prediction of the thinned one. */
export function wholeTimeNs({ runs }: ThinnedApp, { timeNs, dispatches }: AppPrediction): number {
  return runs.reduce((all, { first, positions }) => {
    const gapNs = dispatches[first + 1].gapNs;
    let missing = 0;
    for (let k = 0; k + 1 < positions.length; k++) {
      const between = positions[k + 1] - positions[k] - 1;
      const [low, high] = [dispatches[first + k].workNs, dispatches[first + k + 1].workNs];
      missing += between * ((low + high) / 2 + gapNs);
    }
    return all + missing;
  }, timeNs);
}
