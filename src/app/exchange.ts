// An app with other kernels in place of some of its own, without its file: to be measured as a whole before it is
// written. What it leaves has to be what the app as it is leaves.

import { type App, type Dispatch, isDispatch, isIndirect, type Pipeline } from './app.ts';
import type { AppForecast, ForecastDispatch } from './predict.ts';

/** What a dispatch runs instead. */
export type Exchanged = Pick<ForecastDispatch, 'launch' | 'source'>;

/** @param exchanged by position among the app's dispatches; all of one pipeline have the same kernel */
export function exchangeKernels(
  app: App,
  forecast: AppForecast,
  exchanged: ReadonlyMap<number, Exchanged>,
): { readonly app: App; readonly forecast: AppForecast } {
  const dispatches = app.operations.filter(isDispatch);
  const pipelines = new Map<Pipeline, Pipeline>();
  for (const [at, { launch }] of exchanged) {
    const { pipeline } = dispatches[at];
    const { constants, workgroupSize, entryPoint } = launch;
    const size = workgroupSize === undefined ? {} : { workgroupSize };
    const entry = entryPoint === undefined ? {} : { entryPoint };
    pipelines.set(pipeline, { ...pipeline, constants, ...size, ...entry });
  }
  const changed = new Map<Dispatch, Dispatch>();
  const steps = new Map<Dispatch, Exchanged>();
  for (const [at, each] of exchanged) {
    const own = dispatches[at];
    const dispatch = isIndirect(own.dispatch) ? own.dispatch : each.launch.dispatch;
    changed.set(own, { ...own, pipeline: pipelines.get(own.pipeline)!, dispatch });
    steps.set(own, each);
  }
  // Dispatches that run nothing stay, with the pipeline that is there now.
  const now = <T extends App['operations'][number]>(each: T): T | Dispatch => {
    if (!isDispatch(each)) return each;
    return changed.get(each) ?? { ...each, pipeline: pipelines.get(each.pipeline) ?? each.pipeline };
  };
  return {
    app: {
      ...app,
      pipelines: app.pipelines.map((each) => pipelines.get(each) ?? each),
      operations: app.operations.map(now),
    },
    forecast: {
      ...forecast,
      steps: forecast.steps.map(({ operation, dispatched }) => {
        if (!dispatched) return { operation: now(operation) };
        const own = now(dispatched.operation) as Dispatch;
        return {
          operation: own,
          dispatched: { ...dispatched, ...steps.get(dispatched.operation), operation: own },
        };
      }),
    },
  };
}
