// Polynomials over named quantities: what sizes and indices of kernels are made of. Coefficients may be fractions, as
// a quarter of the elements is.

/** Coefficients by monomial: the names in it, sorted and joined by `*`; the empty one is the constant. */
export type Polynomial = ReadonlyMap<string, number>;

export const ZERO: Polynomial = new Map();

/** More terms than this are no size that somebody would write. */
const MOST_TERMS = 24;

export function constant(value: number): Polynomial {
  return value === 0 ? ZERO : new Map([['', value]]);
}

export function symbol(name: string): Polynomial {
  return new Map([[name, 1]]);
}

/** a + factor · b */
export function add(a: Polynomial, b: Polynomial, factor = 1): Polynomial {
  const sum = new Map(a);
  for (const [monomial, coefficient] of b) {
    const value = (sum.get(monomial) ?? 0) + factor * coefficient;
    if (Math.abs(value) < 1e-9) sum.delete(monomial);
    else sum.set(monomial, value);
  }
  return sum;
}

export function scale(a: Polynomial, factor: number): Polynomial {
  return add(ZERO, a, factor);
}

/** Undefined where it has too many terms. */
export function multiply(a: Polynomial, b: Polynomial): Polynomial | undefined {
  if (a.size * b.size > MOST_TERMS) return undefined;
  let product = ZERO;
  for (const [left, x] of a)
    for (const [right, y] of b)
      product = add(product, new Map([[[...namesIn(left), ...namesIn(right)].sort().join('*'), x * y]]));
  return product;
}

/** The names in a monomial, one for each power. */
export function namesIn(monomial: string): string[] {
  return monomial === '' ? [] : monomial.split('*');
}

export function namesOf(a: Polynomial): Set<string> {
  return new Set([...a.keys()].flatMap(namesIn));
}

export function constantOf(a: Polynomial): number | undefined {
  if (a.size === 0) return 0;
  return a.size === 1 ? a.get('') : undefined;
}

/** a / b where b is one term that every term of a contains, or a number. */
export function divide(a: Polynomial, b: Polynomial): Polynomial | undefined {
  if (b.size !== 1) return undefined;
  const [[divisor, coefficient]] = b;
  const quotient = new Map<string, number>();
  for (const [monomial, value] of a) {
    const rest = namesIn(monomial);
    for (const name of namesIn(divisor)) {
      const at = rest.indexOf(name);
      if (at < 0) return undefined;
      rest.splice(at, 1);
    }
    quotient.set(rest.join('*'), value / coefficient);
  }
  return quotient;
}

/** How many times b is part of a, term by term; undefined where it is not. */
export function ratio(a: Polynomial, b: Polynomial): number | undefined {
  let found: number | undefined;
  for (const [monomial, value] of b) {
    if (monomial === '') continue;
    const part = (a.get(monomial) ?? 0) / value;
    if (part <= 0 || (found !== undefined && Math.abs(part - found) > 1e-9)) return undefined;
    found = part;
  }
  return found;
}

/** The polynomial with each name replaced; undefined where a replacement is. */
export function substitute(
  a: Polynomial,
  replacement: (name: string, coefficient: number) => Polynomial | undefined,
): Polynomial | undefined {
  let sum = ZERO;
  for (const [monomial, coefficient] of a) {
    let product: Polynomial | undefined = constant(coefficient);
    for (const name of namesIn(monomial)) {
      const value = replacement(name, coefficient);
      product = value && product && multiply(product, value);
      if (!product) return undefined;
    }
    sum = add(sum, product);
  }
  return sum.size > MOST_TERMS ? undefined : sum;
}

export function evaluate(a: Polynomial, numberOf: (name: string) => number): number {
  let sum = 0;
  for (const [monomial, coefficient] of a)
    sum += namesIn(monomial).reduce((product, name) => product * numberOf(name), coefficient);
  return sum;
}

/** As one would write it; fractions as a quotient, rounded up. Higher terms first. */
export function textOf(a: Polynomial): string {
  const denominator = denominatorOf(a);
  if (denominator === undefined)
    return textOf(new Map([...a].map(([each, value]) => [each, Math.ceil(value)])));
  if (denominator > 1) return `ceil(${grouped(textOf(scale(a, denominator)))} / ${denominator})`;
  const terms = [...a].sort(([x], [y]) => namesIn(y).length - namesIn(x).length || (x < y ? -1 : 1));
  if (terms.length === 0) return '0';
  return terms
    .map(([monomial, coefficient], k) => {
      const names = namesIn(monomial);
      const size = Math.round(Math.abs(coefficient));
      const text = (size === 1 && names.length > 0 ? names : [String(size), ...names]).join(' * ');
      if (k === 0) return coefficient < 0 ? `-${text}` : text;
      return coefficient < 0 ? `- ${text}` : `+ ${text}`;
    })
    .join(' ');
}

function grouped(text: string): string {
  return / [-+] /.test(text) ? `(${text})` : text;
}

/** What makes all coefficients whole; undefined where nothing small does. */
function denominatorOf(a: Polynomial): number | undefined {
  for (let k = 1; k <= 4096; k++) {
    const isWhole = [...a.values()].every((value) => Math.abs(value * k - Math.round(value * k)) < 1e-6);
    if (isWhole) return k;
  }
  const least = Math.min(...[...a.values()].map(Math.abs));
  const large = Math.round(1 / least);
  return [...a.values()].every((value) => Math.abs(value * large - Math.round(value * large)) < 1e-6)
    ? large
    : undefined;
}
