// `kernelcast diagnose LAUNCH… --explain-space`: which emulated counters the speed-ups of a space come with, per device.

import type { SampledSpace, SpaceExplanation, SpaceSample } from '../analyze/explain-space.ts';
import { isAppFile } from '../app/load.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import { reasonOf } from '../configure/instantiate.ts';
import { openTunable } from '../configure/open.ts';
import { openBackend } from '../configure/open-backend.ts';
import { identityOf, type Tunable } from '../configure/tunable.ts';
import { jsonText } from '../report/json.ts';
import { styleFor } from '../report/layout.ts';
import { Random } from '../space/random.ts';
import { keyOf, type Point } from '../space/space.ts';
import type { DiagnoseFlags } from './diagnose.ts';
import { EXIT, type ExitCode, exitCodeOf, worst } from './exit-codes.ts';
import { type Output, refuseUnwritable, writeOutput } from './output-file.ts';
import { failed } from './per-launch.ts';
import { budgetOf, validate } from './search.ts';
import { type Progress, printDiagnostics, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What is about one kernel as it is, or about a file of another kind. */
const OF_ONE_KERNEL = ['fix', 'against', 'baseline', 'reporter', 'trace', 'dispatch', 'delta'] as const;

export const DEFAULT_SPACE_BUDGET = 48;

/** @throws UsageError for what does not go with `--explain-space` */
export function refuseForSpaces(flags: DiagnoseFlags): void {
  const asked = OF_ONE_KERNEL.find((name) => flags[name] !== undefined);
  const wrong =
    asked ?? (flags.whatIf.length > 0 ? 'what-if' : undefined) ?? (flags.update ? 'update' : undefined);
  if (wrong !== undefined)
    throw new UsageError(`--${wrong}: does not go with --explain-space, which is about all configurations`);
  const app = flags.launch.find(isAppFile);
  if (app !== undefined)
    throw new UsageError(`--explain-space: ${app} is an app; expected launch files, whose spaces are meant`);
  if (flags.output !== undefined && !flags.output.endsWith('.svg'))
    throw new UsageError(`-o ${flags.output}: with --explain-space a picture is written: -o FILE.svg`);
  for (const output of outputsOf(flags)) refuseUnwritable(output, flags.launch);
}

function outputsOf({ output, html, force }: DiagnoseFlags): Output[] {
  const picture = output === undefined ? [] : [{ flag: '-o', file: output, force }];
  return html === undefined ? picture : [...picture, { flag: '--html', file: html, force }];
}

/** Runs it and prints; @param optionsFor one per device that is asked for */
export async function explainSpaces(
  flags: DiagnoseFlags,
  params: Readonly<Record<string, string>>,
  options: readonly ModelOptions[],
  progress: Progress,
): Promise<ExitCode> {
  const budget = budgetOf(flags.budget ?? DEFAULT_SPACE_BUDGET);
  const tunables: Tunable[] = [];
  const codes: ExitCode[] = [];
  for (const file of flags.launch) {
    const { value, diagnostics } = openTunable(file, params, undefined, undefined, flags);
    const problems = [...diagnostics, ...(value ? await validate(value) : [])];
    printDiagnostics(problems);
    codes.push(exitCodeOf(problems));
    if (value !== undefined && exitCodeOf(problems) === EXIT.fine) tunables.push(value);
  }
  const { explainSpace } = await import('../analyze/explain-space.ts');
  const explanations: SpaceExplanation[] = [];
  for (const each of tunables.length === 0 ? [] : options) {
    const spaces: SampledSpace[] = [];
    for (const tunable of tunables) {
      const sampled = await sampleSpace(tunable, each, budget, progress);
      progress.clear();
      if ('code' in sampled) codes.push(sampled.code);
      else spaces.push(sampled);
    }
    if (spaces.length > 0) explanations.push(explainSpace(each.profile.name, spaces));
  }
  if (explanations.length > 0) await print(explanations, flags);
  return worst(codes);
}

/** The base and as many other kernels of the space as the budget allows, by prediction. */
async function sampleSpace(
  tunable: Tunable,
  options: ModelOptions,
  budget: number,
  progress: Progress,
): Promise<SampledSpace | { readonly code: ExitCode }> {
  const { launch, points } = tunable;
  const { name } = launch;
  const backend = await openBackend(launch, options);
  try {
    const seen = new Set<string>();
    const refusals: string[] = [];
    let evaluated = 0;
    const evaluate = async (point: Point): Promise<SpaceSample | undefined> => {
      const { value: instance, diagnostics } = tunable.instantiate(point);
      if (instance && seen.has(identityOf(instance))) return undefined;
      if (instance) seen.add(identityOf(instance));
      const outcome = instance ? await backend.evaluate(instance) : { value: undefined, diagnostics };
      evaluated++;
      progress.show(`${name} on ${options.profile.name}: ${evaluated} of at most ${budget} configurations`);
      if (outcome.value)
        return { kernel: name, timeNs: outcome.value.timeNs, counters: outcome.value.counters };
      refusals.push(reasonOf(outcome.diagnostics));
      return undefined;
    };
    const base = await evaluate(tunable.base);
    if (base === undefined) {
      const message = `${name}: the kernel as it is has no prediction: ${refusals[0]}`;
      return failed([{ severity: 'unsupported', code: 'diagnose/no-base', message }]);
    }
    const others = pointsOf(tunable, budget - 1, options.seed);
    const samples = [base, ...(await Promise.all(others.map(evaluate)))].filter((each) => each !== undefined);
    if (samples.length < 2) {
      const message = `${name}: its space has ${points.count} configurations, of which the model predicts only the one that there is; nothing to compare`;
      return failed([
        { severity: 'unsupported', code: 'diagnose/no-space', message, notes: refusals.slice(0, 1) },
      ]);
    }
    return { kernel: name, base, samples, configurations: points.count, refused: refusals.length };
  } finally {
    backend.close();
  }
}

/** All other points where there is room for them, else so many at random. */
function pointsOf({ points, base }: Tunable, count: number, seed: number): Point[] {
  const isOther = (point: Point) => keyOf(point) !== keyOf(base);
  if (points.count <= count + 1) return [...points].filter(isOther);
  const random = new Random(seed);
  const drawn = new Map<string, Point>();
  while (drawn.size < count) {
    const point = points.sample(random);
    if (isOther(point)) drawn.set(keyOf(point), point);
  }
  return [...drawn.values()];
}

async function print(explanations: readonly SpaceExplanation[], flags: DiagnoseFlags): Promise<void> {
  if (flags.format === 'json') {
    process.stdout.write(jsonText(explanations.length > 1 ? explanations : explanations[0]));
  } else {
    const { spaceExplanationText } = await import('../report/space-explanation-text.ts');
    process.stdout.write(spaceExplanationText(explanations, styleFor(wantsColor(process.stdout))));
  }
  const { spaceExplanationSvg } = await import('../report/space-explanation-svg.ts');
  const { spaceExplanationHtml } = await import('../report/space-explanation-html.ts');
  for (const output of outputsOf(flags)) {
    const text =
      output.flag === '-o' ? spaceExplanationSvg(explanations) : spaceExplanationHtml(explanations);
    writeOutput(output, text, flags.launch);
  }
}
