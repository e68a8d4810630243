// The tuner's loop: asks the ensemble what to try, has it tried, writes the result down before anything else is
// done with it, and stops when the budget is spent or no gain is likely.

import type { Instance } from '../configure/tunable.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { configurationOf, keyOf, type Point, type Space } from '../space/space.ts';
import { Ensemble, type EnsembleOptions, type Proposal, type TechniqueReport } from './ensemble/ensemble.ts';
import type { TrialEvaluator } from './evaluators/evaluator.ts';
import type { Journal } from './journal.ts';
import type { Objective } from './objective.ts';
import { type Budget, type End, Watch } from './progress.ts';
import type { Purpose } from './trials/records.ts';
import type { Evaluation } from './trials/trial.ts';
import { UnderWay } from './under-way.ts';

export interface TunerSpace {
  readonly space: Space;
  readonly points: EnsembleOptions['points'];
  readonly base: Point;
  instantiate(point: Point): Outcome<Instance>;
}

/** A trial of an earlier run on the same kernel and device, or of this one before it was stopped. */
export interface KnownTrial {
  readonly point: Point;
  readonly evaluation: Evaluation;
  /** Who proposed it, of this run's own. */
  readonly technique?: string;
}

export interface TunerOptions {
  readonly seed: number;
  readonly budget: Budget;
  readonly objective: Objective;
  readonly techniques?: EnsembleOptions['techniques'];
  /** Tried first, after the base. */
  readonly seeds: Iterable<Point>;
  readonly modelProposals?: Iterable<Point>;
  readonly past: readonly KnownTrial[];
  /** Seconds that the run took before it was stopped. */
  readonly secondsBefore: number;
  readonly journal: Journal;
  /** Hash of what an instance runs. */
  readonly identify: (instance: Instance) => string;
  /** Milliseconds on a clock that only goes up, and the date to write down. */
  readonly now: () => number;
  readonly date: () => string;
  readonly isInterrupted: () => boolean;
  /** What other tuners have measured since it was asked last. */
  readonly news?: () => readonly KnownTrial[];
  readonly onProgress?: (progress: TuningProgress) => void;
}

export interface Finding {
  readonly point: Point;
  readonly evaluation: Evaluation;
  /** The objective's value: of the plain objective the time in ns. */
  readonly value: number;
  readonly technique: string;
}

export interface TuningProgress {
  readonly trials: number;
  readonly seconds: number;
  readonly secondsLeft: number | undefined;
  readonly base: Finding;
  readonly best: Finding;
}

export interface TuningResult {
  readonly base: Finding;
  /** Correct ones, the best first. */
  readonly ranking: readonly Finding[];
  /** Trials of this run, and how many of them came to nothing, by status. */
  readonly trials: number;
  readonly failed: ReadonlyMap<Evaluation['status'], number>;
  /** Trials of earlier runs that were used. */
  readonly reused: number;
  readonly seconds: number;
  readonly end: End;
  readonly techniques: readonly TechniqueReport[];
}

/** How a run stands that is open. */
interface Course {
  readonly base: Finding;
  readonly ensemble: Ensemble;
  readonly watch: Watch;
  readonly reused: number;
  end: End;
}

/** Trials beyond so many times the best time are stopped after a sample, */
const HOPELESS = 2;
/** unless a technique wants to know more, which has its limit as well. */
const MOST_PATIENT = 10;
/** Kept in memory at a time; each has the text of a kernel. */
const MOST_INSTANCES = 200;

export class Tuner {
  readonly space: TunerSpace;
  readonly evaluator: TrialEvaluator;
  readonly options: TunerOptions;
  private readonly findings = new Map<string, Finding>();
  private readonly failures = new Map<Evaluation['status'], number>();
  /** What was tried already under another name. */
  private readonly byIdentity = new Map<string, Promise<Evaluation>>();
  private best: Finding | undefined;
  private readonly known: KnownTrial[] = [];
  /** Transforming a kernel takes longer than looking it up. */
  private readonly instances = new Map<string, Outcome<Instance>>();
  private course: Course | undefined;

  constructor(space: TunerSpace, evaluator: TrialEvaluator, options: TunerOptions) {
    this.space = space;
    this.evaluator = evaluator;
    this.options = options;
  }

