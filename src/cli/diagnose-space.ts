// `kernelcast diagnose LAUNCH… --explain-space`: which emulated counters the speed-ups of a space come with, per device.

import type { SampledSpace, SpaceExplanation, SpaceSample } from '../analyze/explain-space.ts';
import { isAppFile } from '../app/load.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import { reasonOf } from '../configure/instantiate.ts';
import { openTunable } from '../configure/open.ts';
import { openBackend } from '../configure/open-backend.ts';
import { type Instance, identityOf, type Tunable } from '../configure/tunable.ts';
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

const DEFAULT_SPACE_BUDGET = 48;
/** Spaces up to this size are gone through whole; of larger ones so many points are drawn for each that is wanted. */
const MOST_LISTED = 1e4;
const DRAWS = 20;

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
  if (flags.budget !== undefined && budgetOf(flags.budget) < 2)
    throw new UsageError('--budget: expected at least 2, the launch as it is and another configuration');
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
  const { budget = DEFAULT_SPACE_BUDGET } = flags;
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
  const { instances, refusals } = distinctInstances(tunable, budget, options.seed);
  const backend = await openBackend(launch, options);
  let evaluated = 0;
  const evaluate = async (instance: Instance): Promise<SpaceSample | undefined> => {
    const { value, diagnostics } = await backend.evaluate(instance);
    evaluated++;
    progress.show(`${name} on ${options.profile.name}: ${evaluated} of ${instances.length} configurations`);
    if (value) return { kernel: name, timeNs: value.timeNs, counters: value.counters };
    refusals.push(reasonOf(diagnostics));
    return undefined;
  };
  try {
    const [base, ...others] = await Promise.all(instances.map(evaluate));
    if (base === undefined) {
      const message = `${name}: the kernel as it is has no prediction: ${refusals[0]}`;
      return failed([{ severity: 'unsupported', code: 'diagnose/no-base', message }]);
    }
    const samples = [base, ...others.filter((each) => each !== undefined)];
    if (samples.length < 2) {
      const message = `${name}: nothing to compare: of the ${points.count} configurations of its space the model predicts only the launch as it is`;
      const notes = refusals.slice(0, 1);
      return failed([{ severity: 'unsupported', code: 'diagnose/no-space', message, notes }]);
    }
    return { kernel: name, base, samples, configurations: points.count, refused: refusals.length };
  } finally {
    backend.close();
  }
}

/** Different kernels, the base first, then as they come at random; and why configurations between them are none. */
function distinctInstances(tunable: Tunable, budget: number, seed: number) {
  const instances: Instance[] = [];
  const refusals: string[] = [];
  const identities = new Set<string>();
  for (const point of pointsOf(tunable, budget, seed)) {
    if (instances.length === budget) break;
    const { value, diagnostics } = tunable.instantiate(point);
    if (value === undefined) {
      refusals.push(reasonOf(diagnostics));
      continue;
    }
    const identity = identityOf(value);
    if (!identities.has(identity)) instances.push(value);
    identities.add(identity);
  }
  return { instances, refusals };
}

/** The base, then others in random order: all, or where there are far more than the budget some of them. */
function* pointsOf({ points, base }: Tunable, budget: number, seed: number): Generator<Point> {
  yield base;
  const isOther = (point: Point) => keyOf(point) !== keyOf(base);
  const random = new Random(seed);
  if (points.count <= MOST_LISTED) {
    yield* random.shuffle([...points]).filter(isOther);
    return;
  }
  for (let drawn = 0; drawn < DRAWS * budget; drawn++) yield points.sample(random);
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
