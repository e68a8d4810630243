// Python's expressions, as descriptions of search spaces use them, in the words of launch files: names, numbers, texts,
// `and`, `or`, `not`, `in` a list, comparisons (chained ones too), `+ - * / // % **`, `x if c else y`, and min, max, abs,
// int, float, bool, round, ceil, floor, log2, sqrt. Precedence is that of the language reference, section 6.17; what
// comes out has a parenthesis around every operation, so that no other precedence matters.

/** What is wrong with an expression, and at which of its characters. */
export class PythonError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.name = 'PythonError';
    this.at = at;
  }
}

/** @throws PythonError */
export function launchExpressionOf(source: string): string {
  return new Translator(source).expression();
}

/** The items of a list in brackets, each as an expression. @throws PythonError */
export function launchListOf(source: string): readonly string[] {
  return new Translator(source).list();
}

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'operator' | 'end';
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /\s*(?:(?<number>0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][+-]?\d+)?)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<name>[A-Za-z_][\w.]*)|(?<operator>\*\*|\/\/|<=|>=|==|!=|[-+*/%<>()[\],]))/y;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (source.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    const start = at + source.slice(at).search(/\S/);
    if (match === null) throw new PythonError(`cannot read "${source[start]}"`, start);
    const [kind, text] = Object.entries(match.groups!).find(([, found]) => found !== undefined)!;
    tokens.push({ kind: kind as Token['kind'], text, at: start });
    at = TOKEN.lastIndex;
  }
  tokens.push({ kind: 'end', text: '', at: source.length });
  return tokens;
}

/** Operators that take two operands from the left, the loosest first; comparisons and powers have rules of their own. */
const LOGICAL = [['or'], ['and']];
const ARITHMETIC = [
  ['+', '-'],
  ['*', '/', '//', '%'],
];
const COMPARISONS = ['<', '<=', '>', '>=', '==', '!=', 'in', 'not'];
const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'lambda', 'for', 'None']);
const FUNCTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['min', 'max', 'abs', 'round', 'ceil', 'floor', 'log2', 'sqrt'].map((name) => [name, name]),
  ),
  int: 'fix',
  float: '',
};
const CONSTANTS: Readonly<Record<string, string>> = { True: 'true', False: 'false' };
/** Deeper nesting is a mistake; the parser works by recursion. */
const MOST_LEVELS = 200;

class Translator {
  readonly #tokens: Token[];
  #next = 0;
  #level = 0;
  /** Divisors that might be 0 and that no comparison has taken care of. */
  #divisors: string[] = [];

  constructor(source: string) {
    this.#tokens = tokensOf(source);
  }

  expression(): string {
    const whole = this.#choice();
    this.#end();
    return this.#guarded(whole);
  }

  list(): readonly string[] {
    this.#expect('[');
    const items = this.#items(']');
    this.#end();
    return items;
  }

