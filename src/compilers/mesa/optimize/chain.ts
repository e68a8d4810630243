// The optimiser of Mesa's drivers for RDNA and Xe in the order that matters here: the shader compiler's additions, clean-up to values,
// unrolling with clean-up as long as it uncovers more, small branches to selections, offsets of addresses.

import type { Module } from '../../../ir/ir.ts';
import type { ShaderCompiler } from '../../compiler.ts';
import type { Pass, PassRunner } from '../../pass.ts';
import { WORKGROUP_INIT } from '../../tint/workgroup-init.ts';
import { type MesaPasses, mesaPasses, type OptimizerNumbers } from './passes.ts';

const ROUNDS = 4;

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
  return new Chain(shader, mesaPasses(generation), runner).run(module);
}

function additionsOf({ additions }: ShaderCompiler): readonly Pass[] {
  return additions.filter(({ behaviour }) => behaviour !== WORKGROUP_INIT);
}

function clampsOf({ indexClamp }: ShaderCompiler): readonly Pass[] {
  return indexClamp ? [indexClamp] : [];
}

class Chain {
  private readonly shader: ShaderCompiler;
  private readonly passes: MesaPasses;
  private readonly runner: PassRunner;

  constructor(shader: ShaderCompiler, passes: MesaPasses, runner: PassRunner) {
    this.shader = shader;
    this.passes = passes;
    this.runner = runner;
  }

  run(module: Module): Module {
    const p = this.passes;
    let current = this.apply(module, p.int64, ...additionsOf(this.shader), p.subgroupSize, p.mem2reg);
    current = this.cleanUp(current);
    current = this.apply(current, ...clampsOf(this.shader), p.dropBounds, p.reassociate);
    current = this.searched(this.unrolled(this.cleanUp(current)));
    current = this.cleanUp(this.apply(current, p.dce, p.decidedTests, p.strengthReduction, p.contract));
    current = this.cleanUp(this.apply(current, p.flatten, p.licm));
    current = this.cleanUp(this.apply(current, p.offsets));
    return this.cleanUp(this.apply(current, p.vectorize));
  }

  private unrolled(module: Module): Module {
    const { unroll, fold, mem2reg } = this.passes;
    let current = module;
    for (let round = 0; round < ROUNDS; round++) {
      const next = this.apply(current, unroll);
      if (next === current) break;
      current = this.cleanUp(this.apply(next, fold, mem2reg));
    }
    return current;
  }

  /** Arrays with indices of the run become values once each access knows its place. */
  private searched(module: Module): Module {
    const { searchElements, mem2reg } = this.passes;
    const found = this.apply(module, searchElements);
    return found === module ? module : this.cleanUp(this.apply(found, mem2reg));
  }

  private cleanUp(module: Module): Module {
    const { fold, cse, dce, booleans, conditions, shortCircuit, simplifyCfg, mem2reg } = this.passes;
    let current = module;
    for (let round = 0; round < ROUNDS; round++) {
      const tidied = this.apply(
        current,
        fold,
        cse,
        dce,
        booleans,
        conditions,
        shortCircuit,
        simplifyCfg,
        mem2reg,
      );
      if (tidied === current) break;
      current = tidied;
    }
    return this.apply(current, fold, cse, dce);
  }

  private apply(module: Module, ...passes: readonly Pass[]): Module {
    return this.runner.apply(module, ...passes);
  }
}
