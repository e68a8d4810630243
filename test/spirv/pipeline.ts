// The steps of kernelcast from IR on, as these tests take them: IR to a program, a program run in full on a launch's
// buffers, and the predicted time of a launch.

import { behaviours } from '../../src/compilers/behaviours.ts';
import type { Dialect } from '../../src/compilers/dialects.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { prepare } from '../../src/emulate/prepare.ts';
import { compileProgram, createMemory, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import type { Launch } from '../../src/launch/launch.ts';
import type { Program } from '../../src/machine/program.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import { generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { sampleTrace } from '../../src/predict/traced-launch.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { WAYS, type Way } from '../conformance/cases.ts';
import { wrap } from '../execute/wrap.ts';

export { WAYS, type Way };

export function valid(module: Module): Module {
  const problems = validateModule(module);
  if (problems.length > 0) throw new Error(`invalid IR: ${problems.map((each) => each.message).join('\n')}`);
  return module;
}

const everything = behaviours.map((each) => each.name);

/** The program after as much of the modelled compilers as `way` says. A software GPU's subgroups are small. */
export function programOf(module: Module, way: Way, dialect: Dialect): Program {
  if (way === 'decoded') return wrap(wideIntegers(module));
  const options =
    way === 'plain'
      ? { dialect: 'raw' as const, without: everything }
      : { dialect, without: ['subgroup-size'] };
  return generateKernel(valid(optimizeKernel(module, options)), options);
}

/** The words of the given bindings after all workgroups ran. */
export function run(
  program: Program,
  launch: Launch,
  outputs: readonly number[],
  subgroupSize: number,
): Uint32Array[] {
  const memory = createMemory(program.module.buffers, launch.bindings, () => new Uint8Array());
  const kernel = compileProgram(program, { subgroupSize });
  const { diagnostics, isComplete } = runInFull(kernel, memory, { dispatch: launch.dispatch });
  if (!isComplete) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return outputs.map((binding) => {
    const index = program.module.buffers.findIndex((each) => each.binding === binding);
    return new Uint32Array(readBuffer(memory, index).slice().buffer);
  });
}

export interface Forecast {
  readonly timeNs: number;
  readonly registers: number;
  readonly instructions: number;
  /** Static machine instructions by cost class. */
  readonly byClass: Readonly<Record<string, number>>;
}

const profile = loadProfile('nvidia-h200').value!;

/** What `predict` finds for this module. */
export function forecast(
  module: Module,
  launch: Launch,
  dialect: Dialect,
  without: readonly string[] = [],
): Forecast {
  const options = { dialect, without };
  const program = generateKernel(optimizeKernel(module, options), options);
  const bindings = matchBindings(module, launch, '').value!;
  const sample = { profile, seed: 0, files: () => new Uint8Array() };
  const trace = sampleTrace(program, bindings, launch, sample).value!;
  const workgroupSize = invocationsOf(module);
  const preparation = prepare(trace, profile);
  const { timeNs } = predictTime({ trace, profile, workgroupSize, cache: 'warm', preparation });
  const byClass = classCounts(program);
  const instructions = Object.values(byClass).reduce((sum, count) => sum + count, 0);
  return { timeNs, registers: program.registersPerThread, instructions, byClass };
}

function classCounts(program: Program): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const segment of program.segments) {
    for (const { costClass } of segment.instructions) counts[costClass] = (counts[costClass] ?? 0) + 1;
  }
  return counts;
}