  /** Tries the base, and takes over what is known. @throws GpuError, ExpressionError */
  async open(): Promise<Outcome<Finding>> {
    const { evaluator, options, space } = this;
    const opened = await evaluator.open();
    if (!opened.value) return { diagnostics: opened.diagnostics };
    const base = this.enter(space.base, opened.value, 'base')!;
    this.write(space.base, opened.value, { technique: 'base', purpose: 'base' });
    const past = options.past.filter(({ point }) => keyOf(point) !== keyOf(space.base));
    for (const { point, evaluation, technique } of past)
      this.enter(point, evaluation, technique ?? 'earlier run');
    const reused = past.filter(({ technique }) => technique === undefined).length;
    const ensemble = this.ensemble(base, past);
    this.course = { base, ensemble, watch: this.watch(past, base), reused, end: 'trials' };
    return { value: base, diagnostics: opened.diagnostics };
  }

  /** From the base to the end of the budget. @throws GpuError, ExpressionError */
  async run(): Promise<Outcome<TuningResult>> {
    const { value, diagnostics } = await this.open();
    if (!value) return { diagnostics };
    await this.goOn(this.options.budget);
    return { value: this.result, diagnostics };
  }

  /**
   * Once it is open: tries configurations within the budget, in which all trials of the run count.
   * @throws GpuError, ExpressionError
   */
  async goOn(budget: Budget): Promise<End> {
    const course = this.course!;
    course.watch.start(budget);
    try {
      course.end = await this.loop(course);
    } finally {
      course.watch.stop();
    }
    return course.end;
  }

  /** What there is so far. */
  get result(): TuningResult {
    const { base, watch, reused, end, ensemble } = this.course!;
    return {
      base,
      ranking: [...this.findings.values()].sort((a, b) => this.costOf(a) - this.costOf(b)),
      trials: watch.trials,
      failed: this.failures,
      reused,
      seconds: watch.seconds,
      end,
      techniques: ensemble.report(),
    };
  }

  /** All that is known of the space, of this run and earlier ones, in the order in which it became known. */
  get trials(): readonly KnownTrial[] {
    return this.known;
  }

  /** Spent on the run, those before it was resumed included. */
  get seconds(): number {
    return this.course?.watch.seconds ?? this.options.secondsBefore;
  }

  /** Writes a trial down; `evaluation` is of the point. */
  write(
    point: Point,
    evaluation: Evaluation,
    { technique, purpose }: { readonly technique: string; readonly purpose: Purpose },
  ): void {
    const { journal, identify, date } = this.options;
    const instance = this.instantiate(point).value;
    journal.add({
      purpose,
      configuration: configurationOf(this.space.space, point),
      identity: instance === undefined ? '' : identify(instance),
      technique,
      evaluation,
      seconds: this.seconds,
      measured: date(),
    });
  }

  /** A correct result with the objective's value; undefined for any other. @throws ExpressionError */
  findingOf(point: Point, evaluation: Evaluation, technique: string): Finding | undefined {
    const instance = evaluation.status === 'correct' ? this.instantiate(point).value : undefined;
    if (instance === undefined) return undefined;
    const configuration = configurationOf(this.space.space, point);
    const value = this.options.objective.valueOf(evaluation, configuration, instance.launch);
    return { point, evaluation, value, technique };
  }

  private instantiate(point: Point): Outcome<Instance> {
    const key = keyOf(point);
    const known = this.instances.get(key);
    if (known) return known;
    const instance = this.space.instantiate(point);
    if (this.instances.size >= MOST_INSTANCES) this.instances.clear();
    this.instances.set(key, instance);
    return instance;
  }

  private ensemble(base: Finding, past: readonly KnownTrial[]): Ensemble {
    const { seed, seeds, techniques, modelProposals } = this.options;
    return new Ensemble({
      points: this.space.points,
      seed,
      seeds,
      ...(techniques === undefined ? {} : { techniques }),
      ...(modelProposals === undefined ? {} : { modelProposals }),
      past: [
        { point: base.point, technique: 'base', result: this.resultOf(base.point, base.evaluation) },
        ...past.map(({ point, evaluation, technique }) => ({
          point,
          ...(technique === undefined ? {} : { technique }),
          result: this.resultOf(point, evaluation),
        })),
      ],
    });
  }

  /** Of what was entered. */
  private resultOf(point: Point, { status }: Evaluation) {
    if (status !== 'correct') return { status };
    return { status: 'ok', time: this.costOf(this.findings.get(keyOf(point))!) } as const;
  }

