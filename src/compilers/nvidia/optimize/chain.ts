// The modelled driver's optimiser, as observed on an H200 (driver 580.159), with the shader compiler's passes where
// they belong.
//
// Order, and why:
//  0. 64-bit integers become pairs of words, blends multiply-adds: no behaviours, but what the rest relies on.
//  1. What the shader compiler adds before anything is optimised: loop guards, guarded divisions, clamped
//     conversions, zeroed workgroup memory.
//  2. Sums and products that undo each other, while what is common is known within straight runs only.
//     Clean-up: private variables to values, folding, sharing, removal, control flow, until nothing changes.
//     Loop guards that are part of the kernel (SPIR-V) are recognised then.
//  3. Index clamps. They come after the first clean-up because the range analysis reads SSA values, and
//     before the driver's passes because the driver has to live with them.
//  4. Constants of float chains, strength reduction, forms of quotients and powers, and contraction, before
//     unrolling: the number of copies that fit is counted in the instructions that are left after these.
//  5. Invariants out of loops, then unrolling with clean-up, again as long as it uncovers more; arrays whose
//     indices became constant go to registers here, and the loops around them get their true size. What becomes
//     invariant only then, or in step 6, leaves no loop that the shader compiler guards (169 listings of loops).
//  6. Address offsets split from bases, so that the copies' accesses share bases; sharing and hoisting of those.
//  7. Components of uniform vectors that are chosen at run time become branches; wide accesses to workgroup memory,
//     which needs bases and offsets apart.
//  8. Predication, when the arms have their final size; choices that are left become minima and maxima; what code
//     generation need not know is removed.

import type { Module } from '../../../ir/ir.ts';
import type { ShaderCompiler } from '../../compiler.ts';
import type { Pass, PassRunner } from '../../pass.ts';
import { LOOP_GUARD } from '../../tint/guards.ts';
import type { Generation } from '../generation.ts';
import { type DriverPasses, driverPasses } from './passes.ts';

/** Clean-up rounds; each is one walk over the module per pass, and two or three are what kernels need. */
const CLEAN_UP_ROUNDS = 4;
/** Unrolling an inner loop can make an outer one small or constant: nests deeper than this are rare. */
const UNROLL_ROUNDS = 4;

/** Every pass that `optimize` may run, in the order of its first use. */
export function passesOf(shader: ShaderCompiler, generation: Generation): readonly Pass[] {
  const { int64, ...others } = driverPasses(generation, true);
  const clamps = shader.indexClamp === undefined ? [] : [shader.indexClamp];
  return [int64, ...shader.additions, ...clamps, ...Object.values(others)];
}

/** The kernel as code generation gets it. */
export function optimize(
  module: Module,
  shader: ShaderCompiler,
  generation: Generation,
  runner: PassRunner,
): Module {
  return new Chain(shader, driverPasses(generation, runner.has(LOOP_GUARD)), runner).run(module);
}

class Chain {
  private readonly shader: ShaderCompiler;
  private readonly passes: DriverPasses;
  private readonly runner: PassRunner;

  constructor(shader: ShaderCompiler, passes: DriverPasses, runner: PassRunner) {
    this.shader = shader;
    this.passes = passes;
    this.runner = runner;
  }

  run(module: Module): Module {
    const p = this.passes;
    const { additions, indexClamp } = this.shader;
    let current = this.apply(
      module,
      p.int64,
      ...additions,
      p.blends,
      p.subgroupSize,
      p.indexedHalves,
      p.mem2reg,
    );
    current = this.cleanUp(this.apply(current, p.cancellations));
    const recognized = this.apply(current, p.recognizeGuards);
    if (recognized !== current) current = this.cleanUp(recognized);
    current = this.apply(current, ...(indexClamp ? [indexClamp] : []), p.dropBounds, p.reassociate);
    current = this.cleanUp(this.reduce(this.apply(current, p.dce)));
    current = this.addresses(this.loops(current));
    current = this.apply(
      current,
      p.indexedComponents,
      p.legalize,
      p.mergeAccesses,
      p.rangeTests,
      p.ifConversion,
      p.extremes,
    );
    return this.dataFlow(current);
  }

  /** Cheaper forms of single operations and branches. */
  private reduce(module: Module): Module {
    const { decidedTests, strengthReduction, floatForms, contract } = this.passes;
    return this.apply(module, decidedTests, strengthReduction, floatForms, contract);
  }

  private loops(module: Module): Module {
    const { planUnrolling, licm, lateLicm, unroll, fold, mem2reg, dropZeros } = this.passes;
    let current = this.apply(module, planUnrolling);
    for (let round = 0; round < UNROLL_ROUNDS; round++) {
      const hoisted = this.apply(current, round === 0 ? licm : lateLicm);
      const unrolled = this.apply(hoisted, unroll);
      if (unrolled === hoisted) return hoisted;
      // Arrays whose indices are constants now go first: nothing has to follow their accesses after that.
      const tidied = this.cleanUp(this.apply(unrolled, fold, mem2reg, dropZeros));
      const reduced = this.reduce(tidied);
      current = reduced === tidied ? tidied : this.cleanUp(reduced);
    }
    return current;
  }

  private addresses(module: Module): Module {
    const { offsets, lateLicm } = this.passes;
    const split = this.apply(module, offsets);
    if (split === module) return module;
    const tidied = this.cleanUp(split);
    const hoisted = this.apply(tidied, lateLicm);
    return hoisted === tidied ? tidied : this.cleanUp(hoisted);
  }

  /**
   * Folding, sharing and removal, again when they made private memory promotable (an index became constant) or
   * when control flow changed; on its own each of them leaves little to do for itself.
   */
  private cleanUp(module: Module): Module {
    const { booleans, conditions, shortCircuit, simplifyCfg, mem2reg } = this.passes;
    let current = module;
    for (let round = 0; round < CLEAN_UP_ROUNDS; round++) {
      const tidied = this.dataFlow(current);
      current = this.apply(tidied, booleans, conditions, shortCircuit, simplifyCfg, mem2reg);
      if (current === tidied) break;
    }
    return current;
  }

  private dataFlow(module: Module): Module {
    const { fold, cse, dce } = this.passes;
    return this.apply(module, fold, cse, dce);
  }

  private apply(module: Module, ...passes: readonly Pass[]): Module {
    return this.runner.apply(module, ...passes);
  }
}
