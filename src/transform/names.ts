// Which declaration each name of a source refers to, by WGSL's scopes. The tree of wesl keeps names as text;
// whoever renames variables has to know which of them are the same.

import {
  type AbstractElem,
  type ConstElem,
  childElems,
  type FnElem,
  type FnParamElem,
  type GlobalVarElem,
  type LetElem,
  type OverrideElem,
  type RefIdentElem,
  type VarElem,
} from 'wesl/core';

export type AddressSpace =
  | 'function'
  | 'private'
  | 'workgroup'
  | 'storage'
  | 'uniform'
  | 'immediate'
  | 'handle';

/** A name that stands for a value or a place in memory. */
export interface Declaration {
  readonly name: string;
  readonly element: ConstElem | FnParamElem | GlobalVarElem | LetElem | OverrideElem | VarElem;
  /** Of variables only. */
  readonly space?: AddressSpace;
  readonly isGlobal: boolean;
}

export class Names {
  private readonly byReference = new Map<RefIdentElem, Declaration>();
  private readonly byElement = new Map<AbstractElem, Declaration>();
  /** Every identifier of the source, whatever it means, and those made since. */
  private readonly taken: Set<string>;

  constructor(text: string, elements: readonly AbstractElem[]) {
    this.taken = new Set(identifiersOf(text));
    const globals = new Map<string, Declaration>();
    for (const element of elements) {
      if (element.kind === 'const' || element.kind === 'override' || element.kind === 'gvar') {
        this.declare(element, globals, true);
      }
    }
    for (const element of elements) this.visit(element, [globals]);
  }

  of(reference: RefIdentElem): Declaration | undefined {
    return this.byReference.get(reference);
  }

  declarationOf(element: AbstractElem): Declaration {
    return this.byElement.get(element)!;
  }

  /**
   * `count` names like `freshSeries`, for a part of the source that nothing outside of it looks into: names that
   * it does not mention may be used again.
   */
  freshWithin(text: string, wanted: string, count: number): string[] {
    const mentioned = new Set(identifiersOf(text));
    const names = seriesThat(wanted, count, (name) => !mentioned.has(name));
    for (const name of names) this.taken.add(name);
    return names;
  }

  /** A name that the source does not use yet; it is taken from now on. */
  fresh(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.taken.has(name); i++) name = `${wanted}_${i}`;
    this.taken.add(name);
    return name;
  }

  /** `count` numbered names that the source does not use yet, with the same beginning. */
  freshSeries(wanted: string, count: number): string[] {
    const names = seriesThat(wanted, count, (name) => !this.taken.has(name));
    for (const name of names) this.taken.add(name);
    return names;
  }

  private declare(element: Declaration['element'], scope: Map<string, Declaration>, isGlobal: boolean): void {
    const name = element.name.decl.ident.originalName;
    const space = spaceOf(element);
    const declaration = { name, element, isGlobal, ...(space ? { space } : {}) };
    scope.set(name, declaration);
    this.byElement.set(element, declaration);
  }

  private visit(element: AbstractElem, scopes: Map<string, Declaration>[]): void {
    const children = (inner = scopes) => {
      for (const child of childElems(element)) this.visit(child, inner);
    };
    switch (element.kind) {
      case 'ref': {
        const name = element.ident.originalName;
        const scope = scopes.findLast((each) => each.has(name));
        if (scope) this.byReference.set(element, scope.get(name)!);
        return;
      }
      case 'fn':
        this.visitFunction(element, scopes);
        return;
      case 'block':
      case 'for':
        children([...scopes, new Map()]);
        return;
      case 'let':
      case 'var':
      case 'const':
        children();
        if (scopes.length > 1) this.declare(element, scopes.at(-1)!, false);
        return;
      default:
        children();
    }
  }

  private visitFunction(element: FnElem, scopes: Map<string, Declaration>[]): void {
    const inner = [...scopes, new Map<string, Declaration>()];
    for (const param of element.params) this.declare(param, inner.at(-1)!, false);
    // Parameters and the body share one scope.
    for (const statement of element.body.body) this.visit(statement, inner);
  }
}

function identifiersOf(text: string): readonly string[] {
  return text.match(/[\p{XID_Start}_]\p{XID_Continue}*/gu) ?? [];
}

/** `x_0`, `x_1`, …, or `x2_0`, … where one of those is not free. */
function seriesThat(wanted: string, count: number, isFree: (name: string) => boolean): string[] {
  for (let i = 1; ; i++) {
    const base = i === 1 ? wanted : `${wanted}${i}`;
    const names = Array.from({ length: count }, (_, k) => `${base}_${k}`);
    if (names.every(isFree)) return names;
  }
}

function spaceOf(element: Declaration['element']): AddressSpace | undefined {
  if (element.kind === 'var') return 'function';
  if (element.kind !== 'gvar') return undefined;
  return (element.template?.[0]?.name ?? 'handle') as AddressSpace;
}
