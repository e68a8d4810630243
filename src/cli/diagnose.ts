// `kernelcast diagnose LAUNCH`: what holds a kernel back, where, why, and what to do about it.

import type { Argv } from 'yargs';
import type { DiagnosisResult } from '../analyze/diagnose.ts';
import type { Diagnosis } from '../analyze/diagnosis.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { inputsOf } from '../launch/launch.ts';
import type { Forecast, PredictOptions } from '../predict/predict.ts';
import type { Profile } from '../profile/profile.ts';
import { checkBaseline, openBaseline, printVerdicts } from './baseline.ts';
import { orCaptures } from './captures.ts';
import { type FixRequest, fixOf, writeFix } from './diagnose-fix.ts';
import { checkOutputs, type OutputFlags, printDiagnoses, writeFiles } from './diagnose-outputs.ts';
import { EXIT, type ExitCode, exitCodeOf, worst } from './exit-codes.ts';
import {
  type AllowanceFlags,
  allowanceOf,
  behavioursOf,
  type ModelFlags,
  paramsOf,
  seedOf,
  withAllowanceFlags,
  withModelFlags,
} from './flags.ts';
import type { Kernel } from './kernels.ts';
import { choice, command, LAUNCHES_OR_APPS, number, several, text, toggle } from './options.ts';
import { FORCE } from './output-file.ts';
import { failed, safely } from './per-launch.ts';
import { profileList, profilesFlag, profilesOf } from './profile-list.ts';
import { Progress } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface DiagnoseFlags extends Omit<ModelFlags, 'profile'>, AllowanceFlags, OutputFlags {
  readonly launch: readonly string[];
  readonly profile: readonly string[];
  readonly dispatch?: string;
  readonly delta?: string;
  readonly whatIf: readonly string[];
  readonly against?: string;
  readonly baseline?: string;
  readonly tolerance?: string;
  readonly update: boolean;
  readonly fix?: string;
  readonly output?: string;
  readonly explainSpace: boolean;
  readonly budget?: number;
}

function builder(yargs: Argv): Argv<unknown> {
  return withAllowanceFlags(withModelFlags(yargs))
    .positional('launch', LAUNCHES_OR_APPS)
    .option('profile', profilesFlag())
    .option('dispatch', text('Of an app file: the dispatch to go down to, by its name or its number'))
    .option('format', choice(['text', 'json'], 'json: an object, or an array of several'))
    .option(
      'delta',
      text('How much each parameter is changed; when left out 10%, or 20% where times are unsteady'),
    )
    .option(
      'what-if',
      several('dram.bandwidth=2x; several at once: A=2x,B=0.5x; a sweep: l2.latency=0.5x..2x'),
    )
    .option('against', text('Another launch file: what explains the difference in time'))
    .option('fix', text('Write the edited kernel of this step instead of the report: --fix 1 -o FILE.wgsl'))
    .option('output', {
      ...text(
        'With --fix: where to write the shader (.wgsl), its launch file beside it; with --explain-space: a picture (.svg)',
      ),
      alias: 'o',
    })
    .option(
      'explain-space',
      toggle(
        'Which counters the speed-ups of all that may vary come with, over several launches and devices',
      ),
    )
    .option(
      'budget',
      number('With --explain-space: configurations that the model may evaluate; 48 when left out'),
    )
    .option('html', text('Write a report to look at: one file that needs nothing else'))
    .option('trace', text('Write the first warps’ steps for Perfetto or chrome://tracing'))
    .option('reporter', {
      choices: ['github', 'sarif'] as const,
      describe: 'Findings for continuous integration on stdout instead of the report',
    })
    .option('baseline', text('Exit with 1 when a kernel is slower than recorded in this file'))
    .option(
      'tolerance',
      text('How much slower than recorded is allowed, in percent; when left out, what differences are off'),
    )
    .option('update', toggle('Record the times in the baseline file'))
    .option('force', FORCE);
}

