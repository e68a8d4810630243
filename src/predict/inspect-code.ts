// Machine code with what it costs: the program of a launch, and where that can be executed the emulation of it,
// instruction by instruction.

import type { LineHeat } from '../analyze/diagnosis.ts';
import { lineHeat } from '../analyze/line-heat.ts';
import { type Costs, type MachineCode, machineCode } from '../analyze/machine-code.ts';
import { watch } from '../analyze/observe.ts';
import { SourceText } from '../analyze/source-text.ts';
import { withZeroingPlaced } from '../analyze/zeroing.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { predictTime } from '../emulate/estimate.ts';
import { Allowance } from '../execute/allowance.ts';
import type { Launch } from '../launch/launch.ts';
import type { Program } from '../machine/program.ts';
import {
  decodeKernel,
  deviceOf,
  generateKernel,
  guarded,
  isFatal,
  optimizeKernel,
  settle,
} from './compile-stages.ts';
import { inspectionOf, type MachineInspection } from './inspect.ts';
import { checkResources, checkWorkgroup, invocationsOf } from './limits.ts';
import { type PredictOptions, type PreparedLaunch, prepareLaunch } from './predict.ts';
import { type ShaderSource, textOf } from './shader.ts';

/** The machine stage with its instructions one by one: the JSON of `kernelcast inspect`. */
export interface CodeInspection extends MachineInspection {
  readonly code: MachineCode;
  /** Of one dispatch, where it was emulated; with it, where the time goes. */
  readonly timeNs?: number;
  readonly lines?: readonly LineHeat[];
}

export interface InspectedCode {
  readonly inspection: CodeInspection;
  readonly source?: { readonly file: string; readonly text: string };
  /** Why there are no costs, where they were asked for. */
  readonly obstacles: readonly Diagnostic[];
}

/** @param isLaunch false for a shader by itself, of which there is nothing to execute */
export function inspectCode(
  launch: Launch,
  shader: ShaderSource,
  options: PredictOptions,
  isLaunch = true,
): Outcome<InspectedCode> {
  return guarded(() => {
    const allowance = new Allowance(options, options.now);
    const { dialect, without, profile } = options;
    const device = deviceOf(profile);
    const { value: module, diagnostics } = decodeKernel(launch, shader, { without, device });
    if (!module) return { diagnostics };
    const observe = () => allowance.checkTime();
    const driver = settle(shader, { dialect, without, device, observe });
    const program = generateKernel(optimizeKernel(module, driver), driver);
    const compiled = { value: { module, program }, diagnostics };
    const limits = [...checkWorkgroup(module, launch, shader, profile), ...checkResources(program, profile)];
    const prepared =
      isLaunch && !isFatal(limits)
        ? guarded(() => prepareLaunch(launch, shader, options, allowance, compiled))
        : { diagnostics: limits };
    const costs = prepared.value && costsOf(program, prepared.value, options);
    const text = textOf(shader);
    const source = text === undefined ? undefined : { file: launch.shaderPath, text };
    const names = { name: launch.name, profile: profile.name };
    const lines = source && new SourceText(source.file, source.text);
    const placed = lines ? withZeroingPlaced(program, lines) : program;
    const inspection = {
      ...inspectionOf(program, text),
      code: machineCode(names, placed, lines, costs),
      ...(costs
        ? { timeNs: costs.estimate.timeNs, lines: lineHeat({ program: placed, source: lines, ...costs }) }
        : {}),
    };
    const obstacles =
      isLaunch && !costs ? prepared.diagnostics.filter((each) => each.severity !== 'warning') : [];
    return { value: { inspection, ...(source ? { source } : {}), obstacles }, diagnostics };
  });
}

/** Warp instructions: more than for a time, so that the ends of long kernels are seen. */
const WATCHED_BUDGET = 1_000_000;

function costsOf(
  program: Program,
  { trace, preparation }: PreparedLaunch,
  { profile, cache }: PredictOptions,
): Costs {
  const timing = { trace, profile, workgroupSize: invocationsOf(program.module), cache, preparation };
  const none = new Int32Array(program.segments.reduce((sum, each) => sum + each.instructions.length, 0));
  return {
    timing,
    estimate: predictTime(timing),
    watched: watch(timing, program, none, none, WATCHED_BUDGET),
  };
}
