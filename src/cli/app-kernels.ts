// The kernels of an app as something to search or to tune: which of them, over which dispatch, and what a configuration
// makes of all dispatches of a pipeline, which get the same shader.

import { type App, isDispatch, isIndirect } from '../app/app.ts';
import type { ForecastDispatch } from '../app/predict.ts';
import { type KernelWork, kernelsByWork } from '../app/worth.ts';
import { configured, type FixedLaunch, type FixedTunable, tunableOf } from '../configure/fixed.ts';
import { reasonOf } from '../configure/instantiate.ts';
import { requiredLimits } from '../configure/needs.ts';
import type { Instance } from '../configure/tunable.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import type { Forecast } from '../predict/predict.ts';
import type { KernelLeftOut } from '../report/app-kernels-text.ts';
import type { Configuration } from '../space/space.ts';
import { type Transformed, withoutHeader } from '../transform/index.ts';
import { dispatchedOf, type PredictedApp } from './apps.ts';
import type { KernelChange } from './write-app.ts';

/** Dispatches that no prediction tells apart. */
export interface Alike {
  /** Positions among the app's dispatches. */
  readonly at: readonly number[];
  readonly fixed: FixedLaunch;
}

/** A kernel that can be varied. */
export interface AppKernel {
  readonly work: KernelWork;
  /** Over the dispatch that takes longest. */
  readonly tunable: FixedTunable;
  /** That dispatch and those alike. */
  readonly longest: Alike;
  /** All others of the pipeline. */
  readonly others: readonly Alike[];
}

/** A configuration on all dispatches of its pipeline. */
export interface ChangedKernel {
  readonly configuration: Configuration;
  /** Of the dispatch that takes longest. */
  readonly instance: Instance;
  readonly transformed?: Transformed;
  /** By position among the app's dispatches. */
  readonly launches: ReadonlyMap<number, Instance['launch']>;
  /** As it is and as it becomes, for each of the dispatches that can be told apart. */
  readonly pairs: readonly { readonly alike: Alike; readonly before: Instance; readonly after: Instance }[];
}

/** Kernels with a smaller share are not worth an evaluation. */
const LEAST_SHARE = 0.005;

/** The largest share first. */
export function openKernels(
  value: PredictedApp,
  limits: DeviceLimits,
): { readonly kernels: readonly AppKernel[]; readonly leftOut: readonly KernelLeftOut[] } {
  const dispatched = dispatchedOf(value);
  const kernels: AppKernel[] = [];
  const leftOut: KernelLeftOut[] = [];
  for (const work of kernelsByWork(value.prediction)) {
    const opened = openKernel(work, dispatched, limits);
    if (typeof opened !== 'string') kernels.push(opened);
    else leftOut.push({ pipeline: work.pipeline, share: work.share, reason: opened });
  }
  return { kernels, leftOut };
}

/** The kernel, or why it is none to vary. */
function openKernel(
  work: KernelWork,
  dispatched: readonly ForecastDispatch[],
  limits: DeviceLimits,
): AppKernel | string {
  if (work.share < LEAST_SHARE) return 'its share is too small to matter';
  const { source } = dispatched[work.longest];
  if (typeof source !== 'string') return 'only kernels in WGSL can be varied';
  const keepsGrid = work.dispatches.some((at) => isIndirect(dispatched[at].operation.dispatch));
  const fixedOf = ({ launch }: ForecastDispatch, { timing }: Forecast): FixedLaunch => {
    return { launch, source, cache: timing.cache, limits, keepsGrid };
  };
  const alike = alikeOf(dispatched, work, fixedOf);
  const longest = alike.find(({ at }) => at.includes(work.longest));
  if (!longest) return 'it runs no workgroup';
  const others = alike.filter((each) => each !== longest);
  try {
    const { value: tunable, diagnostics } = tunableOf(longest.fixed);
    if (!tunable) return reasonOf(diagnostics);
    if (tunable.points.count > 1) return { work, tunable, longest, others };
    const [refusal] = tunable.refusals;
    return `nothing about it can be varied${refusal ? `; not ${refusal.name}: ${refusal.reason}` : ''}`;
  } catch (error) {
    if (error instanceof DiagnosticError) return reasonOf(error.diagnostics);
    throw error;
  }
}

/** Those that share a forecast are alike. */
function alikeOf(
  dispatched: readonly ForecastDispatch[],
  { dispatches }: KernelWork,
  fixedOf: (dispatch: ForecastDispatch, forecast: Forecast) => FixedLaunch,
): Alike[] {
  const groups = new Map<Forecast, number[]>();
  for (const at of dispatches) {
    const { forecast } = dispatched[at];
    if (forecast) groups.set(forecast, [...(groups.get(forecast) ?? []), at]);
  }
  return [...groups].map(([forecast, at]) => ({ at, fixed: fixedOf(dispatched[at[0]], forecast) }));
}

/** Undefined where one of the dispatches cannot have it, or not with the same code. */
export function changedOnAll(kernel: AppKernel, configuration: Configuration): ChangedKernel | undefined {
  const own = configured(kernel.longest.fixed, configuration).value;
  if (!own) return undefined;
  const launches = new Map<number, Instance['launch']>();
  const pairs: ChangedKernel['pairs'][number][] = [];
  for (const alike of [kernel.longest, ...kernel.others]) {
    const after = configured(alike.fixed, configuration).value?.instance;
    if (!after || !isSameKernel(own.instance, after)) return undefined;
    const { launch, source, cache } = alike.fixed;
    pairs.push({ alike, before: { launch, source, cache }, after });
    for (const at of alike.at) launches.set(at, after.launch);
  }
  return { configuration, ...own, launches, pairs };
}

function isSameKernel(a: Instance, b: Instance): boolean {
  const constants = (each: Instance) => JSON.stringify(Object.entries(each.launch.constants).sort());
  return withoutHeader(a.source) === withoutHeader(b.source) && constants(a) === constants(b);
}

/** What they change in the app file. */
export function changesOf({ operations }: App, changed: readonly ChangedKernel[]): KernelChange[] {
  const dispatches = operations.filter(isDispatch);
  return changed.map(({ instance: { source, launch }, transformed, launches }): KernelChange => {
    const counts = new Map([...launches].map(([at, own]) => [dispatches[at], own.dispatch]));
    const [[position]] = launches;
    return {
      pipeline: dispatches[position].pipeline,
      source,
      constants: launch.constants,
      limits: requiredLimits({ source, launch }),
      counts,
      inFile: (given) => transformed?.inLaunchFile(given).dispatch ?? given,
    };
  });
}

/** What of the configuration differs from the kernel as it is. */
export function changedBy(
  { tunable: { space, base } }: AppKernel,
  configuration: Configuration,
): Configuration {
  const isChanged = ([name, value]: [string, unknown]) => {
    const at = space.parameters.findIndex((each) => each.name === name);
    return space.parameters[at].values[base[at]] !== value;
  };
  return Object.fromEntries(Object.entries(configuration).filter(isChanged));
}
