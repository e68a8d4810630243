// The plan of a calibration: which launches are measured, and which number of a profile each one answers.

import planFile from '../../microbench/plan.json' with { type: 'json' };

/**
 * One question to the hardware. With `vary`, the answer is in the difference between the last and the first
 * value of the parameter, so that everything both have in common cancels; without, in the time itself.
 */
export interface Step {
  readonly id: string;
  /** What is measured, in words. */
  readonly says: string;
  /** The number of the profile that it answers, as a path; without one, model and device are only compared. */
  readonly field?: string;
  /** Launch file in `microbench/`. */
  readonly launch: string;
  readonly entryPoint?: string;
  readonly params?: Readonly<Record<string, number>>;
  readonly vary?: Readonly<Record<string, readonly [number, number]>>;
}

/** In the order of answering: a step may rely on the numbers of those before it. */
export const plan = planFile.steps as unknown as readonly Step[];

/** No param is larger than this on an adapter that runs on the processor: there, only the way counts. */
export const softwareCaps: Readonly<Record<string, number>> = planFile.softwareCaps;

/** The params of the launches that a step measures: one set, or the two whose difference counts. */
export function variantsOf({ params = {}, vary }: Step): readonly Readonly<Record<string, number>>[] {
  if (!vary) return [params];
  return [0, 1].map((end) => ({
    ...params,
    ...Object.fromEntries(Object.entries(vary).map(([name, ends]) => [name, ends[end]])),
  }));
}

/** What the measurement of a variant is called in files. */
export function nameOf(step: Step, variant: number): string {
  return `${step.id}/${variant}`;
}
