// The modelled compilers as tests call them: any dialect, NVIDIA's driver for Hopper.

import { type Dialect, shaderCompiler } from '../src/compilers/dialects.ts';
import { generate as generateFor } from '../src/compilers/nvidia/generate.ts';
import { generationNamed } from '../src/compilers/nvidia/generation.ts';
import { optimize as optimizeFor } from '../src/compilers/nvidia/optimize/chain.ts';
import { type PassObserver, PassRunner } from '../src/compilers/pass.ts';
import type { Module } from '../src/ir/ir.ts';
import type { Program } from '../src/machine/program.ts';

export const hopper = generationNamed('hopper')!;

export interface Options {
  readonly dialect: Dialect;
  readonly without: ReadonlySet<string>;
  readonly observe?: PassObserver;
}

export function optimize(module: Module, { dialect, without, observe }: Options): Module {
  return optimizeFor(module, shaderCompiler(dialect), hopper, new PassRunner(without, observe));
}

export function generate(module: Module, { without }: { readonly without: ReadonlySet<string> }): Program {
  return generateFor(module, { generation: hopper, without });
}
