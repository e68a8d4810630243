// Unrolling: the body of a counted loop several times in a row, each time with the index it would have had.
// What a partly unrolled loop leaves over is done by the original loop after it.

import type { AbstractElem, ExpressionElem, FnElem, ForElem, Statement } from 'wesl/core';
import { entryOf } from '../diagnostics/names.ts';
import { wholeNumber } from './constants.ts';
import { type CountedLoop, countedLoop } from './counted-loop.ts';
import { applyEdits, type Edit, indentationAt, startsLine, withoutComments } from './edits.ts';
import type { Kernel } from './kernel.ts';
import { refuse, reject } from './refusal.ts';
import type { Step } from './step.ts';
import type { Unrolling } from './transformation.ts';
import { bare, find, walk } from './tree.ts';

/** More copies of a body than this are no longer read by anybody. */
const MOST_COPIES = 256;

/** A loop that is to be unrolled, by where it starts. */
export interface ChosenLoop {
  readonly start: number;
  readonly factor: number | 'full';
  readonly line: number;
}

/**
 * The loops that are asked for, last first: so each still starts where it did when its turn comes.
 * @throws DiagnosticError
 */
export function chooseLoops(kernel: Kernel, wanted: readonly Unrolling[]): ChosenLoop[] {
  const chosen = new Map<number, ChosenLoop>();
  const loops = loopsOf(kernel);
  for (const { loop, factor } of wanted) {
    if (factor !== 'full' && (!Number.isInteger(factor) || factor < 2)) {
      reject('unroll', `a loop is unrolled by a whole number from 2 on, or "full", not by ${factor}`);
    }
    const meant = isSelection(loop) ? innermost(loops) : loops.filter((each) => isMeant(kernel, each, loop));
    if (meant.length === 0) {
      const lines = loops.map((each) => lineOf(kernel, each)).join(', ') || 'none';
      reject(
        'no-loop',
        `there is no loop ${isSelection(loop) ? '' : `"${loop}" `}to unroll; loops start on lines ${lines}`,
      );
    }
    let count = 0;
    let reason = '';
    for (const each of meant) {
      const { start } = kernel.place(each);
      const problem = obstacle(kernel, each, factor, loop === 'runtime');
      if (problem === undefined) {
        count++;
        if (!isSelection(loop) || !chosen.has(start))
          chosen.set(start, { start, factor, line: lineOf(kernel, each) });
      } else if (!isSelection(loop))
        refuse('unroll', `this loop is not unrolled: ${problem}`, kernel.span(each));
      else reason = problem;
    }
    if (count === 0)
      refuse('unroll', `no loop can be unrolled; of the last one, ${reason}`, kernel.span(meant.at(-1)!));
  }
  return [...chosen.values()].sort((a, b) => b.start - a.start);
}

function isSelection(loop: string): boolean {
  return loop === 'all' || loop === 'runtime';
}

type Loop = Extract<Statement, { kind: 'for' | 'while' | 'loop' }>;

function isLoop(each: AbstractElem): each is Loop {
  return each.kind === 'for' || each.kind === 'while' || each.kind === 'loop';
}

/** The loops of the entry point and of what it calls, in the order of the source. */
function loopsOf(kernel: Kernel): Loop[] {
  const found: Loop[] = [];
  for (const each of reachableFunctions(kernel)) {
    walk(each.body, (part) => {
      if (isLoop(part)) found.push(part);
    });
  }
  return found;
}

function reachableFunctions(kernel: Kernel): FnElem[] {
  const reached = new Set<FnElem>([kernel.entry]);
  for (const each of reached) {
    walk(each.body, (part) => {
      if (part.kind !== 'call-expression' || part.function.kind !== 'ref') return;
      const callee = kernel.functions.get(part.function.ident.originalName);
      if (callee) reached.add(callee);
    });
  }
  return [...kernel.functions.values()].filter((each) => reached.has(each));
}

function innermost(loops: readonly Loop[]): Loop[] {
  return loops.filter((each) => !find(each.body, isLoop));
}

