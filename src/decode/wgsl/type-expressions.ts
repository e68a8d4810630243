// Types as the source writes them: predeclared names with their template parameters, structs and aliases. Those of
// textures and samplers are in `handles.ts`, since no value has them.

import type { AttributeElem, ExpressionElem, RefIdentElem, StructElem, TypeRefElem } from 'wesl/core';
import { numberOf } from './constants.ts';
import { lowerValue } from './expressions.ts';
import {
  arrayType,
  type MemberSpec,
  matrixType,
  scalarType,
  structType,
  typeName,
  type VectorSize,
  vectorType,
} from './layout.ts';
import type { Located, Lowering } from './lowering.ts';
import { resolveGlobal } from './module-scope.ts';
import { invalid, unsupported } from './problems.ts';
import type { WgslScalar, WgslType } from './types.ts';

const scalarNames: ReadonlySet<string> = new Set(['bool', 'i32', 'u32', 'f32', 'f16']);
const suffixes: Readonly<Record<string, WgslScalar>> = { f: 'f32', h: 'f16', i: 'i32', u: 'u32' };

/** A constructor without template parameters whose element type follows from its arguments. */
export type InferredShape =
  | { readonly kind: 'vector'; readonly size: VectorSize; readonly isInferred: true }
  | {
      readonly kind: 'matrix';
      readonly columns: VectorSize;
      readonly rows: VectorSize;
      readonly isInferred: true;
    }
  | { readonly kind: 'array'; readonly isInferred: true };

/** The type that the expression names. */
export function resolveType(lowering: Lowering, expression: ExpressionElem): WgslType {
  if (expression.kind === 'type' || expression.kind === 'ref') {
    const type = namedType(lowering, expression);
    if (type && !isInferred(type)) return type;
  }
  return invalid('type', 'this is not a type', lowering.spanOf(expression));
}

export function isInferred(type: WgslType | InferredShape): type is InferredShape {
  return 'isInferred' in type;
}

/** The type that a name stands for, or a shape whose element type is open; undefined when it is no type. */
export function namedType(
  lowering: Lowering,
  expression: RefIdentElem | TypeRefElem,
): WgslType | InferredShape | undefined {
  const name = nameOf(expression);
  let entity = lowering.scope.find(name);
  if (entity?.kind === 'global') {
    if (entity.element.kind === 'fn') return undefined;
    entity = resolveGlobal(lowering, entity, expression);
  }
  if (entity) return entity.kind === 'type' ? entity.type : undefined;
  return predeclaredType(lowering, name, expression);
}

export function nameOf(expression: RefIdentElem | TypeRefElem): string {
  return expression.kind === 'type' ? expression.name.originalName : expression.ident.originalName;
}

function predeclaredType(
  lowering: Lowering,
  name: string,
  expression: RefIdentElem | TypeRefElem,
): WgslType | InferredShape | undefined {
  if (scalarNames.has(name)) return scalarType(name as WgslScalar);
  const parameters = expression.kind === 'type' ? (expression.templateParams ?? []) : [];
  if (name.startsWith('vec') || name.startsWith('mat')) return vectorOrMatrix(lowering, name, parameters);
  if (name === 'array') return arrayOf(lowering, parameters);
  if (name === 'atomic') return atomicOf(lowering, parameters, expression);
  if (name === 'ptr') {
    return unsupported('pointer-type', 'a pointer type cannot be used here', lowering.spanOf(expression));
  }
  if (name === 'buffer') {
    return unsupported(
      'buffer-view',
      "the type 'buffer' and its views are not supported",
      lowering.spanOf(expression),
    );
  }
  if (name.startsWith('texture') || name.startsWith('texel_') || name.startsWith('sampler'))
    return unsupported('texture', `the type '${name}' is not supported here`, lowering.spanOf(expression));
  return undefined;
}

