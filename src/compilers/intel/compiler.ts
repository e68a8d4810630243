// Mesa's compiler for a generation of Xe, behind a shader compiler.

import type { Module } from '../../ir/ir.ts';
import { amdPassesOf, optimizeAmd } from '../amd/optimize/chain.ts';
import type { OptimizerNumbers } from '../amd/optimize/passes.ts';
import type { Compiler, ShaderCompiler } from '../compiler.ts';
import { WORKGROUP_INIT } from '../tint/workgroup-init.ts';
import { generateIntel } from './generate.ts';
import type { IntelGeneration } from './generation.ts';

export function intelCompiler(generation: IntelGeneration, shader: ShaderCompiler): Compiler {
  return {
    name: `intel ${generation.name}`,
    get passes() {
      return amdPassesOf(shader, numbersOf(generation));
    },
    optimize: (module, runner) => optimizeAmd(module, shader, numbersOf(generation), runner),
    generate: (module, without) =>
      generateIntel(module, {
        generation,
        zeroesWorkgroupMemory: !without.has(WORKGROUP_INIT) && wantsZeros(module, shader),
      }),
  };
}

/** The optimiser is the one that all of Mesa's drivers share. */
export function numbersOf(generation: IntelGeneration): OptimizerNumbers {
  return { ...generation, waveThreads: generation.lanes };
}

/** Where others would store the zeros, this driver does. */
function wantsZeros(module: Module, { additions }: ShaderCompiler): boolean {
  const init = additions.find(({ behaviour }) => behaviour === WORKGROUP_INIT);
  return init !== undefined && init.run(module) !== module;
}
