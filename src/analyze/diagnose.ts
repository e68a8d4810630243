// From a prediction and its traces to a diagnosis: what the time hangs on, where, why, and what would help.
// Everything here repeats the timing pass; decoding, compiling and executing are done.

import type { TimingInput } from '../emulate/device.ts';
import { type Estimate, predictTime } from '../emulate/estimate.ts';
import { prepare } from '../emulate/prepare.ts';
import type { Program } from '../machine/program.ts';
import type { Forecast } from '../predict/predict.ts';
import type { Prediction } from '../predict/prediction.ts';
import type { Transformed } from '../transform/index.ts';
import { accessUses } from './accesses.ts';
import { adviceFrom } from './advice.ts';
import { causesOf } from './causes.ts';
import { withoutInstructions } from './changed-trace.ts';
import { budgetOf, type Clock, continued } from './clock.ts';
import type { Diagnosis, Observation } from './diagnosis.ts';
import { charge, effortAfter, effortFor, effortForSteps, together, tracingCost } from './effort.ts';
import { differing, isAtBarriers, type Side, withBarrierShare } from './explain.ts';
import { factorsOf } from './factors.ts';
import { type Editable, instructionsOf } from './findings.ts';
import { involvementOf } from './involvement.ts';
import { findLimit, type LimitSearch } from './limit.ts';
import { lineHeat } from './line-heat.ts';
import { machineCode } from './machine-code.ts';
import { watch } from './observe.ts';
import { occupancyLimits } from './occupancy.ts';
import { regionMap } from './regions.ts';
import { rooflineOf } from './roofline.ts';
import { allSensitivities, inRegions } from './sensitivities.ts';
import { SourceText } from './source-text.ts';
import type { CarryOut } from './steps/step.ts';
import { withZeroingPlaced } from './zeroing.ts';

export interface DiagnosisInput {
  readonly prediction: Prediction;
  readonly program: Program;
  readonly timing: TimingInput;
  /** The estimate behind the prediction, where it is at hand. */
  readonly estimate?: Estimate;
  /** What the prediction's limit was found by, where it is at hand. */
  readonly limitSearch?: LimitSearch;
  /** The shader's text and the file that its spans name; none for a binary. */
  readonly source?: { readonly file: string; readonly text: string } | undefined;
  /** Relative change of each parameter; that of the search for the limit when left out. */
  readonly step?: number;
  /** The launch and its WGSL: what steps edit. */
  readonly editable?: Editable | undefined;
  /** Compiles and executes what a step makes of the kernel; without it no step is taken. */
  readonly carryOut?: CarryOut;
}

export interface DiagnosisResult {
  readonly diagnosis: Diagnosis;
  readonly observation: Observation;
}

export interface Diagnosed extends DiagnosisResult {
  /** By step of `diagnosis.advice`: the edited kernel, where there is one. */
  readonly edited: readonly (Transformed | undefined)[];
}

export function diagnose(input: DiagnosisInput): Diagnosed {
  const { prediction } = input;
  const preparation = input.timing.preparation ?? prepare(input.timing.trace, input.timing.profile);
  const timing = { ...input.timing, preparation };
  const source = input.source && new SourceText(input.source.file, input.source.text);
  const program = source ? withZeroingPlaced(input.program, source) : input.program;
  const estimate = input.estimate ?? predictTime(timing);
  const regions = regionMap(program, estimate.instructionShares, source);
  const lineOf = Int32Array.from(instructionsOf(program), ({ span }) =>
    span && source ? source.place(span).startLine : 0,
  );
  const watched = watch(timing, program, regions.ofInstruction, lineOf, budgetOf(timing));
  const search = (input.step === undefined && input.limitSearch) || findLimit(timing, estimate, input.step);
  const { step } = search;
  const effort = effortAfter(search.clock.effort, timing, estimate.warpInstructions);
  const clock = continued(search.clock, timing, effort);
  charge(clock.effort, watched);
  const involvement = involvementOf(watched, program, timing.profile, regions);
  const sensitivities = inRegions(timing, search.sensitivities, regions, step, clock, involvement);
  const uses = accessUses(program, preparation.prepared);
  const findings = {
    timing,
    estimate,
    program,
    prepared: preparation.prepared,
    source,
    regions,
    sensitivities,
    watched,
    uses,
    clock,
    editable: input.editable,
  };
  const factors = factorsOf(timing, estimate, sensitivities, step, clock);
  const searched = search.clock.effort.warpInstructions;
  const forSteps = effortForSteps(tracingCost(timing) + estimate.warpInstructions + searched);
  const steps = adviceFrom({ ...findings, clock: continued(clock, timing, forSteps) }, input.carryOut);
  const diagnosis: Diagnosis = {
    ...prediction,
    bottleneck: search.limit,
    step,
    noise: search.noise,
    sensitivities,
    factors,
    regions: regions.regions,
    causes: causesOf(findings),
    advice: steps.map(({ advice }) => advice),
    lines: lineHeat(findings),
    effort: together(clock.effort, forSteps),
  };
  const observation: Observation = {
    resourceNames: watched.resourceNames,
    cycleNs: 1e9 / timing.profile.clockHz.value,
    warps: watched.warps,
    utilization: watched.utilization,
    roofline: rooflineOf(timing, estimate),
    occupancyLimits: occupancyLimits(timing),
    code: machineCode(prediction, program, source, { timing, estimate, watched }),
    ...(input.source ? { source: input.source } : {}),
  };
  return { diagnosis, observation, edited: steps.map(({ edited }) => edited) };
}

type Compared = Pick<Forecast, 'timing' | 'estimate' | 'limitSearch'>;

/** What two times hang on, without regions: the likeliest parameters, and those of which the two differ. */
export function sidesOf(here: Compared, there: Compared): [here: Side, there: Side] {
  const asked = differing(here.estimate, there.estimate);
  const sideOf = ({ timing, estimate, limitSearch }: Compared): Side => {
    const clock = continued(limitSearch.clock, timing, effortFor(timing, estimate.warpInstructions));
    const { step } = limitSearch;
    const sensitivities = allSensitivities(timing, estimate, step, clock, asked);
    if (!asked.some(isAtBarriers)) return { estimate, sensitivities };
    return { estimate, sensitivities: withBarrierShare(sensitivities, shareOfBarriers(timing, clock)) };
  };
  return [sideOf(here), sideOf(there)];
}

/** Part of the time that goes when no warp waits at a barrier. */
function shareOfBarriers(timing: TimingInput, { timeOf, timeNs }: Clock): number {
  const without = withoutInstructions(timing, ({ kind }) => kind === 'barrier');
  return Math.max(0, 1 - timeOf(without) / timeNs);
}
