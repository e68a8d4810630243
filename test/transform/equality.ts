// Whether two kernels leave the same in their buffers: both run in full by kernelcast's own execution, by default
// as the modelled driver would compile them, and every word is compared.

import { compileProgram, createMemory, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import type { Launch } from '../../src/launch/launch.ts';
import type { Program } from '../../src/machine/program.ts';
import { decodeKernel, generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';

/** The words of each buffer, by `group.binding`. */
export type Contents = ReadonlyMap<string, Uint32Array>;

export interface Way {
  readonly subgroupSize?: number;
  readonly compile?: (module: Module) => Program;
}

/** @throws Error when the kernel is refused or does not end */
export function contentsAfter(source: string, launch: Launch, way: Way = {}): Contents {
  const { subgroupSize = 32, compile = asDriver } = way;
  const decoded = decodeKernel(launch, source);
  if (!decoded.value) throw new Error(decoded.diagnostics.map((each) => each.message).join('\n'));
  const program = compile(decoded.value);
  const memory = createMemory(program.module.buffers, launch.bindings, () => new Uint8Array());
  const kernel = compileProgram(program, { subgroupSize });
  const { isComplete, diagnostics } = runInFull(kernel, memory, { dispatch: launch.dispatch });
  if (!isComplete) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  const words = (index: number) => new Uint32Array(readBuffer(memory, index).slice().buffer);
  return new Map(
    program.module.buffers.map(({ group, binding }, index) => [`${group}.${binding}`, words(index)]),
  );
}

function asDriver(module: Module): Program {
  const options = { dialect: 'dawn' as const, without: [] };
  return generateKernel(optimizeKernel(module, options), options);
}

/** What differs first, in words for a person; undefined when nothing does. */
export function firstDifference(expected: Contents, actual: Contents): string | undefined {
  for (const [key, words] of expected) {
    const others = actual.get(key);
    // A buffer that the kernel no longer mentions was not written either.
    if (!others) continue;
    const at = words.findIndex((word, i) => word !== others[i]);
    if (at < 0) continue;
    const count = words.reduce((sum, word, i) => sum + Number(word !== others[i]), 0);
    const hex = (word: number) => `0x${word.toString(16)}`;
    return `buffer ${key}: ${count} of ${words.length} words differ, first ${at}: ${hex(words[at])}, now ${hex(others[at])}`;
  }
  return undefined;
}
