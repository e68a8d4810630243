// Vectors for scalars: a kernel that streams through buffers, one element per invocation, as one that takes a
// vector of neighbouring elements. What is computed of them is computed of whole vectors; nothing else may depend
// on the place.

import type { AbstractElem, ExpressionElem, LetElem, Statement, VarElem } from 'wesl/core';
import { comparisonOf } from '../conditions.ts';
import { wholeNumber } from '../constants.ts';
import { scaledExactly, scaledUp } from '../counts.ts';
import type { Edit } from '../edits.ts';
import type { KernelEdit } from '../index.ts';
import { Inputs } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import type { Declaration } from '../names.ts';
import { refuse } from '../refusal.ts';
import type { Step } from '../step.ts';
import type { Dispatch, Triple } from '../transformation.ts';
import { bare, calledName, walk } from '../tree.ts';
import { asOperand } from './operand.ts';
import { WideValues } from './wide-values.ts';

/** Builtin functions that work on each component by itself. */
const ELEMENTWISE =
  /^(abs|acosh?|asinh?|atan[h2]?|ceil|clamp|cosh?|degrees|exp2?|floor|fma|fract|inverseSqrt|log2?|max|min|mix|pow|radians|round|saturate|select|sign|sinh?|smoothstep|sqrt|step|tanh?|trunc|countOneBits|reverseBits)$/;
/** Operators that take a vector and a scalar. */
const MIXED = /^[-+*/%]=?$/;

/** `width` neighbouring elements of the buffers that are indexed by the place alone become a vector. */
export function vectorElements(width: number): KernelEdit {
  return (kernel) => new Widening(kernel, width).step();
}

class Widening {
  private readonly kernel: Kernel;
  private readonly width: number;
  private readonly inputs: Inputs;
  private readonly values: WideValues;
  private readonly edits: Edit[] = [];
  private readonly element: string;
  private isGuarded = false;
  private assumed: string | undefined;

  constructor(kernel: Kernel, width: number) {
    this.kernel = kernel;
    this.width = width;
    this.inputs = new Inputs(kernel);
    this.values = new WideValues(kernel, this.inputs);
    const elements = new Set([...this.values.buffers].map((each) => this.elementOf(each)));
    if (elements.size === 0) this.stop('it indexes no buffer by its place alone');
    if (elements.size > 1) this.stop('its buffers hold elements of several types');
    this.element = [...elements][0];
  }

  step(): Step {
    const { kernel, width, inputs } = this;
    const isPlace = ({ builtin, components }: Inputs['uses'][number]) =>
      builtin === 'global_invocation_id' && components.length === 1 && components[0] === 0;
    if (!inputs.uses.every(isPlace)) this.stop('more than the place along x tells its invocations apart');
    for (const each of kernel.entry.body.body) this.statement(each);
    for (const each of this.values.buffers) this.declaration(each);
    const [x, y, z] = kernel.dispatch;
    if (x % width !== 0 && !this.isGuarded) this.stop('its invocations do not divide into whole vectors');
    const dispatch: Triple = [Math.ceil(x / width), y, z];
    const where = this.assumed === undefined ? '' : `; right where ${width} divides ${this.assumed}`;
    return {
      edits: this.edits,
      dispatch,
      constants: kernel.constants,
      dispatchAs: ([first, ...rest]: Dispatch) => [
        (this.isGuarded ? scaledUp : scaledExactly)(first, 1, width),
        ...rest,
      ],
      note: `${[...this.values.buffers].map(({ name }) => name).join(', ')} hold vectors of ${width}, one for each invocation${where}`,
    };
  }

  private stop(reason: string, at: AbstractElem = this.kernel.entry.name): never {
    return refuse('vectors', reason, this.kernel.span(at));
  }

  private vector(element: string): string {
    const isShort = /\bvec\d[fiu]\b/.test(this.kernel.text) && /^[fiu]32$/.test(element);
    return isShort ? `vec${this.width}${element[0]}` : `vec${this.width}<${element}>`;
  }

  private elementOf({ element }: Declaration): string {
    const type = element.name.typeRef;
    const inner = type?.templateParams?.[0];
    const name =
      inner?.kind === 'type' || inner?.kind === 'ref' ? this.kernel.textOf(inner as AbstractElem) : '';
    if (type?.name.originalName !== 'array' || !/^[fiu]32$/.test(name))
      this.stop('its buffers are no arrays of scalars', element);
    return name;
  }

  private declaration(buffer: Declaration): void {
    const [element, count] = buffer.element.name.typeRef!.templateParams!;
    this.edits.push({ ...this.kernel.place(element as never), text: this.vector(this.element) });
    if (!count) return;
    const known = wholeNumber(count, this.kernel);
    if (known === undefined || known % this.width !== 0)
      this.stop('its arrays do not divide into whole vectors');
    const text = /^\d+[iu]?$/.test(this.kernel.textOf(count))
      ? `${known / this.width}`
      : `${this.kernel.textOf(count)} / ${this.width}`;
    this.edits.push({ ...this.kernel.place(count), text });
  }

