// What is looked at before anything is chosen: inputs drawn from the space, the best configuration of each on each
// device, further inputs between neighbours that disagree, and then every candidate at every input.

import type { Random } from '../space/random.ts';
import type { Configuration } from '../space/space.ts';
import { distance, type Input, type InputSpace } from './input-space.ts';
import { between, disagreements, latinHypercube } from './sample-inputs.ts';

/** A device, by the model or by itself. */
export interface Surveyor {
  /**
   * The best configuration at an input, or why there is none.
   * @param seeds what is good at neighbouring inputs, to begin with
   */
  search(
    input: Input,
    seeds: readonly Configuration[],
  ): Promise<Configuration | { readonly refusal: string }>;
  /** Times in ns, in the order of the configurations; undefined for one that cannot be run at this input. */
  times(input: Input, configurations: readonly Configuration[]): Promise<readonly (number | undefined)[]>;
}

export interface SurveyOptions {
  /** Inputs that are looked at. */
  readonly count: number;
  readonly random: Random;
  /** Asked before each input; the first one is always looked at. */
  readonly isTimeUp: () => boolean;
  readonly onProgress: (text: string) => void;
}

export interface Survey {
  /** In the order in which they were looked at. */
  readonly inputs: readonly Input[];
  /** Inputs for which the launch or a device has no kernel. */
  readonly refused: readonly { readonly input: Input; readonly reason: string }[];
  /** Inputs that were drawn, but came too late. */
  readonly late: number;
  /** The kernel as it is, then what is best somewhere. */
  readonly candidates: readonly Configuration[];
  /** By input, then by device, then by candidate, in ns. */
  readonly timesNs: readonly (readonly (readonly (number | undefined)[])[])[];
}

/** Part of the inputs that is drawn at first; the others come where these disagree. */
const FIRST = 2 / 3;
/** Below this a disagreement is not worth a further input: the logarithm of the ratio of times. */
const WORTH_AN_INPUT = 0.01;
/** Neighbours whose best configurations an input begins with. */
const SEEDING = 2;

/** @param asItIs the kernel's own configuration */
export async function survey(
  space: InputSpace,
  surveyors: readonly Surveyor[],
  asItIs: Configuration,
  options: SurveyOptions,
): Promise<Survey> {
  const run = new SurveyRun(space, surveyors, asItIs, options);
  const first = latinHypercube(space, Math.max(1, Math.ceil(options.count * FIRST)), options.random);
  for (const input of first) await run.look(input);
  while (run.count < options.count && !run.isOver) {
    const next = await run.nextBetween();
    if (next === undefined) break;
    await run.look(next);
  }
  // No neighbours disagree any more, or there is nothing between them.
  if (run.count < options.count && !run.isOver)
    for (const input of latinHypercube(space, options.count, options.random)) await run.look(input);
  return await run.finish();
}

class SurveyRun {
  private readonly inputs: Input[] = [];
  private readonly refused: { input: Input; reason: string }[] = [];
  /** By input, then by device. */
  private readonly bests: Configuration[][] = [];
  private readonly seen = new Set<string>();
  private readonly known = new Map<string, number | undefined>();
  private late = 0;
  private readonly space: InputSpace;
  private readonly surveyors: readonly Surveyor[];
  private readonly asItIs: Configuration;
  private readonly options: SurveyOptions;

  constructor(
    space: InputSpace,
    surveyors: readonly Surveyor[],
    asItIs: Configuration,
    options: SurveyOptions,
  ) {
    this.space = space;
    this.surveyors = surveyors;
    this.asItIs = asItIs;
    this.options = options;
  }

  get count(): number {
    return this.inputs.length;
  }

  get isOver(): boolean {
    return this.inputs.length > 0 && this.options.isTimeUp();
  }

  /** Searches for the best at an input, unless it was looked at or there are enough. */
  async look(input: Input): Promise<void> {
    const { count, onProgress } = this.options;
    if (this.seen.has(input.join()) || this.inputs.length >= count) return;
    this.seen.add(input.join());
    if (this.isOver) {
      this.late++;
      return;
    }
    const found: Configuration[] = [];
    for (const [device, surveyor] of this.surveyors.entries()) {
      const named = this.space.map(({ name }, at) => `${name} ${input[at]}`).join(', ');
      onProgress(`input ${this.inputs.length + 1} of ${count}: ${named}`);
      const best = await surveyor.search(input, this.seedsOf(input, device));
      if ('refusal' in best && typeof best.refusal === 'string') {
        this.refused.push({ input, reason: best.refusal });
        return;
      }
      found.push(best as Configuration);
    }
    this.inputs.push(input);
    this.bests.push(found);
  }

  private seedsOf(input: Input, device: number): Configuration[] {
    const byDistance = [...this.inputs.keys()].sort(
      (a, b) => distance(this.space, this.inputs[a], input) - distance(this.space, this.inputs[b], input),
    );
    return byDistance.slice(0, SEEDING).map((at) => this.bests[at][device]);
  }

  /** An input between the two neighbours that lose most with each other's best. */
  async nextBetween(): Promise<Input | undefined> {
    const { space, inputs, bests, surveyors } = this;
    const losses = new Map<string, number>();
    for (const [device] of surveyors.entries()) {
      for (const a of inputs.keys()) {
        const others = [...inputs.keys()].map((b) => bests[b][device]);
        const times = await this.timesOf(a, device, others);
        const own = times[a];
        for (const [b, time] of times.entries()) {
          const loss = own === undefined || time === undefined ? 1 : Math.max(0, Math.log(time / own));
          const key = `${a},${b}`;
          losses.set(key, (losses.get(key) ?? 0) + loss / surveyors.length);
        }
      }
    }
    const pairs = disagreements(space, inputs, (a, b) => losses.get(`${a},${b}`)!);
    for (const { a, b, loss } of pairs) {
      if (loss < WORTH_AN_INPUT) break;
      const middle = between(space, inputs[a], inputs[b]);
      if (middle && !this.seen.has(middle.join())) return middle;
    }
    return undefined;
  }

  /** At an input that was looked at; each is asked for once. */
  private async timesOf(
    at: number,
    device: number,
    configurations: readonly Configuration[],
  ): Promise<(number | undefined)[]> {
    const keys = configurations.map((each) => `${at};${device};${keyOf(each)}`);
    const open = new Map(
      keys.flatMap((key, i) => (this.known.has(key) ? [] : [[key, configurations[i]] as const])),
    );
    if (open.size > 0) {
      const times = await this.surveyors[device].times(this.inputs[at], [...open.values()]);
      for (const [i, key] of [...open.keys()].entries()) this.known.set(key, times[i]);
    }
    return keys.map((key) => this.known.get(key));
  }

  async finish(): Promise<Survey> {
    const { inputs, refused, late, surveyors, options } = this;
    const distinct = new Map([[keyOf(this.asItIs), this.asItIs]]);
    for (const best of this.bests.flat()) distinct.set(keyOf(best), best);
    const candidates = [...distinct.values()];
    const timesNs: (number | undefined)[][][] = [];
    for (const at of inputs.keys()) {
      options.onProgress(`${candidates.length} candidates at input ${at + 1} of ${inputs.length}`);
      const ofInput: (number | undefined)[][] = [];
      for (const device of surveyors.keys()) ofInput.push(await this.timesOf(at, device, candidates));
      timesNs.push(ofInput);
    }
    return { inputs, refused, late, candidates, timesNs };
  }
}

/** The same for equal configurations. */
export function keyOf(configuration: Configuration): string {
  return JSON.stringify(Object.entries(configuration).sort(([a], [b]) => (a < b ? -1 : 1)));
}