/** `10%` or `0.1`. */
function stepOf(text: string): number {
  const match = /^\s*(\d*\.?\d+)\s*(%?)\s*$/.exec(text);
  const step = match ? Number(match[1]) / (match[2] ? 100 : 1) : Number.NaN;
  if (!(step >= 0.001 && step <= 0.5)) {
    throw new UsageError(`--delta ${text}: expected a share from 0.1% to 50%, for instance 10%`);
  }
  return step;
}

interface Job {
  readonly flags: DiagnoseFlags;
  readonly params: Record<string, string>;
  readonly step: number | undefined;
  readonly fix: FixRequest | undefined;
  readonly optionsFor: (profile: Profile) => PredictOptions & { readonly cache: 'warm' | 'cold' };
  readonly progress: Progress;
  /** Files that were read, so that none is written over. */
  readonly inputs: string[];
}

interface Result {
  readonly result?: DiagnosisResult;
  readonly code: ExitCode;
}

interface Forecasted {
  readonly kernel: Kernel;
  readonly forecast: Forecast;
  readonly diagnostics: readonly Diagnostic[];
}

async function forecastOf(job: Job, path: string, profile: Profile): Promise<Outcome<Forecasted>> {
  const { isAppFile } = await import('../app/load.ts');
  if (isAppFile(path)) return forecastOfDispatch(job, path, profile);
  const { loadKernel } = await import('./kernels.ts');
  const { forecastLaunch } = await import('../predict/predict.ts');
  const kernel = await loadKernel(path, job.params, job.flags);
  if (!kernel.value) return { diagnostics: kernel.diagnostics };
  const { launch, source } = kernel.value;
  job.inputs.push(...inputsOf(launch));
  checkOutputs(job.flags, job.inputs);
  const outcome = forecastLaunch(launch, source, job.optionsFor(profile));
  const diagnostics = [...kernel.diagnostics, ...outcome.diagnostics];
  if (!outcome.value) return { diagnostics };
  return { value: { kernel: kernel.value, forecast: outcome.value, diagnostics }, diagnostics };
}

/** One dispatch of an app, with its buffers and caches as those before have left them. */
async function forecastOfDispatch(job: Job, path: string, profile: Profile): Promise<Outcome<Forecasted>> {
  const { flags, params, progress } = job;
  if (flags.dispatch === undefined)
    throw new UsageError(`${path} is an app: say which of its dispatches is meant, --dispatch NAME|NUMBER`);
  const { predictApp } = await import('./apps.ts');
  const { dispatchOf } = await import('./diagnose-app.ts');
  const predicted = await predictApp(path, params, flags, job.optionsFor(profile), progress);
  if (!predicted.value) return { diagnostics: predicted.diagnostics };
  const { inputsOf: inputsOfApp } = await import('../app/app.ts');
  job.inputs.push(...inputsOfApp(predicted.value.app));
  checkOutputs(flags, job.inputs);
  const { launch, source, forecast } = dispatchOf(predicted.value, flags.dispatch);
  const { diagnostics } = predicted;
  return { value: { kernel: { launch, source }, forecast, diagnostics }, diagnostics };
}

