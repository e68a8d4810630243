// One call from a launch and its shader's source to a prediction: decode, model the driver's compiler,
// execute a sample of workgroups, emulate, and ask the emulator what the time hangs on.

import type { Program } from '../codegen/machine.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { TimingInput } from '../emulate/device.ts';
import { predictTime } from '../emulate/estimate.ts';
import { occupancy } from '../emulate/occupancy.ts';
import { prepare } from '../emulate/prepare.ts';
import { compileProgram, createMemory, runSampled, type Trace } from '../execute/index.ts';
import type { Module } from '../ir/ir.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import type { Profile } from '../profile/profile.ts';
import { matchBindings } from './bindings.ts';
import { findBottleneck } from './bottleneck.ts';
import { errorBandNs } from './error-band.ts';
import { type DriverOptions, decodeKernel, generateKernel, isFatal, optimizeKernel } from './kernel.ts';
import type { Prediction } from './prediction.ts';
import { sampleWorkgroups } from './sample.ts';

export { type Inspection, inspectLaunch, type Stage } from './inspect.ts';

export interface PredictOptions extends DriverOptions {
  readonly profile: Profile;
  /** What L2 holds when the dispatch begins. */
  readonly cache: 'warm' | 'cold';
  /** Moves the sample; the same seed gives the same bytes. */
  readonly seed: number;
  /** Reads the bytes of a buffer's `file` data. */
  readonly files: (path: string) => Uint8Array;
  /** A clock in milliseconds, for `model.seconds` only. */
  readonly now: () => number;
}

/** Machine instructions of warps to execute; one set of residents always is. */
const EXECUTION_BUDGET = 400_000;
/** Sets of resident workgroups wanted in the sample: enough to see that places differ. */
const SAMPLE_SETS = 6;

/** The time of one dispatch. Diagnostics hold warnings, or what makes the launch impossible. */
export function predictLaunch(launch: Launch, source: string, options: PredictOptions): Outcome<Prediction> {
  const start = options.now();
  const traced = traceLaunch(launch, source, options);
  if (!traced.value) return { diagnostics: traced.diagnostics };
  const { program, trace } = traced.value;
  const timing: TimingInput = {
    trace,
    profile: options.profile,
    workgroupSize: invocationsOf(program.module),
    cache: options.cache,
    preparation: prepare(trace, options.profile),
  };
  const estimate = predictTime(timing);
  const bottleneck = findBottleneck(estimate, timing);
  const value: Prediction = {
    schema: 'kernelcast/prediction@1',
    name: launch.name,
    profile: options.profile.name,
    timeNs: estimate.timeNs,
    errorBandNs: errorBandNs(estimate),
    launchNs: estimate.launchNs,
    cycles: estimate.cycles,
    waves: estimate.waves,
    occupancy: estimate.occupancy,
    registersPerThread: program.registersPerThread,
    spillBytes: program.spillBytes,
    workgroupBytes: program.workgroupBytes,
    instructions: { static: staticInstructions(program), ...estimate.instructions },
    memory: estimate.memory,
    resources: estimate.resources,
    stalls: estimate.stalls,
    bottleneck,
    warnings: [...new Set([...traced.diagnostics.map((each) => each.message), ...trace.warnings])],
    guesses: estimate.guesses,
    model: { seconds: (options.now() - start) / 1000, warpInstructions: estimate.warpInstructions },
  };
  return { value, diagnostics: traced.diagnostics };
}

interface Traced {
  readonly program: Program;
  readonly trace: Trace;
}

/** Everything that does not depend on latencies and gaps: the machine program and what its sample does. */
function traceLaunch(launch: Launch, source: string, options: PredictOptions): Outcome<Traced> {
  const decoded = decodeKernel(launch, source);
  if (!decoded.value) return { diagnostics: decoded.diagnostics };
  const module = decoded.value;
  const matched = matchBindings(module, launch, source);
  const diagnostics = [
    ...decoded.diagnostics,
    ...matched.diagnostics,
    ...checkWorkgroup(module, launch, options.profile),
  ];
  if (!matched.value || isFatal(diagnostics)) return { diagnostics };
  const program = generateKernel(optimizeKernel(module, options), options);
  diagnostics.push(...checkResources(program, options.profile));
  if (isFatal(diagnostics)) return { diagnostics };
  const run = sample(program, matched.value, launch, options);
  diagnostics.push(...run.diagnostics);
  return run.value ? { value: { program, trace: run.value }, diagnostics } : { diagnostics };
}

function sample(
  program: Program,
  bindings: readonly Binding[],
  launch: Launch,
  options: PredictOptions,
): Outcome<Trace> {
  const { limits } = options.profile;
  const totalWorkgroups = launch.dispatch[0] * launch.dispatch[1] * launch.dispatch[2];
  const fit = occupancy({
    limits,
    registersPerThread: program.registersPerThread,
    workgroupBytes: program.workgroupBytes,
    workgroupSize: invocationsOf(program.module),
    totalWorkgroups,
  });
  const workgroups = sampleWorkgroups({
    totalWorkgroups,
    smCount: limits.smCount.value,
    residents: Math.max(1, fit.workgroupsPerSm),
    sets: SAMPLE_SETS,
    seed: options.seed,
  });
  const kernel = compileProgram(program, { subgroupSize: limits.subgroupSize.value });
  const memory = createMemory(program.module.buffers, bindings, options.files);
  const { dispatch } = launch;
  return runSampled(
    kernel,
    memory,
    { dispatch },
    { workgroups, maximumWarpInstructions: EXECUTION_BUDGET, shortenLoops: true },
  );
}

function checkWorkgroup(module: Module, launch: Launch, profile: Profile): Diagnostic[] {
  const most = profile.limits.invocationsPerWorkgroup.value;
  const size = invocationsOf(module);
  if (size <= most) return [];
  const shape = module.workgroupSize.join(' × ');
  const message = `${launch.name}: a workgroup of ${shape} is ${size} invocations; ${profile.name} runs at most ${most}`;
  return [{ severity: 'invalid', code: 'launch/workgroup-size', message }];
}

function checkResources(program: Program, profile: Profile): Diagnostic[] {
  const most = profile.limits.sharedBytesPerWorkgroup.value;
  if (program.workgroupBytes <= most) return [];
  const message = `the kernel's workgroup variables take ${program.workgroupBytes} bytes; ${profile.name} gives a workgroup at most ${most}`;
  return [{ severity: 'invalid', code: 'launch/workgroup-memory', message }];
}

function invocationsOf(module: Module): number {
  return module.workgroupSize[0] * module.workgroupSize[1] * module.workgroupSize[2];
}

function staticInstructions(program: Program): number {
  return program.segments.reduce((sum, segment) => sum + segment.instructions.length, 0);
}
