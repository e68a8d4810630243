// The flags of `tune`: their declaration for yargs, and their values read and checked.

import type { Argv } from 'yargs';
import type { Tunable } from '../configure/tunable.ts';
import type { Objective } from '../tune/objective.ts';
import type { Budget } from '../tune/progress.ts';
import type { ExportFormat } from '../tune/recorded-file.ts';
import { type LimitFlags, type ModelFlags, withLimitFlags, withModelFlags } from './flags.ts';
import { withGpuFlags } from './gpu.ts';
import { choice, LAUNCH_OR_APP, number, several, text, toggle } from './options.ts';
import { FORCE } from './output-file.ts';
import type { EvaluatorFlags } from './tune-evaluator.ts';
import { UsageError } from './usage-error.ts';

export interface TuneFlags extends ModelFlags, EvaluatorFlags, LimitFlags {
  readonly launch: string;
  readonly trials?: number;
  readonly seconds?: number;
  readonly database: string | false;
  readonly resume: boolean;
  readonly metric?: string;
  readonly goal: 'minimize' | 'maximize';
  readonly technique: readonly string[];
  readonly model: number | false;
  readonly saturation?: string;
  readonly import: readonly string[];
  readonly export?: string;
  readonly exportFormat: ExportFormat;
  readonly format: 'table' | 'json' | 'jsonl';
  readonly output?: string;
  readonly force: boolean;
  readonly farm?: string;
  readonly device: readonly string[];
}

const DEFAULT_DATABASE = 'kernelcast-trials.jsonl';
const MODEL_BUDGET = 60;

/** Declares them. */
export function withTuneFlags(yargs: Argv): Argv<unknown> {
  const withLaunch = yargs.positional('launch', LAUNCH_OR_APP);
  return withFiles(withRun(withGpuFlags(withLimitFlags(withModelFlags(withLaunch)), { samples: 7 })));
}

/** What is tried, how often, and what counts. */
function withRun(yargs: Argv): Argv {
  return yargs
    .option('evaluator', {
      ...text('Who gives the times: hardware, model or replay:FILE'),
      default: 'hardware',
    })
    .option(
      'trials',
      number(
        'Configurations to try, of all kernels of an app; without this and --seconds, until no gain is likely',
      ),
    )
    .option('seconds', number('When to stop trying'))
    .option('resume', toggle('Go on with the last run on this kernel and device'))
    .option('metric', text('What to look at instead of time, of time in s and params: "2*N^3/time"'))
    .option('goal', {
      ...choice(['minimize', 'maximize'], 'What the metric is to become'),
      default: 'maximize',
    })
    .option('technique', several('Search techniques to share the trials among; "list" names all'))
    .option('model', {
      ...number('Kernels that the model looks at to know where to begin; --no-model for none'),
      default: MODEL_BUDGET,
    })
    .option(
      'batch',
      number('Trials under way at once; else as many as the GPU, the farm or the model make good use of'),
    )
    .option('farm', text('Try on the GPUs or, with --evaluator model, the processors of this farm'))
    .option(
      'device',
      several(
        "Part of the name of a farm's GPU to tune for, all kinds when left out; with --evaluator model a profile",
      ),
    )
    .option('saturation', text('Tune at the smallest sufficient value of this param: N, or N=256,1024,4096'));
}

/** What a run takes from elsewhere and leaves behind. */
function withFiles(yargs: Argv): Argv<unknown> {
  return yargs
    .option('database', {
      ...text('Where trials are kept; --no-database to keep none'),
      default: DEFAULT_DATABASE,
    })
    .option(
      'import',
      several(
        'Use the trials of this file (another database, Kernel Tuner cache, T4, space record), or the space of a T1 file',
      ),
    )
    .option('export', text('Write all trials to this file; of an app: a folder for a file of each kernel'))
    .option('export-format', choice(['t4', 'kernel-tuner', 't1'], 'How; t1: the space instead of the trials'))
    .option('format', choice(['table', 'json', 'jsonl'], 'jsonl: the object on one line'))
    .option('output', {
      alias: 'o',
      ...text(
        'Write the winning shader here, and its launch file beside it; of an app: a folder for all of it',
      ),
    })
    .option('force', FORCE);
}

