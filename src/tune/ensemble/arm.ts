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
  /** The key of the point whose result it waits for. */
  #awaited: string | undefined;
  #answer: Answer = NOTHING;
  #duplicates = 0;

  constructor(technique: Technique, context: Context) {
    this.name = technique.name;
    this.#technique = technique;
    this.#context = context;
  }

  /** A point that nobody has measured; `nothing` when this turn brings none; `waits` until a result is heard. */
  next(): Request | 'nothing' | 'waits' {
    if (this.#awaited !== undefined) return 'waits';
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
    if (time === undefined) this.#awaited = keyOf(request.point);
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
    if (key !== this.#awaited) return;
    this.#awaited = undefined;
    this.#answer = answer;
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
    this.#awaited = undefined;
    this.#answer = NOTHING;
    this.#duplicates = 0;
  }
}
