// Mesa's compiler for a generation of Xe, behind a shader compiler.

import type { Compiler, ShaderCompiler } from '../compiler.ts';
import { mesaPassesOf, optimizeMesa } from '../mesa/optimize/chain.ts';
import { wantsZeros } from '../mesa/zeros.ts';
import { WORKGROUP_INIT } from '../tint/workgroup-init.ts';
import { generateIntel } from './generate.ts';
import type { IntelGeneration } from './generation.ts';
import { optimizerNumbers } from './optimize/numbers.ts';

export function intelCompiler(generation: IntelGeneration, shader: ShaderCompiler): Compiler {
  return {
    name: `intel ${generation.name}`,
    get passes() {
      return mesaPassesOf(shader, optimizerNumbers(generation));
    },
    optimize: (module, runner) => optimizeMesa(module, shader, optimizerNumbers(generation), runner),
    generate: (module, without) =>
      generateIntel(module, {
        generation,
        zeroesWorkgroupMemory: !without.has(WORKGROUP_INIT) && wantsZeros(module, shader),
      }),
  };
}
