// The tuner's brain as ask and tell: `ask` names the next configuration to measure, `tell` takes its result. An
// AUC bandit shares the trials out among techniques. It owns no clock, files or hardware: with the same options
// and the same results it asks for the same points. Several points may be asked for before the first is told.

import { Random } from '../../space/random.ts';
import { keyOf, type Point } from '../../space/space.ts';
import { guided } from '../techniques/guided.ts';
import { DEFAULT_TECHNIQUES, techniqueNamed } from '../techniques/index.ts';
import { FIRST_TRIALS, Learner, type PredictedTime } from '../techniques/learner.ts';
import type { Technique, ValidPoints } from '../techniques/technique.ts';
import { Arm } from './arm.ts';
import { AucBandit } from './bandit.ts';
import { History, type Trial, type TrialResult } from './history.ts';

export type { Trial, TrialResult, TrialStatus } from './history.ts';

export interface Proposal {
  readonly point: Point;
  readonly technique: string;
  /** Slower than this, the technique that asked has no use for the time; absent when it did not say. */
  readonly timeLimit?: number;
}

/** A result of an earlier run, or of this one before it was stopped. */
export interface PastTrial {
  readonly point: Point;
  /** Who proposed it, when this run is being resumed; absent for what another run measured. */
  readonly technique?: string;
  readonly result: TrialResult;
}

export interface EnsembleOptions {
  readonly points: ValidPoints;
  readonly seed: number;
  /** Names out of `TECHNIQUES`, or techniques; `DEFAULT_TECHNIQUES` when absent. */
  readonly techniques?: readonly (string | Technique)[];
  /**
   * Whether techniques have their ideas ranked by what the run has learnt so far. When absent, the default
   * ensemble does and chosen techniques do not, so that each can be seen as it is.
   */
  readonly isScreening?: boolean;
  /** Asked for first, in this order, whatever the bandit thinks. */
  readonly seeds?: Iterable<Point>;
  /** One more arm, `model`: points from the most to the least promising, read as far as they are needed. */
  readonly modelProposals?: Iterable<Point>;
  /** What a model expects of points, as far as it was asked: one more thing to learn from. */
  readonly predictedTime?: PredictedTime;
  /** In the order in which they were measured. */
  readonly past?: readonly PastTrial[];
}

export interface TechniqueReport {
  readonly technique: string;
  /** Trials it proposed. */
  readonly trials: number;
  /** Turns that brought no trial: points already measured, or no idea. */
  readonly idleTurns: number;
  /** Trials that were the best so far. */
  readonly bests: number;
  /** Its worth to the bandit now, without the bonus for little use. */
  readonly auc: number;
}

/** Rounds over all arms without a new point before one is drawn at random. */
const MAXIMUM_IDLE_ROUNDS = 10;
const SEED = 'seed';
const MODEL = 'model';
const RANDOM = 'random';

interface Count {
  trials: number;
  bests: number;
}

export class Ensemble {
  readonly history = new History();
  readonly #points: ValidPoints;
  readonly #arms: readonly Arm[];
  readonly #bandit: AucBandit;
  readonly #random: Random;
  readonly #seeds: Iterator<Point>;
  /** What the model proposes, as far as it was not read. */
  readonly #favourites: Iterator<Point> | undefined;
  readonly #firstTrials: number;
  readonly #counts = new Map<string, Count>();

