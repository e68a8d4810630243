// The optimiser of Mesa's compiler in the order that matters here: the shader compiler's additions, clean-up to values,
// branches to selections, unrolling with clean-up as long as it uncovers more, offsets of addresses.

import type { Module } from '../../../ir/ir.ts';
import type { ShaderCompiler } from '../../compiler.ts';
import type { Pass, PassRunner } from '../../pass.ts';
import type { AppleGeneration } from '../generation.ts';
import { type ApplePasses, applePasses } from './passes.ts';

const ROUNDS = 4;

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
  return new Chain(shader, applePasses(generation), runner).run(module);
}

/** A shader compiler that clamps indices has to clamp all of them: nothing here checks bounds. */
function clampsOf({ indexClamp }: ShaderCompiler, runtimeClamps: Pass): readonly Pass[] {
  return indexClamp ? [runtimeClamps, indexClamp] : [];
}

class Chain {
  private readonly shader: ShaderCompiler;
  private readonly passes: ApplePasses;
  private readonly runner: PassRunner;

  constructor(shader: ShaderCompiler, passes: ApplePasses, runner: PassRunner) {
    this.shader = shader;
    this.passes = passes;
    this.runner = runner;
  }

  run(module: Module): Module {
    const p = this.passes;
    const { additions } = this.shader;
    let current = this.apply(module, p.int64, ...additions, p.subgroupSize, p.lowerSwitches, p.mem2reg);
    current = this.cleanUp(current);
    current = this.apply(current, ...clampsOf(this.shader, p.runtimeClamps), p.dropBounds, p.reassociate);
    current = this.searched(this.unrolled(this.flattened(this.cleanUp(current))));
    current = this.cleanUp(this.apply(current, p.dce, p.decidedTests, p.strengthReduction, p.contract));
    current = this.cleanUp(this.flattened(current));
    current = this.cleanUp(this.apply(current, p.offsets));
    return this.cleanUp(this.apply(current, p.vectorize));
  }

  private unrolled(module: Module): Module {
    const { unroll, fold, mem2reg } = this.passes;
    let current = module;
    for (let round = 0; round < ROUNDS; round++) {
      const next = this.apply(current, unroll);
      if (next === current) break;
      current = this.flattened(this.cleanUp(this.apply(next, fold, mem2reg)));
    }
    return current;
  }

  /** From the inside out: an arm is short once the branches in it are gone. */
  private flattened(module: Module): Module {
    let current = module;
    for (let round = 0; round < ROUNDS; round++) {
      const next = this.apply(current, this.passes.flatten);
      if (next === current) break;
      current = this.cleanUp(next);
    }
    return current;
  }

  /** Arrays with indices of the run become values once each access knows its place. */
  private searched(module: Module): Module {
    const { searchElements, mem2reg } = this.passes;
    const found = this.apply(module, searchElements);
    return found === module ? module : this.flattened(this.cleanUp(this.apply(found, mem2reg)));
  }

  private cleanUp(module: Module): Module {
    const { fold, cse, dce, booleans, conditions, shortCircuit, simplifyCfg, mem2reg } = this.passes;
    const tidy = [fold, cse, dce, booleans, conditions, shortCircuit, simplifyCfg, mem2reg];
    let current = module;
    for (let round = 0; round < ROUNDS; round++) {
      const tidied = this.apply(current, ...tidy);
      if (tidied === current) break;
      current = tidied;
    }
    return this.apply(current, fold, cse, dce);
  }

  private apply(module: Module, ...passes: readonly Pass[]): Module {
    return this.runner.apply(module, ...passes);
  }
}
