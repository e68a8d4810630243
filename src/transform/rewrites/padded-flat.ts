// Rows of a flat array in workgroup memory made one element longer: `tile[row * SIDE + column]` becomes
// `tile[row * (SIDE + 1) + column]`, where every column is known to lie in its row.

import type { ExpressionElem, ForElem } from 'wesl/core';
import { wholeNumber } from '../constants.ts';
import { countedLoop } from '../counted-loop.ts';
import type { Edit } from '../edits.ts';
import type { KernelEdit } from '../index.ts';
import { Inputs } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import { refuse } from '../refusal.ts';
import { asBefore } from '../step.ts';
import { bare } from '../tree.ts';
import { globalVariable, oneLonger } from './declarations.ts';
import { mentionsOf, walkFunctions } from './mentions.ts';

export function paddedFlat(name: string): KernelEdit {
  return (kernel) => {
    const variable = globalVariable(kernel, name);
    const type = variable.name.typeRef;
    const product = type?.templateParams?.[1] && bare(type.templateParams[1]);
    if (
      type?.name.originalName !== 'array' ||
      product?.kind !== 'binary-expression' ||
      product.operator.value !== '*'
    )
      return refuse('padding', `${name} is no array of rows times columns`);
    const row = textOf(kernel, product.right);
    const width = wholeNumber(product.right, kernel);
    if (width === undefined) return refuse('padding', `the rows of ${name} have no length that is known`);
    const largest = new Largest(kernel);
    const declaration = kernel.names.declarationOf(variable);
    const edits: Edit[] = [widened(kernel, product.right)];
    let accesses = 0;
    walkFunctions(kernel, (each) => {
      if (each.kind !== 'component-expression' || each.base.kind !== 'ref') return;
      if (kernel.names.of(each.base) !== declaration) return;
      accesses++;
      edits.push(widened(kernel, rowLengthIn(each.access, { kernel, row, width, largest })));
    });
    if (accesses !== mentionsOf(kernel, declaration))
      return refuse('padding', `${name} is used otherwise than by its elements`);
    return {
      ...asBefore(kernel),
      edits,
      note: `rows of ${name} are one element longer, against bank conflicts`,
    };
  };
}

interface Rows {
  readonly kernel: Kernel;
  /** How the source spells their length. */
  readonly row: string;
  readonly width: number;
  readonly largest: Largest;
}

/** Where an index says how long rows are. */
function rowLengthIn(index: ExpressionElem, { kernel, row, width, largest }: Rows): ExpressionElem {
  const terms = termsOf(index);
  const lengths = terms.flatMap((term) => {
    if (term.kind !== 'binary-expression' || term.operator.value !== '*') return [];
    const factor = [term.right, term.left].find((each) => textOf(kernel, each) === row);
    return factor ? [{ term, factor }] : [];
  });
  const [length] = lengths;
  if (lengths.length !== 1)
    return refuse('padding', 'an index is no row times its length', kernel.span(index));
  const columns = terms.filter((term) => term !== length.term).map((term) => largest.of(term));
  const last = columns.reduce<number>((sum, each) => sum + (each ?? Infinity), 0);
  if (last >= width) return refuse('padding', 'a column may lie outside of its row', kernel.span(index));
  return length.factor;
}

function termsOf(expression: ExpressionElem): ExpressionElem[] {
  const inner = bare(expression);
  if (inner.kind !== 'binary-expression' || inner.operator.value !== '+') return [inner];
  return [...termsOf(inner.left), ...termsOf(inner.right)];
}

function textOf(kernel: Kernel, expression: ExpressionElem): string {
  return kernel.textOf(bare(expression)).replace(/\s+/g, ' ');
}

function widened(kernel: Kernel, length: ExpressionElem): Edit {
  const inner = bare(length);
  const text = oneLonger(kernel.textOf(inner));
  const isOperand = /^\w+$/.test(text) || length.kind === 'parenthesized-expression';
  return { ...kernel.place(inner), text: isOperand ? text : `(${text})` };
}

/** The largest value of an expression that is never negative, as far as it is plain to see. */
class Largest {
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.inputs = new Inputs(kernel);
  }

  of(expression: ExpressionElem): number | undefined {
    const known = wholeNumber(expression, this.kernel);
    if (known !== undefined) return known >= 0 ? known : undefined;
    const inner = bare(expression);
    const use = this.inputs.at(inner);
    if (use) return this.ofInput(use.builtin, use.components);
    if (inner.kind === 'ref') return this.ofName(inner);
    if (inner.kind !== 'binary-expression') return undefined;
    const [left, right] = [this.of(inner.left), this.of(inner.right)];
    const operator = inner.operator.value;
    // The remainder of what is not negative; a u32 never is.
    if (operator === '%' && left !== undefined && right) return Math.min(left, right - 1);
    if (left === undefined || right === undefined) return undefined;
    const largest: Record<string, number> = {
      '+': left + right,
      '*': left * right,
      '&': Math.min(left, right),
    };
    return largest[operator];
  }

  private ofInput(builtin: string, components: readonly number[]): number | undefined {
    const sizes = this.kernel.size.map(({ value }) => value);
    if (builtin === 'local_invocation_index') return sizes[0] * sizes[1] * sizes[2] - 1;
    return builtin === 'local_invocation_id' && components.length === 1
      ? sizes[components[0]] - 1
      : undefined;
  }

  private ofName(name: Extract<ExpressionElem, { kind: 'ref' }>): number | undefined {
    const declaration = this.kernel.names.of(name);
    const { element } = declaration ?? {};
    if (element?.kind === 'let' && element.init) return this.of(element.init);
    if (element?.kind !== 'var') return undefined;
    const loops: ForElem[] = [];
    walkFunctions(this.kernel, (each) => {
      if (each.kind === 'for' && each.init === element) loops.push(each);
    });
    const loop = loops[0] && countedLoop(loops[0], this.kernel);
    if (!loop || typeof loop === 'string' || loop.operator !== '+' || !loop.trips) return undefined;
    const first = wholeNumber(loop.init, this.kernel);
    return first === undefined || first < 0 ? undefined : first + (loop.trips - 1) * loop.step;
  }
}
