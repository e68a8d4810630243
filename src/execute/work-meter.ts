// Decides when a sample of workgroups says enough: the mean of what they execute and move is known well, or the
// budget is used up.

import type { SampleOptions } from './run-options.ts';

/** What one workgroup of the sample did. */
export interface Work {
  /** Machine instructions of its warps that were executed. */
  readonly instructions: number;
  /** Sectors that its accesses touched. */
  readonly sectors: number;
}

/** Means known to this, as standard errors over the mean, are known well. */
const SURE = 0.0075;
/** Fewer than this may be alike by chance: two of a triangle's rows, or all inside of a border. */
const FEWEST_ALIKE = 8;

type Budget = Pick<SampleOptions, 'enough' | 'maximumWarpInstructions' | 'maximumWhenUneven'>;

export class WorkMeter {
  readonly #budget: Budget;
  readonly #sample = new MeanWork();
  /** Of all that were executed. */
  readonly #all = new MeanWork();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** A workgroup that stands for no others still shows whether they differ. */
  note(work: Work): void {
    this.#all.add(work);
  }

  /** Whether no further workgroup needs to be executed after this one. */
  isEnough(work: Work): boolean {
    this.note(work);
    this.#sample.add(work);
    const {
      enough = Infinity,
      maximumWarpInstructions,
      maximumWhenUneven = maximumWarpInstructions,
    } = this.#budget;
    const { count, sum } = this.#sample.instructions;
    const error = Math.max(this.#sample.relativeError, this.#all.relativeError);
    // Where not even so many can be executed, two or three would say little of how they differ.
    const isEnoughToJudge = count >= FEWEST_ALIKE || (FEWEST_ALIKE * sum) / count > maximumWhenUneven;
    const isSure = isEnoughToJudge && error < SURE;
    if (isSure && count >= enough) return true;
    return sum >= (isSure ? maximumWarpInstructions : maximumWhenUneven);
  }
}

class MeanWork {
  readonly instructions = new Mean();
  readonly #sectors = new Mean();

  add({ instructions, sectors }: Work): void {
    this.instructions.add(instructions);
    this.#sectors.add(sectors);
  }

  get relativeError(): number {
    return Math.max(this.instructions.relativeError, this.#sectors.relativeError);
  }
}

class Mean {
  count = 0;
  sum = 0;
  #squares = 0;

  add(value: number): void {
    this.count++;
    this.sum += value;
    this.#squares += value * value;
  }

  /** Standard error of the mean over the mean. */
  get relativeError(): number {
    const mean = this.sum / this.count;
    const variance = Math.max(0, this.#squares / this.count - mean * mean);
    return mean === 0 ? 0 : Math.sqrt(variance / this.count) / mean;
  }
}
