// An app's forecast in numbers: what each dispatch takes, what lies between two, and what all of it comes to.

import type { Prediction } from '../predict/prediction.ts';
import type { Profile } from '../profile/profile.ts';
import { type App, isDispatch, isIndirect, movedBytes, type Operation } from './app.ts';
import type { AppForecast, ForecastDispatch } from './predict.ts';
import type { AppPrediction, DispatchPrediction, KernelShare, TransferPrediction } from './prediction.ts';

/** Where nothing runs, nothing holds it back but that it is launched at all. */
const NOTHING: Prediction['bottleneck'] = { resource: 'launch', kind: 'launch', elasticity: 1 };

/** @param seconds that the model itself took */
export function summarize(
  app: App,
  { steps, warnings, predicted }: AppForecast,
  profile: Profile,
  seconds: number,
): AppPrediction {
  const dispatches: DispatchPrediction[] = [];
  const transfers: TransferPrediction[] = [];
  let before: Operation | undefined;
  for (const { operation, dispatched } of steps) {
    if (operation.kind === 'skipped') continue;
    const gapNs = gapBetween(before, operation, profile);
    if (dispatched) dispatches.push(dispatchPrediction(dispatched, gapNs, profile));
    else if (!isDispatch(operation)) transfers.push(transferPrediction(operation, gapNs, profile));
    before = operation;
  }
  const timeNs = sum([...dispatches, ...transfers].map((each) => each.workNs + each.gapNs));
  const off = (at: 0 | 1) => sum(dispatches.map((each) => each.errorBandNs[at] - each.timeNs));
  const guesses = steps.flatMap(({ dispatched }) => dispatched?.forecast?.prediction.guesses ?? []);
  return {
    schema: 'kernelcast/app-prediction@1',
    name: app.name,
    profile: profile.name,
    timeNs,
    errorBandNs: [Math.max(0, timeNs + off(0)), timeNs + off(1)],
    dispatches,
    transfers,
    kernels: sharesOf(dispatches, timeNs),
    skipped: skippedOf(app),
    warnings,
    guesses: [...new Set(guesses)],
    model: { seconds, predicted },
  };
}

function dispatchPrediction(
  { operation, launch, forecast, isExecutedWhole }: ForecastDispatch,
  gapNs: number,
  profile: Profile,
): DispatchPrediction {
  const { name, pipeline, submit, pass = 0 } = operation;
  const launchNs = profile.launch.overheadNs.value;
  const { timeNs, errorBandNs, bottleneck } = forecast?.prediction ?? {
    timeNs: launchNs,
    errorBandNs: [launchNs, launchNs] as const,
    bottleneck: NOTHING,
  };
  return {
    name,
    pipeline: pipeline.name,
    shader: pipeline.shaderPath,
    ...(pipeline.entryPoint === undefined ? {} : { entryPoint: pipeline.entryPoint }),
    dispatch: launch.dispatch,
    isIndirect: isIndirect(operation.dispatch),
    submit,
    pass,
    timeNs,
    errorBandNs,
    workNs: timeNs - launchNs,
    gapNs,
    bottleneck,
    isExecutedWhole,
  };
}

function transferPrediction(
  operation: Exclude<Operation, { kind: 'dispatch' | 'skipped' }>,
  gapNs: number,
  { memory }: Profile,
): TransferPrediction {
  const { kind, to, submit } = operation;
  const bytesPerSecond =
    kind === 'copy' ? memory.dramCopyBytesPerSecond.value / 2 : memory.dramWriteBytesPerSecond.value;
  const bytes = movedBytes(operation);
  const workNs = (bytes / bytesPerSecond) * 1e9;
  return { kind, buffer: to.buffer.name, bytes, submit, workNs, gapNs };
}

/** What lies between an operation and the one before it; before the first, what each launch has before it. */
function gapBetween(before: Operation | undefined, operation: Operation, { launch }: Profile): number {
  if (!before) return launch.overheadNs.value;
  if (before.submit !== operation.submit) return launch.submitGapNs.value;
  if (!isDispatch(before) || !isDispatch(operation)) return launch.transferGapNs.value;
  return before.pass === operation.pass ? launch.dispatchGapNs.value : launch.passGapNs.value;
}

function sharesOf(dispatches: readonly DispatchPrediction[], totalNs: number): KernelShare[] {
  const names = new Set(dispatches.map(({ pipeline }) => pipeline));
  const shares = [...names].map((pipeline): KernelShare => {
    const group = dispatches.filter((each) => each.pipeline === pipeline);
    const timeNs = sum(group.map((each) => each.workNs + each.gapNs));
    const longest = group.reduce((a, b) => (b.workNs > a.workNs ? b : a));
    const { shader, bottleneck } = longest;
    return {
      pipeline,
      shader,
      dispatches: group.length,
      timeNs,
      share: totalNs === 0 ? 0 : timeNs / totalNs,
      bottleneck,
    };
  });
  return shares.sort((a, b) => b.timeNs - a.timeNs);
}

function skippedOf({ operations }: App): string[] {
  return [...new Set(operations.flatMap((each) => (each.kind === 'skipped' ? [each.what] : [])))];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
