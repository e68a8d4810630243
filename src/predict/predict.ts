// One call from a launch and its shader's source to a prediction: decode, model the driver's compiler,
// execute a sample of workgroups, emulate, and ask the emulator what the time hangs on.

import { findLimit, type LimitSearch } from '../analyze/limit.ts';
import { compilerModel, listingFor } from '../compilers/for-device.ts';
import { staticCounts } from '../compilers/static-counts.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { TimingInput } from '../emulate/device.ts';
import { type Estimate, predictTime } from '../emulate/estimate.ts';
import type { CacheState } from '../emulate/l2.ts';
import { type Preparation, prepare } from '../emulate/prepare.ts';
import { Allowance } from '../execute/allowance.ts';
import type { Launch } from '../launch/launch.ts';
import type { Program } from '../machine/program.ts';
import { type DriverChoice, deviceOf, guarded } from './compile-stages.ts';
import { errorBandNs } from './error-band.ts';
import { invocationsOf } from './limits.ts';
import type { Prediction } from './prediction.ts';
import { privateArraysOf } from './private-arrays.ts';
import { samplingNoise } from './sampling-noise.ts';
import type { ShaderSource } from './shader.ts';
import {
  type CompiledLaunch,
  compileLaunch,
  type SampleOptions,
  type SharedCompilation,
  type TracedLaunch,
  traceLaunch,
} from './traced-launch.ts';

export { type Inspection, inspectLaunch, type Stage } from './inspect.ts';

export interface PredictOptions extends DriverChoice, SampleOptions {
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** What L2 holds when the dispatch begins. */
  readonly cache: CacheState;
}

/** A prediction with what it was made from. */
export interface Forecast {
  readonly prediction: Prediction;
  readonly program: Program;
  readonly timing: TimingInput;
  readonly estimate: Estimate;
  readonly limitSearch: LimitSearch;
}

/**
 * The time of one dispatch. Diagnostics hold warnings, or what makes the launch impossible.
 * @param shared given to each call for the same launch on another device, it spares what these have in common
 */
export function predictLaunch(
  launch: Launch,
  source: ShaderSource,
  options: PredictOptions,
  shared?: SharedCompilation,
): Outcome<Prediction> {
  const { value, diagnostics } = forecastLaunch(launch, source, options, shared);
  return value ? { value: value.prediction, diagnostics } : { diagnostics };
}

/** As `predictLaunch`, for those that go on from the traces. */
export function forecastLaunch(
  launch: Launch,
  source: ShaderSource,
  options: PredictOptions,
  shared?: SharedCompilation,
): Outcome<Forecast> {
  return guarded(() => forecast(launch, source, options, shared));
}

/** A launch whose time hangs on nothing more than the profile and what L2 holds. */
export interface PreparedLaunch extends TracedLaunch {
  readonly preparation: Preparation;
  readonly diagnostics: readonly Diagnostic[];
  /** When the work on it began, by the options' clock. */
  readonly startMs: number;
}

/** The part of a forecast before anything is timed. @throws DiagnosticError */
export function prepareLaunch(
  launch: Launch,
  source: ShaderSource,
  options: PredictOptions,
  allowance = new Allowance(options, options.now),
  compiled?: Outcome<CompiledLaunch>,
): Outcome<PreparedLaunch> {
  const startMs = options.now();
  const { value: traced, diagnostics } = traceLaunch(launch, source, options, allowance, compiled);
  if (!traced) return { diagnostics };
  allowance.checkTime();
  const preparation = prepare(traced.trace, options.profile);
  return { value: { ...traced, preparation, diagnostics, startMs }, diagnostics };
}

/** @throws DiagnosticError */
function forecast(
  launch: Launch,
  source: ShaderSource,
  options: PredictOptions,
  shared?: SharedCompilation,
): Outcome<Forecast> {
  const allowance = new Allowance(options, options.now);
  const compiled = shared && compileLaunch(launch, source, options, allowance, shared);
  const { value: prepared, diagnostics } = prepareLaunch(launch, source, options, allowance, compiled);
  if (!prepared) return { diagnostics };
  return { value: timeLaunch(launch, source, prepared, options, allowance), diagnostics };
}

/** A launch that was timed, without what its time hangs on. */
export interface TimedLaunch extends PreparedLaunch {
  readonly timing: TimingInput;
  readonly estimate: Estimate;
}

/** The part of a forecast that says how long; `concludeLaunch` goes on from it. @throws DiagnosticError */
export function estimateLaunch(
  launch: Launch,
  source: ShaderSource,
  options: PredictOptions,
): Outcome<TimedLaunch> {
  const allowance = new Allowance(options, options.now);
  const { value: prepared, diagnostics } = prepareLaunch(launch, source, options, allowance);
  return prepared ? { value: timed(prepared, options, allowance), diagnostics } : { diagnostics };
}

function timed(
  prepared: PreparedLaunch,
  { profile, cache }: PredictOptions,
  allowance: Allowance,
): TimedLaunch {
  const { program, trace, preparation } = prepared;
  const workgroupSize = invocationsOf(program.module);
  const timing: TimingInput = { trace, profile, workgroupSize, cache, preparation };
  const estimate = predictTime(timing);
  allowance.checkTime();
  return { ...prepared, timing, estimate };
}

/** The rest of a forecast from its preparation on. @throws DiagnosticError */
export function timeLaunch(
  launch: Pick<Launch, 'name'>,
  source: ShaderSource,
  prepared: PreparedLaunch,
  options: PredictOptions,
  allowance = new Allowance(options, options.now),
): Forecast {
  return concludeLaunch(launch, source, timed(prepared, options, allowance), options);
}

/** What the time of a launch hangs on, and all that a prediction says of it. */
export function concludeLaunch(
  launch: Pick<Launch, 'name'>,
  source: ShaderSource,
  { program, trace, preparation, diagnostics, startMs, timing, estimate }: TimedLaunch,
  options: PredictOptions,
): Forecast {
  const guesses = [...compilerModel(deviceOf(options.profile)).guesses.keys(), ...estimate.guesses];
  const limitSearch = findLimit(timing, estimate);
  const bottleneck = limitSearch.limit;
  const noise = samplingNoise(trace, preparation, estimate, limitSearch);
  const prediction: Prediction = {
    schema: 'kernelcast/prediction@1',
    name: launch.name,
    profile: options.profile.name,
    timeNs: estimate.timeNs,
    errorBandNs: errorBandNs(estimate.timeNs, guesses.length + estimate.carried.length, bottleneck, noise),
    sampling: {
      workgroups: new Set(trace.workgroupIndex).size,
      ofWorkgroups: trace.totalWorkgroups,
      noise,
    },
    launchNs: estimate.launchNs,
    cycles: estimate.cycles,
    waves: estimate.waves,
    occupancy: estimate.occupancy,
    subgroupSize: trace.geometry.subgroupSize,
    registersPerThread: program.registersPerThread,
    spillBytes: program.spillBytes,
    workgroupBytes: program.workgroupBytes,
    privateArrays: privateArraysOf(program, source),
    instructions: {
      ...staticCounts(program, listingFor(deviceOf(options.profile))),
      ...estimate.instructions,
    },
    memory: estimate.memory,
    resources: estimate.resources,
    stalls: estimate.stalls,
    bottleneck,
    warnings: [...new Set([...diagnostics.map((each) => each.message), ...trace.warnings])],
    guesses,
    carried: estimate.carried,
    model: { seconds: (options.now() - startMs) / 1000, warpInstructions: estimate.warpInstructions },
  };
  return { prediction, program, timing, estimate, limitSearch };
}
