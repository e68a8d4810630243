// Module-scope declarations, each lowered when first needed: WGSL lets names be used before they are declared.
// Constants and overrides that the entry point uses are lowered before its body, so that whatever they emit
// dominates every use.

import type { AbstractElem, FnElem, GlobalVarElem, OverrideElem } from 'wesl/core';
import { BUFFER_SPACES } from './buffers.ts';
import { constantId, materialize, numberOf } from './constants.ts';
import { constantValue, withHome } from './declarations.ts';
import { lowerConcrete, lowerValue } from './expressions.ts';
import { type HandleType, handleOf } from './handles.ts';
import { leafScalar, scalarType, typeName } from './layout.ts';
import type { Located, Lowering } from './lowering.ts';
import { store, storeZero } from './memory.ts';
import { invalid, unsupported } from './problems.ts';
import type { Entity, GlobalElement } from './scope.ts';
import { attribute, constantNumber, resolveStruct, resolveType } from './type-expressions.ts';
import type { WgslType } from './types.ts';
import { concrete, type Handle, type Reference } from './values.ts';

type GlobalEntity = Extract<Entity, { kind: 'global' }>;

export function declareGlobal(lowering: Lowering, element: GlobalElement): void {
  lowering.moduleScope.declare(globalName(element), { kind: 'global', element, isResolving: false });
}

/** The declarations of a module that have names, by these. */
export function globalsOf(elements: readonly AbstractElem[]): Map<string, GlobalElement> {
  const globals = new Map<string, GlobalElement>();
  for (const element of elements) {
    switch (element.kind) {
      case 'alias':
      case 'const':
      case 'fn':
      case 'gvar':
      case 'override':
      case 'struct':
        globals.set(globalName(element), element);
    }
  }
  return globals;
}

export function globalName(element: GlobalElement): string {
  const { name } = element;
  return name.kind === 'typeDecl' ? name.decl.ident.originalName : name.ident.originalName;
}

/** What the declaration stands for, lowered on first use. */
export function resolveGlobal(lowering: Lowering, entity: GlobalEntity, at: Located): Entity {
  if (entity.resolved) return entity.resolved;
  if (entity.isResolving) {
    invalid('cycle', `'${globalName(entity.element)}' depends on itself`, lowering.spanOf(at));
  }
  entity.isResolving = true;
  const span = lowering.builder.span;
  entity.resolved = lowering.inScope(() => lowerGlobal(lowering, entity.element), lowering.moduleScope);
  lowering.builder.span = span;
  entity.isResolving = false;
  return entity.resolved;
}

function lowerGlobal(lowering: Lowering, element: GlobalElement): Entity {
  switch (element.kind) {
    case 'alias':
      return { kind: 'type', type: resolveType(lowering, element.typeRef) };
    case 'struct':
      return { kind: 'type', type: resolveStruct(lowering, element) };
    case 'const': {
      const value = withHome(lowering, globalName(element), constantValue(lowering, element), element);
      return { kind: 'value', value, isConstExpression: true };
    }
    case 'override':
      return lowerOverride(lowering, element);
    case 'gvar':
      return lowerGlobalVariable(lowering, element);
    case 'fn':
      return invalid('not-a-value', `'${globalName(element)}' is a function`, lowering.spanOf(element));
  }
}

/** The number in `@id(n)`, as the launch file names it. */
export function overrideId(lowering: Lowering, element: OverrideElem): string | undefined {
  const id = attribute(element.attributes, 'id')?.params?.[0]?.expression;
  return id && String(constantNumber(lowering, id, 'the id of an override'));
}

function lowerOverride(lowering: Lowering, element: OverrideElem): Entity {
  const name = globalName(element);
  const { typeRef } = element.name;
  const declared = typeRef && resolveType(lowering, typeRef);
  const given = givenConstant(lowering, element);
  const type = declared ?? overrideType(lowering, element);
  const scalar = leafScalar(type);
  if (scalar === undefined) {
    return invalid(
      'override',
      `'${name}' is ${typeName(type)}, but overrides are scalars`,
      lowering.spanOf(element),
    );
  }
  if (given !== undefined) {
    checkRange(lowering, element, scalar, given);
    const id = constantId(lowering, scalar, scalar === 'bool' ? Number(given !== 0) : given);
    return { kind: 'value', value: concrete(scalarType(scalar), [id]), isConstExpression: true };
  }
  if (!element.init) {
    const message = `the override '${name}' has no default; give it a value in "constants"`;
    return invalid('override-without-value', message, lowering.spanOf(element));
  }
  return { kind: 'value', value: lowerConcrete(lowering, element.init, type), isConstExpression: true };
}

