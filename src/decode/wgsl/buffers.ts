// The buffers of a module, with textures and samplers among them: those that the entry point uses, in order of group and binding.

import type { ExpressionElem, GlobalVarElem } from 'wesl/core';
import { type Buffer, IMMEDIATES } from '../../ir/ir.ts';
import { type HandleType, handleOf } from './handles.ts';
import { memoryType, sizeOf } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { globalName } from './module-scope.ts';
import { invalid } from './problems.ts';
import { attribute, constantNumber, resolveType } from './type-expressions.ts';
import type { WgslType } from './types.ts';

/** Address spaces whose variables are buffers. */
export const BUFFER_SPACES: readonly string[] = ['storage', 'uniform', 'immediate'];

/** Describes the buffers among the declarations and gives each its index. */
export function collectBuffers(lowering: Lowering, elements: readonly GlobalVarElem[]): Buffer[] {
  const buffers = elements.flatMap((element): Buffer[] => {
    if (BUFFER_SPACES.includes(element.template?.[0]?.name ?? '')) return [describeBuffer(lowering, element)];
    const handle = handleOf(lowering, element);
    return handle ? [describeHandle(lowering, element, handle)] : [];
  });
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
  const space = element.template?.[0]?.name;
  const isUniform = space !== 'storage';
  const access = element.template?.[1]?.name;
  const runtimeArray = runtimeArrayOf(type);
  const { group, binding } = space === 'immediate' ? IMMEDIATES : placeOf(lowering, element);
  const buffer: Buffer = {
    group,
    binding,
    name,
    kind: isUniform ? 'uniform' : 'storage',
    access: !isUniform && (access === 'read_write' || access === 'write') ? 'read_write' : 'read',
    minBytes: sizeOf(type),
    type: memoryType(type),
    span,
  };
  return runtimeArray ? { ...buffer, runtimeArray } : buffer;
}

function describeHandle(lowering: Lowering, element: GlobalVarElem, handle: HandleType): Buffer {
  const about = {
    ...placeOf(lowering, element),
    name: globalName(element),
    minBytes: 0,
    span: lowering.spanOf(element),
  };
  if (handle.kind === 'sampler')
    return { ...about, kind: 'sampler', access: 'read', isComparison: handle.isComparison };
  const isWritten = handle.access === 'write' || handle.access === 'read_write';
  return { ...about, kind: 'texture', access: isWritten ? 'read_write' : 'read', texture: handle.type };
}

function placeOf(lowering: Lowering, element: GlobalVarElem): Pick<Buffer, 'group' | 'binding'> {
  return { group: index(lowering, element, 'group'), binding: index(lowering, element, 'binding') };
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
