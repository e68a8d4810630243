// `kernelcast adapt LAUNCH --inputs 'N=2^8..2^13'`: a few variants of a kernel and a rule that picks one by the input and
// the device, by the model or, with `--evaluator hardware`, by trying them on the GPU of this machine.

import type { Argv } from 'yargs';
import type { Target } from '../adapt/adaptation.ts';
import { type Input, type InputSpace, InputsError, parseInputs } from '../adapt/input-space.ts';
import type { Shipped } from '../adapt/shipped.ts';
import { type Surveyor, survey } from '../adapt/survey.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import type { Instance, Tunable } from '../configure/tunable.ts';
import type { Profile } from '../profile/profile.ts';
import type { AdaptationReport } from '../report/adaptation-text.ts';
import { jsonLine, jsonText } from '../report/json.ts';
import { Random } from '../space/random.ts';
import { configurationOf } from '../space/space.ts';
import { Sizes } from './adapt-sizes.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import {
  type AllowanceFlags,
  allowanceOf,
  behavioursOf,
  durationNs,
  type ModelFlags,
  paramsOf,
  seedOf,
  withModelFlags,
} from './flags.ts';
import { checkSamples, type GpuFlags, withGpuFlags } from './gpu.ts';
import { choice, command, LAUNCH, number, text } from './options.ts';
import { FORCE } from './output-file.ts';
import { profilesFlag, profilesOf } from './profile-list.ts';
import { budgetOf, noResult, validate } from './search.ts';
import { Progress, printDiagnostics, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface AdaptFlags extends Omit<ModelFlags, 'profile'>, GpuFlags, AllowanceFlags {
  readonly launch: string;
  readonly profile: readonly string[];
  readonly inputs: string;
  readonly variants: number;
  readonly count: number;
  readonly budget: number;
  readonly trials: number;
  readonly time: string;
  readonly evaluator: 'model' | 'hardware';
  readonly database: string | false;
  readonly format: 'table' | 'json' | 'jsonl';
  readonly output?: string;
  readonly force: boolean;
}

function builder(yargs: Argv): Argv<unknown> {
  return withGpuFlags(withModelFlags(yargs), { samples: 7 })
    .positional('launch', LAUNCH)
    .option('profile', profilesFlag())
    .option('inputs', {
      ...text("Params and their values: 'N=2^8..2^13, M=1..4096 step 8, K=64,128'"),
      demandOption: true,
    })
    .option('variants', { ...number('Variants at most'), default: 4 })
    .option('count', { ...number('Inputs to look at'), default: 16 })
    .option('budget', { ...number('Configurations that the model may evaluate for an input'), default: 30 })
    .option('trials', { ...number('With hardware: configurations to try for an input'), default: 30 })
    .option('time', { ...text('When to stop looking at further inputs'), default: '120s' })
    .option('evaluator', choice(['model', 'hardware'], 'Who gives the times'))
    .option('memory', {
      ...text('What the contents of buffers may take while one prediction is made'),
      default: '1GiB',
    })
    .option('database', {
      ...text('With hardware: where trials are kept; --no-database to keep none'),
      default: 'kernelcast-trials.jsonl',
    })
    .option('format', choice(['table', 'json', 'jsonl'], 'jsonl: the object on one line'))
    .option('output', {
      ...text('A folder for the variants, the rule as TypeScript and JSON, and a picture'),
      alias: 'o',
    })
    .option('force', FORCE);
}

const MOST_VARIANTS = 16;
const MOST_INPUTS = 1000;

function wholeOf(flag: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UsageError(`--${flag}: expected a whole number from 1 to ${most}`);
}

/** Runs the command; the exit code is returned. */
export async function runAdapt(flags: AdaptFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  const seed = seedOf(flags.seed);
  const most = wholeOf('variants', flags.variants, MOST_VARIANTS);
  const count = wholeOf('count', flags.count, MOST_INPUTS);
  wholeOf('trials', flags.trials, MOST_INPUTS);
  checkSamples(flags.samples);
  budgetOf(flags.budget);
  const endMs = performance.now() + durationNs('--time', flags.time) / 1e6;
  const profiles = profilesOf(flags);
  if (typeof profiles === 'number') return profiles;
  if (flags.evaluator === 'hardware' && profiles.length > 1)
    throw new UsageError('--evaluator hardware: the device at hand is the only one; give one profile');
  if (flags.output !== undefined) {
    const { refuseFolder } = await import('./adapt-output.ts');
    refuseFolder(flags.output, flags.force);
  }
  const { fileReader } = await import('./kernels.ts');
  const { dialect, cache } = flags;
  const now = () => performance.now();
  const model: Omit<ModelOptions, 'profile'> = {
    dialect,
    cache,
    without,
    seed,
    files: fileReader(),
    now,
    ...allowanceOf(flags),
  };
  const sizes = new Sizes(flags.launch, params, flags);
  const opened = sizes.asItIs();
  const tunable = opened.value;
  const problems = [...opened.diagnostics, ...(tunable ? await validate(tunable) : [])];
  printDiagnostics(problems);
  if (tunable === undefined || exitCodeOf(problems) !== EXIT.fine) return exitCodeOf(problems);
  const space = inputsOf(flags.inputs, tunable);
  sizes.inputs = space;
  const progress = new Progress();
  const job: Job = { flags, tunable, space, sizes, model, profiles, progress, most, count, seed, endMs };
  const { withGpuProblems } = await import('./tune.ts');
  return await withGpuProblems(flags, progress, () => adaptKernel(job));
}

/** What the flags come to. */
interface Job {
  readonly flags: AdaptFlags;
  /** The launch as it is. */
  readonly tunable: Tunable;
  readonly space: InputSpace;
  readonly sizes: Sizes;
  readonly model: Omit<ModelOptions, 'profile'>;
  readonly profiles: readonly Profile[];
  readonly progress: Progress;
  /** Variants at most. */
  readonly most: number;
  /** Inputs to look at. */
  readonly count: number;
  readonly seed: number;
  /** By `performance.now()`. */
  readonly endMs: number;
}

async function adaptKernel(job: Job): Promise<number> {
  const { tunable, space, progress } = job;
  const surveying = await openSurveyors(job);
  try {
    const asItIs = configurationOf(tunable.space, tunable.base);
    const surveyors = surveying.map(({ surveyor }) => surveyor);
    const found = await survey(space, surveyors, asItIs, {
      count: job.count,
      random: new Random(job.seed),
      isTimeUp: () => performance.now() > job.endMs,
      onProgress: (line) => progress.show(line),
    });
    if (found.inputs.length === 0) return noResult(`no input has a kernel: ${found.refused[0]?.reason}`);
    const { settle } = await import('./adapt-settle.ts');
    const { adaptation, shipped, notes } = await settle(found, { ...job, surveying });
    progress.clear();
    printDiagnostics(notes.map((message) => ({ severity: 'warning', code: 'adapt/text', message })));
    const evaluations = surveyors.reduce((sum, each) => sum + each.evaluations, 0);
    const isMeasured = job.flags.evaluator === 'hardware';
    const { name } = tunable.launch;
    await conclude(job, { name, isMeasured, asItIs, adaptation, evaluations }, shipped);
    return EXIT.fine;
  } finally {
    progress.clear();
    for (const { close } of surveying) close();
    const { closeTint } = await import('../hardware/tint.ts');
    await closeTint();
  }
}

/** Writes what is asked for, and prints. */
async function conclude(
  { flags, tunable, profiles }: Job,
  report: AdaptationReport,
  shipped: readonly Shipped[],
): Promise<void> {
  const { format, output, force } = flags;
  if (output === undefined) return await print(report, format);
  const { writeAdaptation } = await import('./adapt-output.ts');
  const folder = { folder: output, force };
  const { written, variants } = await writeAdaptation(folder, report, tunable, shipped, profiles);
  await print({ ...report, written }, format, variants);
}

async function openSurveyors(job: Job): Promise<Surveying[]> {
  const { flags, sizes, model, profiles, seed } = job;
  if (flags.evaluator === 'hardware') {
    const { hardwareSurveyor } = await import('./adapt-hardware.ts');
    return [await hardwareSurveyor(sizes, flags, { ...model, profile: profiles[0] }, job.progress)];
  }
  const { modelSurveyor } = await import('./adapt-model.ts');
  const limits = { budget: flags.budget, seed, untilMs: job.endMs };
  return await Promise.all(
    profiles.map((profile) => modelSurveyor(sizes, job.tunable, { ...model, profile }, limits)),
  );
}

/** A surveyor, and what it is of. */
export interface Surveying {
  readonly target: Target;
  readonly surveyor: Surveyor & {
    /** Configurations that were evaluated or tried so far. */
    readonly evaluations: number;
  };
  /** Of an instance in ns, where another text than the survey's is to be shipped. */
  timeOf(instance: Instance, input: Input): Promise<number | undefined>;
  close(): void;
}

/** @throws UsageError that shows the place */
function inputsOf(given: string, tunable: Tunable): InputSpace {
  const { launch, space } = tunable;
  try {
    return parseInputs(given, {
      params: Object.keys(launch.params),
      tunables: space.parameters.map(({ name }) => name),
    });
  } catch (error) {
    if (!(error instanceof InputsError)) throw error;
    const pointer = `${' '.repeat(error.offset)}^`;
    throw new UsageError(`--inputs: ${error.message}`, [`  ${given}`, `  ${pointer}`]);
  }
}

async function print(
  report: AdaptationReport,
  format: AdaptFlags['format'],
  files?: readonly { readonly shader: string; readonly launch: string }[],
): Promise<void> {
  const { adaptationText, choiceDocument } = await import('../report/adaptation-text.ts');
  if (format !== 'table') {
    process.stdout.write((format === 'json' ? jsonText : jsonLine)(choiceDocument(report, files)));
    return;
  }
  const { styleFor } = await import('../report/layout.ts');
  process.stdout.write(adaptationText(report, styleFor(wantsColor(process.stdout))));
}

export const adaptCommand = command(
  'adapt <launch>',
  'Make a few variants of a kernel and a rule that picks one by its input and device',
  builder,
  runAdapt,
);
