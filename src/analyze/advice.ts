// Next steps, each carried out first: the kernel is edited as the user would edit it, compiled, executed and timed
// as a prediction does, and what gains too little is not mentioned. The step of which most may be expected for what it
// costs goes next, by what it promises or by what its way before gained, for as long as the effort allows. Short emulations of small
// samples say which ways are best, and whole ones what these gain.

import { entryOf } from '../diagnostics/names.ts';
import { predictTimeOnly } from '../emulate/estimate.ts';
import { log } from '../numeric/portable.ts';
import type { Transformed } from '../transform/index.ts';
import { budgetOf } from './clock.ts';
import type { Advice, Fix } from './diagnosis.ts';
import { unifiedDiff } from './diff.ts';
import { charge, chargeExecuting, chargeTracing, expectedCost, hasRoomFor } from './effort.ts';
import type { Findings } from './findings.ts';
import { allowedOf, isWithin } from './limits-of-steps.ts';
import { allSteps } from './steps/all-steps.ts';
import type { CarriedOut, CarryOut, Change, Way } from './steps/step.ts';

/** Speed-ups below this are within the model's noise. */
const WORTH_MENTIONING = 1.02;
const MOST_ADVICE = 8;
/**
 * By a short emulation; what gains less is not executed whole, as that would hardly make it worth mentioning: of 57 steps
 * 12 gained less than 1.02 by the short one, and none of these that much by the whole one.
 */
const WORTH_EXECUTING = 1.01;
/** What promises less is not tried. */
const WORTH_TRYING = 0.03;
/**
 * What is to be expected of the next way of a step, over the logarithm of what the way before gained, in the unit of
 * promises. With those of the steps it was chosen on 785 ways over bench/sets/development: half as many trials, in this
 * order, miss 2 % of the best gain in the mean.
 */
const GOES_ON = 1.2;
/** Logarithm of gains that the model does not tell apart. */
const ALIKE = 0.02;
/** Steps that are executed and emulated whole in any case, if the effort has room for one. */
const PREDICTED = 2;

/** A step with what it takes to write it down: nothing for steps that edit no source. */
export interface AdvisedStep {
  readonly advice: Advice;
  readonly edited?: Transformed;
}

export function adviceFrom(findings: Findings, carryOut: CarryOut | undefined): AdvisedStep[] {
  if (!carryOut) return [];
  const least = WORTH_MENTIONING + 2 * findings.clock.noise;
  return bestOfEach(findings, carryOut)
    .sort(byGain)
    .slice(0, MOST_ADVICE)
    .flatMap((each, rank) => predicted(each, rank, findings))
    .filter(({ gain }) => gain >= least)
    .sort(byGain)
    .map(({ step }) => step);
}

interface Ranked {
  readonly gain: number;
  /** Lines of the edit. */
  readonly lines: number;
}

/** The larger gain first; of gains that are alike, the smaller edit. */
function byGain(a: Ranked, b: Ranked): number {
  const steps = ({ gain }: Ranked) => Math.round(log(gain) / ALIKE);
  return steps(b) - steps(a) || a.lines - b.lines || b.gain - a.gain;
}

/** A way that was compiled and executed, and timed by a short emulation. */
interface Tried extends Ranked {
  readonly way: Way;
  readonly change: Change;
  readonly carriedOut: CarriedOut;
  readonly diff: string;
}

interface Open {
  readonly ways: Way[];
  best?: Tried;
  /** In the unit of promises. */
  expected: number;
}

function bestOfEach(findings: Findings, carryOut: CarryOut): Tried[] {
  const all: Open[] = allSteps(findings).map(({ ways, promise }) => ({ ways: [...ways], expected: promise }));
  const { timing, estimate, clock } = findings;
  const costOf = ({ ways: [next] }: Open) => expectedCost(timing, next.larger ?? 1);
  // By the root of the cost: a dear way that gains much is worth more than several cheap ones that gain little.
  const rate = (each: Open) => each.expected / Math.sqrt(costOf(each));
  const reserved = PREDICTED * estimate.warpInstructions;
  while (hasRoomFor(clock.effort, reserved)) {
    const open = all.filter(({ ways, expected }) => ways.length > 0 && expected >= WORTH_TRYING);
    if (open.length === 0) break;
    const next = open.reduce((most, each) => (rate(each) > rate(most) ? each : most));
    tryNext(next, findings, carryOut);
  }
  return all.flatMap(({ best }) => (best && best.gain >= WORTH_EXECUTING ? best : []));
}

/** The next way that the kernel admits. */
function tryNext(open: Open, findings: Findings, carryOut: CarryOut): void {
  for (let way = open.ways.shift(); way; way = open.ways.shift()) {
    const tried = tryOut(way, findings, carryOut);
    if (!tried) continue;
    open.expected = WORTH_TRYING + GOES_ON * log(tried.gain);
    if (!open.best || byGain(tried, open.best) < 0) open.best = tried;
    return;
  }
}

function tryOut(way: Way, findings: Findings, carryOut: CarryOut): Tried | undefined {
  const { clock, editable } = findings;
  const change = way.change();
  const carriedOut = change && carryOut(change);
  if (!carriedOut) return undefined;
  const { briefly } = carriedOut;
  chargeTracing(clock.effort, briefly);
  if (!isWithin(allowedOf(findings), briefly, change.edited?.dispatch)) return undefined;
  const diff = change.edited && editable ? unifiedDiff(editable.text, change.edited.source) : '';
  const lines = diff.match(/^[-+]/gm)?.length ?? 0;
  const gain = clock.timeNs / clock.timeOf(briefly, budgetOf(briefly));
  return { way, change, carriedOut, gain, diff, lines };
}

/** The time that `predict` gives the edited kernel. */
function predicted(
  { way, change, carriedOut, diff, lines }: Tried,
  rank: number,
  findings: Findings,
): (Ranked & { readonly step: AdvisedStep })[] {
  const { estimate, clock } = findings;
  if (rank >= PREDICTED && !hasRoomFor(clock.effort, estimate.warpInstructions)) return [];
  const timing = carriedOut.whole();
  if (!timing) return [];
  chargeExecuting(clock.effort, timing);
  const emulated = predictTimeOnly(timing);
  charge(clock.effort, emulated);
  const { timeNs } = emulated;
  const { title, why, span } = way;
  const { edited, without = [] } = change;
  const fix = edited && { ...launchOf(edited, findings), diff };
  const gain = estimate.timeNs / timeNs;
  const advice: Advice = {
    title,
    why,
    expectedSpeedup: gain,
    timeNs,
    experiment: edited
      ? 'the source so edited was compiled, executed and timed'
      : `the kernel was compiled without ${without.join(' and ')}, executed and timed`,
    ...(span ? { span } : {}),
    ...(fix ? { fix } : {}),
  };
  return [{ gain, lines, step: { advice, ...(edited ? { edited } : {}) } }];
}

/** What the edited kernel needs of its launch. */
function launchOf({ dispatch, constants }: Transformed, { editable }: Findings): Omit<Fix, 'diff'> {
  const changed = Object.entries(constants).filter(
    ([name, value]) => entryOf(editable?.launch.constants ?? {}, name) !== value,
  );
  return { dispatch, constants: Object.fromEntries(changed) };
}
