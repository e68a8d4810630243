// Runs a case through kernelcast in full, compiled as far as asked.

import { behaviours } from '../../src/compilers/behaviours.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import { compileProgram, createMemory, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import type { Program } from '../../src/machine/program.ts';
import { generate, optimize } from '../compile.ts';
import { wrap } from '../execute/wrap.ts';
import type { ConformanceCase, Way } from './cases.ts';

// The software GPU's subgroups have another size than the family's, so it must stay a question.
/** The software GPU's subgroups have another size than the family's, so the size must stay a question. */
const full: ReadonlySet<string> = new Set(['subgroup-size']);
const everything: ReadonlySet<string> = new Set(behaviours.map((each) => each.name));

/** The case's output words. Throws when kernelcast refuses the kernel or does not run it to its end. */
export function runOnKernelcast(test: ConformanceCase, way: Way, subgroupSize: number): Uint32Array {
  const program = programOf(decode(test), way);
  const memory = createMemory(
    program.module.buffers,
    [
      { group: 0, binding: 0, usage: 'storage', sizeBytes: test.input.byteLength, data: words(test.input) },
      { group: 0, binding: 1, usage: 'storage', sizeBytes: test.outputWords * 4, data: { kind: 'zeros' } },
      {
        group: 0,
        binding: 2,
        usage: 'uniform',
        sizeBytes: test.uniform?.byteLength ?? 0,
        data: words(test.uniform),
      },
    ],
    () => new Uint8Array(),
  );
  const kernel = compileProgram(program, { subgroupSize });
  const { diagnostics, isComplete } = runInFull(kernel, memory, { dispatch: test.dispatch });
  if (!isComplete) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  const output = program.module.buffers.findIndex((each) => each.binding === 1);
  return new Uint32Array(readBuffer(memory, output).slice().buffer);
}

function decode(test: ConformanceCase): Module {
  const source = { file: `${test.name}.wgsl`, text: test.code };
  const { value, diagnostics } = decodeWgsl(source, { entryPoint: 'main', constants: test.constants });
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return value;
}

function programOf(module: Module, way: Way): Program {
  check(module, 'decoded');
  if (way === 'decoded') return wrap(module);
  const without = way === 'plain' ? everything : full;
  const final = optimize(module, { dialect: way === 'plain' ? 'raw' : 'dawn', without });
  check(final, 'optimized');
  return generate(final, { without });
}

function check(module: Module, stage: string): void {
  const problems = validateModule(module);
  if (problems.length > 0) throw new Error(`${stage} IR: ${problems.map((each) => each.message).join('\n')}`);
}

function words(data: Uint32Array | undefined): { readonly kind: 'words'; readonly words: Uint32Array } {
  return { kind: 'words', words: data ?? new Uint32Array() };
}
