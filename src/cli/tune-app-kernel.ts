// The tuning of one kernel of an app. It goes over the dispatch that takes longest, with what the steps before have left
// in its buffers; the winner is then tried on every other dispatch of the pipeline, since all get the same shader.

import type { AppPrediction } from '../app/prediction.ts';
import { workLeft } from '../app/worth.ts';
import { reasonOf } from '../configure/instantiate.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Part } from '../search/divide.ts';
import { configurationOf } from '../space/space.ts';
import { CERTAIN } from '../tune/confirm.ts';
import { type PairTimes, pairOf, timesOfPair } from '../tune/pair.ts';
import type { End } from '../tune/progress.ts';
import { DATABASE_PROBLEM } from '../tune/trials/place.ts';
import type { Finding } from '../tune/tuner.ts';
import { type Alike, type AppKernel, type ChangedKernel, changedOnAll } from './app-kernels.ts';
import { MOST_CANDIDATES } from './search-app-kernel.ts';
import type { EvaluatorSource } from './tune-evaluator.ts';
import { type RunOutcome, type RunRequest, TuningRun } from './tune-run.ts';

export interface KernelTuningOptions {
  readonly app: AppPrediction;
  readonly source: EvaluatorSource;
  /** All of a run but what it runs on. */
  readonly request: Omit<RunRequest, 'tunable' | 'evaluator'>;
  /** Of all kernels together; undefined without a limit. */
  readonly secondsLeft: () => number | undefined;
}

/** A configuration that is faster over all dispatches of its pipeline. */
export interface TunedWinner extends ChangedKernel {
  /** Of the dispatch that takes longest. */
  readonly times: PairTimes;
  /** Over all dispatches. */
  readonly savedNs: number;
}

export interface TunedKernel extends RunOutcome {
  /** Undefined where the pipeline is best left as it is. */
  readonly winner: TunedWinner | undefined;
  /** What is faster on the dispatch that takes longest and is not taken, with the reason. */
  readonly notTaken: readonly string[];
}

export class KernelTuning implements Part {
  readonly kernel: AppKernel;
  /** Why it cannot be tuned at all. */
  problem: string | undefined;
  private readonly options: KernelTuningOptions;
  private run: TuningRun | undefined;
  private last: End | undefined;

  constructor(kernel: AppKernel, options: KernelTuningOptions) {
    this.kernel = kernel;
    this.options = options;
  }

  get worth(): number {
    return this.kernel.work.workNs;
  }

  get spent(): number {
    return this.run?.result.trials ?? 0;
  }

  get seconds(): number {
    return this.run?.result.seconds ?? 0;
  }

  /** Why it has stopped trying; undefined where it has not begun. */
  get end(): End | undefined {
    return this.last;
  }

  get rescued(): readonly string[] {
    return this.run?.rescued() ?? [];
  }

  async goOn(budget: number): Promise<number> {
    const run = await this.opened();
    if (!run) return 0;
    const { request, secondsLeft } = this.options;
    const { trials, seconds } = request.budget;
    const left = secondsLeft();
    this.last = await run.goOn({
      trials: budget,
      ...(left === undefined ? {} : { seconds: this.seconds + left }),
      settles: trials === undefined && seconds === undefined,
    });
    const { base, ranking } = run.result;
    return 1 - ranking[0].value / base.value;
  }

  private async opened(): Promise<TuningRun | undefined> {
    if (this.run || this.problem !== undefined) return this.run;
    const { source, request } = this.options;
    const { tunable } = this.kernel;
    try {
      this.run = await TuningRun.open({ ...request, tunable, evaluator: await source.open(tunable) });
    } catch (error) {
      const isOfDatabase = (each: Diagnostic) => each.code === DATABASE_PROBLEM;
      if (!(error instanceof DiagnosticError) || error.diagnostics.some(isOfDatabase)) throw error;
      this.problem = reasonOf(error.diagnostics);
    }
    return this.run;
  }

  /** Confirms what was found; undefined where nothing was tried. @throws GpuError */
  async finish(): Promise<TunedKernel | undefined> {
    if (!this.run) return undefined;
    const outcome = await this.run.finish();
    const { confirmation, result } = outcome.report;
    const { base, winner } = confirmation;
    if (!confirmation.isCertain) return { ...outcome, winner: undefined, notTaken: [] };
    const isOut = ({ point }: Finding) =>
      [winner, ...confirmation.rejected].some((each) => String(each.point) === String(point));
    const others = result.ranking.filter((each) => !isOut(each) && base.value / each.value >= CERTAIN);
    const notTaken: string[] = [];
    for (const candidate of [winner, ...others].slice(0, MOST_CANDIDATES)) {
      const found = await this.onAll(base, candidate);
      if (typeof found !== 'string') return { ...outcome, winner: found, notTaken };
      notTaken.push(found);
    }
    return { ...outcome, winner: undefined, notTaken };
  }

  /** What a configuration comes to over all dispatches, or why it cannot be had there. @throws GpuError */
  private async onAll(base: Finding, { point, value }: Finding): Promise<TunedWinner | string> {
    const { tunable, longest } = this.kernel;
    const changed = changedOnAll(this.kernel, configurationOf(tunable.space, point));
    if (!changed) return 'other dispatches of the pipeline cannot have it, or not with the same code';
    const times: PairTimes = { beforeNs: base.value, afterNs: value };
    let [beforeNs, savedNs] = [0, 0];
    for (const { alike, before, after } of changed.pairs) {
      const own = alike === longest ? times : await this.timesOf(alike, before, after);
      if (typeof own === 'string') return `dispatch "${before.launch.name}": ${own}`;
      beforeNs += own.beforeNs * alike.at.length;
      savedNs += alike.at.reduce((sum, at) => sum + this.savedOf(at, own), 0);
    }
    if (savedNs > 0 && beforeNs / (beforeNs - savedNs) >= this.leastGain)
      return { ...changed, times, savedNs };
    return 'it is no faster over all dispatches of the pipeline';
  }

  private async timesOf(
    alike: Alike,
    before: ChangedKernel['instance'],
    after: ChangedKernel['instance'],
  ): Promise<PairTimes | string> {
    const { source, request } = this.options;
    const dispatches = alike.at.length === 1 ? '' : ` and ${alike.at.length - 1} alike`;
    request.onStage(`${this.kernel.work.pipeline}: measuring ${before.launch.name}${dispatches}`);
    return await timesOfPair(await source.open(pairOf(before, after)));
  }

  /** Of a dispatch: a prediction knows what of its time the app has only once. */
  private savedOf(at: number, { beforeNs, afterNs }: PairTimes): number {
    const { app, source } = this.options;
    if (source.kind !== 'model') return beforeNs - afterNs;
    const dispatch = app.dispatches[at];
    return dispatch.workNs * (1 - workLeft(dispatch, afterNs));
  }

  private get leastGain(): number {
    return this.options.source.kind === 'hardware' ? CERTAIN : 1;
  }
}
