// Mesa's compiler for a generation of RDNA, behind a shader compiler.

import type { Compiler, ShaderCompiler } from '../compiler.ts';
import { mesaPassesOf, optimizeMesa } from '../mesa/optimize/chain.ts';
import { wantsZeros } from '../mesa/zeros.ts';
import { WORKGROUP_INIT } from '../tint/workgroup-init.ts';
import { generateAmd } from './generate.ts';
import type { AmdGeneration } from './generation.ts';

export function amdCompiler(generation: AmdGeneration, shader: ShaderCompiler): Compiler {
  return {
    name: `amd ${generation.name}`,
    get passes() {
      return mesaPassesOf(shader, generation);
    },
    optimize: (module, runner) => optimizeMesa(module, shader, generation, runner),
    generate: (module, without) =>
      generateAmd(module, {
        generation,
        zeroesWorkgroupMemory: !without.has(WORKGROUP_INIT) && wantsZeros(module, shader),
      }),
  };
}
