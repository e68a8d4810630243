// An app's forecast in numbers: what each dispatch takes, what lies between two, and what all of it comes to.

import type { Prediction } from '../predict/prediction.ts';
import type { Profile } from '../profile/profile.ts';
import { type App, isDispatch, isIndirect, movedBytes, type Operation } from './app.ts';
import type { AppForecast, ForecastDispatch } from './predict.ts';
import type {
  AppPrediction,
  DispatchPrediction,
  GapKind,
  KernelShare,
  TransferPrediction,
} from './prediction.ts';

/** Where nothing runs, nothing holds it back but that it is launched at all. */
const NOTHING: Prediction['bottleneck'] = { resource: 'launch', kind: 'launch', elasticity: 1 };

type Placed = Pick<DispatchPrediction, 'gap' | 'gapNs' | 'startNs'>;

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
  let endNs = 0;
  /** When the host has done what comes before the next submit. */
  let hostNs = 0;
  for (const { operation, dispatched } of steps) {
    if (operation.kind === 'skipped') continue;
    const gap = gapBetween(before, operation);
    // The host writes while the GPU is at the submit before; only what is not ready by then is waited for.
    if (gap === 'write') hostNs += gapTimeNs(gap, profile);
    const waitsNs = gap === 'submit' || gap === 'start' ? Math.max(0, hostNs - endNs) : 0;
    const gapNs = gap === 'write' ? 0 : gapTimeNs(gap, profile) + waitsNs + indirectNs(operation, profile);
    const placed = { gap, gapNs, startNs: endNs + gapNs };
    if (gap === 'submit' || gap === 'start') hostNs = placed.startNs;
    if (dispatched) dispatches.push(dispatchPrediction(dispatched, placed, profile));
    else if (!isDispatch(operation)) transfers.push(transferPrediction(operation, placed, profile));
    endNs = placed.startNs + (dispatched ? dispatches : transfers).at(-1)!.workNs;
    if (operation.kind !== 'write') before = operation;
  }
  const timeNs = endNs;
  const off = (at: 0 | 1) => sum(dispatches.map((each) => each.errorBandNs[at] - each.timeNs));
  const guesses = [
    ...steps.flatMap(({ dispatched }) => dispatched?.forecast?.prediction.guesses ?? []),
    ...guessedGaps(
      [...dispatches, ...transfers].map(({ gap }) => gap),
      profile,
    ),
  ];
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
  placed: Placed,
  profile: Profile,
): DispatchPrediction {
  const { name, pipeline, submit, pass = 0 } = operation;
  const launchNs = profile.launch.overheadNs.value;
  const { bottleneck, ...predicted } = forecast?.prediction ?? {
    timeNs: launchNs,
    errorBandNs: [launchNs, launchNs] as const,
    bottleneck: NOTHING,
  };
  const checkNs = indirectNs(operation, profile);
  return {
    name,
    pipeline: pipeline.name,
    shader: pipeline.shaderPath,
    ...(pipeline.entryPoint === undefined ? {} : { entryPoint: pipeline.entryPoint }),
    dispatch: launch.dispatch,
    isIndirect: isIndirect(operation.dispatch),
    submit,
    pass,
    timeNs: predicted.timeNs + checkNs,
    errorBandNs: [predicted.errorBandNs[0] + checkNs, predicted.errorBandNs[1] + checkNs],
    workNs: predicted.timeNs - launchNs,
    ...placed,
    bottleneck,
    isExecutedWhole,
  };
}

function transferPrediction(
  operation: Exclude<Operation, { kind: 'dispatch' | 'skipped' }>,
  placed: Placed,
  { memory, gaps }: Profile,
): TransferPrediction {
  const { kind, to, submit } = operation;
  const copied = gaps?.copyBytesPerSecond.value ?? memory.dramCopyBytesPerSecond.value / 2;
  const bytesPerSecond = kind === 'copy' ? copied : memory.dramWriteBytesPerSecond.value;
  const bytes = movedBytes(operation);
  const workNs = (bytes / bytesPerSecond) * 1e9;
  return { kind, buffer: to.buffer.name, bytes, submit, workNs, ...placed };
}

/** @param before the last operation that was no write: those are the host's, while it gets the next submit ready */
function gapBetween(before: Operation | undefined, operation: Operation): GapKind {
  if (operation.kind === 'write') return 'write';
  if (!before) return 'start';
  if (before.submit !== operation.submit) return 'submit';
  if (!isDispatch(before) || !isDispatch(operation)) return 'transfer';
  return before.pass === operation.pass ? 'dispatch' : 'pass';
}

/** WebGPU's counts in a buffer are checked on the device first, by a dispatch of their own. */
function indirectNs(operation: Operation, { gaps }: Profile): number {
  return isDispatch(operation) && isIndirect(operation.dispatch) ? (gaps?.indirectNs.value ?? 0) : 0;
}

/** How long it is; before the first operation, what each launch has before it. */
export function gapTimeNs(kind: GapKind, { launch, gaps }: Profile): number {
  const number = kind === 'start' || !gaps ? launch.overheadNs : gaps[`${kind}Ns`];
  return number.value;
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

function guessedGaps(kinds: readonly GapKind[], { gaps }: Profile): string[] {
  const used = new Set(kinds.flatMap((kind) => (kind === 'start' ? [] : [`${kind}Ns` as const])));
  return [...used]
    .filter((name) => !gaps || gaps[name].source.startsWith('guess'))
    .map((name) => `gaps.${name}`);
}
