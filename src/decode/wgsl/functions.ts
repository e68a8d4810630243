// Calls of the program's own functions: each is inlined, since WGSL has no recursion. The body is lowered in
// a scope of its own over the module's; a `return` that does not come last breaks out of a block around it.

import type { FnElem, FunctionCallExpression, Statement, SwitchClauseElem } from 'wesl/core';
import { declareValue } from './declarations.ts';
import { lowerValue, toConcrete } from './expressions.ts';
import { scalarKinds } from './layout.ts';
import type { Frame, Lowering } from './lowering.ts';
import { checkScalars } from './memory.ts';
import { invalid } from './problems.ts';
import { lowerStatements } from './statements.ts';
import { isPointerType, resolveType } from './type-expressions.ts';
import { irType, type WgslType } from './types.ts';
import { concrete, type Value } from './values.ts';

/** WGSL forbids recursion; a chain of calls deeper than this is taken for one. */
const MAXIMUM_CALL_DEPTH = 250;

/** The value of a call, with the function's body in its place. */
export function inlineFunction(
  lowering: Lowering,
  fn: FnElem,
  call: FunctionCallExpression,
): Value | undefined {
  if (lowering.callDepth >= MAXIMUM_CALL_DEPTH) {
    invalid('recursion', `'${fn.name.ident.originalName}' calls itself`, lowering.spanOf(call));
  }
  lowering.checkSize(call);
  const values = lowerArguments(lowering, fn, call);
  const caller = { frame: lowering.frame, breakable: lowering.breakable };
  lowering.callDepth++;
  try {
    return lowering.inScope(() => {
      fn.params.forEach((parameter, i) => {
        declareValue(lowering, parameter.name.decl.ident.originalName, values[i], call.arguments[i]);
      });
      return lowerBody(lowering, fn, call);
    }, lowering.moduleScope);
  } finally {
    lowering.callDepth--;
    lowering.frame = caller.frame;
    lowering.breakable = caller.breakable;
  }
}

function lowerArguments(lowering: Lowering, fn: FnElem, call: FunctionCallExpression): Value[] {
  if (fn.params.length !== call.arguments.length) {
    const name = fn.name.ident.originalName;
    invalid('arguments', `'${name}' takes ${fn.params.length} arguments`, lowering.spanOf(call));
  }
  return fn.params.map((parameter, i) => {
    const expression = call.arguments[i];
    const value = lowerValue(lowering, expression);
    const typeRef = parameter.name.typeRef!;
    if (value.kind === 'pointer' || value.kind === 'handle' || isPointerType(lowering, typeRef)) return value;
    return toConcrete(
      lowering,
      value,
      expression,
      inModuleScope(lowering, () => resolveType(lowering, typeRef)),
    );
  });
}

function inModuleScope<T>(lowering: Lowering, body: () => T): T {
  return lowering.inScope(body, lowering.moduleScope);
}

function lowerBody(lowering: Lowering, fn: FnElem, call: FunctionCallExpression): Value | undefined {
  const resultType = fn.returnType && resolveType(lowering, fn.returnType);
  if (resultType) checkScalars(lowering, resultType, call);
  lowering.breakable = undefined;
  if (hasPlainFlow(fn)) {
    const frame: Frame = { isEntryPoint: false, ...(resultType ? { resultType } : {}) };
    lowering.frame = frame;
    lowerStatements(lowering, fn.body.body);
    return resultType && frame.result ? concrete(resultType, frame.result) : undefined;
  }
  return lowerInBlock(lowering, fn, resultType);
}

function lowerInBlock(lowering: Lowering, fn: FnElem, resultType: WgslType | undefined): Value | undefined {
  const { builder } = lowering;
  const block = builder.construct();
  const results = resultType ? scalarKinds(resultType).map((kind) => builder.value(irType(kind))) : [];
  lowering.frame = { isEntryPoint: false, block, ...(resultType ? { resultType } : {}) };
  const span = builder.span;
  const body = lowering.region(
    () => lowerStatements(lowering, fn.body.body),
    () => (resultType ? { kind: 'unreachable' } : { kind: 'break', target: block, values: [] }),
  );
  builder.span = span;
  builder.emit({ kind: 'block', id: block, results, body });
  return resultType && concrete(resultType, results);
}

const plainFlow = new WeakMap<FnElem, boolean>();

/** True when control can only leave at the end: at most one `return`, the last statement, and no endless loop. */
function hasPlainFlow(fn: FnElem): boolean {
  let known = plainFlow.get(fn);
  if (known === undefined) {
    const statements = fn.body.body;
    const last = statements.at(-1);
    known = statements.every(
      (statement) => (statement === last && last.kind === 'return') || !leaves(statement),
    );
    plainFlow.set(fn, known);
  }
  return known;
}

/** True when a statement may end the function, or never end itself. */
function leaves(statement: Statement | SwitchClauseElem): boolean {
  switch (statement.kind) {
    case 'return':
    case 'loop':
      return true;
    case 'block':
      return statement.body.some(leaves);
    case 'if':
      return leaves(statement.body) || (statement.else !== undefined && leaves(statement.else));
    case 'for':
      return !statement.condition || leaves(statement.body);
    case 'while':
    case 'switch-clause':
      return leaves(statement.body);
    case 'switch':
      return statement.clauses.some(leaves);
    default:
      return false;
  }
}