function lineOf(kernel: Kernel, loop: Loop): number {
  return kernel.text.slice(0, kernel.place(loop).start).split('\n').length;
}

/** By number of its line, or by a comment `// @label` on its line or the one above. */
function isMeant(kernel: Kernel, loop: Loop, name: string): boolean {
  if (/^\d+$/.test(name)) return lineOf(kernel, loop) === Number(name);
  const label = name.replace(/^@/, '').replace(/[^\w-]/g, '');
  const line = lineOf(kernel, loop);
  const lines = kernel.text.split('\n').slice(Math.max(0, line - 2), line);
  return lines.some((each, i) => {
    const isOwn = i === lines.length - 1;
    const comment = isOwn ? each.slice(each.indexOf('//')) : each.trim();
    return comment.startsWith('//') && new RegExp(`@${label}(?![\\w-])`).test(comment);
  });
}

/**
 * @param onlyRuntime refuses loops that run as often as the source or a constant says: those are the compiler's to
 *   unroll, and half unrolled by hand they stay loops, and private arrays that they step through go to memory
 */
function obstacle(
  kernel: Kernel,
  loop: Loop,
  factor: number | 'full',
  onlyRuntime = false,
): string | undefined {
  const counted = countedLoop(loop, kernel);
  if (typeof counted === 'string') return counted;
  const isKnown = [counted.init, counted.bound].every((each) => wholeNumber(each, kernel) !== undefined);
  if (onlyRuntime && isKnown) return 'how often it runs is known, and compilers unroll such loops themselves';
  if (factor === 'full') {
    if (counted.trips === undefined) return 'how often it runs is not known beforehand';
    if (counted.trips > MOST_COPIES)
      return `it runs ${counted.trips} times; at most ${MOST_COPIES} copies are made`;
    return undefined;
  }
  if (factor > MOST_COPIES) return `at most ${MOST_COPIES} copies are made`;
  if (counted.operator !== '+')
    return 'its index does not go up by a fixed number; it can only be unrolled in full';
  if (!/^<=?$/.test(counted.comparison))
    return 'its condition is not of the kind i < n; it can only be unrolled in full';
  return undefined;
}

/** @throws DiagnosticError */
export function unrollLoop(kernel: Kernel, { start, factor, line }: ChosenLoop): Step {
  const loop = loopsOf(kernel).find((each) => kernel.place(each).start === start);
  const counted = loop && countedLoop(loop, kernel);
  if (!counted || typeof counted === 'string') throw new Error('kernelcast bug: a chosen loop is gone');
  const unroller = new Unroller(kernel, counted);
  const text = factor === 'full' ? unroller.full() : unroller.partly(factor);
  const { dispatch, constants } = kernel;
  const times = factor === 'full' ? `in full, ${counted.trips} times` : `${factor} times`;
  return {
    edits: [{ ...kernel.place(counted.statement), text }],
    dispatch,
    constants,
    note: `the loop of line ${line} unrolled ${times}${unroller.assumption()}`,
  };
}

class Unroller {
  private readonly kernel: Kernel;
  private readonly loop: CountedLoop;
  private readonly indent: string;
  /** Between two statements of the body. */
  private readonly inner: string;
  private readonly name: string;

  constructor(kernel: Kernel, loop: CountedLoop) {
    this.kernel = kernel;
    this.loop = loop;
    const { start } = kernel.place(loop.statement);
    const first = loop.statement.body.body[0];
    this.indent = indentationAt(kernel.text, start);
    this.inner =
      first && startsLine(kernel.text, kernel.place(first).start)
        ? indentationAt(kernel.text, kernel.place(first).start)
        : `${this.indent}  `;
    this.name = kernel.names.declarationOf(loop.index).name;
  }

  /** Values of overrides that a number of copies depends on. */
  assumption(): string {
    const names = new Set<string>();
    for (const each of [this.loop.init, this.loop.bound]) {
      walk(each, (part) => {
        const declaration = part.kind === 'ref' ? this.kernel.names.of(part) : undefined;
        if (declaration?.element.kind === 'override') names.add(declaration.name);
      });
    }
    const isFixed = this.loop.trips !== undefined;
    if (names.size === 0 || !isFixed) return '';
    return `; right for ${[...names].map((name) => `${name} = ${entryOf(this.kernel.constants, name) ?? 'its default'}`).join(', ')}`;
  }

