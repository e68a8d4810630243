// Mesa's compiler for a generation of Apple's GPUs, behind a shader compiler.

import type { Compiler, ShaderCompiler } from '../compiler.ts';
import { generateApple } from './generate.ts';
import type { AppleGeneration } from './generation.ts';
import { applePassesOf, optimizeApple } from './optimize/chain.ts';

export function appleCompiler(generation: AppleGeneration, shader: ShaderCompiler): Compiler {
  return {
    name: `apple ${generation.name}`,
    get passes() {
      return applePassesOf(shader, generation);
    },
    optimize: (module, runner) => optimizeApple(module, shader, generation, runner),
    generate: (module) => generateApple(module, generation),
  };
}
