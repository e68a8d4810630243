// `kernelcast search APP`: the kernels of an app searched together, with the budget where it gains the whole the most.

import { type App, isDispatch, isIndirect } from '../app/app.ts';
import type { ForecastDispatch } from '../app/predict.ts';
import { type KernelWork, kernelsByWork } from '../app/worth.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import { type FixedLaunch, tunableOf } from '../configure/fixed.ts';
import { reasonOf } from '../configure/instantiate.ts';
import { limitsOf, requiredLimits } from '../configure/needs.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { closeTint } from '../hardware/tint.ts';
import type { AppSearchReport, SearchedKernel } from '../report/app-search-text.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { divide } from '../search/divide.ts';
import type { ExpectedGain } from '../search/doubt.ts';
import { dispatchedOf, type PredictedApp, predictApp } from './apps.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { durationNs } from './flags.ts';
import { failed } from './per-launch.ts';
import { openBackend, type SearchFlags, validateWinner } from './search.ts';
import { alikeOf, KernelSearch, type Winner } from './search-app-kernel.ts';
import { Progress, printDiagnostics, wantsColor } from './terminal.ts';
import { type KernelChange, refuseNoFolder, writeApp } from './write-app.ts';

/** Kernels with a smaller share are not worth an evaluation. */
const LEAST_SHARE = 0.005;

export async function searchApp(
  flags: SearchFlags,
  params: Record<string, string>,
  options: ModelOptions & { readonly cache: 'warm' | 'cold' },
): Promise<ExitCode> {
  if (flags.output !== undefined) refuseNoFolder(flags.output, flags.launch);
  const progress = new Progress();
  const deadlineMs = performance.now() + durationNs('--time', flags.time) / 1e6;
  const isTimeUp = () => performance.now() > deadlineMs;
  const { value, diagnostics } = await predictApp(flags.launch, params, flags, options, progress);
  if (!value) return failed(diagnostics).code;
  const { app, prediction } = value;
  const dispatched = dispatchedOf(value);
  const bindings = dispatched.flatMap(({ launch }) => launch.bindings);
  const backend = await openBackend({ bindings }, options);
  try {
    const shared = { app: prediction, backend, profile: options.profile, seed: options.seed ?? 0, isTimeUp };
    const searches: KernelSearch[] = [];
    const notSearched: AppSearchReport['notSearched'][number][] = [];
    for (const kernel of kernelsByWork(prediction)) {
      const opened = open(kernel, dispatched, flags, options, shared);
      if (opened instanceof KernelSearch) searches.push(opened);
      else notSearched.push({ pipeline: kernel.pipeline, share: kernel.share, reason: opened });
    }
    await divide(searches, { budget: flags.budget, isTimeUp });
    progress.show(`${flags.launch}: the best on all dispatches`);
    const winners = new Map<KernelSearch, Winner>();
    for (const each of searches) {
      const winner = await each.winner();
      if (!winner) continue;
      const wrong = await validateWinner(winner.instance);
      printDiagnostics(wrong);
      if (exitCodeOf(wrong) !== EXIT.fine) return EXIT.internal;
      winners.set(each, winner);
    }
    progress.clear();
    const report = reportOf(value, searches, winners, notSearched, { flags, isTimeUp: isTimeUp() });
    const { output: folder, force } = flags;
    const written =
      folder === undefined || winners.size === 0
        ? {}
        : { written: writeApp({ folder, force }, app, changesOf(app, [...winners.values()]), params) };
    await print({ ...report, ...written }, flags.format);
    return exitCodeOf(diagnostics);
  } finally {
    progress.clear();
    backend.close();
    await closeTint();
  }
}