  full(): string {
    const trips = this.loop.trips!;
    if (trips === 0) return `// A loop that never ran: ${this.headOf(this.loop.statement)}`;
    const names = this.indexNames(trips);
    const body = this.bodyCopies(names, 0);
    // What stood inside the loop moves out by one step.
    const lines = names.map((name, j) => {
      const index = `let ${name}${this.type()} = ${this.indexAt(j)};`;
      return [`// iteration ${j + 1} of ${trips}`, ...(this.usesIndex() ? [index] : [])]
        .join(`\n${this.inner}`)
        .concat(body[j]);
    });
    const outward = (text: string) => text.replaceAll(`\n${this.inner}`, `\n${this.indent}`);
    return outward(lines.join(`\n${this.inner}`));
  }

  partly(factor: number): string {
    const { statement, trips } = this.loop;
    const stride = factor * this.loop.step;
    if (trips !== undefined && trips <= factor) return this.full();
    const names = [
      this.name,
      ...this.kernel.names.freshWithin(this.kernel.textOf(statement), this.name, factor).slice(1),
    ];
    const copies = this.bodyCopies(names, 1);
    const body = copies.map((text, j) => {
      if (j === 0) return text;
      const index = `let ${names[j]} = ${this.name} + ${j * this.loop.step};`;
      const head = [`// iteration ${j + 1} of ${factor}`, ...(this.usesIndex() ? [index] : [])];
      return `\n${this.inner}${head.join(`\n${this.inner}`)}${text}`;
    });
    const loop = (bound: string) =>
      `for (${this.kernel.textOf(statement.init!)} ${this.name} < ${bound}; ${this.name} += ${stride}) {${body.join('')}\n${this.indent}}`;
    const isWhole = trips !== undefined && trips % factor === 0 && this.loop.comparison === '<';
    if (isWhole && this.loop.step === 1) return loop(this.kernel.textOf(this.loop.bound));
    const literal = this.literalEnd(stride);
    const end = literal ?? this.kernel.names.fresh(`${this.name}_end`);
    const rest = this.kernel.text.slice(
      this.kernel.place(statement.body).start,
      this.kernel.place(statement.body).end,
    );
    return [
      ...(literal === undefined ? [`let ${end}${this.endType()} = ${this.endText(stride)};`] : []),
      loop(end),
      `for (var ${this.name}${this.type()} = ${end}; ${this.kernel.textOf(statement.condition!)}; ${this.kernel.textOf(statement.update!)}) ${rest}`,
    ].join(`\n${this.indent}`);
  }

  /** Where the last whole group of iterations ends, if both ends are plain numbers. */
  private literalEnd(stride: number): string | undefined {
    const first = /^(\d+)([iu]?)$/.exec(this.kernel.textOf(bare(this.loop.init)));
    const bound = /^(\d+)([iu]?)$/.exec(this.kernel.textOf(bare(this.loop.bound)));
    if (!first || !bound) return undefined;
    const [from, to] = [Number(first[1]), Number(bound[1]) + (this.loop.comparison === '<' ? 0 : 1)];
    return `${from + Math.floor(Math.max(0, to - from) / stride) * stride}${first[2] || bound[2]}`;
  }

  /** A bound that is made of plain numbers has no type of its own. */
  private endType(): string {
    const isTyped = (each: AbstractElem) =>
      each.kind === 'ref' ||
      each.kind === 'call-expression' ||
      (each.kind === 'literal' && /[iu]$/.test(each.value));
    if (find(this.loop.bound, isTyped)) return '';
    const suffix = /^\d+([iu])$/.exec(this.kernel.textOf(bare(this.loop.init)))?.[1];
    return suffix === undefined ? this.type() : `: ${suffix}32`;
  }

