// The buffers of a module: those that the entry point uses, in order of group and binding.

import type { ExpressionElem, GlobalVarElem } from 'wesl/core';
import type { Buffer } from '../../ir/ir.ts';
import { sizeOf } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { globalName } from './module-scope.ts';
import { invalid } from './problems.ts';
import { attribute, constantNumber, resolveType } from './type-expressions.ts';
import type { WgslType } from './types.ts';

/** Describes the buffers among the declarations and gives each its index. */
export function collectBuffers(lowering: Lowering, elements: readonly GlobalVarElem[]): Buffer[] {
  const buffers = elements
    .filter((element) => {
      const space = element.template?.[0]?.name;
      return space === 'storage' || space === 'uniform';
    })
    .map((element) => describeBuffer(lowering, element));
  buffers.sort((a, b) => a.group - b.group || a.binding - b.binding);
  buffers.forEach((buffer, index) => {
    lowering.bufferIndices.set(buffer.name, index);
  });
  return buffers;
}

function describeBuffer(lowering: Lowering, element: GlobalVarElem): Buffer {
  const name = globalName(element);
  const span = lowering.spanOf(element);
  const { typeRef } = element.name;
  if (!typeRef) return invalid('buffer', `the buffer '${name}' needs a type`, span);
  const type = resolveType(lowering, typeRef);
  const isUniform = element.template?.[0]?.name === 'uniform';
  const access = element.template?.[1]?.name;
  const runtimeArray = runtimeArrayOf(type);
  return {
    group: index(lowering, element, 'group'),
    binding: index(lowering, element, 'binding'),
    name,
    kind: isUniform ? 'uniform' : 'storage',
    access: !isUniform && (access === 'read_write' || access === 'write') ? 'read_write' : 'read',
    minBytes: sizeOf(type),
    ...(runtimeArray ? { runtimeArray } : {}),
    span,
  };
}

function index(lowering: Lowering, element: GlobalVarElem, name: 'group' | 'binding'): number {
  const expression: ExpressionElem | undefined = attribute(element.attributes, name)?.params?.[0]?.expression;
  if (expression) return constantNumber(lowering, expression, `the ${name} of a buffer`);
  return invalid('buffer', `'${globalName(element)}' has no @${name}`, lowering.spanOf(element));
}

function runtimeArrayOf(type: WgslType): Buffer['runtimeArray'] {
  if (type.kind === 'array' && type.count === undefined) {
    return { offsetBytes: 0, strideBytes: type.strideBytes };
  }
  const last = type.kind === 'struct' ? type.members.at(-1) : undefined;
  if (last?.type.kind !== 'array' || last.type.count !== undefined) return undefined;
  return { offsetBytes: last.offsetBytes, strideBytes: last.type.strideBytes };
}
