// `kernelcast search APP` where the app file declares tunables: its params are varied, and each configuration is the
// whole app, predicted.

import type { App } from '../app/app.ts';
import { parseApp } from '../app/parse.ts';
import { type AppOptions, forecastApp } from '../app/predict.ts';
import type { AppPrediction } from '../app/prediction.ts';
import { summarize } from '../app/summary.ts';
import { mayBeThinned, thinnedApp, wholeTimeNs } from '../app/thin.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import { mostRegisters } from '../configure/evaluate.ts';
import { reasonOf } from '../configure/instantiate.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { Launch } from '../launch/launch.ts';
import { readText } from '../launch/load.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import type { SearchReport } from '../report/search-text.ts';
import type { Cost, Evaluator, Verdict } from '../search/cost.ts';
import { search } from '../search/search.ts';
import { declareSpace } from '../space/declare.ts';
import { Points } from '../space/points.ts';
import { Random } from '../space/random.ts';
import { configurationOf, isValid, type Point, pointOf, type Space } from '../space/space.ts';
import type { OpenApp } from './apps.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { durationNs } from './flags.ts';
import { failed } from './per-launch.ts';
import { noResult, type SearchFlags } from './search.ts';
import { Progress, wantsColor } from './terminal.ts';
import { writeAppWithParams } from './write-app.ts';

type Options = ModelOptions & { readonly cache: 'warm' | 'cold' };

/** Searches over the params of an app that declares tunables. @throws UsageError, DiagnosticError */
export async function searchAppTunables(
  opened: OpenApp,
  flags: SearchFlags,
  params: Readonly<Record<string, string>>,
  options: Options,
): Promise<ExitCode> {
  const { app } = opened;
  const declared = spaceOf(app);
  if (!declared.value) return failed(declared.diagnostics).code;
  const space = declared.value;
  const points = new Points(space);
  const own = pointOf(
    space,
    Object.fromEntries(space.parameters.map(({ name }) => [name, app.params[name]])),
  );
  if (points.count === 0 || !own || !isValid(space, own)) return failed([noBase(app, points.count)]).code;
  const progress = new Progress();
  const deadlineMs = performance.now() + durationNs('--time', flags.time) / 1e6;
  const text = readText(app.file, 'app/missing-file').value!;
  const evaluator = evaluatorOf(opened, { space, params, options, text, deadlineMs });
  try {
    const { result, refused } = await search(
      { space, points, base: own, evaluator },
      {
        algorithm: flags.algorithm,
        budget: flags.budget,
        random: new Random(options.seed ?? 0),
        isTimeUp: () => performance.now() > deadlineMs,
        onProgress: (evaluations) =>
          progress.show(`${evaluations} of at most ${flags.budget} configurations of ${app.name} predicted`),
      },
    );
    progress.clear();
    if (!result) return noResult(refused[0]?.reason) as ExitCode;
    const best = configurationOf(space, result.best.point);
    const given = { ...params, ...(best as Readonly<Record<string, number>>) };
    const { output: folder, force } = flags;
    const written =
      folder === undefined ? {} : { written: writeAppWithParams({ folder, force }, app, given) };
    const { name } = app;
    await print(
      { name, profile: options.profile.name, space, result, requiredLimits: {}, ...written },
      flags,
    );
    return EXIT.fine;
  } finally {
    progress.clear();
  }
}

/** An app's tunables are params. */
function spaceOf(app: App): Outcome<Space> {
  const { params, tunables = [], constraints = [], definitions = [] } = app;
  const wrong = tunables.filter(({ name }) => !Object.hasOwn(params, name));
  if (wrong.length > 0) {
    const known = Object.keys(params).join(', ');
    return {
      diagnostics: wrong.map(({ name, span }) => ({
        severity: 'invalid',
        code: 'space/tunable',
        message: `tunable "${name}" is no param of the app (${known}); what may vary of an app are its params`,
        span,
      })),
    };
  }
  const launch = { params, constants: {}, tunables, constraints, definitions } as unknown as Launch;
  return declareSpace(launch, []);
}

function noBase({ file }: App, count: number): Diagnostic {
  const message =
    count === 0
      ? `${file}: no configuration meets its constraints`
      : `${file}: its params as they are break its own constraints; change them in the file or by -D`;
  return { severity: 'invalid', code: 'space/base', message };
}

interface Trying {
  readonly space: Space;
  readonly params: Readonly<Record<string, string>>;
  readonly options: Options;
  /** Of the app file. */
  readonly text: string;
  readonly deadlineMs: number;
}

function evaluatorOf(
  { app, sourceOf }: OpenApp,
  { space, params, options, text, deadlineMs }: Trying,
): Evaluator {
  const predict = (point: Point): Verdict => {
    const configuration = configurationOf(space, point) as Readonly<Record<string, number>>;
    const parsed = parseApp(text, app.file, { params: { ...params, ...configuration } });
    if (!parsed.value) return { refusal: reasonOf(parsed.diagnostics) };
    const { value, diagnostics } = timeOf(parsed.value, { ...options, sourceOf });
    return value ? { cost: value } : { refusal: reasonOf(diagnostics) };
  };
  let isFirst = true;
  return {
    evaluate: async (batch) =>
      batch.map((point) => {
        // The app as it is has its prediction in any case.
        if (!isFirst && performance.now() > deadlineMs) return {};
        isFirst = false;
        return predict(point);
      }),
    spareOccupancy: async () => undefined,
    mostRegisters: (fraction) => mostRegisters(options.profile, fraction),
  };
}

/** What an app costs: its time, and what limits the kernel that has most of it. */
function timeOf(app: App, options: AppOptions): Outcome<Cost> {
  const thin = thinnedApp(app);
  const some = forecastApp(thin.app, options);
  if (!some.value) return { diagnostics: some.diagnostics };
  const isEnough = thin.runs.length === 0 || mayBeThinned(some.value);
  const { value, diagnostics } = isEnough ? some : forecastApp(app, options);
  if (!value) return { diagnostics };
  const summary: AppPrediction = summarize(isEnough ? thin.app : app, value, options.profile, 0);
  const timeNs = isEnough ? wholeTimeNs(thin, summary) : summary.timeNs;
  const [most] = summary.kernels;
  const longest = value.steps
    .flatMap(({ dispatched }) => dispatched ?? [])
    .filter(({ operation }) => operation.pipeline.name === most?.pipeline)
    .flatMap(({ forecast }) => forecast?.prediction ?? [])
    .reduce((a, b) => (b.timeNs > a.timeNs ? b : a));
  const { bottleneck, registersPerThread, occupancy } = longest;
  const cost = {
    timeNs,
    bottleneck,
    registersPerThread,
    occupancyFraction: occupancy.fraction,
    // Params are the app's own: no kernel is rewritten for them.
    invocations: 1,
    resources: [],
  };
  return { value: cost, diagnostics: [] };
}

async function print(report: SearchReport, { format }: SearchFlags): Promise<void> {
  if (format === 'table') {
    const { styleFor } = await import('../report/layout.ts');
    const { searchText } = await import('../report/search-text.ts');
    process.stdout.write(searchText(report, styleFor(wantsColor(process.stdout))));
    return;
  }
  const { searchDocument } = await import('../report/search-json.ts');
  process.stdout.write((format === 'json' ? jsonText : jsonLine)(searchDocument(report)));
}
