// Next steps, each carried out first: the kernel is edited as the user would edit it, compiled, executed and timed
// as a prediction does, and what gains too little is not mentioned. Steps take turns with one way each, the most
// promising first; those that gained go on with their next, for as long as the effort allows. Short emulations
// say which ways are best, and whole ones what these gain.

import { entryOf } from '../diagnostics/names.ts';
import type { TimingInput } from '../emulate/device.ts';
import { predictTime } from '../emulate/estimate.ts';
import { log } from '../numeric/portable.ts';
import type { Transformed } from '../transform/index.ts';
import { budgetOf } from './clock.ts';
import type { Advice, Fix } from './diagnosis.ts';
import { unifiedDiff } from './diff.ts';
import { charge, chargeTracing, hasRoomFor, tracingCost } from './effort.ts';
import type { Findings } from './findings.ts';
import { allowedOf, isWithin } from './limits-of-steps.ts';
import { allSteps } from './steps/all-steps.ts';
import type { CarryOut, Change, Way } from './steps/step.ts';

/** Speed-ups below this are within the model's noise. */
const WORTH_MENTIONING = 1.02;
const MOST_ADVICE = 8;
/** Of the time; what promises less is not tried. */
const WORTH_TRYING = 0.04;
/** A step whose first way loses more than this is not tried another way. */
const WORTH_GOING_ON = 0.9;
/** Logarithm of gains that the model does not tell apart. */
const ALIKE = 0.02;
/** Code of edited kernels over that of the kernel as it is, as it may be expected. */
const LARGER = 3;
/** Steps whose whole emulation has its room kept. */
const PREDICTED = 2;

/** A step with what it takes to write it down: nothing for steps that edit no source. */
export interface CarriedOut {
  readonly advice: Advice;
  readonly edited?: Transformed;
}

export function adviceFrom(findings: Findings, carryOut: CarryOut | undefined): CarriedOut[] {
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
  readonly timing: TimingInput;
  readonly diff: string;
}

interface Open {
  readonly ways: Way[];
  best?: Tried;
  latest: number;
}

function bestOfEach(findings: Findings, carryOut: CarryOut): Tried[] {
  const all: Open[] = allSteps(findings)
    .filter(({ promise }) => promise >= WORTH_TRYING)
    .sort((a, b) => b.promise - a.promise)
    .map(({ ways }) => ({ ways: [...ways], latest: 1 }));
  const { effort } = findings.clock;
  const emulated = findings.estimate.warpInstructions;
  const cost = tracingCost(findings.timing) * LARGER + Math.min(emulated, budgetOf(findings.timing));
  let open = all;
  while (open.length > 0) {
    for (const each of open) {
      if (!hasRoomFor(effort, cost + PREDICTED * emulated)) open = [];
      else tryNext(each, findings, carryOut);
    }
    open = open
      .filter(({ ways, latest, best }) => ways.length > 0 && (!best || latest >= WORTH_GOING_ON))
      .sort((a, b) => b.latest - a.latest);
  }
  return all.flatMap(({ best }) => (best && best.gain > 1 ? best : []));
}

/** The next way that the kernel admits. */
function tryNext(open: Open, findings: Findings, carryOut: CarryOut): void {
  for (let way = open.ways.shift(); way; way = open.ways.shift()) {
    const tried = carriedOut(way, findings, carryOut);
    if (!tried) continue;
    open.latest = tried.gain;
    if (!open.best || byGain(tried, open.best) < 0) open.best = tried;
    return;
  }
}

function carriedOut(way: Way, findings: Findings, carryOut: CarryOut): Tried | undefined {
  const { clock, editable } = findings;
  const change = way.change();
  const timing = change && carryOut(change);
  if (!timing) return undefined;
  chargeTracing(clock.effort, timing);
  if (!isWithin(allowedOf(findings), timing, change.edited?.dispatch)) return undefined;
  const diff = change.edited && editable ? unifiedDiff(editable.text, change.edited.source) : '';
  const lines = diff.match(/^[-+]/gm)?.length ?? 0;
  return { way, change, timing, gain: clock.timeNs / clock.timeOf(timing, budgetOf(timing)), diff, lines };
}

/** The time that `predict` gives the edited kernel. */
function predicted(
  { way, change, timing, diff, lines }: Tried,
  rank: number,
  findings: Findings,
): (Ranked & { readonly step: CarriedOut })[] {
  const { estimate, clock } = findings;
  if (rank >= PREDICTED && !hasRoomFor(clock.effort, estimate.warpInstructions)) return [];
  const emulated = predictTime({ ...timing, isOnlyTime: true });
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
