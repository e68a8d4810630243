// Declarations in function scope: `let`, `const`, `var`, and parameters, which behave like `let`.

import type { ConstElem, ExpressionElem, LetElem, VarElem } from 'wesl/core';
import { materialize } from './constants.ts';
import { lowerConcrete, lowerValue, toConcrete } from './expressions.ts';
import { containsArray } from './layout.ts';
import type { Located, Lowering } from './lowering.ts';
import { spill, store, storeZero } from './memory.ts';
import { invalid } from './problems.ts';
import type { Entity } from './scope.ts';
import { resolveType } from './type-expressions.ts';
import type { Value } from './values.ts';

/**
 * Gives a value a name. A value with an array inside also gets a copy in private memory, so that indexing it
 * at run time does not copy it each time; if nothing does, the stores are dead and disappear. `initializer` is
 * that of a `let`.
 */
export function declareValue(
  lowering: Lowering,
  name: string,
  value: Value,
  at: Located,
  initializer?: ExpressionElem,
): void {
  const entity: Entity = { kind: 'value', value: withHome(lowering, name, value, at) };
  if (initializer) lowering.rules.declares(lowering, entity, initializer);
  lowering.scope.declare(name, entity);
}

export function withHome(lowering: Lowering, name: string, value: Value, at: Located): Value {
  if (value.kind === 'pointer' || value.kind === 'handle') return value;
  if (value.kind === 'concrete') lowering.name(value.scalars, name);
  if (value.home || !containsArray(value.type)) return value;
  lowering.at(at);
  const stored = value.kind === 'abstract' ? materialize(lowering, value) : value;
  return { ...value, home: spill(lowering, stored, name, at) };
}

export function lowerLet(lowering: Lowering, statement: LetElem): void {
  const name = statement.name.decl.ident.originalName;
  const initializer = statement.init!;
  const value = lowerValue(lowering, initializer);
  if (value.kind === 'pointer') {
    declareValue(lowering, name, value, initializer);
    return;
  }
  const { typeRef } = statement.name;
  const type = typeRef && value.kind === 'abstract' ? resolveType(lowering, typeRef) : undefined;
  declareValue(lowering, name, toConcrete(lowering, value, initializer, type), initializer, initializer);
}

export function lowerConst(lowering: Lowering, statement: ConstElem): void {
  const name = statement.name.decl.ident.originalName;
  const value = withHome(lowering, name, constantValue(lowering, statement), statement);
  lowering.scope.declare(name, { kind: 'value', value, isConstExpression: true });
}

/** The value of a `const`, which stays abstract unless a type is written; abstract arrays get theirs. */
export function constantValue(lowering: Lowering, element: ConstElem): Value {
  const initializer = element.init!;
  const value = lowerValue(lowering, initializer);
  const { typeRef } = element.name;
  if (value.kind !== 'abstract') return value;
  if (typeRef) return toConcrete(lowering, value, initializer, resolveType(lowering, typeRef));
  return value;
}

export function lowerVar(lowering: Lowering, statement: VarElem): void {
  const name = statement.name.decl.ident.originalName;
  const { typeRef } = statement.name;
  const declared = typeRef && resolveType(lowering, typeRef);
  const value = statement.init && lowerConcrete(lowering, statement.init, declared);
  const type = declared ?? value?.type;
  if (!type) invalid('variable', `'${name}' needs a type or a value`, lowering.spanOf(statement));
  lowering.at(statement);
  const reference = lowering.allocate(name, 'private', type, lowering.spanOf(statement));
  if (value) store(lowering, reference, value.scalars, statement);
  else storeZero(lowering, reference);
  lowering.scope.declare(name, { kind: 'variable', reference });
}
