// Expressions of launch files and command lines: arithmetic on numbers, nothing else. mathjs parses and
// evaluates them; a walk over the syntax tree lets only the nodes and functions listed here through, so no
// expression can assign, define, import, build units or texts, or reach into objects. The parser is set up
// when the first expression is met; launch files of plain numbers never pay for it.

import { create, type MathNode } from 'mathjs/number';
import * as arithmetic from './arithmetic.ts';

/** The functions that an expression may call. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'abs add bitAnd bitNot bitOr bitXor cbrt ceil cos divide exp fix floor gcd lcm leftShift log log10 log2 ' +
    'max min mod multiply pow rightArithShift rightLogShift round sign sin sqrt subtract'
  ).split(' '),
);

const NODES: ReadonlySet<string> = new Set([
  'ConstantNode',
  'SymbolNode',
  'OperatorNode',
  'ParenthesisNode',
  'FunctionNode',
  'ConditionalNode',
  'RelationalNode',
]);

const WELL_KNOWN: Readonly<Record<string, number>> = {
  pi: Math.PI,
  e: Math.E,
  true: 1,
  false: 0,
};

/**
 * Longer expressions are a mistake. The length bounds how deep one nests and how many steps it takes, as no step
 * repeats another or takes long.
 */
const MAXIMUM_LENGTH = 1000;

let parser: ((text: string) => MathNode) | undefined;

function mathParser(): (text: string) => MathNode {
  parser ??= create({ ...arithmetic }).parse;
  return parser;
}

/** Why an expression has no value. `symbol` is set when it names something unknown. */
export class ExpressionError extends Error {
  readonly symbol?: string;
  constructor(message: string, symbol?: string) {
    super(message);
    this.name = 'ExpressionError';
    if (symbol !== undefined) this.symbol = symbol;
  }
}

/** A condition on a name that holds texts: `NAME == "text"` or `NAME != "text"`. */
export interface Comparison {
  readonly name: string;
  readonly text: string;
  /** What the expression reads in its place: 1 where name and text are equal, 0 elsewhere. */
  readonly symbol: string;
}

/** An expression that was read once and can be evaluated many times. */
export interface Expression {
  /** The names it reads as numbers. */
  readonly names: ReadonlySet<string>;
  readonly comparisons: readonly Comparison[];
  /** `scope` holds the values of all names and symbols. @throws ExpressionError */
  evaluate(scope: Map<string, number>): number;
}

export interface ExpressionOptions {
  /** Names with dots in them, such as `coarsen.x`, that the expression may use. */
  readonly dottedNames?: readonly string[];
  /** Names may be compared with texts. */
  readonly allowTexts?: boolean;
}

/** Stands for the dot in a name while mathjs, which takes it for an operator, reads the expression. */
const DOT = '\u0138';