  private statement(statement: Statement): void {
    switch (statement.kind) {
      case 'let':
      case 'var':
        this.local(statement);
        break;
      case 'assign':
        this.assignment(statement);
        break;
      case 'if':
        if (!this.guard(statement.condition)) this.narrow(statement.condition);
        this.statement(statement.body);
        if (statement.else) this.statement(statement.else);
        break;
      case 'block':
        for (const each of statement.body) this.statement(each);
        break;
      case 'for':
        for (const each of [statement.init, statement.update, statement.body]) if (each) this.statement(each);
        if (statement.condition) this.narrow(statement.condition);
        break;
      case 'increment':
      case 'decrement':
        this.narrow(statement.target);
        break;
      case 'return':
      case 'empty':
      case 'const':
        break;
      default:
        this.stop('it has statements other than branches, loops and assignments', statement);
    }
  }

  private local(statement: LetElem | VarElem): void {
    const declaration = this.kernel.names.declarationOf(statement);
    if (this.values.isPlaceName(declaration)) return;
    const { init } = statement;
    if (!this.values.isWideName(declaration)) {
      if (init) this.narrow(init);
      return;
    }
    const type = statement.name.typeRef;
    if (type) this.edits.push({ ...this.kernel.place(type), text: this.vector(this.kernel.textOf(type)) });
    if (init) this.part(init, false);
  }

  private assignment({ lhs, op, rhs }: Extract<Statement, { kind: 'assign' }>): void {
    if (lhs.kind === 'phony' || !this.values.isWide(lhs)) {
      if (lhs.kind !== 'phony') this.narrow(lhs);
      this.narrow(rhs);
    } else {
      if (bare(lhs).kind !== 'ref' && !this.values.bufferAt(lhs))
        this.stop('a part of a vector is assigned', lhs);
      this.part(rhs, MIXED.test(op.value));
    }
  }

  /** Nothing in it may know the place. */
  private narrow(expression: ExpressionElem): void {
    if (this.values.isWide(expression))
      this.stop('what it loads decides more than what it stores', expression);
    walk(expression, (each) => {
      const part = each as ExpressionElem;
      if (part.kind === 'ref' && this.values.isPlace(part))
        this.stop('its place is more than an index', part);
      if (this.inputs.at(part)) this.stop('its place is more than an index', part);
    });
  }

  /** A scalar becomes a vector, except where the two may meet. */
  private part(expression: ExpressionElem, mayBeScalar: boolean): void {
    if (this.values.isWide(expression)) this.wideParts(expression);
    else {
      this.narrow(expression);
      if (mayBeScalar) return;
      const { start, end } = this.kernel.place(expression);
      this.edits.push({ start, end: start, text: `${this.vector(this.element)}(` });
      this.edits.push({ start: end, end, text: ')' });
    }
  }

  private wideParts(expression: ExpressionElem): void {
    const inner = bare(expression);
    if (this.values.bufferAt(inner) || inner.kind === 'ref') return;
    switch (inner.kind) {
      case 'unary-expression':
        if (!/^[-~!]$/.test(inner.operator.value)) this.stop('a pointer leads to what it loads', inner);
        this.wideParts(inner.expression);
        break;
      case 'binary-expression': {
        const operator = inner.operator.value;
        if (/^(&&|\|\||<<|>>)$/.test(operator)) this.stop(`${operator} takes no such vectors`, inner);
        for (const each of [inner.left, inner.right]) this.part(each, MIXED.test(operator));
        break;
      }
      case 'call-expression': {
        const name = calledName(inner);
        if (this.kernel.functions.has(name) || !ELEMENTWISE.test(name))
          this.stop(`${name} takes what it loads`, inner);
        inner.arguments.forEach((each, index) => {
          this.part(each, name === 'select' && index === 2);
        });
        break;
      }
      default:
        this.stop('a part of what it loads is used by itself', inner);
    }
  }

  /** `place < bound`, with the bound in vectors from now on. */
  private guard(condition: ExpressionElem): boolean {
    const comparison = comparisonOf(condition, (each) => this.values.isPlace(each));
    if (!comparison || !/^(<|>=)$/.test(comparison.operator)) return false;
    const bound = bare(comparison.other);
    this.isGuarded = true;
    if (bound.kind === 'call-expression' && calledName(bound) === 'arrayLength') {
      const pointer = bare(bound.arguments[0]);
      const target = pointer.kind === 'unary-expression' ? bare(pointer.expression) : undefined;
      const declaration = target?.kind === 'ref' ? this.kernel.names.of(target) : undefined;
      if (declaration && this.values.buffers.has(declaration)) return true;
    }
    const known = wholeNumber(bound, this.kernel);
    if (known === undefined || known % this.width !== 0)
      this.stop('the number of its elements may not divide into whole vectors', bound);
    const text = this.kernel.textOf(comparison.other);
    const literal = /^\d+([iu]?)$/.exec(text);
    if (!literal) this.assumed = text;
    const by = /\d+i$/.test(text) ? `${this.width}` : `${this.width}u`;
    this.edits.push({
      ...this.kernel.place(comparison.other),
      text: literal
        ? `${known / this.width}${literal[1]}`
        : `${asOperand(this.kernel, comparison.other)} / ${by}`,
    });
    return true;
  }
}
