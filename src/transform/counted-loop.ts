// `for` loops that count: from where, how far and by what an integer goes that nothing else changes.

import type { AbstractElem, ExpressionElem, ForElem, Statement, VarElem } from 'wesl/core';
import { comparisonOf } from './conditions.ts';
import { wholeNumber } from './constants.ts';
import { isAtomicName, rootOf } from './effects.ts';
import type { Kernel } from './kernel.ts';
import { bare, calledName, find } from './tree.ts';

export interface CountedLoop {
  readonly statement: ForElem;
  readonly index: VarElem;
  readonly init: ExpressionElem;
  /** `<`, `<=`, `>`, `>=` or `!=`, with the index on the left. */
  readonly comparison: string;
  readonly bound: ExpressionElem;
  /** `+`, `-`, `*`, `/`, `<<` or `>>`, and by how much. */
  readonly operator: string;
  readonly step: number;
  /** How often the body runs, where that is known. */
  readonly trips: number | undefined;
}

/** Loops are not followed further than this to find how often they run. */
const MOST_TRIPS = 4096;

/** The loop as a counted one, or the reason why it is none. */
export function countedLoop(statement: Statement, kernel: Kernel): CountedLoop | string {
  if (statement.kind !== 'for') return 'it is no for loop';
  const { init: index, condition, update, body } = statement;
  if (index?.kind !== 'var' || !index.init || !condition || !update)
    return 'it counts in no variable of its own';
  const declaration = kernel.names.declarationOf(index);
  const isIndex = (each: ExpressionElem) => each.kind === 'ref' && kernel.names.of(each) === declaration;
  if (!isWhole(index, kernel)) return 'its index may be no whole number';
  const comparison = comparisonOf(condition, isIndex);
  if (!comparison || !/^([<>]=?|!=)$/.test(comparison.operator))
    return 'its condition does not compare the index with a bound';
  const by = stepOf(update, isIndex, kernel);
  if (!by) return 'its index is not stepped by a fixed number';
  const changed = find(body, (each) =>
    changes(each, (target) => rootOf(target, kernel.names) === declaration),
  );
  if (changed) return 'its body changes the index';
  if (find(comparison.other, (each) => !isFixed(each, statement, kernel)))
    return 'its bound may change while it runs';
  if (leaves(body.body)) return 'its body breaks out of it or goes on early';
  const loop = {
    statement,
    index,
    init: index.init,
    comparison: comparison.operator,
    bound: comparison.other,
    ...by,
  };
  return { ...loop, trips: tripsOf(loop, kernel) };
}

function isWhole(index: VarElem, kernel: Kernel): boolean {
  const type = index.name.typeRef?.name.originalName;
  if (type !== undefined) return type === 'u32' || type === 'i32';
  const init = bare(index.init!);
  if (wholeNumber(init, kernel) !== undefined) return true;
  return find(init, (each) => each.kind === 'literal' && /^\w+[iu]$/.test(each.value)) !== undefined
    ? find(init, (each) => each.kind === 'literal' && /[.fh]/.test(each.value)) === undefined
    : false;
}

function stepOf(
  update: NonNullable<ForElem['update']>,
  isIndex: (each: ExpressionElem) => boolean,
  kernel: Kernel,
): Pick<CountedLoop, 'operator' | 'step'> | undefined {
  if (update.kind === 'increment' || update.kind === 'decrement') {
    return isIndex(bare(update.target))
      ? { operator: update.kind === 'increment' ? '+' : '-', step: 1 }
      : undefined;
  }
  if (update.kind !== 'assign' || update.lhs.kind === 'phony' || !isIndex(bare(update.lhs))) return undefined;
  let operator = update.op.value.slice(0, -1);
  let amount: ExpressionElem = update.rhs;
  if (operator === '') {
    const sum = bare(update.rhs);
    if (sum.kind !== 'binary-expression') return undefined;
    operator = sum.operator.value;
    const isTurned = (operator === '+' || operator === '*') && isIndex(bare(sum.right));
    if (!isTurned && !isIndex(bare(sum.left))) return undefined;
    amount = isTurned ? sum.left : sum.right;
  }
  const step = wholeNumber(amount, kernel);
  if (step === undefined || step < 1 || !/^([-+*/]|<<|>>)$/.test(operator)) return undefined;
  return { operator, step };
}

/** Whether the element itself assigns, or takes the address of, something that `isMeant`. */
function changes(each: AbstractElem, isMeant: (target: ExpressionElem) => boolean): boolean {
  switch (each.kind) {
    case 'assign':
      return each.lhs.kind !== 'phony' && isMeant(each.lhs);
    case 'increment':
    case 'decrement':
      return isMeant(each.target);
    case 'unary-expression':
      return each.operator.value === '&' && isMeant(each.expression);
    default:
      return false;
  }
}

/** Whether this part of a bound, children apart, is the same whenever it is asked for during the loop. */
function isFixed(each: AbstractElem, loop: ForElem, kernel: Kernel): boolean {
  if (each.kind === 'call-expression') {
    const name = calledName(each);
    return !kernel.functions.has(name) && !isAtomicName(name);
  }
  if (each.kind !== 'ref') return true;
  const declaration = kernel.names.of(each);
  if (!declaration?.space) return true;
  switch (declaration.space) {
    case 'uniform':
      return true;
    case 'storage': {
      const { element } = declaration;
      return element.kind === 'gvar' && element.template?.[1]?.name !== 'read_write';
    }
    case 'function':
      return !find(loop, (part) => changes(part, (target) => rootOf(target, kernel.names) === declaration));
    default:
      return false;
  }
}

/** Whether a `break` or `continue` among the statements means the loop around them. */
function leaves(statements: readonly Statement[], withinSwitch = false): boolean {
  return statements.some((each): boolean => {
    switch (each.kind) {
      case 'break':
        return !withinSwitch;
      case 'continue':
        return true;
      case 'block':
        return leaves(each.body, withinSwitch);
      case 'if':
        return (
          leaves(each.body.body, withinSwitch) ||
          (each.else !== undefined && leaves([each.else], withinSwitch))
        );
      case 'switch':
        return each.clauses.some((clause) => leaves(clause.body.body, true));
      default:
        return false;
    }
  });
}

function tripsOf(loop: Omit<CountedLoop, 'trips'>, kernel: Kernel): number | undefined {
  const bound = wholeNumber(loop.bound, kernel);
  let value = wholeNumber(loop.init, kernel);
  if (bound === undefined || value === undefined) return undefined;
  for (let trips = 0; trips <= MOST_TRIPS; trips++) {
    if (!COMPARE[loop.comparison](value, bound)) return trips;
    value = STEP[loop.operator](value, loop.step);
    // A wrap-around is not followed.
    if (value < 0 || value > 2 ** 31 - 1) return undefined;
  }
  return undefined;
}

const COMPARE: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '!=': (value, bound) => value !== bound,
};

const STEP: Readonly<Record<string, (value: number, step: number) => number>> = {
  '+': (value, step) => value + step,
  '-': (value, step) => value - step,
  '*': (value, step) => value * step,
  '/': (value, step) => Math.trunc(value / step),
  '<<': (value, step) => value * 2 ** step,
  '>>': (value, step) => Math.floor(value / 2 ** step),
};
