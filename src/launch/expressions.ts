// Expressions of launch files and command lines: arithmetic on numbers, nothing else. mathjs parses and
// evaluates them; a walk over the syntax tree lets only the nodes and functions listed here through, so no
// expression can assign, define, import, build units or texts, or reach into objects. The parser is set up
// when the first expression is met; launch files of plain numbers never pay for it.

import {
  absDependencies,
  addDependencies,
  andDependencies,
  bitAndDependencies,
  bitNotDependencies,
  bitOrDependencies,
  bitXorDependencies,
  cbrtDependencies,
  ceilDependencies,
  cosDependencies,
  create,
  divideDependencies,
  equalDependencies,
  expDependencies,
  fixDependencies,
  floorDependencies,
  gcdDependencies,
  largerDependencies,
  largerEqDependencies,
  lcmDependencies,
  leftShiftDependencies,
  log2Dependencies,
  log10Dependencies,
  logDependencies,
  type MathNode,
  maxDependencies,
  minDependencies,
  modDependencies,
  multiplyDependencies,
  notDependencies,
  orDependencies,
  parseDependencies,
  powDependencies,
  rightArithShiftDependencies,
  rightLogShiftDependencies,
  roundDependencies,
  signDependencies,
  sinDependencies,
  smallerDependencies,
  smallerEqDependencies,
  sqrtDependencies,
  subtractDependencies,
  unaryMinusDependencies,
  unaryPlusDependencies,
  unequalDependencies,
  xorDependencies,
} from 'mathjs/number';

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

/** Longer expressions are a mistake; the parser works by recursion and would run out of stack. */
const MAXIMUM_LENGTH = 1000;

let parser: ((text: string) => MathNode) | undefined;

function parse(text: string): MathNode {
  parser ??= create({
    absDependencies,
    addDependencies,
    andDependencies,
    bitAndDependencies,
    bitNotDependencies,
    bitOrDependencies,
    bitXorDependencies,
    cbrtDependencies,
    ceilDependencies,
    cosDependencies,
    divideDependencies,
    equalDependencies,
    expDependencies,
    fixDependencies,
    floorDependencies,
    gcdDependencies,
    largerDependencies,
    largerEqDependencies,
    lcmDependencies,
    leftShiftDependencies,
    log2Dependencies,
    log10Dependencies,
    logDependencies,
    maxDependencies,
    minDependencies,
    modDependencies,
    multiplyDependencies,
    notDependencies,
    orDependencies,
    parseDependencies,
    powDependencies,
    rightArithShiftDependencies,
    rightLogShiftDependencies,
    roundDependencies,
    signDependencies,
    sinDependencies,
    smallerDependencies,
    smallerEqDependencies,
    sqrtDependencies,
    subtractDependencies,
    unaryMinusDependencies,
    unaryPlusDependencies,
    unequalDependencies,
    xorDependencies,
  }).parse;
  return parser(text);
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

/** Checks one node and collects the names it uses. */
function inspectNode(node: MathNode, parent: MathNode | undefined, names: Set<string>): void {
  if (!NODES.has(node.type)) throw new ExpressionError('only arithmetic on numbers is allowed here');
  if (node.type === 'FunctionNode') {
    const name = (node as unknown as { fn: { name?: string } }).fn.name ?? '';
    if (!FUNCTIONS.has(name)) throw new ExpressionError(`unknown function "${name}"`, name);
  } else if (node.type === 'ConstantNode') {
    const value: unknown = (node as unknown as { value: unknown }).value;
    if (typeof value === 'string') throw new ExpressionError('texts are not allowed here');
  } else if (node.type === 'SymbolNode' && parent?.type !== 'FunctionNode') {
    names.add((node as unknown as { name: string }).name);
  }
}

function inspectTree(root: MathNode): Set<string> {
  const names = new Set<string>();
  inspectNode(root, undefined, names);
  root.traverse((node: MathNode, path: string, parent: MathNode) => {
    // The callee of a call is a symbol too, but no name to look up; its arguments have a path of their own.
    const isCallee = parent?.type === 'FunctionNode' && path === 'fn';
    if (node !== root) inspectNode(node, isCallee ? parent : undefined, names);
  });
  return names;
}

/**
 * The value of an expression. `lookup` gives the value of a name, undefined when there is no such name, and
 * may throw. Truth values count as 1 and 0.
 * @throws ExpressionError with one sentence that says what is wrong, without repeating the expression
 */
export function evaluate(text: string, lookup: (name: string) => number | undefined): number {
  const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;
  if (decimal.test(text)) return Number(text);
  if (text.trim() === '') throw new ExpressionError('it is empty');
  if (text.length > MAXIMUM_LENGTH) {
    throw new ExpressionError(`it is longer than ${MAXIMUM_LENGTH} characters`);
  }
  let tree: MathNode;
  try {
    tree = parse(text);
  } catch (error) {
    throw new ExpressionError(decapitalized((error as Error).message));
  }
  const scope = new Map<string, number>();
  for (const name of inspectTree(tree)) {
    const value = lookup(name) ?? (Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] : undefined);
    if (value === undefined) throw new ExpressionError(`unknown name "${name}"`, name);
    scope.set(name, value);
  }
  let result: unknown;
  try {
    result = tree.compile().evaluate(scope);
  } catch (error) {
    throw new ExpressionError(decapitalized((error as Error).message));
  }
  if (typeof result === 'boolean') return result ? 1 : 0;
  if (typeof result !== 'number') throw new ExpressionError('it does not give a number');
  if (!Number.isFinite(result)) throw new ExpressionError(`it gives ${result}`);
  return result;
}

function decapitalized(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
