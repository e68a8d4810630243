// Mesa's compiler for a generation of Xe, behind a shader compiler.

import type { Module } from '../../ir/ir.ts';
import { amdPassesOf, optimizeAmd } from '../amd/optimize/chain.ts';
import type { Compiler, ShaderCompiler } from '../compiler.ts';
import { WORKGROUP_INIT } from '../tint/workgroup-init.ts';
import { generateIntel } from './generate.ts';
import type { IntelGeneration } from './generation.ts';
import { optimizerNumbers } from './optimize/numbers.ts';

export function intelCompiler(generation: IntelGeneration, shader: ShaderCompiler): Compiler {
  return {
    name: `intel ${generation.name}`,
    get passes() {
      return amdPassesOf(shader, optimizerNumbers(generation));
    },
    optimize: (module, runner) => optimizeAmd(module, shader, optimizerNumbers(generation), runner),
    generate: (module, without) =>
      generateIntel(module, {
        generation,
        zeroesWorkgroupMemory: !without.has(WORKGROUP_INIT) && wantsZeros(module, shader),
      }),
  };
}

/** Where others would store the zeros, this driver does. */
function wantsZeros(module: Module, { additions }: ShaderCompiler): boolean {
  const init = additions.find(({ behaviour }) => behaviour === WORKGROUP_INIT);
  return init !== undefined && init.run(module) !== module;
}
