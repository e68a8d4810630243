// The part of Python's expressions that descriptions of search spaces use: names, numbers, texts, lists, `and`,
// `or`, `not`, `in`, comparisons (chained ones too), `+ − * / // % **`, `x if c else y`, and min, max, abs, int,
// float, bool, round, len, ceil, floor, log2, sqrt. Semantics are Python's: `//` and `%` round down, `and`
// returns an operand, true and 1 are equal. Precedence follows the language reference, section 6.17.

export type PythonValue = number | string | boolean | null | readonly PythonValue[];
export type Names = (name: string) => PythonValue | undefined;
type Evaluate = (names: Names) => PythonValue;

/** What is wrong with an expression, and at which of its characters. */
export class PythonError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.name = 'PythonError';
    this.at = at;
  }
}

export interface PythonExpression {
  /** The names that it reads, each once. */
  readonly names: readonly string[];
  /** @throws PythonError where an operation does not fit its operands */
  evaluate(names: Names): PythonValue;
}

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'operator' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /\s*(?:(?<number>0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][+-]?\d+)?)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<name>[A-Za-z_][\w.]*)|(?<operator>\*\*|\/\/|<=|>=|==|!=|[-+*/%<>()[\],]))/y;
const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '!=', 'in', 'not']);
/** Deeper nesting is a mistake; the parser works by recursion. */
const MOST_LEVELS = 200;

export function parsePython(source: string): PythonExpression {
  return new Parser(source).parse();
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (source.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    const start = at + source.slice(at).search(/\S/);
    if (match === null) throw new PythonError(`cannot read "${source[start]}"`, start);
    const [kind, text] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    tokens.push({ kind: kind as Token['kind'], text: text, at: start });
    at = TOKEN.lastIndex;
  }
  tokens.push({ kind: 'end', text: '', at: source.length });
  return tokens;
}

class Parser {
  readonly #tokens: Token[];
  readonly #names = new Set<string>();
  #next = 0;
  #level = 0;

  constructor(source: string) {
    this.#tokens = tokensOf(source);
  }

  parse(): PythonExpression {
    const evaluate = this.#choice();
    if (this.#token.kind !== 'end') this.#fail('expected an operator or the end');
    return { names: [...this.#names], evaluate };
  }

  get #token(): Token {
    return this.#tokens[this.#next];
  }

  #fail(what: string): never {
    const { text, at } = this.#token;
    throw new PythonError(`${what}, not ${text === '' ? 'the end' : `"${text}"`}`, at);
  }

  #takes(...texts: string[]): string | undefined {
    const { kind, text } = this.#token;
    if ((kind !== 'operator' && kind !== 'name') || !texts.includes(text)) return undefined;
    this.#next++;
    return text;
  }

  #expect(text: string): void {
    if (this.#takes(text) === undefined) this.#fail(`expected "${text}"`);
  }

  /** `a if c else b` and everything that binds tighter. */
  #choice(): Evaluate {
    if (++this.#level > MOST_LEVELS) this.#fail('nested too deeply');
    const value = this.#or();
    let whole = value;
    if (this.#takes('if') !== undefined) {
      const condition = this.#or();
      this.#expect('else');
      const other = this.#choice();
      whole = (names) => (isTrue(condition(names)) ? value(names) : other(names));
    }
    this.#level--;
    return whole;
  }

  #or(): Evaluate {
    let left = this.#and();
    while (this.#takes('or') !== undefined) {
      const [first, second] = [left, this.#and()];
      left = (names) => {
        const value = first(names);
        return isTrue(value) ? value : second(names);
      };
    }
    return left;
  }

  #and(): Evaluate {
    let left = this.#not();
    while (this.#takes('and') !== undefined) {
      const [first, second] = [left, this.#not()];
      left = (names) => {
        const value = first(names);
        return isTrue(value) ? second(names) : value;
      };
    }
    return left;
  }

