// Runs a kernel through kernelcast in one of several ways, which must all agree.

import { behaviours } from '../../src/compilers/behaviours.ts';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeSpirv } from '../../src/decode/spirv/index.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import type { Outcome } from '../../src/diagnostics/diagnostic.ts';
import { compileProgram, createMemory, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import type { Binding } from '../../src/launch/launch.ts';
import type { Program } from '../../src/machine/program.ts';
import { bytesOf } from '../../src/texture/shape.ts';
import { generate, optimize } from '../compile.ts';
import { wrap } from '../execute/wrap.ts';
import type { Outputs } from './gpu.ts';
import { contentsOf, type Kernel, texelsOf } from './kernel.ts';

/** How far a kernel is compiled: not at all; without any behaviour of the modelled compilers; in full. */
export const STAGES = ['decoded', 'plain', 'dawn'] as const;
export type Stage = (typeof STAGES)[number];

/** What kernelcast decodes: the WGSL itself, or what Tint (two styles) and naga make of it. */
export const SOURCES = ['wgsl', 'tint', 'bare', 'naga'] as const;
export type Source = (typeof SOURCES)[number];

/** Where the kernel comes from, in place of its WGSL. */
export type SpirvInput = { readonly text: string } | { readonly bytes: Uint8Array };

const everything: ReadonlySet<string> = new Set(behaviours.map((each) => each.name));
// The device's subgroups have another size than the family's, so the size must stay a question.
const exceptSubgroupSize: ReadonlySet<string> = new Set(['subgroup-size']);

/** kernelcast refuses the kernel, breaks down or does not finish it. */
export class Refusal extends Error {
  /** What is alike in refusals of one kind: the stage and the diagnostics' code. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(`${reason}: ${message}`);
    this.reason = reason;
  }
}

export function decodeKernel(kernel: Kernel, spirv?: SpirvInput): Module {
  const { entryPoint = 'main' } = kernel;
  // Every other kernel: a driver's layout of workgroup memory changes nothing that is computed.
  const rows = kernel.code.length % 2 === 0 ? { workgroupLayout: { fromBytes: 16, paddingBytes: 16 } } : {};
  const outcome: Outcome<Module> = spirv
    ? // Tint writes one entry point, under a name of its own.
      decodeSpirv(
        { file: kernel.name, ...spirv },
        { ...('bytes' in spirv ? { entryPoint } : {}), constants: {}, ...rows },
      )
    : decodeWgsl(
        { file: `${kernel.name}.wgsl`, text: kernel.code },
        { entryPoint, constants: kernel.constants, rules: tintRules(), ...rows },
      );
  const { value, diagnostics } = outcome;
  if (!value)
    throw new Refusal(`decode ${diagnostics[0]?.code}`, diagnostics.map((each) => each.message).join('\n'));
  check(value, 'decoded');
  return value;
}

/** The buffers that the kernel may have written. Throws a Refusal. */
export function runModule(kernel: Kernel, module: Module, stage: Stage, subgroupSize: number): Outputs {
  const program = guarded(`compile ${stage}`, () => programOf(module, stage));
  return guarded(`execute ${stage}`, () => execute(kernel, program, subgroupSize));
}

function guarded<T>(what: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      what,
      String((error as Error).stack)
        .split('\n')
        .slice(0, 4)
        .join(' '),
    );
  }
}

function programOf(module: Module, stage: Stage): Program {
  if (stage === 'decoded') return wrap(module);
  const without = stage === 'plain' ? everything : exceptSubgroupSize;
  const final = optimize(module, { dialect: stage === 'plain' ? 'raw' : 'dawn', without });
  check(final, `optimized ${stage}`);
  return generate(final, { without });
}

function check(module: Module, what: string): void {
  const problems = validateModule(module);
  if (problems.length > 0)
    throw new Refusal(
      `invalid IR ${what}`,
      problems
        .map((each) => each.message)
        .slice(0, 3)
        .join('\n'),
    );
}

function bindingsOf(kernel: Kernel): Binding[] {
  const buffers = kernel.buffers.map(
    (buffer): Binding => ({
      group: 0,
      binding: buffer.binding,
      usage: buffer.access === 'uniform' ? 'uniform' : 'storage',
      sizeBytes: buffer.words * 4,
      data: { kind: 'words', words: contentsOf(kernel, buffer) },
    }),
  );
  const textures = (kernel.textures ?? []).map((each): Binding => {
    const { binding, shape: texture } = each;
    const data = { kind: 'words', words: texelsOf(kernel, each) } as const;
    return { group: 0, binding, usage: 'texture', sizeBytes: bytesOf(texture), data, texture };
  });
  const samplers = (kernel.samplers ?? []).map(
    ({ binding, state: sampler }): Binding => ({
      group: 0,
      binding,
      usage: 'sampler',
      sizeBytes: 0,
      data: { kind: 'zeros' },
      sampler,
    }),
  );
  return [...buffers, ...textures, ...samplers];
}

function execute(kernel: Kernel, program: Program, subgroupSize: number): Outputs {
  const bindings = bindingsOf(kernel);
  const { buffers } = program.module;
  const memory = createMemory(buffers, bindings, () => new Uint8Array());
  const compiled = compileProgram(program, { subgroupSize });
  const { diagnostics, isComplete } = runInFull(compiled, memory, { dispatch: kernel.dispatch });
  if (!isComplete) throw new Refusal('incomplete', diagnostics.map((each) => each.message).join('\n'));
  return new Map(
    buffers.flatMap((buffer, index) =>
      buffer.access === 'read_write'
        ? [[buffer.binding, new Uint32Array(readBuffer(memory, index).slice().buffer)]]
        : [],
    ),
  );
}
