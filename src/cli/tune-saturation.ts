// `tune --saturation`: measures how the throughput depends on the size, tunes at the smallest size that keeps
// the device as busy as the target does, and confirms the best few at the target.

import type { Tunable } from '../configure/tunable.ts';
import { DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { entryOf } from '../diagnostics/names.ts';
import type { SaturationReport, TuningReport } from '../report/tuning-text.ts';
import { configurationOf, pointOf } from '../space/space.ts';
import {
  findSaturation,
  type SizePoint,
  searchSaving,
  sizesOf,
  targetSecondsOf,
} from '../tune/saturation.ts';
import { EXIT } from './exit-codes.ts';
import type { TuneContext } from './tune-context.ts';
import { printReport, writeWinner } from './tune-output.ts';
import { runTuning } from './tune-run.ts';
import { UsageError } from './usage-error.ts';

interface Sizes {
  readonly name: string;
  readonly sizes: readonly number[];
}

/** Configurations that are best at the smaller size and are tried at the target. */
const FINALISTS = 5;

/** Returns the exit code. @throws UsageError, DiagnosticError, GpuError */
export async function tuneAtSaturation(context: TuneContext, text: string): Promise<number> {
  const { flags, params, tunable, progress, request, source } = context;
  const { name, sizes } = parseSizes(text, tunable);
  const curveStart = performance.now();
  const { curve, skipped } = await throughputCurve(context, name, sizes);
  const curveSeconds = secondsSince(curveStart);
  const saturation = findSaturation(curve);
  const isTarget = saturation.chosen === saturation.curve.length - 1;
  const small = isTarget ? tunable : required(await openAt(context, name, curve[saturation.chosen].size));
  const searchStart = performance.now();
  const { report } = await runTuning({ ...request, tunable: small, evaluator: await source.open(small) });
  const searchSeconds = secondsSince(searchStart);
  const confirmStart = performance.now();
  const final = isTarget ? report : await confirmAtTarget(context, small, report);
  const confirmSeconds = isTarget ? 0 : secondsSince(confirmStart);
  progress.clear();
  const targetSeconds = targetSecondsOf(searchSeconds, kernelSeconds(report), saturation);
  const times = { searchSeconds, curveSeconds, confirmSeconds, targetSeconds };
  const { trials } = report.result;
  const summary: SaturationReport = {
    name,
    trials,
    saturation,
    times,
    saving: searchSaving(times),
    skipped,
  };
  const written = await writeWinner(flags, tunable, final, params);
  await printReport({ ...final, saturation: summary, written }, flags.format);
  return EXIT.fine;
}

/** `N`, or `N=256,1024`. @throws UsageError */
function parseSizes(text: string, { launch }: Tunable): Sizes {
  const [, name, list] = /^\s*([A-Za-z_]\w*)\s*(?:=(.*))?$/s.exec(text) ?? [];
  const target = name === undefined ? undefined : entryOf(launch.params, name);
  if (name === undefined || target === undefined) {
    const known = Object.keys(launch.params).join(', ') || 'none';
    throw new UsageError(`--saturation ${text}: expected a param of the launch file (there are: ${known})`);
  }
  const given = list === undefined ? [] : list.split(',').map(Number);
  if (given.some((size) => !(size > 0))) {
    throw new UsageError(`--saturation ${text}: expected sizes above 0, for instance ${name}=256,1024,4096`);
  }
  return { name, sizes: sizesOf(given, target) };
}

/** The base configuration at all sizes that there is a kernel for; the target has to be one. */
async function throughputCurve(
  context: TuneContext,
  name: string,
  sizes: readonly number[],
): Promise<{ readonly curve: readonly SizePoint[]; readonly skipped: readonly string[] }> {
  const curve: SizePoint[] = [];
  const skipped: string[] = [];
  for (const size of sizes) {
    context.progress.show(`${name} = ${size}: measuring the base configuration`);
    const { value, diagnostics } = await measureSize(context, name, size);
    if (value) curve.push(value);
    else if (size === sizes.at(-1)) throw new DiagnosticError(diagnostics);
    else skipped.push(`${name} = ${size}: ${diagnostics[0]?.message}`);
  }
  return { curve, skipped };
}

async function openAt(
  { flags, params, given, limits }: TuneContext,
  name: string,
  size: number,
): Promise<Outcome<Tunable>> {
  const { openTunable } = await import('../configure/open.ts');
  return openTunable(flags.launch, { ...params, [name]: String(size) }, given, limits, flags);
}

/** @throws GpuError */
async function measureSize(context: TuneContext, name: string, size: number): Promise<Outcome<SizePoint>> {
  const opened = await openAt(context, name, size);
  if (!opened.value) return { diagnostics: opened.diagnostics };
  const work = await workOf(opened.value, context);
  if (work.value === undefined) return { diagnostics: work.diagnostics };
  const evaluator = await context.source.open(opened.value);
  const { value, diagnostics } = await evaluator.open();
  if (!value) return { diagnostics };
  return { value: { size, work: work.value, timeNs: value.timeNs! }, diagnostics: [] };
}

/** Instructions that the base kernel's warps execute, by the model: it grows as the kernel's complexity does. */
async function workOf(tunable: Tunable, { request }: TuneContext): Promise<Outcome<number>> {
  const { forecastLaunch } = await import('../predict/predict.ts');
  const { value, diagnostics } = tunable.instantiate(tunable.base);
  if (!value) return { diagnostics };
  const forecast = forecastLaunch(value.launch, value.source, request.model);
  if (!forecast.value) return { diagnostics: forecast.diagnostics };
  const { program, timing, prediction } = forecast.value;
  const product = (sizes: readonly number[]) => sizes.reduce((a, b) => a * b, 1);
  const { subgroupSize } = timing.trace.geometry;
  const warpsPerWorkgroup = Math.ceil(product(program.module.workgroupSize) / subgroupSize);
  const warps = product(value.launch.dispatch) * warpsPerWorkgroup;
  return { value: warps * prediction.instructions.perWarp, diagnostics: [] };
}

/** The best few of the smaller size, tried at the target beside its base. */
async function confirmAtTarget(
  { tunable, source, request }: TuneContext,
  small: Tunable,
  { result, confirmation }: TuningReport,
): Promise<TuningReport> {
  const best = [confirmation.winner, ...result.ranking].map(({ point }) =>
    pointOf(tunable.space, configurationOf(small.space, point)),
  );
  const valid = best.filter((point) => point !== undefined && tunable.points.indexOf(point) !== -1);
  const seeds = [...new Map(valid.map((point) => [String(point), point!])).values()].slice(0, FINALISTS);
  const { report } = await runTuning({
    ...request,
    tunable,
    evaluator: await source.open(tunable),
    seeds,
    modelBudget: 0,
    budget: { trials: seeds.length },
    wantsResume: false,
  });
  return report;
}

/** Time in the kernels of the search, all samples together. */
function kernelSeconds({ result }: TuningReport): number {
  const runs = result.ranking.map(
    ({ evaluation: { timeNs, samples } }) => timeNs! * (1 + (samples?.length ?? 0)),
  );
  return runs.reduce((a, b) => a + b, 0) / 1e9;
}

function secondsSince(startMs: number): number {
  return (performance.now() - startMs) / 1000;
}

/** @throws DiagnosticError */
function required<T>({ value, diagnostics }: Outcome<T>): T {
  if (value === undefined) throw new DiagnosticError(diagnostics);
  return value;
}
