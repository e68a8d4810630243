// One technique at work in an ensemble: its generator, what it waits for, and when it is begun anew.

import { keyOf, type Point } from '../../space/space.ts';
import type { Answer, Context, Proposals, Request, Technique } from '../techniques/technique.ts';

/** Proposals in a row that were measured already before the technique is taken to be stuck. */
const MAXIMUM_DUPLICATES = 20;
const NOTHING: Answer = { time: Number.POSITIVE_INFINITY, isBest: false };

export class Arm {
  readonly name: string;
  idleTurns = 0;
  readonly #technique: Technique;
  readonly #context: Context;
  #proposals: Proposals | undefined;
  /** The keys of its points that are being measured; more than one only of a technique that asks ahead. */
  readonly #awaited = new Set<string>();
  #answer: Answer = NOTHING;
  #duplicates = 0;

  constructor(technique: Technique, context: Context) {
    this.name = technique.name;
    this.#technique = technique;
    this.#context = context;
  }

  /** Its points that are being measured. */
  get underWay(): number {
    return this.#awaited.size;
  }

  /** A point that nobody has measured; `nothing` when this turn brings none; `waits` until a result is heard. */
  next(): Request | 'nothing' | 'waits' {
    if (this.#awaited.size > 0 && this.#technique.asksAhead !== true) return 'waits';
    const request = this.#resume();
    if (request === 'nothing') {
      this.idleTurns += 1;
      return request;
    }
    const { history } = this.#context;
    const known = history.find(request.point);
    const isTaken = known !== undefined || history.isTaken(request.point);
    const guess = isTaken ? undefined : this.#hopelessTime(request.point);
    const time = known?.time ?? guess;
    if (time === undefined) this.#awaited.add(keyOf(request.point));
    else this.#answer = { time, isBest: false };
    if (!isTaken && guess === undefined) {
      this.#duplicates = 0;
      return request;
    }
    this.idleTurns += 1;
    if (++this.#duplicates >= MAXIMUM_DUPLICATES) this.#restart();
    return 'nothing';
  }

  /** Takes note of a result if it waits for it. */
  hear(key: string, answer: Answer): void {
    if (this.#awaited.delete(key)) this.#answer = answer;
  }

  #hopelessTime(point: Point): number | undefined {
    const { isScreening, learner } = this.#context;
    const isScreened = isScreening && this.#technique.isLearned !== true && learner.isReady;
    return isScreened ? learner.hopelessTime(point) : undefined;
  }

  #resume(): Request | 'nothing' {
    if (this.#proposals === undefined) this.#proposals = this.#technique.propose(this.#context);
    const { value, done } = this.#proposals.next(this.#answer);
    this.#answer = NOTHING;
    if (done !== true) return value as Request | 'nothing';
    this.#restart();
    return 'nothing';
  }

  #restart(): void {
    this.#proposals = undefined;
    this.#awaited.clear();
    this.#answer = NOTHING;
    this.#duplicates = 0;
  }
}
