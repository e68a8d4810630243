// Names and what they stand for. Scopes nest as the source's blocks do; the module scope holds declarations
// that are lowered when first needed, since WGSL lets them be used before they are written.

import type { AliasElem, ConstElem, FnElem, GlobalVarElem, OverrideElem, StructElem } from 'wesl/core';
import type { WgslType } from './types.ts';
import type { Reference, Value } from './values.ts';

export type GlobalElement = AliasElem | ConstElem | FnElem | GlobalVarElem | OverrideElem | StructElem;

/** What a name stands for. */
export type Entity =
  /** `isConstExpression` for `const` and `override`, which compilers know in advance, unlike a `let`. */
  | { readonly kind: 'value'; readonly value: Value; readonly isConstExpression?: boolean }
  | { readonly kind: 'variable'; readonly reference: Reference }
  | { readonly kind: 'type'; readonly type: WgslType }
  /** A module-scope declaration; `resolved` once it was lowered. */
  | { readonly kind: 'global'; readonly element: GlobalElement; resolved?: Entity; isResolving: boolean };

export class Scope {
  private readonly names = new Map<string, Entity>();
  private readonly parent: Scope | undefined;

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  declare(name: string, entity: Entity): void {
    this.names.set(name, entity);
  }

  find(name: string): Entity | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const entity = scope.names.get(name);
      if (entity) return entity;
    }
    return undefined;
  }
}
