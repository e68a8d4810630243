// What becomes a vector where the elements of buffers do: what is loaded from `buffer[place]`, with the place of the
// invocation as the index, and what is computed of it.

import type { AbstractElem, ExpressionElem } from 'wesl/core';
import type { Inputs } from '../inputs.ts';
import type { Kernel } from '../kernel.ts';
import type { Declaration } from '../names.ts';
import { bare, calledName, walk } from '../tree.ts';
import { walkFunctions } from './mentions.ts';

export class WideValues {
  /** Buffers that are indexed by the place alone. */
  readonly buffers = new Set<Declaration>();
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;
  /** Names that stand for the place. */
  private readonly places = new Set<Declaration>();
  /** Variables that hold what is wide. */
  private readonly wide = new Set<Declaration>();

  constructor(kernel: Kernel, inputs: Inputs) {
    this.kernel = kernel;
    this.inputs = inputs;
    this.findPlaces();
    this.findBuffers();
    while (this.spread());
  }

  isPlaceName(declaration: Declaration): boolean {
    return this.places.has(declaration);
  }

  isWideName(declaration: Declaration): boolean {
    return this.wide.has(declaration);
  }

  isPlace(expression: ExpressionElem): boolean {
    const inner = bare(expression);
    if (this.inputs.at(inner)) return true;
    const declaration = inner.kind === 'ref' ? this.kernel.names.of(inner) : undefined;
    return declaration !== undefined && this.places.has(declaration);
  }

  /** The buffer of `buffer[place]`. */
  bufferAt(expression: ExpressionElem): Declaration | undefined {
    const inner = bare(expression);
    if (inner.kind !== 'component-expression' || inner.base.kind !== 'ref') return undefined;
    const declaration = this.kernel.names.of(inner.base);
    return declaration && this.buffers.has(declaration) && this.isPlace(inner.access)
      ? declaration
      : undefined;
  }

  isWide(expression: ExpressionElem): boolean {
    const inner = bare(expression);
    if (this.bufferAt(inner)) return true;
    switch (inner.kind) {
      case 'ref': {
        const declaration = this.kernel.names.of(inner);
        return declaration !== undefined && this.wide.has(declaration);
      }
      case 'unary-expression':
        return this.isWide(inner.expression);
      case 'binary-expression':
        return this.isWide(inner.left) || this.isWide(inner.right);
      case 'call-expression':
        return inner.arguments.some((each) => this.isWide(each));
      case 'component-expression':
      case 'component-member-expression':
        return this.isWide(inner.base);
      default:
        return false;
    }
  }

  private findPlaces(): void {
    walk(this.kernel.entry.body, (each) => {
      if (each.kind === 'let' && each.init && this.inputs.at(bare(each.init)))
        this.places.add(this.kernel.names.declarationOf(each));
    });
  }

  /** Buffers of which every mention is `buffer[place]`, or asks for the length. */
  private findBuffers(): void {
    const others = new Set<Declaration>();
    const isLength = (each: AbstractElem) =>
      each.kind === 'call-expression' && calledName(each) === 'arrayLength';
    const visit = (each: AbstractElem): boolean => {
      const target = each.kind === 'component-expression' ? bare(each.base) : undefined;
      const indexed = target?.kind === 'ref' ? this.kernel.names.of(target) : undefined;
      if (indexed?.space === 'storage' && this.isPlace((each as { access: ExpressionElem }).access)) {
        this.buffers.add(indexed);
        return false;
      }
      const named = each.kind === 'ref' ? this.kernel.names.of(each) : undefined;
      if (named) others.add(named);
      return !isLength(each);
    };
    walkFunctions(this.kernel, visit);
    for (const each of others) this.buffers.delete(each);
  }

  /** Marks the variables that hold what is wide; false when there are no more. */
  private spread(): boolean {
    const before = this.wide.size;
    walk(this.kernel.entry.body, (each) => {
      if ((each.kind === 'let' || each.kind === 'var') && each.init && this.isWide(each.init))
        this.wide.add(this.kernel.names.declarationOf(each));
      if (each.kind !== 'assign' || each.lhs.kind !== 'ref' || !this.isWide(each.rhs)) return;
      const declaration = this.kernel.names.of(each.lhs);
      if (declaration && !declaration.isGlobal) this.wide.add(declaration);
    });
    return this.wide.size > before;
  }
}
