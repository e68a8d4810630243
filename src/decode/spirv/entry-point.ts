// Which entry point is meant, and the size of its workgroups.

import type { Constants } from './constants.ts';
import type { Declarations, EntryPoint } from './declarations.ts';
import { enumerantName } from './grammar.ts';
import type { Lowering } from './lowering.ts';
import { Decoration, ExecutionMode, ExecutionModel, WORKGROUP_SIZE } from './opcodes.ts';
import { invalid, unsupported } from './problems.ts';

type Size = readonly [number, number, number];

export function chooseEntryPoint(
  lowering: Lowering,
  declarations: Declarations,
  wanted: string | undefined,
): EntryPoint {
  const start = { file: lowering.module.file, start: 0, end: 0 };
  const all = declarations.entryPoints;
  const kernels = all.filter(({ model }) => model === ExecutionModel.glCompute);
  const names = kernels.map(({ name }) => name).join(', ');
  if (kernels.length === 0) {
    const other = all.find(({ name }) => wanted === undefined || name === wanted) ?? all[0];
    if (other) refuseModel(lowering, other);
    return invalid('no-entry-point', 'the module has no compute entry point', start);
  }
  if (wanted === undefined) {
    if (kernels.length === 1) return kernels[0];
    const message = `the module has several compute entry points; name one of ${names}`;
    return invalid('ambiguous-entry-point', message, start);
  }
  const found = kernels.find(({ name }) => name === wanted);
  if (found) return found;
  const other = all.find(({ name }) => name === wanted);
  if (other) refuseModel(lowering, other);
  const message = `the module has no compute entry point '${wanted}'; it has ${names}`;
  return invalid('unknown-entry-point', message, start);
}

function refuseModel(lowering: Lowering, entryPoint: EntryPoint): never {
  const model = enumerantName('ExecutionModel', entryPoint.model);
  const flavour = entryPoint.model === ExecutionModel.kernel ? ' (the OpenCL flavour of SPIR-V)' : '';
  return unsupported(
    'execution-model',
    `the entry point '${entryPoint.name}' is for ${model}${flavour}; only GLCompute is supported`,
    lowering.span(entryPoint.at),
  );
}

/** The constant with the built-in decoration decides, then the execution modes, then the launch. */
export function workgroupSize(
  lowering: Lowering,
  declarations: Declarations,
  constants: Constants,
  entryPoint: EntryPoint,
  fallback: Size | undefined,
): Size {
  const size =
    decoratedSize(lowering, declarations, constants) ??
    modeSize(lowering, declarations, entryPoint) ??
    fallback;
  if (!size) {
    const message = `'${entryPoint.name}' says nothing about the size of its workgroups; give "workgroupSize"`;
    return invalid('workgroup-size', message, lowering.span(entryPoint.at));
  }
  for (const each of size) {
    if (Number.isInteger(each) && each > 0) continue;
    invalid('workgroup-size', `a workgroup cannot be ${each} wide`, lowering.span(entryPoint.at));
  }
  return size;
}

function decoratedSize(
  lowering: Lowering,
  declarations: Declarations,
  constants: Constants,
): Size | undefined {
  for (const id of declarations.decorated(Decoration.builtIn)) {
    if (declarations.decoration(id, Decoration.builtIn) !== WORKGROUP_SIZE) continue;
    const at = declarations.definedAt[id] ?? 0;
    const operand = constants.resolve(id, 0);
    if (operand) return threeNumbers(operand.scalars.map((each) => lowering.builder.constantOf(each)));
    if (at > 0) invalid('workgroup-size', 'WorkgroupSize must be a constant', lowering.span(at));
  }
  return undefined;
}

function modeSize(lowering: Lowering, declarations: Declarations, entryPoint: EntryPoint): Size | undefined {
  const { words } = lowering;
  const literal = declarations.executionMode(entryPoint.functionId, ExecutionMode.localSize);
  const operands = (at: number) => Array.from(words.subarray(at + 3, lowering.end(at)));
  if (literal !== undefined) return threeNumbers(operands(literal));
  const byId = declarations.executionMode(entryPoint.functionId, ExecutionMode.localSizeId);
  if (byId === undefined) return undefined;
  return threeNumbers(operands(byId).map((id) => lowering.constantNumber(id)));
}

function threeNumbers(numbers: readonly (number | undefined)[]): Size {
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
}
