// Trials under way. Where times are measured, each result is heard as soon as it is there; where they are computed,
// in the order in which they were asked for and only when no more may be asked for, so that what the tuner knows
// when it asks for the next one does not depend on how many processors there are.

import type { TrialEvaluator } from './evaluators/evaluator.ts';

interface Flight {
  /** Ends when the result has been heard. */
  readonly heard: Promise<void>;
  /** Lets it be heard. */
  readonly land: () => void;
}

export class UnderWay<T> {
  private readonly evaluator: Pick<TrialEvaluator, 'room' | 'ahead'>;
  private readonly flights = new Set<Flight>();
  private failure: unknown;

  constructor(evaluator: Pick<TrialEvaluator, 'room' | 'ahead'>) {
    this.evaluator = evaluator;
  }

  get count(): number {
    return this.flights.size;
  }

  /** No further one may be added before one was heard. */
  get isFull(): boolean {
    const { ahead, room } = this.evaluator;
    if (this.count === 0) return false;
    return ahead === undefined ? room === 0 : this.count >= ahead;
  }

  /** @throws what a trial has thrown */
  async add(trial: Promise<T>, hear: (result: T) => void): Promise<void> {
    const isInOrder = this.evaluator.ahead !== undefined;
    let land = () => {};
    const mayLand = new Promise<void>((resolve) => {
      land = resolve;
    });
    if (!isInOrder) land();
    const heard = Promise.all([trial, mayLand])
      .then(([result]) => hear(result))
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => this.flights.delete(flight));
    const flight: Flight = { heard, land };
    this.flights.add(flight);
    // Results that are there are to be heard before the next one is asked for.
    if (!isInOrder) await Promise.race([heard, new Promise((resolve) => setImmediate(resolve))]);
    await this.stopOnFailure();
  }

  /** Hears one: the first that is there, or the oldest. @throws what a trial has thrown */
  async hear(): Promise<void> {
    if (this.evaluator.ahead === undefined) {
      await Promise.race([...this.flights].map(({ heard }) => heard));
    } else {
      const [oldest] = this.flights;
      oldest?.land();
      await oldest?.heard;
    }
    await this.stopOnFailure();
  }

  /** Hears all. @throws what a trial has thrown */
  async end(): Promise<void> {
    for (const { land, heard } of [...this.flights]) {
      land();
      await heard;
    }
    if (this.failure !== undefined) throw this.failure;
  }

  /** Results of the others are still worth having. */
  private async stopOnFailure(): Promise<void> {
    if (this.failure !== undefined) await this.end();
  }
}
