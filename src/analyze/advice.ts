// Next steps, each tried in the model first: the traces, the launch or the source are changed as the step would
// change them, the emulator times the result, and what gains too little is not mentioned.

import type { Advice } from './diagnosis.ts';
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

/** A changed launch that was predicted as a whole, such as one with another workgroup size. */
export interface Alternative extends Omit<Advice, 'expectedSpeedup'> {}

export function adviceFrom(findings: Findings, alternatives: readonly Alternative[]): Advice[] {
  const { timeOf, timeNs: nowNs, noise, effort } = findings.clock;
  const tried = experiments(findings)
    .filter(({ promise }) => promise >= WORTH_TRYING)
    .sort((a, b) => b.promise - a.promise)
    .slice(0, MOST_TRIED);
  const outside = new Set(tried.filter(({ work }) => work !== undefined).map(({ title }) => title));
  const emulated = tried.flatMap(({ timing, work = 1, promise: _, ...advice }, index): Advice[] => {
    const most = index < LEAST_TRIED ? MOST_EFFORT * effort.limit : effort.limit;
    const isSpent = effort.warpInstructions >= most;
    const changed = isSpent ? undefined : timing();
    if (!changed) return [];
    const expectedSpeedup = (nowNs * work) / timeOf(changed);
    return [{ ...advice, expectedSpeedup, timeNs: findings.estimate.timeNs / expectedSpeedup }];
  });
  const predicted = alternatives.map((each) => ({
    ...each,
    expectedSpeedup: findings.estimate.timeNs / each.timeNs,
  }));
  const isWorthIt = ({ expectedSpeedup }: Advice) => expectedSpeedup >= WORTH_MENTIONING + 2 * noise;
  const byGain = (a: Advice, b: Advice) => b.expectedSpeedup - a.expectedSpeedup;
  const sorted = [...emulated, ...predicted].filter(isWorthIt).sort(byGain);
  // The kernel's own steps come first: whether there is more to do in a dispatch is not in the kernel's hands.
  const isOutside = ({ title }: Advice) => outside.has(title);
  return [...sorted.filter((each) => !isOutside(each)), ...sorted.filter(isOutside)].slice(0, MOST_ADVICE);
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