function overrideType(lowering: Lowering, element: OverrideElem): WgslType {
  if (!element.init) {
    const name = globalName(element);
    return invalid('override', `the override '${name}' needs a type or a default`, lowering.spanOf(element));
  }
  const value = lowerValue(lowering, element.init);
  if (value.kind === 'abstract') return materialize(lowering, value).type;
  return value.kind === 'concrete' ? value.type : scalarType('i32');
}

function givenConstant(lowering: Lowering, element: OverrideElem): number | undefined {
  const id = overrideId(lowering, element);
  if (id !== undefined && Object.hasOwn(lowering.constants, id)) return lowering.constants[id];
  const name = globalName(element);
  return Object.hasOwn(lowering.constants, name) ? lowering.constants[name] : undefined;
}

function checkRange(lowering: Lowering, element: OverrideElem, scalar: string, number: number): void {
  const limits: Readonly<Record<string, readonly [number, number]>> = {
    i32: [-0x80000000, 0x7fffffff],
    u32: [0, 0xffffffff],
    f16: [-65504, 65504],
  };
  const [low, high] = limits[scalar] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (number >= low && number <= high) return;
  const message = `${number} is no value of the override '${globalName(element)}', which is ${scalar}`;
  invalid('override-range', message, lowering.spanOf(element));
}

function lowerGlobalVariable(lowering: Lowering, element: GlobalVarElem): Entity {
  const name = globalName(element);
  const space = element.template?.[0]?.name ?? 'handle';
  const handle = handleOf(lowering, element);
  if (handle) return lowerHandle(lowering, name, handle);
  const { typeRef } = element.name;
  const declared = typeRef && resolveType(lowering, typeRef);
  if (BUFFER_SPACES.includes(space)) {
    const index = lowering.bufferIndices.get(name);
    if (index === undefined || !declared) {
      return invalid('buffer', `the buffer '${name}' has no place`, lowering.spanOf(element));
    }
    const reference: Reference = {
      kind: 'reference',
      root: { space: 'buffer', index },
      type: declared,
      offsetBytes: 0,
    };
    return { kind: 'variable', reference };
  }
  if (space === 'workgroup' && declared) {
    const reference = lowering.allocate(name, 'workgroup', declared, lowering.spanOf(element));
    return { kind: 'variable', reference };
  }
  if (space === 'private') return lowerPrivate(lowering, element, declared);
  return unsupported(
    'address-space',
    `variables in the address space '${space}' are not supported ('${name}')`,
    lowering.spanOf(element),
  );
}

function lowerHandle(lowering: Lowering, name: string, handle: HandleType): Entity {
  const resource: Handle['resource'] =
    handle.kind === 'texture'
      ? { kind: 'texture', index: lowering.bufferIndices.get(name)!, type: handle.type }
      : { kind: 'sampler', index: lowering.bufferIndices.get(name)! };
  return { kind: 'value', value: { kind: 'handle', resource } };
}

function lowerPrivate(lowering: Lowering, element: GlobalVarElem, declared: WgslType | undefined): Entity {
  const name = globalName(element);
  const value = element.init && lowerConcrete(lowering, element.init, declared);
  const type = declared ?? value?.type;
  if (!type) return invalid('variable', `'${name}' needs a type or a value`, lowering.spanOf(element));
  lowering.at(element);
  const reference = lowering.allocate(name, 'private', type, lowering.spanOf(element));
  if (value) store(lowering, reference, value.scalars, element);
  else storeZero(lowering, reference);
  return { kind: 'variable', reference };
}

/** The three numbers of `@workgroup_size`. */
export function workgroupSize(lowering: Lowering, entryPoint: FnElem): readonly [number, number, number] {
  const parameters = attribute(entryPoint.attributes, 'workgroup_size')?.params;
  if (!parameters?.length) {
    return invalid('workgroup-size', 'the entry point has no @workgroup_size', lowering.spanOf(entryPoint));
  }
  const sizes = parameters.map(({ expression }) => {
    const size = numberOf(lowering, lowerValue(lowering, expression));
    if (size === undefined) {
      return unsupported(
        'not-constant',
        'the workgroup size could not be computed',
        lowering.spanOf(expression),
      );
    }
    if (Number.isInteger(size) && size > 0) return size;
    return invalid('workgroup-size', `a workgroup cannot be ${size} wide`, lowering.spanOf(expression));
  });
  return [sizes[0], sizes[1] ?? 1, sizes[2] ?? 1];
}
