// Mesa's compiler for a generation of RDNA, behind a shader compiler.

import type { Module } from '../../ir/ir.ts';
import type { Compiler, ShaderCompiler } from '../compiler.ts';
import { WORKGROUP_INIT } from '../tint/workgroup-init.ts';
import { generateAmd } from './generate.ts';
import type { AmdGeneration } from './generation.ts';
import { amdPassesOf, optimizeAmd } from './optimize/chain.ts';

export function amdCompiler(generation: AmdGeneration, shader: ShaderCompiler): Compiler {
  return {
    name: `amd ${generation.name}`,
    get passes() {
      return amdPassesOf(shader, generation);
    },
    optimize: (module, runner) => optimizeAmd(module, shader, generation, runner),
    generate: (module, without) =>
      generateAmd(module, {
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
