// A launch's kernel as a program that can be executed beside a GPU, with the bindings in the order of its buffers.

import { DEFAULT_DIALECT } from '../compilers/dialects.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import type { Program } from '../machine/program.ts';
import { matchBindings } from './bindings.ts';
import { decodeKernel, generateKernel, isFatal, optimizeKernel } from './compile-stages.ts';

/** Lanes of a subgroup that a program takes for granted. */
export { anySubgroupSize } from '../compilers/for-device.ts';

export interface CompiledLaunch {
  readonly program: Program;
  /** In the order of `program.module.buffers`. */
  readonly bindings: readonly Binding[];
}

/** @param without behaviours of the modelled compilers to leave out */
export function compileKernel(
  launch: Launch,
  source: string,
  { without }: { readonly without: readonly string[] },
): Outcome<CompiledLaunch> {
  const decoded = decodeKernel(launch, source);
  if (!decoded.value) return { diagnostics: decoded.diagnostics };
  const matched = matchBindings(decoded.value, launch, source);
  const diagnostics = [...decoded.diagnostics, ...matched.diagnostics];
  if (!matched.value || isFatal(diagnostics)) return { diagnostics };
  const options = { dialect: DEFAULT_DIALECT, without };
  const program = generateKernel(optimizeKernel(decoded.value, options), options);
  return { value: { program, bindings: matched.value }, diagnostics };
}
