// Workgroup memory that the shader compiler would zero by stores, Mesa's drivers zero themselves.

import type { Module } from '../../ir/ir.ts';
import type { ShaderCompiler } from '../compiler.ts';
import { WORKGROUP_INIT } from '../tint/workgroup-init.ts';

/** Tells whether the shader compiler has anything to zero. */
export function wantsZeros(module: Module, { additions }: ShaderCompiler): boolean {
  const init = additions.find(({ behaviour }) => behaviour === WORKGROUP_INIT);
  return init !== undefined && init.run(module) !== module;
}
