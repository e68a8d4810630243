// `kernelcast search APP`: the kernels of an app searched together, with the budget where it gains the whole the most.

import type { ModelOptions } from '../configure/evaluate.ts';
import { limitsOf } from '../configure/needs.ts';
import { closeTint } from '../hardware/tint.ts';
import type { KernelLeftOut } from '../report/app-kernels-text.ts';
import type { AppSearchReport, SearchedKernel } from '../report/app-search-text.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { divide } from '../search/divide.ts';
import type { ExpectedGain } from '../search/doubt.ts';
import { changedBy, changesOf, openKernels } from './app-kernels.ts';
import { dispatchedOf, openApp, type PredictedApp, predictApp } from './apps.ts';
import { withDeadline } from './deadline.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts';
import { backendFor } from './farm-connection.ts';
import { durationNs } from './flags.ts';
import { failed } from './per-launch.ts';
import { type SearchFlags, validateWinner } from './search.ts';
import { KernelSearch, type Winner } from './search-app-kernel.ts';
import { Progress, printDiagnostics, wantsColor } from './terminal.ts';
import { refuseNoFolder, writeApp } from './write-app.ts';

/** Of the time, so much is for trying what was found on all dispatches. */
const CHECKS = 0.2;

export async function searchApp(
  flags: SearchFlags,
  params: Record<string, string>,
  options: ModelOptions & { readonly cache: 'warm' | 'cold' },
): Promise<ExitCode> {
  if (flags.output !== undefined) refuseNoFolder('-o', flags.output, flags.launch);
  const opened = await openApp(flags.launch, params, flags);
  if (opened.value?.app.tunables) {
    const { searchAppTunables } = await import('./search-app-tunables.ts');
    return await searchAppTunables(opened.value, flags, params, options).finally(closeTint);
  }
  const progress = new Progress();
  const endMs = performance.now() + durationNs('--time', flags.time) / 1e6;
  const { value, diagnostics } = await predictApp(flags.launch, params, flags, options, progress);
  if (!value) return failed(diagnostics).code;
  const { app, prediction } = value;
  const dispatched = dispatchedOf(value);
  const bindings = dispatched.flatMap(({ launch }) => launch.bindings);
  const backend = await backendFor(flags, { bindings }, options);
  try {
    const { kernels, leftOut } = openKernels(value, limitsOf(flags.limits, options.profile));
    const leftMs = Math.max(0, endMs - performance.now());
    const checksMs = kernels.some(({ others }) => others.length > 0) ? CHECKS * leftMs : 0;
    const isTimeUp = () => performance.now() > endMs - checksMs;
    const shared = {
      app: prediction,
      backend: withDeadline(backend, endMs - checksMs),
      checking: withDeadline(backend, endMs),
      profile: options.profile,
      seed: options.seed ?? 0,
      isTimeUp,
    };
    const searches = kernels.map((kernel) => new KernelSearch(kernel, shared));
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
    const report = reportOf(value, searches, winners, leftOut, { flags, isTimeUp: isTimeUp() });
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

function reportOf(
  { prediction }: PredictedApp,
  searches: readonly KernelSearch[],
  winners: ReadonlyMap<KernelSearch, Winner>,
  notSearched: readonly KernelLeftOut[],
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
      const { kernel, result } = search;
      const winner = winners.get(search);
      const { pipeline, share, dispatches, longest } = kernel.work;
      const baseNs = prediction.dispatches[longest].timeNs;
      return {
        pipeline,
        share,
        dispatches: dispatches.length,
        configurations: kernel.tunable.points.count,
        evaluations: search.spent,
        best: winner ? changedBy(kernel, winner.configuration) : {},
        baseNs,
        timeNs: winner?.timeNs ?? baseNs,
        expectedGain: (winner && result?.expectedGain) ?? null,
        savedNs: winner?.savedNs ?? 0,
        gain: gainOf(winner?.savedNs ?? 0),
      };
    }),
    notSearched,
    warnings: [...warnings, ...searches.flatMap((each) => (each.isUnchecked ? [unchecked(each)] : []))],
  };
}

function unchecked({ kernel }: KernelSearch): string {
  return `${kernel.work.pipeline}: time was up before what was found could be tried on all its dispatches; --time gives more`;
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