  /** Knows the run's own trials as if it had seen them. */
  private watch(past: readonly KnownTrial[], base: Finding): Watch {
    const { secondsBefore, now } = this.options;
    const costAt = (point: Point) => {
      const finding = this.findings.get(keyOf(point));
      return finding && this.costOf(finding);
    };
    const others = past.filter(({ technique }) => technique === undefined);
    const costs = [base, ...others].map(({ point }) => costAt(point) ?? Number.POSITIVE_INFINITY);
    const watch = new Watch({ seconds: secondsBefore, bestCost: Math.min(...costs) }, now);
    for (const { point, technique } of past) if (technique !== undefined) watch.note(costAt(point));
    return watch;
  }

  private async loop({ ensemble, watch, base }: Course): Promise<End> {
    const { evaluator, options } = this;
    const working = new UnderWay<Evaluation>(evaluator);
    const endNow = (): End | undefined => {
      if (options.journal.failure !== undefined) return 'store';
      if (options.isInterrupted()) return 'interrupted';
      return watch.end(working.count);
    };
    let end = endNow();
    while (end === undefined) {
      this.hearOthers(ensemble, watch);
      if (working.isFull) {
        await working.hear();
      } else {
        const proposal = ensemble.ask();
        if (proposal === 'exhausted') {
          end = 'exhausted';
          break;
        }
        await working.add(this.attempt(proposal), (evaluation) =>
          this.tell(ensemble, watch, proposal, evaluation, base),
        );
      }
      end = endNow();
    }
    await working.end();
    return options.journal.failure === undefined ? end : 'store';
  }

  private hearOthers(ensemble: Ensemble, watch: Watch): void {
    for (const { point, evaluation } of this.options.news?.() ?? []) {
      if (ensemble.history.find(point) !== undefined) continue;
      const finding = this.enter(point, evaluation, 'another tuner');
      ensemble.learn(point, this.resultOf(point, evaluation));
      if (finding) watch.hear(this.costOf(finding));
    }
  }

  private async attempt({ point, timeLimit }: Proposal): Promise<Evaluation> {
    const { objective, identify } = this.options;
    const instance = this.instantiate(point).value;
    const identity = instance === undefined ? undefined : identify(instance);
    const same = identity === undefined ? undefined : this.byIdentity.get(identity);
    if (same) return await same;
    const bestNs = this.best?.evaluation.timeNs ?? Number.POSITIVE_INFINITY;
    const wanted = Math.max(HOPELESS * bestNs, Math.min(timeLimit ?? 0, MOST_PATIENT * bestNs));
    const trial = this.evaluator.evaluate(point, objective.isTime ? wanted : Number.POSITIVE_INFINITY);
    if (identity !== undefined) this.byIdentity.set(identity, trial);
    return await trial;
  }

  private tell(
    ensemble: Ensemble,
    watch: Watch,
    proposal: Proposal,
    evaluation: Evaluation,
    base: Finding,
  ): void {
    const { point, technique } = proposal;
    this.write(point, evaluation, { technique, purpose: 'search' });
    const finding = this.enter(point, evaluation, technique);
    const cost = finding && this.costOf(finding);
    ensemble.tell(
      proposal,
      cost === undefined
        ? { status: evaluation.status === 'correct' ? 'failed' : evaluation.status }
        : { status: 'ok', time: cost },
    );
    watch.note(cost);
    this.options.onProgress?.({
      trials: watch.trials,
      seconds: watch.seconds,
      secondsLeft: watch.secondsLeft,
      base,
      best: this.best!,
    });
  }

  /** Notes a result; undefined when it is no correct one. */
  private enter(point: Point, evaluation: Evaluation, technique: string): Finding | undefined {
    this.known.push({ point, evaluation, technique });
    const finding = this.findingOf(point, evaluation, technique);
    if (!finding) {
      const { status } = evaluation;
      this.failures.set(status, (this.failures.get(status) ?? 0) + 1);
      return undefined;
    }
    this.findings.set(keyOf(point), finding);
    if (this.best === undefined || this.costOf(finding) < this.costOf(this.best)) this.best = finding;
    return finding;
  }

  private costOf({ value }: Finding): number {
    return this.options.objective.costOf(value);
  }
}
