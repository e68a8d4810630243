// One tuning run of `tune`: what is known is read, the model is asked, the tuner runs, the winner is confirmed
// and explained. It can rest while others run. Every trial is in the database before the next one ends.

import { createHash } from 'node:crypto';
import type { ModelOptions } from '../configure/evaluate.ts';
import { requiredLimits } from '../configure/needs.ts';
import { type Instance, identityOf, type Tunable } from '../configure/tunable.ts';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { TuningReport } from '../report/tuning-text.ts';
import { keyOf, type Point, pointOf } from '../space/space.ts';
import { type Confirmation, confirm } from '../tune/confirm.ts';
import type { TrialEvaluator } from '../tune/evaluators/evaluator.ts';
import type { Recorded } from '../tune/evaluators/replay-trials.ts';
import { explain } from '../tune/importance.ts';
import { Journal } from '../tune/journal.ts';
import type { Objective } from '../tune/objective.ts';
import type { Budget, End } from '../tune/progress.ts';
import { beginSession, knownTrials, type Session } from '../tune/session.ts';
import {
  type LogRecord,
  type Subject,
  shortHash,
  subjectKey,
  type TrialRecord,
} from '../tune/trials/records.ts';
import type { SharedTrials } from '../tune/trials/shared.ts';
import type { TrialStore } from '../tune/trials/store.ts';
import { type KnownTrial, Tuner, type TuningProgress, type TuningResult } from '../tune/tuner.ts';
import { printDiagnostics } from './terminal.ts';
import { type ModelSeeds, modelSeeds } from './tune-seeds.ts';
import { rescue, writing } from './tune-store.ts';

export interface RunRequest {
  readonly tunable: Tunable;
  readonly evaluator: TrialEvaluator & { readonly unverified?: readonly string[] };
  readonly model: ModelOptions;
  readonly objective: Objective;
  readonly budget: Budget;
  readonly seed: number;
  readonly techniques?: readonly string[];
  /** Kernels that the model may look at beforehand; 0 to leave it out. */
  readonly modelBudget: number;
  /** Tried first of all. */
  readonly seeds?: readonly Point[];
  readonly store: TrialStore;
  /** What other tuners find meanwhile. */
  readonly shared?: SharedTrials;
  readonly wantsResume: boolean;
  /** Trials of elsewhere that count as if they had been made here. */
  readonly imported?: Recorded;
  /** To be said with what comes of it. */
  readonly notes?: readonly string[];
  readonly isInterrupted: () => boolean;
  readonly onStage: (text: string) => void;
  readonly onProgress: (progress: TuningProgress) => void;
}

export interface RunOutcome {
  readonly report: TuningReport;
  readonly tuner: Tuner;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hash of what an instance runs, without the annotations that only say what may vary. */
const identify = (instance: Instance): string => {
  const source = instance.source.replace(/^\s*\/\/\s*@tune\b.*$/gm, '');
  return hash(identityOf({ ...instance, source }));
};

const now = () => performance.now();
const date = () => `${new Date().toISOString().slice(0, 19)}Z`;

/** From the base to the end of the budget. @throws DiagnosticError, GpuError, ExpressionError */
export async function runTuning(request: RunRequest): Promise<RunOutcome> {
  const run = await TuningRun.open(request);
  await run.goOn(request.budget);
  const { report, tuner } = await run.finish();
  return { report: { ...report, notes: [...report.notes, ...run.rescued()] }, tuner };
}

interface Opening {
  readonly subject: Subject;
  readonly session: Session;
  readonly journal: Journal;
  readonly model: ModelSeeds;
  readonly notes: string[];
}

export class TuningRun {
  private readonly request: RunRequest;
  private readonly session: Session;
  private readonly journal: Journal;
  private readonly model: ModelSeeds;
  private readonly notes: string[];
  private readonly tuner: Tuner;

  private constructor(request: RunRequest, { subject, session, journal, model, notes }: Opening) {
    this.request = request;
    this.session = session;
    this.journal = journal;
    this.model = model;
    this.notes = notes;
    const past = withImported(request, session.past, notes);
    this.tuner = tunerOf(request, { subject, session, journal, model }, past);
  }

  /** Reads what is known, asks the model, tries the base. @throws DiagnosticError, GpuError, ExpressionError */
  static async open(request: RunRequest): Promise<TuningRun> {
    const { store, onStage } = request;
    const notes = [...(request.notes ?? [])];
    const subject = subjectOf(request);
    const elsewhere = (await request.shared?.known(subject)) ?? [];
    writing(store, () => store.takeIn(elsewhere));
    const session = writing(store, () => sessionIn(request, subject, notes));
    const journal = new Journal(store, session.run);
    return await kept(store, journal, session, async () => {
      const model = await seedsOf(request, session, notes);
      onStage('measuring the base configuration');
      const run = new TuningRun(request, { subject, session, journal, model, notes });
      const { value, diagnostics } = await run.tuner.open();
      if (!value) throw new DiagnosticError(diagnostics);
      return run;
    });
  }

