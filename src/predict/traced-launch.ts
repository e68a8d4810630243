// Everything about a launch that no latency or gap changes: its machine program, and what a sample of its
// workgroups does.

import { workgroupLayoutFor } from '../compilers/for-device.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { occupancy } from '../emulate/occupancy.ts';
import { Allowance, type AllowanceOptions } from '../execute/allowance.ts';
import {
  askingOthers,
  compileProgram,
  createMemory,
  isSteeredByAtomics,
  releaseMemory,
  runSampled,
  type Trace,
} from '../execute/index.ts';
import type { Module } from '../ir/ir.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import { allocatedWorkgroupBytes, type Program } from '../machine/program.ts';
import type { Profile } from '../profile/profile.ts';
import { matchBindings } from './bindings.ts';
import {
  type DriverChoice,
  decodeKernel,
  deviceOf,
  generateKernel,
  isFatal,
  optimizeKernel,
  settle,
} from './compile-stages.ts';
import { memoryGeometry } from './geometry.ts';
import { checkResources, checkWorkgroup, invocationsOf } from './limits.ts';
import { pairsOfOneMoment, sampleWorkgroups, workgroupsOfOneMoment, workgroupsOfOneSm } from './sample.ts';
import type { ShaderSource } from './shader.ts';

export interface SampleOptions extends AllowanceOptions {
  readonly profile: Profile;
  /** Moves the sample; the same seed gives the same bytes. */
  readonly seed: number;
  /** Reads the bytes of a buffer's `file` data. */
  readonly files: (path: string) => Uint8Array;
  /** A sample for a short emulation, which is to show whether a kernel is worth a whole one. */
  readonly isBrief?: boolean;
}

export interface TracedLaunch {
  readonly program: Program;
  /** In the order of the program's buffers, with their data. */
  readonly bindings: readonly Binding[];
  readonly trace: Trace;
  /** How much is done hangs on what others have written by then. */
  readonly isRace: boolean;
}

/** Machine instructions of warps to execute when workgroups do alike; at least one workgroup runs. */
const EXECUTION_BUDGET = 100_000;
/** And when they differ, so that their mean is known. */
const UNEVEN_BUDGET = 3_000_000;
/** And when they differ and there are few of them, as the one that ends last then decides. */
const WHOLE_BUDGET = 12_000_000;
/** The same for workgroups before those of the sample, where these find what they left. */
const EARLIER_BUDGET = 4_000_000;
/** Several long workgroups, to see what neighbours share. */
const NEIGHBOURS_BUDGET = 8_000_000;
/** Of those that run at once, to see where their atomics meet. */
const WORKGROUPS_TOGETHER = 64;
/** Workgroups that say enough when they do alike, and the most that are tried. */
const ENOUGH_WORKGROUPS = 24;
const MOST_WORKGROUPS = 400;
/** Of a grid of so many all are tried. */
const SMALL_GRID = 1600;
/**
 * A brief sample: shares of the budgets, and workgroups. Of twice as large ones short emulations were off from those of
 * the whole sample by 1.5 % in the worst tenth of 186 edits, by nothing in the median; with these a diagnosis finds as
 * much or more on 152 of 154 launches, as it can try more for what it may cost (docs/speed.md).
 */
const BRIEF = { share: 0.12, whenUneven: 0.05, fewest: 4, most: 6, coResidents: 3 };

/** A kernel as the device runs it: all that does not hang on dispatch and buffers. */
export interface CompiledLaunch {
  /** As decoded. */
  readonly module: Module;
  readonly program: Program;
}

/** What compilations of one launch for several devices have in common: the IR, and code where the compiler is the same. */
export interface SharedCompilation {
  /** By layout of workgroup memory. */
  readonly modules: Map<string, Outcome<Module>>;
  readonly programs: Map<string, Program>;
}

export function nothingShared(): SharedCompilation {
  return { modules: new Map(), programs: new Map() };
}

/** Decodes, models the compilers, and checks what a workgroup takes against the limits of the device. */
export function compileLaunch(
  launch: Launch,
  source: ShaderSource,
  options: DriverChoice & SampleOptions,
  allowance = new Allowance(options, () => 0),
  shared = nothingShared(),
): Outcome<CompiledLaunch> {
  const { dialect, without, profile } = options;
  const device = deviceOf(profile);
  const layout = JSON.stringify(workgroupLayoutFor(device, without));
  const decoded = shared.modules.get(layout) ?? decodeKernel(launch, source, { without, device });
  shared.modules.set(layout, decoded);
  if (!decoded.value) return { diagnostics: decoded.diagnostics };
  const module = decoded.value;
  const diagnostics = [...decoded.diagnostics, ...checkWorkgroup(module, launch, source, profile)];
  if (isFatal(diagnostics)) return { diagnostics };
  const observe = () => allowance.checkTime();
  const driver = settle(source, { dialect, without, device, observe });
  const key = JSON.stringify([driver.dialect, driver.without, driver.device]);
  const program = shared.programs.get(key) ?? generateKernel(optimizeKernel(module, driver), driver);
  shared.programs.set(key, program);
  diagnostics.push(...checkResources(program, profile));
  return isFatal(diagnostics) ? { diagnostics } : { value: { module, program }, diagnostics };
}