function vectorOrMatrix(
  lowering: Lowering,
  name: string,
  parameters: readonly ExpressionElem[],
): WgslType | InferredShape | undefined {
  const match = /^(vec|mat)([234])(?:x([234]))?([fhiu])?$/.exec(name);
  if (!match) return undefined;
  const [, family, first, second, suffix] = match;
  if ((family === 'vec') !== (second === undefined)) return undefined;
  const scalar = suffix ? suffixes[suffix] : parameters[0] && elementScalar(lowering, parameters[0]);
  const size = Number(first) as VectorSize;
  if (family === 'vec') return scalar ? vectorType(size, scalar) : { kind: 'vector', size, isInferred: true };
  const rows = Number(second) as VectorSize;
  if (!scalar) return { kind: 'matrix', columns: size, rows, isInferred: true };
  return scalar === 'f32' || scalar === 'f16' ? matrixType(size, rows, scalar) : undefined;
}

function elementScalar(lowering: Lowering, parameter: ExpressionElem): WgslScalar {
  const type = resolveType(lowering, parameter);
  if (type.kind === 'scalar') return type.scalar;
  return invalid('type', 'vectors and matrices are made of scalars', lowering.spanOf(parameter));
}

function arrayOf(lowering: Lowering, parameters: readonly ExpressionElem[]): WgslType | InferredShape {
  const [element, count] = parameters;
  if (!element) return { kind: 'array', isInferred: true };
  const elementType = resolveType(lowering, element);
  if (!count) return arrayType(elementType);
  const length = constantNumber(lowering, count, 'the size of an array');
  if (Number.isInteger(length) && length > 0) return arrayType(elementType, length);
  return invalid('array-size', `an array cannot have ${length} elements`, lowering.spanOf(count));
}

function atomicOf(lowering: Lowering, parameters: readonly ExpressionElem[], at: Located): WgslType {
  const type = parameters[0] && resolveType(lowering, parameters[0]);
  const scalar = type?.kind === 'scalar' ? type.scalar : undefined;
  if (scalar === 'i32' || scalar === 'u32') return { kind: 'atomic', scalar };
  const given = type === undefined ? '' : `, not ${typeName(type)}`;
  return unsupported('atomic', `only atomics of i32 and u32 are supported${given}`, lowering.spanOf(at));
}

/** The number that a const or override expression has. `what` names its use in the message. */
export function constantNumber(lowering: Lowering, expression: ExpressionElem, what: string): number {
  const number = numberOf(lowering, lowerValue(lowering, expression));
  if (number !== undefined) return number;
  return unsupported(
    'not-constant',
    `${what} could not be computed before the kernel runs`,
    lowering.spanOf(expression),
  );
}

/** A struct as declared, laid out with its `@align` and `@size` attributes. */
export function resolveStruct(lowering: Lowering, element: StructElem): WgslType {
  const specs = element.members.map((member): MemberSpec => {
    const size = attribute(member.attributes, 'size')?.params?.[0]?.expression;
    const align = attribute(member.attributes, 'align')?.params?.[0]?.expression;
    return {
      name: member.name.name,
      type: resolveType(lowering, member.typeRef),
      ...(size ? { sizeBytes: constantNumber(lowering, size, 'a member size') } : {}),
      ...(align ? { alignBytes: constantNumber(lowering, align, 'a member alignment') } : {}),
    };
  });
  return structType(element.name.ident.originalName, specs);
}

/** The plain attribute of that name, such as `@size(16)`. */
export function attribute(attributes: readonly AttributeElem[] | undefined, name: string) {
  for (const { attribute } of attributes ?? []) {
    if (attribute.kind === '@attribute' && attribute.name === name) return attribute;
  }
  return undefined;
}

/** The name in `@builtin(name)`. */
export function builtinAttribute(attributes: readonly AttributeElem[] | undefined): string | undefined {
  for (const { attribute } of attributes ?? []) {
    if (attribute.kind === '@builtin') return attribute.param.name;
  }
  return undefined;
}

/** True for `ptr<...>` written directly or through an alias. */
export function isPointerType(lowering: Lowering, expression: TypeRefElem): boolean {
  let name = expression.name.originalName;
  for (let entity = lowering.moduleScope.find(name); entity; entity = lowering.moduleScope.find(name)) {
    if (entity.kind !== 'global' || entity.element.kind !== 'alias') return false;
    const next = entity.element.typeRef.name.originalName;
    if (next === name) return false;
    name = next;
  }
  return name === 'ptr';
}