function withoutDots(text: string, names: readonly string[]): string {
  // Longest first, since one may begin another: `coarsen.x` and `coarsen.x.stride`.
  const sorted = names.filter((name) => name.includes('.')).sort((a, b) => b.length - a.length);
  const outsideTexts = (part: string) =>
    sorted.reduce((rest, name) => {
      const pattern = name.replace(/\W/g, '\\$&');
      const whole = new RegExp(`(?<![\\w.])${pattern}(?![\\w.])`, 'g');
      return rest.replace(whole, name.replaceAll('.', DOT));
    }, part);
  return text
    .split(/("[^"]*"|'[^']*')/)
    .map((part, i) => (i % 2 === 0 ? outsideTexts(part) : part))
    .join('');
}

export const withDots = (name: string): string => name.replaceAll(DOT, '.');

/** Puts symbols in the place of comparisons with texts. */
function extractComparisons(root: MathNode, found: Comparison[]): MathNode {
  return root.transform((node: MathNode) => {
    const { op, args } = node as unknown as { op?: string; args?: readonly MathNode[] };
    if (node.type !== 'OperatorNode' || (op !== '==' && op !== '!=')) return node;
    const sides = args!.map((each) => each as unknown as { type: string; name: string; value: unknown });
    const name = sides.find((side) => side.type === 'SymbolNode')?.name;
    const text = sides.find((side) => side.type === 'ConstantNode')?.value;
    if (name === undefined || typeof text !== 'string') return node;
    const symbol = `text${DOT}${found.length}`;
    found.push({ name: withDots(name), text, symbol });
    return mathParser()(op === '==' ? symbol : `not ${symbol}`);
  });
}

/** Checks one node and collects the names it uses. */
function inspectNode(node: MathNode, isCallee: boolean, names: Set<string>): void {
  if (!NODES.has(node.type)) throw new ExpressionError('only arithmetic on numbers is allowed here');
  if (node.type === 'FunctionNode') {
    const name = (node as unknown as { fn: { name?: string } }).fn.name ?? '';
    if (!FUNCTIONS.has(name)) throw new ExpressionError(`unknown function "${name}"`, name);
  } else if (node.type === 'ConstantNode') {
    const value: unknown = (node as unknown as { value: unknown }).value;
    if (typeof value === 'string') throw new ExpressionError('texts are not allowed here');
  } else if (node.type === 'SymbolNode' && !isCallee) {
    names.add((node as unknown as { name: string }).name);
  }
}

function inspectTree(root: MathNode): Set<string> {
  const names = new Set<string>();
  root.traverse((node: MathNode, path: string, parent: MathNode) => {
    // The callee of a call is a symbol too, but no name to look up; its arguments have a path of their own.
    inspectNode(node, parent?.type === 'FunctionNode' && path === 'fn', names);
  });
  return names;
}

/** Operators that work on more than numbers, such as transposition, parse but have no code here. */
function compileTree(tree: MathNode): { evaluate(scope: Map<string, unknown>): unknown } {
  try {
    return tree.compile();
  } catch (error) {
    throw new ExpressionError(sentence(error));
  }
}

/** @throws ExpressionError */
function checkLength(text: string): void {
  if (text.length > MAXIMUM_LENGTH)
    throw new ExpressionError(`it is longer than ${MAXIMUM_LENGTH} characters`);
}

/** The syntax tree, unchecked; dots of names are replaced. @throws ExpressionError */
export function parseExpression(text: string, { dottedNames = [] }: ExpressionOptions): MathNode {
  checkLength(text);
  if (text.trim() === '') throw new ExpressionError('it is empty');
  try {
    return mathParser()(withoutDots(text, dottedNames));
  } catch (error) {
    if (error instanceof RangeError) throw new ExpressionError('it nests too deep');
    throw new ExpressionError(sentence(error));
  }
}

/** @throws ExpressionError with one sentence that says what is wrong, without repeating the expression */
export function compileExpression(text: string, options: ExpressionOptions = {}): Expression {
  const comparisons: Comparison[] = [];
  const parsed = parseExpression(text, options);
  const tree = options.allowTexts === true ? extractComparisons(parsed, comparisons) : parsed;
  const symbols = new Set(comparisons.map((each) => each.symbol));
  const spellings = new Map([...inspectTree(tree)].map((name) => [name, withDots(name)]));
  const names = new Set([...spellings].flatMap(([name, spelt]) => (symbols.has(name) ? [] : [spelt])));
  const code = compileTree(tree);
  const isPlain = [...spellings].every(([name, spelt]) => name === spelt);
  const evaluateIn = (scope: Map<string, number>): number => {
    const own = isPlain
      ? scope
      : new Map([...spellings].map(([name, spelt]) => [name, scope.get(spelt) ?? scope.get(name)]));
    let result: unknown;
    try {
      result = code.evaluate(own);
    } catch (error) {
      throw new ExpressionError(sentence(error));
    }
    if (typeof result === 'boolean') return result ? 1 : 0;
    if (typeof result !== 'number') throw new ExpressionError('it does not give a number');
    if (!Number.isFinite(result)) throw new ExpressionError(`it gives ${result}`);
    return result;
  };
  return { names, comparisons, evaluate: evaluateIn };
}

/** The value of a name that every expression knows, such as `pi`. */
export function wellKnown(name: string): number | undefined {
  return Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] : undefined;
}

/**
 * The value of an expression. `lookup` gives the value of a name, undefined when there is no such name, and
 * may throw. Truth values count as 1 and 0.
 * @throws ExpressionError with one sentence that says what is wrong, without repeating the expression
 */
export function evaluate(text: string, lookup: (name: string) => number | undefined): number {
  // Before anything looks for a pattern in it, which may take time that is quadratic in its length.
  checkLength(text);
  const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;
  if (decimal.test(text)) return Number(text);
  const expression = compileExpression(text);
  const scope = new Map<string, number>();
  for (const name of expression.names) {
    const value = lookup(name) ?? wellKnown(name);
    if (value === undefined) throw new ExpressionError(`unknown name "${name}"`, name);
    scope.set(name, value);
  }
  return expression.evaluate(scope);
}

function sentence(error: unknown): string {
  const message = withDots((error as Error).message);
  return message.charAt(0).toLowerCase() + message.slice(1);
}
