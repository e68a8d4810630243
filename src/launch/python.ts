// An expression of a launch file in Python's syntax, for the files of other tuners.

import type {
  ConditionalNode,
  ConstantNode,
  FunctionNode,
  MathNode,
  OperatorNode,
  RelationalNode,
} from 'mathjs';
import { ExpressionError, type ExpressionOptions, parseExpression, withDots } from './expressions.ts';

const OPERATORS: Readonly<Record<string, string>> = {
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  mod: '%',
  pow: '**',
  and: 'and',
  or: 'or',
  equal: '==',
  unequal: '!=',
  larger: '>',
  largerEq: '>=',
  smaller: '<',
  smallerEq: '<=',
};
const UNARY: Readonly<Record<string, string>> = { unaryMinus: '-', unaryPlus: '+', not: 'not ' };
const FUNCTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['min', 'max', 'abs', 'round', 'ceil', 'floor', 'log2', 'sqrt'].map((name) => [name, name]),
  ),
  fix: 'int',
};

export interface PythonText {
  readonly text: string;
  /** The names that it reads, each once. */
  readonly names: readonly string[];
}

/** @throws ExpressionError where Python has no word for something in it */
export function pythonOf(text: string, options: ExpressionOptions): PythonText {
  const names = new Set<string>();
  return { text: written(parseExpression(text, options), names), names: [...names] };
}

/** @param names is given the names met */
function written(node: MathNode, names: Set<string>): string {
  const inner = (each: MathNode) => written(each, names);
  switch (node.type) {
    case 'ParenthesisNode':
      return inner((node as unknown as { content: MathNode }).content);
    case 'SymbolNode':
      return nameOf((node as unknown as { name: string }).name, names);
    case 'ConstantNode':
      return constant((node as ConstantNode).value);
    case 'ConditionalNode': {
      const { condition, trueExpr, falseExpr } = node as ConditionalNode;
      return `(${inner(trueExpr)} if ${inner(condition)} else ${inner(falseExpr)})`;
    }
    case 'RelationalNode': {
      const { conditionals, params } = node as unknown as RelationalNode & { conditionals: string[] };
      const rest = conditionals.map((name, i) => ` ${OPERATORS[name]} ${inner(params[i + 1])}`);
      return `(${inner(params[0])}${rest.join('')})`;
    }
    case 'OperatorNode': {
      const { fn, args } = node as unknown as OperatorNode;
      return applied(String(fn), args.map(inner));
    }
    case 'FunctionNode': {
      const { fn, args } = node as unknown as FunctionNode;
      return applied(String((fn as unknown as { name: string }).name), args.map(inner));
    }
    default:
      throw new ExpressionError('it is no arithmetic');
  }
}

function applied(name: string, operands: readonly string[]): string {
  if (Object.hasOwn(OPERATORS, name) && operands.length >= 2)
    return `(${operands.join(` ${OPERATORS[name]} `)})`;
  if (Object.hasOwn(UNARY, name)) return `(${UNARY[name]}${operands[0]})`;
  if (Object.hasOwn(FUNCTIONS, name)) return `${FUNCTIONS[name]}(${operands.join(', ')})`;
  throw new ExpressionError(`Python has no "${name}"`, name);
}

function nameOf(name: string, names: Set<string>): string {
  if (name === 'true' || name === 'false') return constant(name === 'true');
  names.add(withDots(name));
  return withDots(name);
}

function constant(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
