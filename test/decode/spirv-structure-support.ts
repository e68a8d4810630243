// Kernels in SPIR-V assembly for tests of the decoder's structure: a frame with an input and an output array of
// words, what a kernel adds to it, and its results when kernelcast runs it.

import { decodeSpirv, type SpirvOptions } from '../../src/decode/spirv/index.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { compileProgram, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { Instruction, Module } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { promote } from '../../src/passes/mem2reg.ts';
import { memoryOf, wrap } from '../execute/wrap.ts';

export interface KernelParts {
  /** Names, execution modes other than the size, decorations. */
  readonly annotations?: string;
  /** Types, constants and variables. */
  readonly globals?: string;
  readonly functions?: string;
  /** After OpLabel of the entry block; `%x` is the invocation's number, `%a` its word of input. */
  readonly body: string;
  /** The execution modes; a size of 8 by default. */
  readonly modes?: string;
}

/** A module whose `main` runs `body`, which ends in OpReturn; `%out` and `%in` are blocks of words. */
export function kernel({ annotations = '', globals = '', functions = '', body, modes }: KernelParts): string {
  return `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %gid
${modes ?? 'OpExecutionMode %main LocalSize 8 1 1'}
OpDecorate %gid BuiltIn GlobalInvocationId
OpDecorate %words ArrayStride 4
OpDecorate %block BufferBlock
OpMemberDecorate %block 0 Offset 0
OpDecorate %in DescriptorSet 0
OpDecorate %in Binding 0
OpDecorate %out DescriptorSet 0
OpDecorate %out Binding 1
${annotations}
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%uint3 = OpTypeVector %uint 3
%procedure = OpTypeFunction %void
%words = OpTypeRuntimeArray %uint
%block = OpTypeStruct %words
%block_p = OpTypePointer Uniform %block
%word_p = OpTypePointer Uniform %uint
%input3_p = OpTypePointer Input %uint3
%local_p = OpTypePointer Function %uint
%n0 = OpConstant %uint 0
%n1 = OpConstant %uint 1
%n2 = OpConstant %uint 2
%n3 = OpConstant %uint 3
%n4 = OpConstant %uint 4
%n5 = OpConstant %uint 5
%n6 = OpConstant %uint 6
%n7 = OpConstant %uint 7
%n10 = OpConstant %uint 10
%n100 = OpConstant %uint 100
%true = OpConstantTrue %bool
%false = OpConstantFalse %bool
%in = OpVariable %block_p Uniform
%out = OpVariable %block_p Uniform
%gid = OpVariable %input3_p Input
${globals}
${functions}
%main = OpFunction %void None %procedure
%entry = OpLabel
%gid_value = OpLoad %uint3 %gid
%x = OpCompositeExtract %uint %gid_value 0
%a_p = OpAccessChain %word_p %in %n0 %x
%a = OpLoad %uint %a_p
%out_p = OpAccessChain %word_p %out %n0 %x
${body}
OpFunctionEnd
`;
}

export function decode(text: string, options: Partial<SpirvOptions> = {}): Module {
  const { value, diagnostics } = decodeSpirv({ file: 'kernel.spvasm', text }, { constants: {}, ...options });
  if (!value) throw new Error(diagnostics.map((each) => `${each.code}: ${each.message}`).join('\n'));
  const problems = validateModule(value);
  if (problems.length > 0) throw new Error(problems.map((each) => each.message).join('\n'));
  return value;
}

/** The problem of a module that cannot be decoded. */
export function problem(text: string, options: Partial<SpirvOptions> = {}): Diagnostic {
  const { value, diagnostics } = decodeSpirv({ file: 'kernel.spvasm', text }, { constants: {}, ...options });
  if (value) throw new Error('the module was decoded');
  return diagnostics[0];
}

/** The first words of `out` after one workgroup, as decoded and with private variables in values. */
export function run(
  text: string,
  input: readonly number[] = [],
  options: Partial<SpirvOptions> = {},
  elements: readonly (readonly number[])[] = [],
): number[] {
  const module = wideIntegers(decode(text, options));
  const results = [module, promote(module)].map((each) => execute(each, input, elements));
  if (results[0].join() !== results[1].join())
    throw new Error(`decoded ${results[0].join()}, promoted ${results[1].join()}`);
  return results[0];
}

/** @param elements what arrays of buffers hold, buffer by buffer */
function execute(
  module: Module,
  input: readonly number[],
  elements: readonly (readonly number[])[],
): number[] {
  const problems = validateModule(module);
  if (problems.length > 0) throw new Error(problems.map((each) => each.message).join('\n'));
  const contents = module.buffers.map(({ binding, element }): Parameters<typeof memoryOf>[1] => {
    const held = binding === 0 ? input : (elements[element ?? -1] ?? []);
    const words = Uint32Array.from(held);
    return [256, { kind: 'words', words }];
  });
  const memory = memoryOf(module, ...contents);
  const kernelCode = compileProgram(wrap(module), { subgroupSize: 4 });
  const { diagnostics, isComplete } = runInFull(kernelCode, memory, { dispatch: [1, 1, 1] });
  if (!isComplete) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  const out = module.buffers.findIndex(({ binding }) => binding === 1);
  return [...new Uint32Array(readBuffer(memory, out).slice().buffer)];
}

/** The constructs of a module in order, inner ones in parentheses: `loop(if() block(if()))`. */
export function shapeOf(module: Module): string {
  return shapes(module.body.instructions);
}

function shapes(instructions: readonly Instruction[]): string {
  const found: string[] = [];
  for (const instruction of instructions) {
    if (instruction.kind === 'if') {
      const arms = [instruction.then, instruction.otherwise].map((arm) => shapes(arm.instructions));
      found.push(`if(${arms.filter((arm) => arm !== '').join(' ')})`);
    } else if (instruction.kind === 'switch') {
      const arms = instruction.cases.map((each) => shapes(each.body.instructions));
      found.push(`switch(${arms.filter((arm) => arm !== '').join(' ')})`);
    } else if (instruction.kind === 'loop' || instruction.kind === 'block') {
      found.push(`${instruction.kind}(${shapes(instruction.body.instructions)})`);
    }
  }
  return found.join(' ');
}

export function count(module: Module, kind: Instruction['kind']): number {
  let found = 0;
  forEachInstruction(module.body, (each) => {
    if (each.kind === kind) found++;
  });
  return found;
}
