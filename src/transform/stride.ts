// The stride when none is asked for (thesis, 7.5): kernels whose accesses are coalesced are merged 32 apart, so
// that they stay so; in others, neighbours are merged. An access is taken to be coalesced when its index
// grows by one from an invocation to the next along x.

import type { AbstractElem, ExpressionElem, Statement } from 'wesl/core';
import { wholeNumber } from './constants.ts';
import { type Divergence, UNIFORM } from './divergence.ts';
import { findDivergence } from './divergence-analysis.ts';
import { rootOf } from './effects.ts';
import type { Inputs, InputUse } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { Declaration } from './names.ts';
import type { Axis } from './transformation.ts';
import { bare, calledName, find, walk } from './tree.ts';

/** Strides that keep accesses together, the best first. */
const WIDE = [32, 16, 8, 4, 2];

/** How much more often than its surroundings the body of a loop is taken to run. */
const LOOP_WEIGHT = 10;

/** The largest stride up to 32 that `fits`, for kernels that are coalesced along x; else 1. */
export function preferredStride(
  kernel: Kernel,
  inputs: Inputs,
  axis: Axis,
  fits: (stride: number) => boolean,
): number {
  return widestStride(axis === 0 && isCoalesced(kernel, inputs), fits);
}

/** The same, where it is known whether accesses along the axis are coalesced. */
export function widestStride(isCoalesced: boolean, fits: (stride: number) => boolean): number {
  return (isCoalesced ? WIDE.find(fits) : undefined) ?? 1;
}

export function isCoalesced(kernel: Kernel, inputs: Inputs): boolean {
  const growth = new Growth(kernel, inputs);
  let coalesced = 0;
  let scattered = 0;
  const visit = (element: AbstractElem, weight: number): void => {
    walk(element, (each) => {
      if (each !== element && (each.kind === 'for' || each.kind === 'while' || each.kind === 'loop')) {
        visit(each, weight * LOOP_WEIGHT);
        return false;
      }
      if (each.kind === 'component-expression' && rootOf(each, kernel.names)?.space === 'storage') {
        const by = growth.of(each.access);
        if (by === 1 || by === -1) coalesced += weight;
        else if (by !== 0) scattered += weight;
      }
      return true;
    });
  };
  visit(kernel.entry.body, 1);
  return coalesced > scattered;
}

/** By how much an expression grows from an invocation to the next along x; undefined where nobody knows. */
class Growth {
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;
  private readonly divergence: Divergence;
  private readonly known = new Map<Declaration, number | undefined>();

  constructor(kernel: Kernel, inputs: Inputs) {
    this.kernel = kernel;
    this.inputs = inputs;
    const maskOf = ({ builtin, components }: InputUse) => {
      if (!/^(global_invocation_id|local_invocation_(id|index))$/.test(builtin)) return UNIFORM;
      if (components.length === 1) return components[0] === 0 ? -1 : UNIFORM;
      return components.reduce((mask, component, i) => mask | (component === 0 ? 1 << i : 0), 0);
    };
    this.divergence = findDivergence(kernel, inputs, { maskOf, ownsWorkgroupMemory: false });
  }

  of(expression: ExpressionElem): number | undefined {
    const inner = bare(expression);
    if (this.divergence.maskOf(inner) === UNIFORM) return 0;
    if (this.inputs.at(inner)) return 1;
    switch (inner.kind) {
      case 'ref':
        return this.ofVariable(this.kernel.names.of(inner));
      case 'binary-expression':
        return this.ofBinary(inner);
      case 'call-expression':
        return /^[iu]32$/.test(calledName(inner)) ? this.of(inner.arguments[0]) : undefined;
      case 'component-member-expression':
        return inner.access.name === 'x' ? this.of(inner.base) : undefined;
      default:
        return undefined;
    }
  }

  private ofBinary(expression: Extract<ExpressionElem, { kind: 'binary-expression' }>): number | undefined {
    const [left, right] = [this.of(expression.left), this.of(expression.right)];
    if (left === undefined || right === undefined) return undefined;
    switch (expression.operator.value) {
      case '+':
        return left + right;
      case '-':
        return left - right;
      case '*': {
        const count = wholeNumber(left === 0 ? expression.left : expression.right, this.kernel);
        return count === undefined ? undefined : count * (left || right);
      }
      default:
        return undefined;
    }
  }

  private ofVariable(declaration: Declaration | undefined): number | undefined {
    if (!declaration) return undefined;
    if (this.known.has(declaration)) return this.known.get(declaration);
    this.known.set(declaration, undefined);
    const { element } = declaration;
    const init = 'init' in element ? element.init : undefined;
    const keeps =
      declaration.space === undefined ||
      !find(this.kernel.entry.body, (each) => this.changes(each, declaration));
    const growth = init && keeps ? this.of(init) : undefined;
    this.known.set(declaration, growth);
    return growth;
  }

  /** Whether something other than adding a uniform number is done to a variable. */
  private changes(each: AbstractElem, declaration: Declaration): boolean {
    const isMeant = (target: ExpressionElem) => rootOf(target, this.kernel.names) === declaration;
    switch (each.kind as Statement['kind'] | 'unary-expression') {
      case 'assign': {
        const { lhs, op, rhs } = each as Extract<Statement, { kind: 'assign' }>;
        if (lhs.kind === 'phony' || !isMeant(lhs)) return false;
        return !/^[-+]=$/.test(op.value) || this.divergence.maskOf(rhs) !== UNIFORM;
      }
      case 'unary-expression': {
        const unary = each as Extract<ExpressionElem, { kind: 'unary-expression' }>;
        return unary.operator.value === '&' && isMeant(unary.expression);
      }
      default:
        return false;
    }
  }
}
