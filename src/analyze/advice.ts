// Next steps, each tried in the model first: the traces, the launch or the source are changed as the step would
// change them, the emulator times the result, and what gains too little is not mentioned.

import type { TimingInput } from '../emulate/device.ts';
import { budgetOf } from './clock.ts';
import type { Advice } from './diagnosis.ts';
import { chargeTracing, spent, tracingCost } from './effort.ts';
import {
  coalescing,
  coarsening,
  conflicts,
  overlap,
  privateCounters,
  reuse,
} from './experiments/better-access.ts';
import type { Experiment } from './experiments/experiment.ts';
import { division, guards, loopTests } from './experiments/less-code.ts';
import { fewerStarts, largerDispatch, occupancySteps } from './experiments/occupancy-steps.ts';
import { otherSources } from './experiments/other-source.ts';
import { vectorLoads } from './experiments/wider-accesses.ts';
import type { Findings } from './findings.ts';

/** Speed-ups below this are within the model's noise. */
const WORTH_MENTIONING = 1.02;
const MOST_ADVICE = 8;
/** Of the time; what promises less is not tried. */
const WORTH_TRYING = 0.04;
const MOST_TRIED = 8;
/** And this many even of a kernel that has cost its share already, but not one that has cost a tenth more. */
const LEAST_TRIED = 5;
const MOST_EFFORT = 1.1;

/** A whole other launch to try, such as one with another workgroup size. */
export interface Alternative {
  /** Compiles and executes it; undefined when it cannot be or does other work. */
  readonly timing: () => TimingInput | undefined;
  readonly describe: (timing: TimingInput) => Pick<Advice, 'title' | 'why' | 'experiment'>;
}

export function adviceFrom(findings: Findings, alternatives: readonly Alternative[]): Advice[] {
  const { noise } = findings.clock;
  const tried = experiments(findings)
    .filter(({ promise }) => promise >= WORTH_TRYING)
    .sort((a, b) => b.promise - a.promise)
    .slice(0, MOST_TRIED);
  const all = [...alternatives.flatMap(predicted(findings)), ...tried.flatMap(emulated(findings))];
  const isWorthIt = ({ expectedSpeedup }: Advice) => expectedSpeedup >= WORTH_MENTIONING + 2 * noise;
  const byGain = (a: Advice, b: Advice) => b.expectedSpeedup - a.expectedSpeedup;
  const sorted = all.filter(isWorthIt).sort(byGain);
  // The kernel's own steps come first: whether there is more to do in a dispatch is not in the kernel's hands.
  const isOutside = ({ workFactor }: Advice) => workFactor !== undefined;
  return [...sorted.filter((each) => !isOutside(each)), ...sorted.filter(isOutside)].slice(0, MOST_ADVICE);
}

function predicted(findings: Findings) {
  const { clock, estimate } = findings;
  return ({ timing, describe }: Alternative): Advice[] => {
    const changed = hasEffort(findings, true, 1) ? timing() : undefined;
    if (!changed) return [];
    chargeTracing(clock.effort, changed);
    const expectedSpeedup = clock.timeNs / clock.timeOf(changed, budgetOf(changed));
    return [{ ...describe(changed), expectedSpeedup, timeNs: estimate.timeNs / expectedSpeedup }];
  };
}

function emulated(findings: Findings) {
  const { clock, estimate } = findings;
  return (experiment: Experiment, index: number): Advice[] => {
    const { timing, isCompiled = false, work = 1, promise: _, ...advice } = experiment;
    const most = index < LEAST_TRIED ? MOST_EFFORT : 1;
    const changed = hasEffort(findings, isCompiled, most) ? timing() : undefined;
    if (!changed) return [];
    const expectedSpeedup = (clock.timeNs * work) / clock.timeOf(changed);
    const workFactor = work === 1 ? {} : { workFactor: work };
    return [{ ...advice, expectedSpeedup, timeNs: estimate.timeNs / expectedSpeedup, ...workFactor }];
  };
}

/** Whether a step may be tried: one that compiles must fit in what is left. */
function hasEffort({ clock: { effort }, timing }: Findings, isCompiled: boolean, most: number): boolean {
  const own = isCompiled ? tracingCost(timing) / effort.limit : 0;
  return spent(effort) + own < most;
}

function experiments(findings: Findings): Experiment[] {
  return [
    ...coalescing(findings),
    ...conflicts(findings),
    ...guards(findings),
    ...loopTests(findings),
    ...division(findings),
    ...occupancySteps(findings),
    ...reuse(findings),
    ...overlap(findings),
    ...coarsening(findings),
    ...privateCounters(findings),
    ...fewerStarts(findings),
    ...vectorLoads(findings),
    ...otherSources(findings),
    ...largerDispatch(findings),
  ];
}
