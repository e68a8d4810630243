// Decodes SPIR-V, binary or assembly, into the IR: read into words, then lowered by following the one entry point,
// with calls inlined and control flow made structured. What is not understood becomes a diagnostic.

import { type Diagnostic, DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import type { Buffer, Module } from '../../ir/ir.ts';
import { validateModule } from '../../ir/validate.ts';
import type { WorkgroupLayout } from '../../ir/workgroup-storage.ts';
import { type AddressedBuffer, addressedBuffers } from './addresses.ts';
import { appendSpecOperations, Constants, checkConstants } from './constants.ts';
import { Declarations } from './declarations.ts';
import { chooseEntryPoint, workgroupSize } from './entry-point.ts';
import { Functions } from './functions.ts';
import { enumerantName } from './grammar.ts';
import { handlerFor } from './instructions/index.ts';
import { type BoundBuffer, declareBuffers, declaredBindings, declareVariables } from './interface.ts';
import { Lowering } from './lowering.ts';
import type { SpirvModule } from './module.ts';
import { AddressingModel, Decoration, ExecutionModel, Op } from './opcodes.ts';
import { unsupported } from './problems.ts';
import { reachedVariables } from './reach.ts';
import { readSpirv, type SpirvSource } from './read.ts';
import { declareType } from './type-table.ts';

export interface SpirvOptions {
  /** May be left out when the module has one compute entry point. */
  readonly entryPoint?: string;
  /** Values for spec constants, by name or by SpecId as a decimal string. */
  readonly constants: Readonly<Record<string, number>>;
  /** For modules that leave the size of workgroups open. */
  readonly workgroupSize?: readonly [number, number, number];
  /** What is bound: arrays of buffers have as many as that. */
  readonly bound?: readonly BoundBuffer[];
  /** Buffers that the launch gives addresses, in the order of their numbers. */
  readonly addressed?: readonly AddressedBuffer[];
  /** Of workgroup memory that the module gives no layout, where a device has one of its own. */
  readonly workgroupLayout?: WorkgroupLayout;
}

/** The module of one entry point. Diagnostics are `invalid` or `unsupported`; there is no module then. */
export function decodeSpirv(source: SpirvSource, options: SpirvOptions): Outcome<Module> {
  let lowering: Lowering | undefined;
  try {
    const read = readSpirv(source);
    if (!read.value) return { diagnostics: read.diagnostics };
    const operations = appendSpecOperations(read.value);
    const declarations = new Declarations(read.value);
    lowering = new Lowering(operations.module, declarations.definedAt, options);
    lowering.originOf = operations.originOf;
    const constants = new Constants(lowering, declarations, operations, handlerFor);
    lowering.resolveConstant = (id, at) => constants.resolve(id, at);
    const module = lowerModule(lowering, declarations, constants, options);
    return checked(module, source.file, ignored(lowering, declarations));
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    return { diagnostics: [internalProblem(error, source.file, lowering)] };
  }
}

/** No validator has seen the module: where it breaks rules that lowering relies on, the IR's rules are broken. */
function checked(value: Module, file: string, warnings: readonly Diagnostic[]): Outcome<Module> {
  const [problem] = validateModule(value);
  if (!problem) return { value, diagnostics: warnings };
  const message = `the module is not valid SPIR-V: an instruction uses values that it must not (${problem.message})`;
  const span = problem.span ?? { file, start: 0, end: 0 };
  return { diagnostics: [{ severity: 'invalid', code: 'spirv/invalid', message, span }] };
}

/** What the module asks for and the IR has no words for. */
function ignored(lowering: Lowering, declarations: Declarations): Diagnostic[] {
  const { definedAt } = declarations;
  const [first, ...more] = declarations.decorated(Decoration.noContraction).filter((id) => definedAt[id]);
  if (first === undefined) return [];
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  const message = `NoContraction (\`precise\` in GLSL) of %${lowering.nameOf(first)}${others} is ignored: a product and a sum are predicted as one fused multiply-add`;
  const span = lowering.span(definedAt[first]);
  return [{ severity: 'warning', code: 'spirv/no-contraction', message, span }];
}

/** Every (group, binding) that the module declares, sorted; none for what is no module. */
export function bindingsOfSpirv(source: SpirvSource): { group: number; binding: number }[] {
  try {
    const { value } = readSpirv(source);
    return value ? declaredBindings(new Declarations(value)) : [];
  } catch {
    return [];
  }
}

/** Something that lowering did not expect: reported with the place it had reached. */
function internalProblem(error: unknown, file: string, lowering: Lowering | undefined): Diagnostic {
  const isDeep = error instanceof RangeError;
  const reason = error instanceof Error ? error.message : String(error);
  return {
    severity: 'unsupported',
    code: isDeep ? 'spirv/too-deep' : 'spirv/not-understood',
    message: isDeep
      ? 'the module nests too deeply or grows too large'
      : `this instruction is not understood (${reason})`,
    span: lowering?.builder.span ?? { file, start: 0, end: 0 },
  };
}

function lowerModule(
  lowering: Lowering,
  declarations: Declarations,
  constants: Constants,
  options: SpirvOptions,
): Module {
  const { builder, module } = lowering;
  checkMemoryModel(lowering, declarations);
  for (const [id, name] of declarations.names) if (name !== '') lowering.setName(id, name);
  const entryPoint = chooseEntryPoint(lowering, declarations, options.entryPoint);
  checkConstants(lowering, constants);
  builder.region(() => {
    for (const at of declarations.globals) {
      if (lowering.opcode(at) === Op.constantNull) lowering.nulls.add(lowering.words[at + 2]);
      else declareType(lowering, declarations, at);
    }
  });
  const used = reachedVariables(declarations, entryPoint.functionId);
  let size: Module['workgroupSize'] = [1, 1, 1];
  let buffers: Buffer[] = [];
  const body = lowering.region(() => {
    size = workgroupSize(lowering, declarations, constants, entryPoint, options.workgroupSize);
    buffers = declareBuffers(lowering, declarations, used, options.bound ?? []);
    if (followsAddresses(declarations)) {
      lowering.knownWords = wordsOf(buffers, options.bound ?? []);
      const addressed = addressedBuffers(options.addressed ?? []);
      lowering.addressedRoots = addressed.map((_, k) => ({ space: 'buffer', index: buffers.length + k }));
      buffers = [...buffers, ...addressed];
    }
    lowering.buffers = buffers;
    declareVariables(lowering, declarations, used);
    return new Functions(lowering, declarations).entry(entryPoint.functionId, entryPoint.at);
  });
  return {
    name: moduleName(module),
    entryPoint: entryPoint.name,
    workgroupSize: size,
    buffers: buffers.map((each, index) =>
      lowering.comparing.has(index) ? { ...each, isComparison: true } : each,
    ),
    variables: lowering.variables,
    values: builder.values,
    body,
    nextConstruct: builder.nextConstruct,
    notes: builder.notes,
  };
}

function checkMemoryModel(lowering: Lowering, declarations: Declarations): void {
  const { memoryModel } = declarations;
  if (memoryModel === 0) return;
  const addressing = lowering.words[memoryModel + 1];
  if (addressing === AddressingModel.logical || followsAddresses(declarations)) return;
  // Whoever uses OpenCL's flavour should hear that, rather than one of its consequences.
  const kernel = declarations.entryPoints.find(({ model }) => model === ExecutionModel.kernel);
  if (kernel) chooseEntryPoint(lowering, declarations, kernel.name);
  const name = enumerantName('AddressingModel', addressing);
  unsupported(
    'addressing',
    `the addressing model ${name} is not supported; Logical and PhysicalStorageBuffer64 are`,
    lowering.span(memoryModel),
  );
}

/** By uniform buffer: what it holds, where that is known. */
function wordsOf(buffers: readonly Buffer[], bound: readonly BoundBuffer[]): Lowering['knownWords'] {
  return buffers.map(({ kind, group, binding, element = 0 }) => {
    if (kind !== 'uniform') return undefined;
    const isHere = (each: BoundBuffer) =>
      each.group === group && each.binding === binding && (each.element ?? 0) === element;
    return bound.find(isHere)?.words;
  });
}

function followsAddresses({ memoryModel, module }: Declarations): boolean {
  return memoryModel > 0 && module.words[memoryModel + 1] === AddressingModel.physicalStorageBuffer64;
}

function moduleName({ file }: SpirvModule): string {
  return (file.split(/[\\/]/).at(-1) ?? file).replace(/\.[^.]*$/, '');
}
