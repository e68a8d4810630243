// The names that expressions of a launch file may use. Params may use each other in any order; constants may
// use params and other constants; all other fields may use both, and where a name is both, the constant is
// what the shader sees, so it wins. Values are computed on first use, which is also how cycles are noticed.

import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { emptyTable } from '../diagnostics/names.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { MOST_PROBLEMS } from './document.ts';
import { ExpressionError, evaluate, FUNCTIONS } from './expressions.ts';

export interface Definition {
  readonly name: string;
  readonly kind: 'param' | 'constant';
  readonly text: number | string | boolean;
  /** Absent for values from the command line. */
  readonly span?: Span;
}

interface Entry {
  readonly definition: Definition;
  state: 'new' | 'running' | 'done' | 'failed';
  value: number;
}

export type Table = Map<string, Entry>;

/** Definitions that depend on each other in a row; each takes some room on the stack. */
const LONGEST_CHAIN = 200;

/** Names among which one that was meant is looked for. */
const MOST_NAMES = 1000;

/** Thrown where a name is used whose own definition failed: that problem is reported once, there. */
class AlreadyReported extends Error {}

export class Scope {
  readonly diagnostics: Diagnostic[] = [];
  private readonly source: string;
  /** How many definitions are being evaluated for each other. */
  private depth = 0;
  private readonly params: Table = new Map();
  private readonly constants: Table = new Map();

  /** `source` is the launch file's text; spans of expressions are narrowed to the name at fault in it. */
  constructor(source: string, definitions: readonly Definition[]) {
    this.source = source;
    for (const definition of definitions) {
      const table = definition.kind === 'param' ? this.params : this.constants;
      table.set(definition.name, { definition, state: 'new', value: Number.NaN });
      if (definition.kind === 'param') this.checkName(definition);
    }
  }

  /** All values of one kind; what failed is left out. */
  values(kind: Definition['kind']): Record<string, number> {
    const values = emptyTable<number>();
    for (const [name, entry] of kind === 'param' ? this.params : this.constants) {
      try {
        values[name] = this.resolve(entry);
      } catch (error) {
        if (!(error instanceof AlreadyReported)) throw error;
      }
    }
    return values;
  }

  /** The value of a field; undefined, with the problem recorded, when it has none. */
  number(text: number | string, what: string, span: Span | undefined): number | undefined {
    try {
      return this.compute(text, what, span, [this.constants, this.params]);
    } catch (error) {
      if (error instanceof AlreadyReported) return undefined;
      throw error;
    }
  }

  /** The value of a text; undefined, without a problem, for one that is no expression over known names. */
  numberOrNone(text: string): number | undefined {
    const values = (name: string) => {
      const entry = this.constants.get(name) ?? this.params.get(name);
      return entry && this.resolve(entry);
    };
    try {
      return evaluate(text, values);
    } catch (error) {
      if (error instanceof ExpressionError || error instanceof AlreadyReported) return undefined;
      throw error;
    }
  }

  report(code: string, message: string, span: Span | undefined): void {
    if (this.diagnostics.length >= MOST_PROBLEMS) return;
    this.diagnostics.push({ severity: 'invalid', code, message, ...(span === undefined ? {} : { span }) });
  }

  private checkName(definition: Definition): void {
    const { name, span } = definition;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      this.report(
        'launch/name',
        `"${excerpt(name)}" cannot be used in expressions: use letters, digits and _`,
        span,
      );
    } else if (FUNCTIONS.has(name)) {
      this.report('launch/name', `"${name}" is the name of a function; choose another for the param`, span);
    }
  }

  private resolve(entry: Entry): number {
    if (entry.state === 'done') return entry.value;
    if (entry.state === 'failed') throw new AlreadyReported();
    const { name, kind, text, span } = entry.definition;
    const what = span === undefined ? `-D ${excerpt(name)}` : `${kind} "${excerpt(name)}"`;
    if (entry.state === 'running' || this.depth === LONGEST_CHAIN) {
      const reason =
        entry.state === 'running'
          ? 'is defined by way of itself'
          : `fails: whoever reads it depends on more than ${LONGEST_CHAIN} others in a row`;
      entry.state = 'failed';
      this.report('launch/cycle', `${what} ${reason}`, span);
      throw new AlreadyReported();
    }
    entry.state = 'running';
    this.depth++;
    try {
      const tables = kind === 'param' ? [this.params] : [this.params, this.constants];
      // A constant given as "TILE": "TILE" means the param of that name, so params are looked at first.
      entry.value = this.compute(typeof text === 'boolean' ? Number(text) : text, what, span, tables);
    } catch (error) {
      entry.state = 'failed';
      throw error;
    } finally {
      this.depth--;
    }
    entry.state = 'done';
    return entry.value;
  }

  private compute(
    text: number | string,
    what: string,
    span: Span | undefined,
    tables: readonly Table[],
  ): number {
    if (typeof text === 'number') return text;
    const lookup = (name: string): number | undefined => {
      const entry = tables.map((table) => table.get(name)).find((found) => found !== undefined);
      return entry === undefined ? undefined : this.resolve(entry);
    };
    try {
      return evaluate(text, lookup);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const hint = error.symbol === undefined ? '' : this.hintFor(error.symbol, error.message, tables);
      const place = error.symbol === undefined ? span : this.narrowed(span, error.symbol);
      this.report('launch/expression', `${what}: "${excerpt(text)}" fails: ${error.message}${hint}`, place);
      throw new AlreadyReported();
    }
  }

  private hintFor(symbol: string, message: string, tables: readonly Table[]): string {
    // Only for problems that are told, and of so many names that a person may have written them.
    if (this.diagnostics.length >= MOST_PROBLEMS) return '';
    if (message.startsWith('unknown function')) return didYouMean(symbol, [...FUNCTIONS]);
    const names = new Set(tables.flatMap((table) => [...table.keys()]));
    if (names.size > MOST_NAMES) return '';
    return didYouMean(symbol, [...names]) || `; known names: ${[...names].join(', ') || 'none'}`;
  }

  /** The place of a name within an expression, as far as the file spells it out. */
  private narrowed(span: Span | undefined, symbol: string): Span | undefined {
    if (span === undefined) return undefined;
    const raw = this.source.slice(span.start, span.end);
    const match = new RegExp(`(?<![A-Za-z0-9_])${symbol.replace(/\W/g, '\\$&')}(?![A-Za-z0-9_])`).exec(raw);
    if (match === null) return span;
    return { ...span, start: span.start + match.index, end: span.start + match.index + symbol.length };
  }
}
