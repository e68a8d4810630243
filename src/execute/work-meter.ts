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
  /** Of all that were executed. */
  readonly #instructions = new Mean();
  readonly #sectors = new Mean();
  /** Of the sample. */
  #sampled = 0;
  #sampledInstructions = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** A workgroup that stands for no others still shows whether they differ. */
  note({ instructions, sectors }: Work): void {
    this.#instructions.add(instructions);
    this.#sectors.add(sectors);
  }

  /** Whether no further workgroup needs to be executed after this one. */
  isEnough(work: Work): boolean {
    this.note(work);
    this.#sampled++;
    this.#sampledInstructions += work.instructions;
    const {
      enough = Infinity,
      maximumWarpInstructions,
      maximumWhenUneven = maximumWarpInstructions,
    } = this.#budget;
    const { count, mean } = this.#instructions;
    const error = Math.max(this.#instructions.relativeError, this.#sectors.relativeError);
    // Where not even so many can be executed, two or three would say little of how they differ.
    const isEnoughToJudge = count >= FEWEST_ALIKE || FEWEST_ALIKE * mean > maximumWhenUneven;
    const isSure = isEnoughToJudge && error < SURE;
    if (isSure && this.#sampled >= enough) return true;
    return this.#sampledInstructions >= (isSure ? maximumWarpInstructions : maximumWhenUneven);
  }
}

class Mean {
  count = 0;
  #sum = 0;
  #squares = 0;

  add(value: number): void {
    this.count++;
    this.#sum += value;
    this.#squares += value * value;
  }

  get mean(): number {
    return this.#sum / this.count;
  }

  /** Standard error of the mean over the mean. */
  get relativeError(): number {
    const { mean } = this;
    const variance = Math.max(0, this.#squares / this.count - mean * mean);
    return mean === 0 ? 0 : Math.sqrt(variance / this.count) / mean;
  }
}