/** The search for a kernel, or why there is none. */
function open(
  kernel: KernelWork,
  dispatched: readonly ForecastDispatch[],
  flags: SearchFlags,
  { profile }: ModelOptions,
  shared: ConstructorParameters<typeof KernelSearch>[3],
): KernelSearch | string {
  if (kernel.share < LEAST_SHARE) return 'its share is too small to matter';
  const { source } = dispatched[kernel.longest];
  if (typeof source !== 'string') return 'only kernels in WGSL can be searched';
  const keepsGrid = kernel.dispatches.some((at) => isIndirect(dispatched[at].operation.dispatch));
  const limits = limitsOf(flags.limits, profile);
  const alike = alikeOf(
    dispatched,
    kernel,
    ({ launch, forecast }): FixedLaunch => ({
      launch,
      source,
      cache: forecast.timing.cache,
      limits,
      keepsGrid,
    }),
  );
  const own = alike.find(({ at }) => at.includes(kernel.longest));
  if (!own) return 'it runs no workgroup';
  try {
    const { value, diagnostics } = tunableOf(own.fixed);
    if (!value) return reasonOf(diagnostics);
    if (value.points.count < 2) {
      const [refusal] = value.refusals;
      return `nothing about it can be varied${refusal ? `; not ${refusal.name}: ${refusal.reason}` : ''}`;
    }
    return new KernelSearch(kernel, alike, value, shared);
  } catch (error) {
    if (error instanceof DiagnosticError) return reasonOf(error.diagnostics);
    throw error;
  }
}

function reportOf(
  { prediction }: PredictedApp,
  searches: readonly KernelSearch[],
  winners: ReadonlyMap<KernelSearch, Winner>,
  notSearched: AppSearchReport['notSearched'],
  { flags, isTimeUp }: { readonly flags: SearchFlags; readonly isTimeUp: boolean },
): AppSearchReport {
  const { name, profile, timeNs, warnings } = prediction;
  const found = [...winners.values()];
  const gainOf = (savedNs: number) => timeNs / (timeNs - savedNs);
  const sum = (of: (winner: Winner) => number) => found.reduce((all, each) => all + of(each), 0);
  const expected = (key: keyof ExpectedGain) => gainOf(sum(({ expectedNs }) => expectedNs[key]));
  const savedNs = sum((each) => each.savedNs);
  const evaluations = searches.reduce((all, { spent }) => all + spent, 0);
  return {
    schema: 'kernelcast/app-search@1',
    name,
    profile,
    timeNs,
    changedNs: timeNs - savedNs,
    gain: gainOf(savedNs),
    expectedGain: { gain: expected('gain'), low: expected('low'), high: expected('high') },
    evaluations,
    end: evaluations >= flags.budget ? 'budget' : isTimeUp ? 'time' : 'whole',
    kernels: searches.map((search): SearchedKernel => {
      const { kernel, tunable, result } = search;
      const winner = winners.get(search);
      const baseNs = prediction.dispatches[kernel.longest].timeNs;
      return {
        pipeline: kernel.pipeline,
        share: kernel.share,
        dispatches: kernel.dispatches.length,
        configurations: tunable.points.count,
        evaluations: search.spent,
        best: winner ? changedBy(search, winner) : {},
        baseNs,
        timeNs: winner?.timeNs ?? baseNs,
        expectedGain: (winner && result?.expectedGain) ?? null,
        savedNs: winner?.savedNs ?? 0,
        gain: gainOf(winner?.savedNs ?? 0),
      };
    }),
    notSearched,
    warnings,
  };
}

/** What the winners change in the app file. */
function changesOf({ operations }: App, winners: readonly Winner[]): KernelChange[] {
  const dispatches = operations.filter(isDispatch);
  return winners.map(({ instance: { source, launch }, transformed, launches }): KernelChange => {
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
function changedBy(
  { tunable: { space, base } }: KernelSearch,
  { configuration }: Winner,
): Winner['configuration'] {
  const isChanged = ([name, value]: [string, unknown]) => {
    const at = space.parameters.findIndex((each) => each.name === name);
    return space.parameters[at].values[base[at]] !== value;
  };
  return Object.fromEntries(Object.entries(configuration).filter(isChanged));
}

async function print(report: AppSearchReport, format: SearchFlags['format']): Promise<void> {
  if (format !== 'table') {
    process.stdout.write((format === 'json' ? jsonText : jsonLine)(report));
    return;
  }
  const { styleFor } = await import('../report/layout.ts');
  const { appSearchText } = await import('../report/app-search-text.ts');
  process.stdout.write(appSearchText(report, styleFor(wantsColor(process.stdout))));
}