/** Executes a sample of the compiled kernel's workgroups, on the launch's buffers. */
export function traceLaunch(
  launch: Launch,
  source: ShaderSource,
  options: DriverChoice & SampleOptions,
  allowance = new Allowance(options, () => 0),
  compiled = compileLaunch(launch, source, options, allowance),
): Outcome<TracedLaunch> {
  if (!compiled.value) return { diagnostics: compiled.diagnostics };
  const { module, program } = compiled.value;
  const matched = matchBindings(module, launch, source);
  const diagnostics = [...compiled.diagnostics, ...matched.diagnostics];
  if (!matched.value) return { diagnostics };
  const run = sampleTrace(program, matched.value, launch, options, allowance);
  const race = raceOf(program);
  diagnostics.push(...run.diagnostics, ...race);
  return run.value
    ? { value: { program, bindings: matched.value, trace: run.value, isRace: race.length > 0 }, diagnostics }
    : { diagnostics };
}

/** Where others decide how much there is to do. */
function raceOf(program: Program): Diagnostic[] {
  const read = askingOthers(program);
  if (!read) return [];
  const what = program.module.buffers[read.root.index].name;
  const message = `how much invocations do hangs on what others have written to ${what} by then: the time is that of one order in which they come, and another workgroup or coarsening is another race; only measuring tells`;
  return [{ severity: 'warning', code: 'predict/race', message, ...(read.span ? { span: read.span } : {}) }];
}

/** Budgets in warp instructions, counts in workgroups. */
function sampleSize(totalWorkgroups: number, residents: number, isBrief: boolean) {
  if (isBrief)
    return {
      coResidents: Math.min(residents, BRIEF.coResidents),
      enough: Math.max(BRIEF.fewest, Math.min(residents, BRIEF.most)),
      budget: BRIEF.share * EXECUTION_BUDGET,
      whenUneven: BRIEF.whenUneven * UNEVEN_BUDGET,
      earlier: BRIEF.share * EARLIER_BUDGET,
    };
  const isSmall = totalWorkgroups <= SMALL_GRID;
  return {
    coResidents: 2 * residents,
    // A small grid is executed whole as far as the budget goes: one that differs may decide when it ends.
    enough: totalWorkgroups <= MOST_WORKGROUPS ? Infinity : Math.max(residents, ENOUGH_WORKGROUPS),
    budget: EXECUTION_BUDGET,
    whenUneven: isSmall ? WHOLE_BUDGET : UNEVEN_BUDGET,
    earlier: EARLIER_BUDGET,
  };
}

/** The trace of a sample that says enough, or goes as far as the budget. */
export function sampleTrace(
  program: Program,
  bindings: readonly Binding[],
  launch: Launch,
  options: SampleOptions,
  allowance?: Allowance,
): Outcome<Trace> {
  const { limits } = options.profile;
  const totalWorkgroups = launch.dispatch[0] * launch.dispatch[1] * launch.dispatch[2];
  const fit = occupancy({
    limits,
    registersPerThread: program.registersPerThread,
    workgroupBytes: allocatedWorkgroupBytes(program),
    workgroupSize: invocationsOf(program.module),
    totalWorkgroups,
  });
  const residents = Math.max(1, fit.workgroupsPerSm);
  const count = Math.max(totalWorkgroups <= SMALL_GRID ? SMALL_GRID : MOST_WORKGROUPS, residents);
  const workgroups = sampleWorkgroups({ totalWorkgroups, count, seed: options.seed });
  const kernel = compileProgram(program, { subgroupSize: limits.subgroupSize.value });
  const memory = createMemory(program.module.buffers, bindings, options.files, allowance);
  const checkTime = () => allowance?.checkTime();
  const geometry = memoryGeometry(options.profile);
  const size = sampleSize(totalWorkgroups, residents, options.isBrief ?? false);
  const run = runSampled(
    kernel,
    memory,
    { dispatch: launch.dispatch },
    {
      geometry,
      checkTime,
      workgroups,
      coResidents: workgroupsOfOneSm(totalWorkgroups, limits.smCount.value, size.coResidents),
      enough: size.enough,
      maximumWarpInstructions: size.budget,
      maximumWhenUneven: size.whenUneven,
      shortenLoops: true,
      ...(isSteeredByAtomics(program) ? { earlierWarpInstructions: size.earlier } : {}),
    },
  );
  const asksNeighbours = options.profile.memory.sideBytes !== undefined;
  const isAskedFor = hasBufferAtomics(program) || asksNeighbours;
  const isWhole = run.value !== undefined && run.value.workgroupIndex.length >= totalWorkgroups;
  const isTogether = run.value !== undefined && !isWhole && isAskedFor;
  const together = isTogether
    ? runSampled(
        kernel,
        memory,
        { dispatch: launch.dispatch },
        {
          geometry,
          checkTime,
          workgroups: (hasBufferAtomics(program) ? workgroupsOfOneMoment : pairsOfOneMoment)(
            totalWorkgroups,
            residents * limits.smCount.value,
            WORKGROUPS_TOGETHER,
          ),
          maximumWarpInstructions: asksNeighbours ? NEIGHBOURS_BUDGET : EXECUTION_BUDGET,
          shortenLoops: true,
        },
      ).value
    : undefined;
  releaseMemory(memory);
  return run.value && together ? { ...run, value: { together, ...run.value } } : run;
}

function hasBufferAtomics({ segments }: Program): boolean {
  return segments.some(({ instructions }) =>
    instructions.some(({ kind }) => kind === 'atomicGlobal' || kind === 'reduceGlobal'),
  );
}