  #not(): Evaluate {
    if (this.#takes('not') === undefined) return this.#comparison();
    if (++this.#level > MOST_LEVELS) this.#fail('nested too deeply');
    const operand = this.#not();
    this.#level--;
    return (names) => !isTrue(operand(names));
  }

  /** `a < b <= c` means `a < b and b <= c`, with b evaluated once. */
  #comparison(): Evaluate {
    const first = this.#sum();
    const rest: { readonly operator: string; readonly operand: Evaluate; readonly at: number }[] = [];
    while (COMPARISONS.has(this.#token.text) && this.#token.kind !== 'text') {
      const { at } = this.#token;
      const word = this.#takes(...COMPARISONS)!;
      if (word === 'not') this.#expect('in');
      rest.push({ operator: word === 'not' ? 'not in' : word, operand: this.#sum(), at });
    }
    if (rest.length === 0) return first;
    return (names) => {
      let left = first(names);
      for (const { operator, operand, at } of rest) {
        const right = operand(names);
        if (!compare(operator, left, right, at)) return false;
        left = right;
      }
      return true;
    };
  }

  #sum(): Evaluate {
    let left = this.#product();
    for (;;) {
      const { at } = this.#token;
      const operator = this.#takes('+', '-');
      if (operator === undefined) return left;
      left = arithmetic(operator, left, this.#product(), at);
    }
  }

  #product(): Evaluate {
    let left = this.#unary();
    for (;;) {
      const { at } = this.#token;
      const operator = this.#takes('*', '/', '//', '%');
      if (operator === undefined) return left;
      left = arithmetic(operator, left, this.#unary(), at);
    }
  }

  #unary(): Evaluate {
    const { at } = this.#token;
    const sign = this.#takes('+', '-');
    if (sign === undefined) return this.#power();
    if (++this.#level > MOST_LEVELS) this.#fail('nested too deeply');
    const operand = this.#unary();
    this.#level--;
    return (names) =>
      sign === '-' ? 0 - numberOf(operand(names), '-', at) : numberOf(operand(names), '+', at);
  }

  /** Binds tighter than a sign on its left and looser than one on its right. */
  #power(): Evaluate {
    const base = this.#atom();
    const { at } = this.#token;
    return this.#takes('**') === undefined ? base : arithmetic('**', base, this.#unary(), at);
  }

  #atom(): Evaluate {
    const token = this.#token;
    if (token.kind === 'number') {
      this.#next++;
      const value = Number(token.text.replaceAll('_', ''));
      return () => value;
    }
    if (token.kind === 'text') {
      this.#next++;
      const value = token.text.slice(1, -1).replace(/\\(.)/g, '$1');
      return () => value;
    }
    if (this.#takes('(') !== undefined) return this.#parenthesis();
    if (this.#takes('[') !== undefined) return listOf(this.#list(']'));
    if (token.kind === 'name') return this.#nameOrCall();
    return this.#fail('expected a value');
  }

  /** A value in parentheses, or a tuple. */
  #parenthesis(): Evaluate {
    const items = this.#list(')');
    const hasComma = this.#tokens[this.#next - 2].text === ',';
    return items.length === 1 && !hasComma ? items[0] : listOf(items);
  }

  #list(end: string): Evaluate[] {
    const items: Evaluate[] = [];
    while (this.#takes(end) === undefined) {
      items.push(this.#choice());
      if (this.#takes(end) !== undefined) break;
      this.#expect(',');
    }
    return items;
  }

  #nameOrCall(): Evaluate {
    const { text: name, at } = this.#token;
    if (KEYWORDS.has(name)) this.#fail('expected a value');
    this.#next++;
    if (Object.hasOwn(CONSTANTS, name)) return () => CONSTANTS[name]!;
    if (this.#takes('(') !== undefined) return call(name, this.#list(')'), at);
    this.#names.add(name);
    return (names) => {
      const value = names(name);
      if (value === undefined) throw new PythonError(`"${name}" has no value`, at);
      return value;
    };
  }
}

const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'lambda', 'for']);
const CONSTANTS: Readonly<Record<string, PythonValue>> = { True: true, False: false, None: null };

function listOf(items: readonly Evaluate[]): Evaluate {
  return (names) => items.map((item) => item(names));
}

function isTrue(value: PythonValue): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function numberOf(value: PythonValue, operator: string, at: number): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  throw new PythonError(`"${operator}" needs numbers`, at);
}

function arithmetic(operator: string, left: Evaluate, right: Evaluate, at: number): Evaluate {
  return (names) => {
    const [a, b] = [left(names), right(names)];
    if (operator === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
    return calculate(operator, numberOf(a, operator, at), numberOf(b, operator, at), at);
  };
}

function calculate(operator: string, a: number, b: number, at: number): number {
  if (b === 0 && ['/', '//', '%'].includes(operator)) throw new PythonError('division by zero', at);
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '//':
      return Math.floor(a / b);
    case '%':
      // The sign of the divisor, as Python has it.
      return a - b * Math.floor(a / b);
    default:
      return a ** b;
  }
}

function areEqual(a: PythonValue, b: PythonValue): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => areEqual(item, b[i]));
  }
  const plain = (value: PythonValue) => (typeof value === 'boolean' ? Number(value) : value);
  return plain(a) === plain(b);
}

function compare(operator: string, a: PythonValue, b: PythonValue, at: number): boolean {
  if (operator === '==') return areEqual(a, b);
  if (operator === '!=') return !areEqual(a, b);
  if (operator === 'in' || operator === 'not in') return isIn(a, b, at) === (operator === 'in');
  const areTexts = typeof a === 'string' && typeof b === 'string';
  const left = areTexts ? a : numberOf(a, operator, at);
  const right = areTexts ? b : numberOf(b, operator, at);
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

function isIn(a: PythonValue, b: PythonValue, at: number): boolean {
  if (Array.isArray(b)) return b.some((item) => areEqual(a, item));
  if (typeof a === 'string' && typeof b === 'string') return b.includes(a);
  throw new PythonError('"in" needs a list', at);
}

/** Half to even. */
function round(x: number): number {
  const nearest = Math.round(x);
  return Math.abs(x % 1) === 0.5 && nearest % 2 !== 0 ? nearest - 1 : nearest;
}

const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number | boolean>> = {
  min: Math.min,
  max: Math.max,
  abs: Math.abs,
  int: Math.trunc,
  float: (x) => x,
  bool: (x) => x !== 0,
  round,
  ceil: Math.ceil,
  floor: Math.floor,
  log2: Math.log2,
  sqrt: Math.sqrt,
};

function call(name: string, items: readonly Evaluate[], at: number): Evaluate {
  // `math.ceil` and `numpy.floor` mean the same.
  const plain = name.replace(/^(?:math|np|numpy)\./, '');
  const known = Object.hasOwn(FUNCTIONS, plain) ? FUNCTIONS[plain] : undefined;
  if (known === undefined && plain !== 'len') throw new PythonError(`there is no function "${name}"`, at);
  return (names) => {
    const values = items.map((item) => item(names));
    const [first] = values;
    if (plain === 'len') {
      if (!Array.isArray(first) && typeof first !== 'string') throw new PythonError('"len" needs a list', at);
      return first.length;
    }
    const all = values.length === 1 && Array.isArray(first) ? first : values;
    if (all.length === 0) throw new PythonError(`"${name}" needs a value`, at);
    return known!(...all.map((value) => numberOf(value, name, at)));
  };
}