async function diagnoseOne(job: Job, path: string, profile: Profile): Promise<Result> {
  const { flags, params, step, fix } = job;
  const outcome = await forecastOf(job, path, profile);
  if (!outcome.value) return failed(outcome.diagnostics);
  const { kernel, forecast, diagnostics } = outcome.value;
  // What can be refused is refused before the long part.
  const { whatIf } = await import('../analyze/what-if.ts');
  const asked = whatIf(forecast.timing, forecast.prediction.timeNs, flags.whatIf);
  if (!asked.value) return failed(asked.diagnostics);
  const other = flags.against === undefined ? undefined : await forecastOf(job, flags.against, profile);
  if (other && !other.value) return failed(other.diagnostics);
  const { diagnoseForecast } = await import('./diagnose-forecast.ts');
  const result = await diagnoseForecast(kernel, forecast, job.optionsFor(profile), step);
  const { withWarnings } = await import('./apps.ts');
  let diagnosis: Diagnosis = { ...withWarnings(result.diagnosis, diagnostics), launchFile: path };
  if (flags.whatIf.length > 0) diagnosis = { ...diagnosis, ...asked.value };
  if (other?.value) {
    const { sidesOf } = await import('../analyze/diagnose.ts');
    const { compare } = await import('../analyze/compare.ts');
    const { explain } = await import('../analyze/explain.ts');
    const explained = explain(...sidesOf(forecast, other.value.forecast));
    diagnosis = { ...diagnosis, against: compare(diagnosis, other.value.forecast.prediction, explained) };
  }
  const fixed = fix ? await writeFix(fix, result, kernel.launch, params) : EXIT.fine;
  return { result: { ...result, diagnosis }, code: worst([exitCodeOf(diagnostics), fixed]) };
}

/** Runs the command; the exit code is returned. */
export async function runDiagnose(flags: DiagnoseFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  const seed = seedOf(flags.seed);
  const allowance = allowanceOf(flags);
  const step = flags.delta === undefined ? undefined : stepOf(flags.delta);
  if (flags.budget !== undefined && !flags.explainSpace)
    throw new UsageError('--budget: says how many configurations --explain-space evaluates');
  if (flags.explainSpace) (await import('./diagnose-space.ts')).refuseForSpaces(flags);
  const fix = flags.explainSpace ? undefined : fixOf(flags);
  const recorded = await openBaseline(flags);
  const { launch, against, baseline } = flags;
  const { refuseForApps } = await import('./diagnose-app.ts');
  const isApp = refuseForApps(flags);
  const inputs = [
    ...launch,
    ...[against, baseline, ...profileList(flags)].filter((each) => each !== undefined),
  ];
  checkOutputs(flags, inputs);
  const profiles = profilesOf(flags);
  if (typeof profiles === 'number') return profiles;
  const { fileReader } = await import('./kernels.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const { dialect, cache } = flags;
  const [files, now] = [fileReader(), () => performance.now()];
  const shared = { dialect, cache, without, seed, files, now, ...allowance };
  const optionsFor = (profile: Profile) => ({ profile, ...shared });
  const progress = new Progress();
  const job: Job = { flags, params, step, fix, optionsFor, progress, inputs };
  if (flags.explainSpace) {
    const { explainSpaces } = await import('./diagnose-space.ts');
    const run = () =>
      explainSpaces(flags, params, profiles.map(optionsFor), progress).then((code) => ({ code }));
    const { code } = await safely(launch[0], () => run().finally(() => progress.clear()));
    await closeTint();
    return code;
  }
  if (isApp) {
    const { diagnoseApp } = await import('./diagnose-app.ts');
    const run = () => diagnoseApp(flags, params, optionsFor(profiles[0]), step, progress);
    const { code } = await safely(launch[0], () => run().finally(() => progress.clear()));
    await closeTint();
    return code;
  }
  const results: Result[] = [];
  for (const path of flags.launch) {
    for (const profile of profiles) {
      progress.show(`${path} on ${profile.name}`);
      results.push(await safely<Result>(path, () => diagnoseOne(job, path, profile)));
    }
  }
  progress.clear();
  await closeTint();
  const made = results.flatMap(({ result }) => result ?? []);
  const diagnoses = made.map(({ diagnosis }) => diagnosis);
  const { code, verdicts } = await checkBaseline(flags, recorded, diagnoses);
  if (!fix) await printDiagnoses(flags, made, results.length, verdicts, profiles);
  await printVerdicts(verdicts);
  await writeFiles(flags, made, inputs);
  return worst([...results.map((each) => each.code), code]);
}

export const diagnoseCommand = command(
  'diagnose <launch..>',
  'Say what holds a kernel back, where, why, and what would help',
  builder,
  orCaptures(runDiagnose),
);
