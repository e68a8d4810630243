// The optimiser of Mesa's drivers for RDNA and Xe in the order that matters here: the shader compiler's additions,
// clean-up to values, unrolling with clean-up as long as it uncovers more, small branches to selections, offsets of
// addresses.

import type { Module } from '../../../ir/ir.ts';
import type { ShaderCompiler } from '../../compiler.ts';
import type { Pass, PassRunner } from '../../pass.ts';
import { WORKGROUP_INIT } from '../../tint/workgroup-init.ts';
import { mesaPasses, type OptimizerNumbers } from './passes.ts';
import { RepeatedPasses } from './repeated.ts';

/** Every pass that `optimizeMesa` may run, in the order of its first use. */
export function mesaPassesOf(shader: ShaderCompiler, generation: OptimizerNumbers): readonly Pass[] {
  const { int64, ...others } = mesaPasses(generation);
  return [int64, ...additionsOf(shader), ...clampsOf(shader), ...Object.values(others)];
}

/** The kernel as code generation gets it. The driver zeroes workgroup memory itself, behind the optimiser. */
export function optimizeMesa(
  module: Module,
  shader: ShaderCompiler,
  generation: OptimizerNumbers,
  runner: PassRunner,
): Module {
  const p = mesaPasses(generation);
  const repeated = new RepeatedPasses(p, runner);
  let current = runner.apply(module, p.int64, ...additionsOf(shader), p.subgroupSize, p.mem2reg);
  current = repeated.cleanUp(current);
  current = runner.apply(current, ...clampsOf(shader), p.dropBounds, p.reassociate);
  current = repeated.factored(repeated.unrolled(repeated.factored(current)));
  current = repeated.cleanUp(runner.apply(current, p.dce, p.decidedTests, p.strengthReduction, p.contract));
  current = repeated.cleanUp(runner.apply(current, p.flatten, p.licm));
  current = repeated.cleanUp(runner.apply(current, p.offsets));
  return repeated.cleanUp(runner.apply(current, p.vectorize));
}

function additionsOf({ additions }: ShaderCompiler): readonly Pass[] {
  return additions.filter(({ behaviour }) => behaviour !== WORKGROUP_INIT);
}

function clampsOf({ indexClamp }: ShaderCompiler): readonly Pass[] {
  return indexClamp ? [indexClamp] : [];
}