  get #token(): Token {
    return this.#tokens[this.#next];
  }

  #fail(what: string): never {
    const { text, at } = this.#token;
    throw new PythonError(`${what}, not ${text === '' ? 'the end' : `"${text}"`}`, at);
  }

  #end(): void {
    if (this.#token.kind !== 'end') this.#fail('expected an operator or the end');
  }

  #takes(texts: readonly string[]): string | undefined {
    const { kind, text } = this.#token;
    if ((kind !== 'operator' && kind !== 'name') || !texts.includes(text)) return undefined;
    this.#next++;
    return text;
  }

  #expect(text: string): void {
    if (this.#takes([text]) === undefined) this.#fail(`expected "${text}"`);
  }

  #nested<T>(read: () => T): T {
    if (++this.#level > MOST_LEVELS) this.#fail('nested too deeply');
    const found = read();
    this.#level--;
    return found;
  }

  /** What divides by zero is an error in Python; here it does not hold. */
  #guarded(found: string): string {
    const zeros = [...new Set(this.#divisors)].map((divisor) => `${divisor} != 0`);
    this.#divisors = [];
    return zeros.length === 0 ? found : `(${zeros.join(' and ')} ? ${found} : false)`;
  }

  /** `a if c else b` and everything that binds tighter. */
  #choice(): string {
    return this.#nested(() => {
      const value = this.#binary(LOGICAL, 0, () => this.#not());
      if (this.#takes(['if']) === undefined) return value;
      const condition = this.#binary(LOGICAL, 0, () => this.#not());
      this.#expect('else');
      return `(${condition} ? ${value} : ${this.#choice()})`;
    });
  }

  #binary(levels: readonly (readonly string[])[], level: number, operand: () => string): string {
    if (level === levels.length) return operand();
    let left = this.#binary(levels, level + 1, operand);
    for (;;) {
      const operator = this.#takes(levels[level]);
      if (operator === undefined) return left;
      left = this.#joined(operator, left, this.#binary(levels, level + 1, operand));
    }
  }

  #joined(operator: string, left: string, right: string): string {
    const divides = ['/', '//', '%'].includes(operator);
    if (divides && !(Number(right) !== 0 && Number.isFinite(Number(right)))) this.#divisors.push(right);
    if (operator === '//') return `floor(${left} / ${right})`;
    // The sign of the divisor, as Python has it.
    if (operator === '%') return `(${left} - ${right} * floor(${left} / ${right}))`;
    return `(${left} ${operator} ${right})`;
  }

  #not(): string {
    if (this.#takes(['not']) === undefined) return this.#comparison();
    return `(not ${this.#nested(() => this.#not())})`;
  }

  /** `a < b <= c` means `a < b and b <= c` in either language. */
  #comparison(): string {
    const outer = this.#divisors;
    this.#divisors = [];
    const first = this.#sum();
    const isAlone = !COMPARISONS.includes(this.#token.text) || this.#token.kind === 'text';
    const found = isAlone ? first : this.#guarded(this.#compared(first));
    this.#divisors = [...outer, ...this.#divisors];
    return found;
  }

  #compared(first: string): string {
    let chain = first;
    for (;;) {
      const operator = this.#takes(COMPARISONS);
      if (operator === undefined) return `(${chain})`;
      if (operator === 'in' || operator === 'not') {
        if (chain !== first) this.#fail('expected no "in" after another comparison');
        if (operator === 'not') this.#expect('in');
        return this.#membership(first, operator === 'in');
      }
      chain = `${chain} ${operator} ${this.#sum()}`;
    }
  }

  #membership(value: string, isIn: boolean): string {
    const end = this.#takes(['[']) === undefined ? ')' : ']';
    if (end === ')') this.#expect('(');
    const items = this.#items(end).map((item) => `(${value} ${isIn ? '==' : '!='} ${item})`);
    if (items.length === 0) return isIn ? 'false' : 'true';
    return `(${items.join(isIn ? ' or ' : ' and ')})`;
  }

  #sum(): string {
    return this.#binary(ARITHMETIC, 0, () => this.#signed());
  }

  #signed(): string {
    const sign = this.#takes(['+', '-']);
    return sign === undefined ? this.#power() : `(${sign}${this.#nested(() => this.#signed())})`;
  }

  /** Binds tighter than a sign on its left and looser than one on its right. */
  #power(): string {
    const base = this.#atom();
    return this.#takes(['**']) === undefined ? base : `(${base} ^ ${this.#nested(() => this.#signed())})`;
  }

  #atom(): string {
    const { kind, text } = this.#token;
    if (this.#takes(['(']) !== undefined) {
      const inner = this.#choice();
      this.#expect(')');
      return inner;
    }
    if (kind === 'operator' || kind === 'end' || KEYWORDS.has(text)) this.#fail('expected a value');
    this.#next++;
    if (kind === 'number') return String(Number(text.replaceAll('_', '')));
    if (kind === 'text') return JSON.stringify(text.slice(1, -1).replace(/\\(.)/g, '$1'));
    if (this.#takes(['(']) !== undefined) return this.#call(text);
    return Object.hasOwn(CONSTANTS, text) ? CONSTANTS[text] : text;
  }

  /** `math.ceil` and `numpy.floor` mean the same. */
  #call(name: string): string {
    const { at } = this.#tokens[this.#next - 2];
    const plain = name.replace(/^(?:math|np|numpy)\./, '');
    const isList = this.#takes(['[']) !== undefined;
    const items = this.#items(isList ? ']' : ')');
    if (isList) this.#expect(')');
    if (items.length === 0) throw new PythonError(`"${name}" needs a value`, at);
    if (plain === 'bool') return `(${items[0]} != 0)`;
    if (!Object.hasOwn(FUNCTIONS, plain)) throw new PythonError(`there is no function "${name}"`, at);
    return `${FUNCTIONS[plain]}(${items.join(', ')})`;
  }

  #items(end: string): string[] {
    const items: string[] = [];
    while (this.#takes([end]) === undefined) {
      items.push(this.#choice());
      if (this.#takes([end]) !== undefined) break;
      this.#expect(',');
    }
    return items;
  }
}
