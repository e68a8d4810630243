// The plan of a calibration: which launches are measured, and which number of a profile each one answers.

import planFile from '../../microbench/plan.json' with { type: 'json' };
import type { Profile } from '../profile/profile.ts';

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
  /** How many workgroups each core gets; else as many as the launch has. */
  readonly workgroupsPerCore?: number;
  /** What is launched instead where a scalar unit would load what all lanes have in common, past L1. */
  readonly byLane?: { readonly entryPoint: string; readonly params: Readonly<Record<string, number>> };
}

/** In the order of answering: a step may rely on the numbers of those before it. */
export const plan = planFile.steps as unknown as readonly Step[];

/**
 * The steps as a device of this kind has to be asked: as many workgroups as it has cores for, chains halved that its
 * compiler would leave rolled, and loads by each lane where a scalar unit would load for all.
 */
export function planFor(
  { compiler, memory, limits }: Pick<Profile, 'compiler' | 'memory' | 'limits'>,
  steps = plan,
): Step[] {
  const known: Readonly<Record<string, number>> = planFile.mostUnrolled;
  const most = Object.hasOwn(known, compiler) ? known[compiler] : Infinity;
  const hasScalarUnit = memory.scalarCacheBytes !== undefined;
  return steps.map((step) => {
    const spread = onCores(step, limits.smCount.value);
    return shortened(hasScalarUnit ? byLane(spread) : spread, most);
  });
}

function onCores(step: Step, cores: number): Step {
  const { params, workgroupsPerCore } = step;
  return workgroupsPerCore === undefined
    ? step
    : { ...step, params: { ...params, GROUPS: workgroupsPerCore * cores } };
}

function byLane(step: Step): Step {
  if (!step.byLane) return step;
  const { entryPoint, params } = step.byLane;
  return { ...step, entryPoint, params: { ...step.params, ...params } };
}

function shortened(step: Step, most: number): Step {
  const { [CHAIN]: ends, ...others } = step.vary ?? {};
  if (ends === undefined || ends[1] <= most) return step;
  const parts = 2 ** Math.ceil(Math.log2(ends[1] / most));
  return { ...step, vary: { ...others, [CHAIN]: [ends[0] / parts, ends[1] / parts] } };
}

/** The param that says how long a chain is. */
const CHAIN = 'COUNT';

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
