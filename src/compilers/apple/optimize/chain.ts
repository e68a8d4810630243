// The optimiser of Mesa's compiler in the order that matters here: the shader compiler's additions, clean-up to values,
// branches to selections, unrolling with clean-up as long as it uncovers more, offsets of addresses.

import type { Module } from '../../../ir/ir.ts';
import type { ShaderCompiler } from '../../compiler.ts';
import { RepeatedPasses } from '../../mesa/optimize/repeated.ts';
import type { Pass, PassRunner } from '../../pass.ts';
import type { AppleGeneration } from '../generation.ts';
import { applePasses } from './passes.ts';

/** Every pass that `optimizeApple` may run, in the order of its first use. */
export function applePassesOf(shader: ShaderCompiler, generation: AppleGeneration): readonly Pass[] {
  const { int64, runtimeClamps, ...others } = applePasses(generation);
  return [int64, ...shader.additions, ...clampsOf(shader, runtimeClamps), ...Object.values(others)];
}

/** The kernel as code generation gets it. */
export function optimizeApple(
  module: Module,
  shader: ShaderCompiler,
  generation: AppleGeneration,
  runner: PassRunner,
): Module {
  const p = applePasses(generation);
  const repeated = new RepeatedPasses(p, runner, { flattensAlong: true });
  let current = runner.apply(
    module,
    p.int64,
    ...shader.additions,
    p.subgroupSize,
    p.lowerSwitches,
    p.mem2reg,
  );
  current = repeated.cleanUp(current);
  current = runner.apply(current, ...clampsOf(shader, p.runtimeClamps), p.dropBounds, p.reassociate);
  current = repeated.factored(repeated.unrolled(repeated.factored(current)));
  current = repeated.cleanUp(runner.apply(current, p.dce, p.decidedTests, p.strengthReduction, p.contract));
  current = repeated.cleanUp(repeated.flattened(current));
  current = repeated.cleanUp(runner.apply(current, p.offsets));
  return repeated.cleanUp(runner.apply(current, p.vectorize));
}

/** A shader compiler that clamps indices has to clamp all of them: nothing here checks bounds. */
function clampsOf({ indexClamp }: ShaderCompiler, runtimeClamps: Pass): readonly Pass[] {
  return indexClamp ? [runtimeClamps, indexClamp] : [];
}