  /** The same in general. */
  private endText(stride: number): string {
    const { init, bound, comparison } = this.loop;
    const limit = comparison === '<' ? this.operand(bound) : `(${this.kernel.textOf(bound)} + 1)`;
    const first = wholeNumber(init, this.kernel);
    if (first === 0) return `${limit} / ${stride} * ${stride}`;
    const from = this.operand(init);
    return `${from} + (max(${limit}, ${from}) - ${from}) / ${stride} * ${stride}`;
  }

  private operand(expression: ExpressionElem): string {
    const text = this.kernel.textOf(expression);
    const inner = bare(expression);
    return inner.kind === 'binary-expression' && expression.kind !== 'parenthesized-expression'
      ? `(${text})`
      : text;
  }

  private usesIndex(): boolean {
    const { kernel, loop } = this;
    const own = kernel.names.declarationOf(loop.index);
    return (
      find(loop.statement.body, (each) => each.kind === 'ref' && kernel.names.of(each) === own) !== undefined
    );
  }

  private headOf(statement: ForElem): string {
    const { start } = this.kernel.place(statement);
    return this.kernel.text.slice(start, this.kernel.place(statement.body).start).replace(/\s+/g, ' ').trim();
  }

  private type(): string {
    const type = this.loop.index.name.typeRef;
    return type ? `: ${this.kernel.textOf(type)}` : '';
  }

  private indexNames(count: number): string[] {
    return this.kernel.names.freshSeries(this.name, count);
  }

  /** The value of the index in the j-th iteration. */
  private indexAt(j: number): string {
    const { init, operator, step } = this.loop;
    const literal =
      bare(init).kind === 'literal' ? /^(\d+)([iu]?)$/.exec(this.kernel.textOf(bare(init))) : null;
    if (literal && (operator === '+' || operator === '-')) {
      return `${Number(literal[1]) + (operator === '+' ? 1 : -1) * j * step}${literal[2]}`;
    }
    if (j === 0) return this.kernel.textOf(init);
    const amount = operator === '*' || operator === '/' ? step ** j : step * j;
    return `${this.operand(init)} ${operator} ${amount}`;
  }

  /** The body for each index; names declared directly in it are told apart, from copy `first` on. */
  private bodyCopies(names: readonly string[], first: number): string[] {
    const { statement, index } = this.loop;
    const block = this.kernel.place(statement.body);
    const own = new Map([[this.kernel.names.declarationOf(index), names]]);
    for (const each of statement.body.body) {
      if (each.kind !== 'let' && each.kind !== 'var' && each.kind !== 'const') continue;
      const declaration = this.kernel.names.declarationOf(each);
      const series =
        first === 0
          ? this.kernel.names.freshSeries(declaration.name, names.length)
          : this.kernel.names.freshWithin(this.kernel.textOf(statement), declaration.name, names.length);
      own.set(declaration, first === 0 ? series : [declaration.name, ...series.slice(1)]);
    }
    return names.map((_, j) => {
      const edits: Edit[] = [];
      walk(statement.body, (each) => {
        const declaration =
          each.kind === 'ref'
            ? this.kernel.names.of(each)
            : each.kind === 'let' || each.kind === 'var' || each.kind === 'const'
              ? this.kernel.names.declarationOf(each)
              : undefined;
        const name = declaration && own.get(declaration)?.[j];
        if (name === undefined) return;
        const at =
          each.kind === 'ref'
            ? each
            : (each as Extract<Statement, { kind: 'let' | 'var' | 'const' }>).name.decl;
        const { start, end } = this.kernel.place(at);
        edits.push({ start: start - block.start, end: end - block.start, text: name });
      });
      const text = applyEdits(this.kernel.text.slice(block.start, block.end), edits);
      const inside = text.slice(1, -1).replace(/\s+$/, '');
      const kept = j === 0 ? inside : withoutComments(inside);
      return startsLine(kept, kept.search(/\S|$/)) && kept.includes('\n')
        ? kept
        : `\n${this.inner}${kept.trim()}`;
    });
  }
}
