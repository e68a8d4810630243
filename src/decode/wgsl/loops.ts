// Loops. `break` leaves the loop; `continue` leaves a block that starts at the first statement with a
// `continue` in it, so that what is declared before (all that the continuing part may use) stays visible.

import type { ExpressionElem, ForElem, LoopElem, Statement, WhileElem } from 'wesl/core';
import type { ConstructId } from '../../ir/ir.ts';
import { note } from '../../ir/notes.ts';
import { lowerConcrete } from './expressions.ts';
import type { Breakable, Lowering } from './lowering.ts';
import { exitWhen } from './memory.ts';
import { lowerStatement, lowerStatements } from './statements.ts';

interface LoopParts {
  readonly condition?: ExpressionElem;
  readonly body: readonly Statement[];
  /** Lowers what runs between iterations. */
  readonly continuing: (breakable: Breakable) => void;
}

export function lowerFor(lowering: Lowering, statement: ForElem): void {
  lowering.inScope(() => {
    if (statement.init) lowerStatement(lowering, statement.init);
    const facts = lowering.rules.factsOfFor(lowering, statement);
    lowering.at(statement);
    const loop = emitLoop(lowering, {
      ...(statement.condition ? { condition: statement.condition } : {}),
      body: statement.body.body,
      continuing: () => {
        if (!statement.update) return;
        lowering.at(statement.update);
        lowerStatement(lowering, statement.update);
      },
    });
    note(lowering.builder.notes.constructs, loop, facts);
  });
}

export function lowerWhile(lowering: Lowering, statement: WhileElem): void {
  emitLoop(lowering, {
    condition: statement.condition,
    body: statement.body.body,
    continuing: () => {},
  });
}

export function lowerLoop(lowering: Lowering, statement: LoopElem): void {
  emitLoop(lowering, {
    body: statement.body.body.filter((each) => each.kind !== 'continuing'),
    continuing: (breakable) => lowerContinuing(lowering, statement, breakable),
  });
}

function lowerContinuing(lowering: Lowering, statement: LoopElem, breakable: Breakable): void {
  const { continuing } = statement;
  if (!continuing) return;
  lowering.inScope(() => {
    lowerStatements(
      lowering,
      continuing.body.body.filter((each) => each.kind !== 'break'),
    );
    if (!continuing.breakIf || lowering.isTerminated) return;
    const condition = lowerConcrete(lowering, continuing.breakIf).scalars[0];
    lowering.at(continuing);
    exitWhen(lowering, condition, breakable.breakTo);
    breakable.isLeft = true;
  });
}

function emitLoop(lowering: Lowering, parts: LoopParts): ConstructId {
  const { builder } = lowering;
  const span = builder.span;
  const loop = builder.construct();
  const outer = lowering.breakable;
  const breakable: Breakable = { breakTo: loop, isLeft: parts.condition !== undefined };
  const body = lowering.region(
    () => {
      if (parts.condition) emitHeader(lowering, parts.condition, loop);
      lowering.breakable = breakable;
      lowering.inScope(() => {
        emitBody(lowering, parts.body, breakable);
        lowering.breakable = undefined;
        if (!lowering.isTerminated) parts.continuing(breakable);
      });
      builder.span = span;
    },
    () => ({ kind: 'next', target: loop, values: [] }),
  );
  lowering.breakable = outer;
  builder.span = span;
  builder.emit({ kind: 'loop', id: loop, initial: [], parameters: [], results: [], body });
  if (!breakable.isLeft) lowering.terminate({ kind: 'unreachable' });
  return loop;
}

/** Leaves the loop unless the condition holds. */
function emitHeader(lowering: Lowering, expression: ExpressionElem, loop: ConstructId): void {
  const { builder } = lowering;
  const condition = lowerConcrete(lowering, expression).scalars[0];
  lowering.at(expression);
  const id = builder.construct();
  const then = lowering.region(
    () => {},
    () => ({ kind: 'break', target: id, values: [] }),
  );
  const otherwise = lowering.region(
    () => {},
    () => ({ kind: 'break', target: loop, values: [] }),
  );
  builder.emit({ kind: 'if', id, condition, results: [], then, otherwise });
}

function emitBody(lowering: Lowering, statements: readonly Statement[], breakable: Breakable): void {
  const first = statements.findIndex(continues);
  if (first < 0) {
    lowerStatements(lowering, statements);
    return;
  }
  lowerStatements(lowering, statements.slice(0, first));
  if (lowering.isTerminated) return;
  const { builder } = lowering;
  const span = builder.span;
  const block = builder.construct();
  breakable.continueTo = block;
  const body = lowering.region(
    () => lowerStatements(lowering, statements.slice(first)),
    () => ({ kind: 'break', target: block, values: [] }),
  );
  builder.span = span;
  builder.emit({ kind: 'block', id: block, results: [], body });
}

/** True when the statement holds a `continue` of the loop around it. */
function continues(statement: Statement): boolean {
  switch (statement.kind) {
    case 'continue':
      return true;
    case 'block':
      return statement.body.some(continues);
    case 'if':
      return continues(statement.body) || (statement.else !== undefined && continues(statement.else));
    case 'switch':
      return statement.clauses.some((clause) => continues(clause.body));
    default:
      return false;
  }
}
