// Which technique gets the next trial: the area-under-curve bandit of OpenTuner. Each use of an arm is a bit, 1
// when it found a new best; within a sliding window an arm is worth how much, and how recently, it succeeded,
// plus a bonus for having been tried little (Fialho et al., "Comparison-based adaptive strategy selection with
// bandits in differential evolution", 2010).

import type { Random } from '../../space/random.ts';

export interface BanditOptions {
  /** Uses remembered, of all arms together. */
  readonly window?: number;
  /** Weight of the bonus for arms that were used little. */
  readonly exploration?: number;
}

export class AucBandit {
  readonly #random: Random;
  readonly #exploration: number;
  /** The remembered uses as a ring: arms, and whether each use succeeded. */
  readonly #arms: Int32Array;
  readonly #bits: Uint8Array;
  #start = 0;
  #length = 0;
  /** Per arm, within the window: uses; Σ position of its successes among its own uses, oldest = 1; successes. */
  readonly #uses: Float64Array;
  readonly #sums: Float64Array;
  readonly #successes: Float64Array;

  constructor(armCount: number, random: Random, options: BanditOptions = {}) {
    const window = options.window ?? 500;
    this.#random = random;
    this.#exploration = options.exploration ?? 0.05;
    this.#arms = new Int32Array(window);
    this.#bits = new Uint8Array(window);
    this.#uses = new Float64Array(armCount);
    this.#sums = new Float64Array(armCount);
    this.#successes = new Float64Array(armCount);
  }

  /** Remembers one use of an arm, and forgets the oldest beyond the window. */
  push(arm: number, isSuccess: boolean): void {
    const window = this.#arms.length;
    if (this.#length === window) this.#forgetOldest();
    const place = (this.#start + this.#length++) % window;
    this.#arms[place] = arm;
    this.#bits[place] = isSuccess ? 1 : 0;
    this.#uses[arm] += 1;
    if (isSuccess) {
      this.#sums[arm] += this.#uses[arm];
      this.#successes[arm] += 1;
    }
  }

  #forgetOldest(): void {
    const arm = this.#arms[this.#start];
    this.#uses[arm] -= 1;
    // Every success of the arm moves one place towards the oldest; the oldest itself leaves with its place 1.
    this.#sums[arm] -= this.#successes[arm];
    if (this.#bits[this.#start] === 1) this.#successes[arm] -= 1;
    this.#start = (this.#start + 1) % this.#arms.length;
    this.#length -= 1;
  }

  /** Area under the curve of successes, 0…1; late successes weigh more. */
  auc(arm: number): number {
    const uses = this.#uses[arm];
    return uses === 0 ? 0 : (2 * this.#sums[arm]) / (uses * (uses + 1));
  }

  /** Uses within the window. */
  uses(arm: number): number {
    return this.#uses[arm];
  }

  score(arm: number): number {
    const uses = this.#uses[arm];
    if (uses === 0) return Number.POSITIVE_INFINITY;
    return this.auc(arm) + this.#exploration * Math.sqrt((2 * Math.log2(this.#length)) / uses);
  }

  /** All arms, the most promising first; equals in random order. */
  order(): number[] {
    const scores = Array.from(this.#uses, (_, arm) => this.score(arm));
    const arms = this.#random.shuffle(scores.map((_, arm) => arm));
    // Infinities must not be subtracted: their difference is no number.
    return arms.sort((a, b) => (scores[a] === scores[b] ? 0 : scores[b] - scores[a]));
  }
}
