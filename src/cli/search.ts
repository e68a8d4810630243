// `kernelcast search LAUNCH`: the fastest configuration of a kernel, found by the model; nothing is run.

import path from 'node:path';
import type { Argv } from 'yargs';
import type { ModelOptions } from '../configure/evaluate.ts';
import type { Instance, Tunable } from '../configure/tunable.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import type { SearchReport } from '../report/search-text.ts';
import type { Algorithm, SearchResult } from '../search/search.ts';
import { orCaptures } from './captures.ts';
import { withDeadline } from './deadline.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import {
  type AllowanceFlags,
  allowanceOf,
  behavioursOf,
  durationNs,
  type LimitFlags,
  type ModelFlags,
  paramsOf,
  seedOf,
  withAllowanceFlags,
  withLimitFlags,
  withModelFlags,
} from './flags.ts';
import { choice, command, LAUNCH_OR_APP, number, text, toggle } from './options.ts';
import { FORCE } from './output-file.ts';
import { profileList, profilesFlag, profilesOf } from './profile-list.ts';
import { Progress, printDiagnostics, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { type KernelOutput, refuseNoShader, writeKernel } from './write-transformed.ts';

export interface SearchFlags extends Omit<ModelFlags, 'profile'>, LimitFlags, AllowanceFlags {
  readonly profile: readonly string[];
  readonly launch: string;
  readonly budget: number;
  readonly time: string;
  readonly algorithm: Algorithm;
  readonly format: 'table' | 'json' | 'jsonl';
  readonly output?: string;
  readonly variants: boolean;
  readonly force: boolean;
  readonly farm?: string;
}

function builder(yargs: Argv): Argv<unknown> {
  return withLimitFlags(withAllowanceFlags(withModelFlags(yargs)))
    .positional('launch', LAUNCH_OR_APP)
    .option('profile', profilesFlag())
    .option('budget', { ...number('Configurations that the model may evaluate'), default: 60 })
    .option('time', {
      ...text('When to stop, whatever is left of the budget, e.g. 300s or 5min'),
      default: '30s',
    })
    .option('algorithm', choice(['full', 'saake'], 'saake: only the search that is printed in the paper'))
    .option('format', choice(['table', 'json', 'jsonl'], 'jsonl: the object on one line'))
    .option('output', {
      ...text(
        'Write the winning shader here, and its launch file beside it; of an app: a folder for all of it',
      ),
      alias: 'o',
    })
    .option(
      'variants',
      toggle(
        'For several devices: write one variant for each that gains by its own, and a module that picks by adapter.info',
      ),
    )
    .option('farm', text('Predict on the processors of this farm (kernelcast farm)'))
    .option('force', FORCE);
}

/** Far more than a search over a model makes sense for. */
const MOST_BUDGET = 1e6;

export function budgetOf(budget: number): number {
  if (Number.isInteger(budget) && budget >= 1 && budget <= MOST_BUDGET) return budget;
  throw new UsageError('--budget: expected a whole number from 1 to 1000000');
}

/** What Tint says about the shaders as they were written; transformed ones follow from them. */
export async function validate(tunable: Tunable): Promise<Diagnostic[]> {
  const { validateWgsl } = await import('../hardware/tint.ts');
  const found: Diagnostic[] = [];
  for (const { file, text } of tunable.shaders) found.push(...(await validateWgsl(text, file)));
  return found;
}

async function run(tunable: Tunable, options: ModelOptions, flags: SearchFlags) {
  const { ModelEvaluator } = await import('../configure/model-evaluator.ts');
  const { strideDoubts } = await import('../configure/tunable.ts');
  const { search } = await import('../search/search.ts');
  const { Random } = await import('../space/random.ts');
  const { formatTime } = await import('../report/units.ts');
  const { backendFor } = await import('./farm-connection.ts');
  const { space, points, base } = tunable;
  const deadlineMs = performance.now() + durationNs('--time', flags.time) / 1e6;
  const model = await backendFor(flags, tunable.launch, options);
  const backend = withDeadline(model, deadlineMs, true);
  // The document has the limits of all, the table those that it shows, which come even when time is up.
  const later = flags.format === 'table' ? model : undefined;
  const evaluator = new ModelEvaluator(tunable, backend, options.profile, later);
  const budget = budgetOf(flags.budget);
  const progress = new Progress();
  try {
    return await search(
      { space, points, base, evaluator, doubtOf: (point) => strideDoubts(tunable, point) },
      {
        algorithm: flags.algorithm,
        budget,
        random: new Random(seedOf(flags.seed)),
        isTimeUp: () => performance.now() > deadlineMs,
        onProgress: (evaluations, bestNs) =>
          progress.show(`${evaluations} of at most ${budget} evaluated, best ${formatTime(bestNs)}`),
      },
    );
  } finally {
    progress.clear();
    backend.close();
  }
}

/** Runs the command; the exit code is returned. */
export async function runSearch(flags: SearchFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  const seed = seedOf(flags.seed);
  const allowance = allowanceOf(flags);
  budgetOf(flags.budget);
  durationNs('--time', flags.time);
  const { isAppFile } = await import('../app/load.ts');
  const isApp = isAppFile(flags.launch);
  const asked =
    flags.output === undefined || isApp ? undefined : { output: flags.output, force: flags.force };
  if (asked) refuseNoShader(asked, [flags.launch, ...profileList(flags)]);
  const profiles = profilesOf(flags);
  if (typeof profiles === 'number') return profiles;
  const [profile] = profiles;
  if (profiles.length > 1) refuseForSeveral(flags, isApp);
  if (flags.variants && (profiles.length < 2 || asked === undefined))
    throw new UsageError('--variants: needs several devices (--profile A,B) and -o FILE.wgsl');
  const { fileReader } = await import('./kernels.ts');
  const { dialect, cache } = flags;
  const now = () => performance.now();
  const options = { profile, dialect, cache, without, seed, files: fileReader(), now, ...allowance };
  if (isApp) {
    if (flags.algorithm !== 'full') throw new UsageError(`--algorithm ${flags.algorithm}: not for apps`);
    const { searchApp } = await import('./search-app.ts');
    return searchApp(flags, params, options);
  }
  const { openTunable } = await import('../configure/open.ts');
  const { limitsOf, requiredLimits } = await import('../configure/needs.ts');
  const opened = openTunable(flags.launch, params, undefined, limitsOf(flags.limits, profile), flags);
  const tunable = opened.value;
  const problems = [...opened.diagnostics, ...(tunable ? await validate(tunable) : [])];
  printDiagnostics(problems);
  if (tunable === undefined || exitCodeOf(problems) !== EXIT.fine) return exitCodeOf(problems);
  if (profiles.length > 1) {
    const { searchDevices } = await import('./search-devices.ts');
    return await searchDevices(tunable, profiles, options, flags, asked, params);
  }
  const { result, refused } = await run(tunable, options, flags);
  const { closeTint } = await import('../hardware/tint.ts');
  try {
    if (result === undefined) return noResult(refused[0]?.reason);
    const winner = tunable.instantiate(result.best.point).value!;
    const wrong = await validateWinner(winner);
    printDiagnostics(wrong);
    if (exitCodeOf(wrong) !== EXIT.fine) return EXIT.internal;
    const written = asked && (await write(asked, tunable, winner, result, params));
    await print(
      {
        name: tunable.launch.name,
        profile: profile.name,
        space: tunable.space,
        result,
        requiredLimits: requiredLimits(winner),
        ...(written ? { written } : {}),
      },
      flags.format,
    );
    return EXIT.fine;
  } finally {
    await closeTint();
  }
}

/** What is asked of one device only. @throws UsageError */
function refuseForSeveral(flags: SearchFlags, isApp: boolean): void {
  if (isApp) throw new UsageError('--profile: an app is searched on one device at a time');
  if (flags.limits === 'adapter')
    throw new UsageError("--limits adapter: for one device; several have WebGPU's defaults in common");
}

export function noResult(reason = 'the budget had no room'): number {
  const message = `no configuration has a prediction: ${reason}`;
  printDiagnostics([{ severity: 'unsupported', code: 'search/nothing', message }]);
  return EXIT.unsupported;
}

/** A transformed shader that Tint refuses is a bug of the transformation; nobody should get it. */
export async function validateWinner({ launch, source }: Instance): Promise<Diagnostic[]> {
  const { validateWgsl } = await import('../hardware/tint.ts');
  return await validateWgsl(source, launch.shaderPath);
}

/** The winning shader and, beside it, its launch file. */
export async function write(
  asked: KernelOutput,
  tunable: Tunable,
  winner: Instance,
  { best }: { readonly best: Pick<SearchResult['best'], 'point'> },
  params: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { launchFileOf } = await import('../configure/launch-file.ts');
  const { inputsOf } = await import('../launch/launch.ts');
  const { placedAt } = await import('./transformed-launch.ts');
  const inputs = [...inputsOf(tunable.launch), ...tunable.shaders.map(({ file }) => file)];
  return writeKernel(asked, winner.source, inputs, (shader, place) => {
    const placement = { ...placedAt(place, tunable.launch.file), shader: path.basename(shader), params };
    return launchFileOf(tunable, best.point, winner, placement);
  });
}

async function print(report: SearchReport, format: SearchFlags['format']): Promise<void> {
  if (format === 'table') {
    const { styleFor } = await import('../report/layout.ts');
    const { searchText } = await import('../report/search-text.ts');
    process.stdout.write(searchText(report, styleFor(wantsColor(process.stdout))));
    return;
  }
  const { searchDocument } = await import('../report/search-json.ts');
  process.stdout.write((format === 'json' ? jsonText : jsonLine)(searchDocument(report)));
}

export const searchCommand = command(
  'search <launch>',
  'Find the fastest configuration of a kernel by the model, without running anything',
  builder,
  orCaptures(runSearch),
);