/** What is about one kernel. @throws UsageError */
export function refuseForApps({ launch, saturation, metric, evaluator }: TuneFlags): void {
  const refuse = (flag: string, reason: string) => new UsageError(`${flag}: ${launch} is an app; ${reason}`);
  if (saturation !== undefined)
    throw refuse('--saturation', 'tune a launch file of the kernel whose size is to vary');
  if (metric !== undefined)
    throw refuse('--metric', 'its kernels are tuned for the time that they take of the whole');
  if (evaluator.startsWith('replay:'))
    throw refuse(`--evaluator ${evaluator}`, 'a recording is of one kernel: give hardware or model');
}

/** What a farm has no answer to, and what needs one. @throws UsageError */
export function refuseForFarms({ farm, device, evaluator, saturation, adapter }: TuneFlags): void {
  if (farm === undefined && device.length > 0)
    throw new UsageError('--device: goes with --farm; this machine has --adapter');
  if (farm === undefined) return;
  if (evaluator.startsWith('replay:')) throw new UsageError('--farm: a recording is looked up here');
  if (adapter !== undefined) throw new UsageError('--adapter: is of this machine; a farm has --device');
  if (saturation !== undefined) throw new UsageError('--saturation: on this machine only, not with --farm');
}

/** Predicted for one device of a farm's: as if that were the profile. */
export function withOneProfile(flags: TuneFlags): TuneFlags {
  const { farm, evaluator, device } = flags;
  if (farm === undefined || evaluator !== 'model' || device.length !== 1) return flags;
  return { ...flags, profile: device[0], device: [] };
}

/** @throws UsageError */
export function batchOf({ batch }: TuneFlags): number | undefined {
  if (batch === undefined || (Number.isInteger(batch) && batch >= 1 && batch <= 1024)) return batch;
  throw new UsageError('--batch: expected a whole number from 1 to 1024');
}

export function budgetOf({ trials, seconds }: TuneFlags): Budget {
  if (trials !== undefined && !(Number.isInteger(trials) && trials >= 1)) {
    throw new UsageError('--trials: expected a whole number from 1 on');
  }
  if (seconds !== undefined && !(seconds > 0)) throw new UsageError('--seconds: expected a number above 0');
  return { trials, seconds };
}

export function modelBudgetOf({ model }: TuneFlags): number {
  if (model === false) return 0;
  if (Number.isInteger(model) && model >= 0) return model;
  throw new UsageError('--model: expected a whole number from 0 on');
}

export async function techniquesOf({ technique }: TuneFlags): Promise<readonly string[] | undefined> {
  if (technique.length === 0) return undefined;
  const { TECHNIQUE_NAMES } = await import('../tune/techniques/index.ts');
  const names = technique.flatMap((each) => each.split(','));
  const unknown = names.find((name) => !TECHNIQUE_NAMES.includes(name));
  if (unknown === undefined) return names;
  throw new UsageError(`--technique: "${unknown}" is none of ${TECHNIQUE_NAMES.join(', ')}`);
}

export async function objectiveOf({ metric, goal }: TuneFlags, tunable: Tunable): Promise<Objective> {
  const { objectiveOf: read, TIME } = await import('../tune/objective.ts');
  if (metric === undefined) return TIME;
  const { ExpressionError } = await import('../launch/expressions.ts');
  try {
    const objective = read(
      metric,
      goal,
      tunable.space.parameters.map(({ name }) => name),
    );
    // Names that it does not know are better known now than after the first trial.
    const { configurationOf } = await import('../space/space.ts');
    const configuration = configurationOf(tunable.space, tunable.base);
    objective.valueOf({ status: 'correct', timeNs: 1e6 }, configuration, tunable.launch);
    return objective;
  } catch (error) {
    if (error instanceof ExpressionError) throw new UsageError(`--metric: ${error.message}`);
    throw error;
  }
}