  /** What the tuner has so far. */
  get result(): TuningResult {
    return this.tuner.result;
  }

  /** All trials of the run count in the budget. @throws GpuError, ExpressionError */
  async goOn(budget: Budget): Promise<End> {
    return await this.kept(async () => {
      await this.request.evaluator.resume?.();
      return await this.tuner.goOn(budget);
    });
  }

  /** Confirms the winner and explains it. @throws GpuError, ExpressionError */
  async finish(): Promise<RunOutcome> {
    return await this.kept(async () => {
      const { request, tuner, journal, model, notes } = this;
      const { tunable, evaluator, objective, onStage } = request;
      await evaluator.resume?.();
      const { result } = tuner;
      const { confirmation, importances } = await confirmed(tuner, result, onStage);
      journal.finish(result.seconds, isOver(result) ? 'finished' : 'stopped');
      await request.shared?.settle();
      for (const each of evaluator.unverified ?? []) notes.push(`not compared: ${each}`);
      const why = confirmation.isCertain ? await reasons(request, confirmation) : undefined;
      const report: TuningReport = {
        name: tunable.launch.name,
        device: evaluator.device,
        isModel: evaluator.kind === 'model',
        space: tunable.space,
        points: tunable.points.count,
        objective,
        result,
        confirmation,
        importances,
        why,
        modelEvaluations: model.evaluations,
        requiredLimits: limitsOfWinner(request, confirmation),
        notes,
      };
      return { report, tuner };
    });
  }

  /** Puts trials elsewhere that the database did not take, and says where. */
  rescued(): string[] {
    return rescue(this.request.store, this.journal, this.session.run);
  }

  private async kept<T>(work: () => Promise<T>): Promise<T> {
    const { request, journal, session, tuner } = this;
    return await kept(request.store, journal, session, work, () => tuner.seconds);
  }
}

/** What was found is not lost where the work comes to nothing. */
async function kept<T>(
  store: TrialStore,
  journal: Journal,
  session: Session,
  work: () => Promise<T>,
  secondsOf: () => number = () => session.secondsBefore,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    journal.finish(secondsOf(), 'stopped');
    const lost = rescue(store, journal, session.run);
    if (lost.length > 0) printDiagnostics(lost.map((message) => warning('tune/unwritten', message)));
    throw error;
  }
}

function tunerOf(
  request: RunRequest,
  { subject, session, model, journal }: Omit<Opening, 'notes'>,
  past: readonly KnownTrial[],
): Tuner {
  const { shared } = request;
  const { tunable, evaluator, budget, objective, techniques, isInterrupted, onProgress } = request;
  return new Tuner(tunable, evaluator, {
    seed: session.seed,
    budget,
    objective,
    ...(techniques ? { techniques } : {}),
    seeds: [...(request.seeds ?? []), ...model.seeds],
    ...(model.proposals.length > 0 ? { modelProposals: model.proposals } : {}),
    past,
    secondsBefore: session.secondsBefore,
    journal,
    identify,
    now,
    date,
    isInterrupted,
    ...(shared ? { news: () => newsOf(request, shared, subject) } : {}),
    onProgress,
  });
}

function newsOf({ tunable, store }: RunRequest, shared: SharedTrials, subject: Subject): KnownTrial[] {
  const records = shared.news(subject);
  if (records.length === 0) return [];
  writing(store, () => store.takeIn(records));
  const isTrial = (record: object): record is TrialRecord => 'trial' in record;
  const { space, base } = tunable;
  return knownTrials(records.filter(isTrial), { space, base, identify: identities(tunable) });
}

/** The winner, measured again, and what each of its changes is worth where that can be known. */
async function confirmed(tuner: Tuner, result: TuningResult, onStage: RunRequest['onStage']) {
  onStage('measuring the best few again');
  const confirmation = await confirm(tuner, result);
  onStage('finding out which changes matter');
  return confirmation.isCertain ? await explain(tuner, confirmation) : { confirmation, importances: [] };
}

function isOver({ end }: TuningResult): boolean {
  return end !== 'interrupted' && end !== 'store';
}

/** Hash of what a point runs today. */
function identities(tunable: Pick<Tunable, 'instantiate'>): (point: Point) => string | undefined {
  return (point) => {
    const instance = tunable.instantiate(point).value;
    return instance && identify(instance);
  };
}