  constructor(options: EnsembleOptions) {
    const past = options.past ?? [];
    // A resumed run must not draw again what it drew before.
    this.#random = new Random(options.seed).fork(`after ${past.length}`);
    this.#points = options.points;
    this.#seeds = (options.seeds ?? [])[Symbol.iterator]();
    const techniques = (options.techniques ?? DEFAULT_TECHNIQUES).map((each) =>
      typeof each === 'string' ? techniqueNamed(each) : each,
    );
    const favourites = options.modelProposals?.[Symbol.iterator]();
    this.#favourites = favourites;
    // One iterator for the beginning and for the arm, which goes on where the beginning ended.
    if (favourites !== undefined) techniques.push(guided(MODEL, { [Symbol.iterator]: () => favourites }));
    const shared = {
      points: options.points,
      history: this.history,
      learner: new Learner(
        options.points.space,
        this.history,
        this.#random.fork('learner'),
        options.predictedTime,
      ),
      isScreening: options.isScreening ?? options.techniques === undefined,
    };
    this.#arms = techniques.map(
      (technique) => new Arm(technique, { ...shared, random: this.#random.fork(technique.name) }),
    );
    this.#firstTrials = shared.isScreening || favourites !== undefined ? FIRST_TRIALS : 0;
    this.#bandit = new AucBandit(techniques.length, this.#random.fork('bandit'));
    for (const { point, technique, result } of past) this.#enter(point, technique, result);
  }

  get best(): Trial | undefined {
    return this.history.best;
  }

  /** The next point to measure; each point of the space at most once. */
  ask(): Proposal | 'exhausted' {
    if (this.history.takenCount >= this.#points.count) return 'exhausted';
    const proposal = this.#nextSeed() ?? this.#firstLook() ?? this.#fromArms() ?? this.#anything();
    this.history.reserve(proposal.point);
    return proposal;
  }

  /** The result of a point that was asked for; true when it is the best so far. */
  tell(proposal: Proposal, result: TrialResult): boolean {
    return this.#enter(proposal.point, proposal.technique, result);
  }

  /** The result of a point that another run has measured. */
  learn(point: Point, result: TrialResult): void {
    this.#enter(point, undefined, result);
  }

  report(): TechniqueReport[] {
    const reportOf = (technique: string, idleTurns: number, auc: number): TechniqueReport => ({
      technique,
      trials: this.#counts.get(technique)?.trials ?? 0,
      idleTurns,
      bests: this.#counts.get(technique)?.bests ?? 0,
      auc,
    });
    const arms = this.#arms.map(({ name, idleTurns }, arm) =>
      reportOf(name, idleTurns, this.#bandit.auc(arm)),
    );
    const named = new Set(this.#arms.map(({ name }) => name));
    const others = [...this.#counts.keys()].filter((name) => !named.has(name));
    return [...arms, ...others.map((name) => reportOf(name, 0, 0))];
  }

  #enter(point: Point, technique: string | undefined, result: TrialResult): boolean {
    if (this.history.find(point) !== undefined) return false;
    const time = result.status === 'ok' ? result.time : Number.POSITIVE_INFINITY;
    const isBest = this.history.add({ point, time, technique });
    for (const arm of this.#arms) arm.hear(keyOf(point), { time, isBest });
    if (technique === undefined) return isBest;
    const arm = this.#arms.findIndex(({ name }) => name === technique);
    if (arm !== -1) this.#bandit.push(arm, isBest);
    const count = this.#counts.get(technique) ?? { trials: 0, bests: 0 };
    this.#counts.set(technique, { trials: count.trials + 1, bests: count.bests + (isBest ? 1 : 0) });
    return isBest;
  }

  #nextSeed(): Proposal | undefined {
    const point = this.#nextFree(this.#seeds);
    return point === undefined ? undefined : { point, technique: SEED };
  }

  /** The next point that is valid and not taken. */
  #nextFree(points: Iterator<Point>): Point | undefined {
    for (let next = points.next(); next.done !== true; next = points.next()) {
      if (this.#points.indexOf(next.value) !== -1 && !this.history.isTaken(next.value)) return next.value;
    }
    return undefined;
  }

  /** What a run begins with: the model's favourites, or random points, so as not to learn about one corner only. */
  #firstLook(): Proposal | undefined {
    if (this.history.takenCount >= this.#firstTrials) return undefined;
    if (this.#favourites === undefined) return this.#anything();
    const point = this.#nextFree(this.#favourites);
    return point === undefined ? undefined : { point, technique: MODEL };
  }

  /** The arms from the most promising on; where several trials are under way, those first that have fewer of them. */
  #order(): number[] {
    return this.#bandit.order().sort((a, b) => this.#arms[a].underWay - this.#arms[b].underWay);
  }

  /** Walks the arms from the most promising on, until one has a point that nobody measured. */
  #fromArms(): Proposal | undefined {
    for (let round = 0; round < MAXIMUM_IDLE_ROUNDS; round++) {
      for (const index of this.#order()) {
        const arm = this.#arms[index];
        const request = arm.next();
        if (request === 'waits') continue;
        if (request !== 'nothing') return { ...request, technique: arm.name };
        this.#bandit.push(index, false);
      }
    }
    return undefined;
  }

  /** A point that nobody measured, at random. */
  #anything(): Proposal {
    const { count } = this.#points;
    for (let attempt = 0; attempt < 100; attempt++) {
      const point = this.#points.sample(this.#random);
      if (!this.history.isTaken(point)) return { point, technique: RANDOM };
    }
    // Nearly all are measured: the first free one after a random place.
    const start = this.#random.integer(count);
    for (let step = 0; step < count; step++) {
      const point = this.#points.at((start + step) % count);
      if (!this.history.isTaken(point)) return { point, technique: RANDOM };
    }
    throw new Error('kernelcast bug: no point is left, but not all are taken');
  }
}
