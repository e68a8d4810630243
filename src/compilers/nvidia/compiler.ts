// The modelled driver of NVIDIA's as a compiler: its optimiser and its code generation for one generation.

import type { Compiler, ShaderCompiler } from '../compiler.ts';
import { generate } from './generate.ts';
import type { Generation } from './generation.ts';
import { optimize, passesOf } from './optimize/chain.ts';

export function nvidiaCompiler(generation: Generation, shader: ShaderCompiler): Compiler {
  return {
    name: `nvidia ${generation.name}`,
    // For those who ask: compiling needs no list.
    get passes() {
      return passesOf(shader, generation);
    },
    optimize: (module, runner) => optimize(module, shader, generation, runner),
    generate: (module, without) => generate(module, { generation, without }),
  };
}
