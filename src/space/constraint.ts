// A constraint's text made into a function of the values that a configuration has. Params and constants that
// depend on a tunable are computed along with it; all others are numbers by then.

import type { Diagnostic, Outcome, Span } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { entryOf } from '../diagnostics/names.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import {
  type Comparison,
  compileExpression,
  type Expression,
  ExpressionError,
  FUNCTIONS,
  wellKnown,
} from '../launch/expressions.ts';
import type { Launch } from '../launch/launch.ts';
import type { Constraint, Parameter, Value } from './space.ts';

interface Source {
  readonly text: string;
  readonly span?: Span;
}

/** A number as a function of the values that a configuration has. */
export interface NumberOf {
  /** Indices of the parameters it reads. */
  readonly parameters: readonly number[];
  /** Undefined where it has no value, such as after a division by zero. */
  valueOf(values: readonly Value[]): number | undefined;
}

/** Reads constraints of one launch. */
export class ConstraintReader {
  private readonly launch: Launch;
  private readonly parameters: readonly Parameter[];
  private readonly names: readonly string[];

  constructor(launch: Launch, parameters: readonly Parameter[]) {
    this.launch = launch;
    this.parameters = parameters;
    this.names = parameters.map((parameter) => parameter.name);
  }

  read({ text, span }: Source): Outcome<Constraint> {
    const place = span === undefined ? {} : { span };
    try {
      const parts = new Parts();
      const expression = this.compile(text, parts);
      const parameters = [...parts.read].sort((a, b) => a - b);
      const value = { text, parameters, holds: checkOf(expression, parts), ...place };
      return { value, diagnostics: [] };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const message = `constraint "${excerpt(text)}": ${error.message}${this.hint(text, error.symbol)}`;
      const problem: Diagnostic = { severity: 'invalid', code: 'space/constraint', message, ...place };
      return { diagnostics: [problem] };
    }
  }

  /** A number that may depend on parameters; undefined where the text means none. */
  number(text: string): NumberOf | undefined {
    try {
      const parts = new Parts();
      const evaluate = evaluatorOf(this.compile(text, parts), parts);
      return {
        parameters: [...parts.read].sort((a, b) => a - b),
        valueOf: (values) => valueOr(() => evaluate(values)),
      };
    } catch (error) {
      if (error instanceof ExpressionError) return undefined;
      throw error;
    }
  }

  private hint(text: string, symbol: string | undefined): string {
    if (/&&|\|\||!(?!=)/.test(text)) return '; conditions are joined with "and", "or" and "not"';
    if (symbol === undefined) return '';
    const known = [...this.names, ...(this.launch.definitions ?? []).map((each) => each.name), ...FUNCTIONS];
    return didYouMean(symbol, known);
  }

  private compile(text: string, parts: Parts): Expression {
    const expression = compileExpression(text, { dottedNames: this.names, allowTexts: true });
    for (const comparison of expression.comparisons) this.bindComparison(comparison, parts);
    for (const name of expression.names) this.bind(name, parts, ['constant', 'param']);
    return expression;
  }

  private bindComparison(comparison: Comparison, parts: Parts): void {
    const { name, text, symbol } = comparison;
    const index = this.names.indexOf(name);
    const values = this.parameters[index]?.values ?? [];
    if (!values.includes(text)) {
      const texts = values.filter((value) => typeof value === 'string');
      throw new ExpressionError(`${name} is never "${excerpt(text)}"${didYouMean(text, texts)}`);
    }
    parts.read.add(index);
    parts.texts.push({ symbol, index, text });
  }

  /** `order`: where a name that is both constant and param is looked up first. */
  private bind(name: string, parts: Parts, order: readonly ('constant' | 'param')[]): void {
    if (parts.bound.has(name)) return;
    parts.bound.add(name);
    const index = this.names.indexOf(name);
    if (index >= 0) {
      if (this.parameters[index].values.some((value) => typeof value === 'string')) {
        throw new ExpressionError(`${name} has texts among its values: compare it with == or != and a text`);
      }
      parts.read.add(index);
      parts.numbers.push({ name, index });
      return;
    }
    const found = order
      .map((kind) => (this.launch.definitions ?? []).find((each) => each.kind === kind && each.name === name))
      .find((definition) => definition !== undefined);
    const fixed =
      found?.kind === 'param' ? entryOf(this.launch.params, name) : entryOf(this.launch.constants, name);
    if (typeof found?.text !== 'string') {
      const value = fixed ?? wellKnown(name);
      if (value === undefined) throw new ExpressionError(`unknown name "${name}"`, name);
      parts.fixed.set(name, value);
      return;
    }
    const expression = compileExpression(found.text);
    const readBy: readonly ('constant' | 'param')[] =
      found.kind === 'param' ? ['param'] : ['param', 'constant'];
    const own = new Parts();
    for (const each of expression.names) this.bind(each, own, readBy);
    if (own.read.size === 0 && fixed !== undefined) {
      parts.fixed.set(name, fixed);
      return;
    }
    for (const each of own.read) parts.read.add(each);
    parts.derived.push({ name, expression, parts: own });
  }
}

/** What has to be put into an expression's scope. */
class Parts {
  readonly bound = new Set<string>();
  /** Indices of the parameters read, also by way of what is derived. */
  readonly read = new Set<number>();
  readonly numbers: { readonly name: string; readonly index: number }[] = [];
  readonly texts: { readonly symbol: string; readonly index: number; readonly text: string }[] = [];
  readonly fixed = new Map<string, number>();
  /** Each computed in a scope of its own, since the same name may mean a param there and a constant here. */
  readonly derived: { readonly name: string; readonly expression: Expression; readonly parts: Parts }[] = [];
}

/** Fills the scope and evaluates; the scope is reused. */
function evaluatorOf(expression: Expression, parts: Parts): (values: readonly Value[]) => number {
  const scope = new Map(parts.fixed);
  const derived = parts.derived.map(({ name, expression: inner, parts: own }) => ({
    name,
    evaluate: evaluatorOf(inner, own),
  }));
  return (values) => {
    for (const { name, index } of parts.numbers) scope.set(name, Number(values[index]));
    for (const { symbol, index, text } of parts.texts) scope.set(symbol, values[index] === text ? 1 : 0);
    for (const { name, evaluate } of derived) scope.set(name, evaluate(values));
    return expression.evaluate(scope);
  };
}

function checkOf(expression: Expression, parts: Parts): (values: readonly Value[]) => boolean {
  const evaluate = evaluatorOf(expression, parts);
  // Without a value, it is nothing that a configuration should rely on.
  return (values) => (valueOr(() => evaluate(values)) ?? 0) !== 0;
}

function valueOr(evaluate: () => number): number | undefined {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