/** What the trials of a run are of. */
function subjectOf({
  tunable,
  evaluator,
}: {
  readonly tunable: Tunable;
  readonly evaluator: Pick<TrialEvaluator, 'kind' | 'device' | 'driver'>;
}): Subject {
  const { base, launch, shaders } = tunable;
  const texts = shaders.map(({ text }) => text.replace(/^\s*\/\/\s*@tune\b.*$/gm, ''));
  return {
    identity: hash(JSON.stringify([identities(tunable)(base), texts])),
    name: launch.name,
    launch: launch.file,
    evaluator: evaluator.kind,
    device: evaluator.device,
    driver: evaluator.driver,
  };
}

/** @throws UnwritableError */
function sessionIn(request: RunRequest, subject: Subject, notes: string[]): Session {
  const { tunable, objective, seed, store, wantsResume } = request;
  const { space, base } = tunable;
  const session = beginSession(store, subject, {
    space,
    base,
    objective: `${objective.goal} ${objective.text}`,
    seed,
    wantsResume,
    date: date(),
    identify: identities(tunable),
  });
  if (wantsResume && !session.isResumed) notes.push('there was no run to resume; this one is new');
  return session;
}

/** What was measured here counts before what comes from elsewhere. */
function withImported(
  { tunable: { space, points }, imported }: RunRequest,
  past: readonly KnownTrial[],
  notes: string[],
): readonly KnownTrial[] {
  if (!imported) return past;
  const known = new Set(past.map(({ point }) => keyOf(point)));
  const found: KnownTrial[] = [];
  for (const { configuration, evaluation } of imported.trials) {
    const point = pointOf(space, configuration);
    if (point === undefined || points.indexOf(point) === -1 || known.has(keyOf(point))) continue;
    known.add(keyOf(point));
    found.push({ point, evaluation });
  }
  const all = imported.trials.length;
  const device = imported.device === '' ? '' : `, measured on ${imported.device}`;
  notes.push(`${found.length} of ${all} imported trials are of this space and new${device}`);
  return [...found, ...past];
}

async function seedsOf(request: RunRequest, session: Session, notes: string[]): Promise<ModelSeeds> {
  const { tunable, model, modelBudget, evaluator, onStage } = request;
  // With the model's own times, the ensemble would only be told what it is going to find.
  if (modelBudget === 0 || evaluator.kind === 'model') return { seeds: [], proposals: [], evaluations: 0 };
  const found = await modelSeeds(tunable, model, {
    seed: session.seed,
    budget: modelBudget,
    isInterrupted: request.isInterrupted,
    onProgress: (evaluations) => onStage(`the model has looked at ${evaluations} of ${modelBudget}`),
  });
  if (found.problem !== undefined) notes.push(`the model has no opinion: ${found.problem}`);
  return found;
}

/** The winner's predicted time beside the base's, part by part. */
async function reasons(
  { tunable, model }: RunRequest,
  { base, winner }: Confirmation,
): Promise<TuningReport['why']> {
  const { evaluateModel } = await import('../configure/evaluate.ts');
  const { compare } = await import('../analyze/compare.ts');
  const predict = (point: Point) => {
    const instance = tunable.instantiate(point).value;
    return instance && evaluateModel(instance, model).value?.prediction;
  };
  const [best, other] = [predict(winner.point), predict(base.point)];
  return best && other ? { timeNs: best.timeNs, against: compare(best, other) } : undefined;
}

function limitsOfWinner({ tunable }: RunRequest, { winner }: Confirmation): TuningReport['requiredLimits'] {
  const instance = tunable.instantiate(winner.point).value;
  return instance ? requiredLimits(instance) : {};
}

function warning(code: string, message: string): Diagnostic {
  return { severity: 'warning', code, message };
}

/** Measured configurations as a run of their own, which was over before; those of another space are left out. */
export function recordedRun(tunable: Tunable, { device, driver, trials }: Recorded): LogRecord[] {
  const subject = subjectOf({ tunable, evaluator: { kind: 'hardware', device, driver } });
  const key = subjectKey(subject);
  const { space, points } = tunable;
  const identityAt = identities(tunable);
  // The same, however often it is brought in.
  const run = `recorded-${shortHash([key, trials])}`;
  const measured = date();
  const about = {
    record: 'run',
    run,
    subject: key,
    of: subject,
    seed: 0,
    objective: 'minimize time',
  } as const;
  const found = trials.flatMap(({ configuration, evaluation }): TrialRecord[] => {
    const point = pointOf(space, configuration);
    if (point === undefined || points.indexOf(point) === -1) return [];
    const trial = `recorded-${shortHash([run, point])}`;
    const purpose = keyOf(point) === keyOf(tunable.base) ? 'base' : 'search';
    const facts = { configuration, identity: identityAt(point) ?? '', technique: 'recorded', evaluation };
    return [{ record: 'trial', trial, run, subject: key, purpose, ...facts, seconds: 0, measured }];
  });
  return [{ ...about, space: null, started: measured }, ...found];
}
