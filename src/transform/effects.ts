// What a function does besides computing its result, calls included: what decides whether a call may be
// repeated, left out, or made for an invocation that has already ended.

import type { ExpressionElem, FnElem } from 'wesl/core';
import type { Declaration, Names } from './names.ts';
import { bare, calledName, walk } from './tree.ts';

export interface FunctionEffects {
  readonly hasBarrier: boolean;
  readonly hasAtomics: boolean;
  readonly usesSubgroup: boolean;
  readonly hasLoop: boolean;
  /** Stores to storage or workgroup memory, directly or through a pointer. */
  readonly writesShared: boolean;
  /** Loads from storage or workgroup memory, directly or through a pointer. */
  readonly readsShared: boolean;
  /** Variables of module scope that are mentioned. */
  readonly variables: ReadonlySet<Declaration>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Collected extends Mutable<Omit<FunctionEffects, 'variables'>> {
  variables: Set<Declaration>;
  calls: Set<string>;
}

const BARRIER = /^(workgroupBarrier|storageBarrier|textureBarrier|workgroupUniformLoad)$/;
const SUBGROUP = /^(subgroup|quad)[A-Z]/;

export const isBarrierName = (name: string): boolean => BARRIER.test(name);
export const isSubgroupName = (name: string): boolean => SUBGROUP.test(name);
export const isAtomicName = (name: string): boolean => /^atomic[A-Z]/.test(name);

export function findEffects(
  functions: ReadonlyMap<string, FnElem>,
  names: Names,
): ReadonlyMap<string, FunctionEffects> {
  const all = new Map([...functions].map(([name, element]) => [name, ownEffects(element, names)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const effects of all.values()) {
      for (const callee of effects.calls) {
        const other = all.get(callee);
        if (other && include(effects, other)) changed = true;
      }
    }
  }
  return all;
}

function ownEffects(element: FnElem, names: Names): Collected {
  const effects: Collected = {
    hasBarrier: false,
    hasAtomics: false,
    usesSubgroup: false,
    hasLoop: false,
    writesShared: false,
    readsShared: false,
    variables: new Set(),
    calls: new Set(),
  };
  const store = (target: ExpressionElem) => {
    if (isShared(rootOf(target, names), names)) effects.writesShared = true;
  };
  walk(element.body, (each) => {
    switch (each.kind) {
      case 'for':
      case 'while':
      case 'loop':
        effects.hasLoop = true;
        break;
      case 'assign':
        if (each.lhs.kind !== 'phony') store(each.lhs);
        break;
      case 'increment':
      case 'decrement':
        store(each.target);
        break;
      case 'ref': {
        const declaration = names.of(each);
        if (declaration?.isGlobal && declaration.space) effects.variables.add(declaration);
        if (isShared(declaration, names)) effects.readsShared = true;
        break;
      }
      case 'call-expression': {
        const name = calledName(each);
        effects.calls.add(name);
        if (isBarrierName(name)) effects.hasBarrier = true;
        if (isSubgroupName(name)) effects.usesSubgroup = true;
        if (isAtomicName(name)) effects.hasAtomics = true;
      }
    }
  });
  return effects;
}

const FLAGS = ['hasBarrier', 'hasAtomics', 'usesSubgroup', 'hasLoop', 'writesShared', 'readsShared'] as const;

function include(effects: Collected, other: FunctionEffects): boolean {
  let changed = false;
  for (const flag of FLAGS) {
    if (!other[flag] || effects[flag]) continue;
    effects[flag] = true;
    changed = true;
  }
  for (const variable of other.variables) {
    if (effects.variables.has(variable)) continue;
    effects.variables.add(variable);
    changed = true;
  }
  return changed;
}

/** Memory that other invocations see; a pointer parameter may lead there unless its type says otherwise. */
function isShared(declaration: Declaration | undefined, _names: Names): boolean {
  if (!declaration) return false;
  if (declaration.space) return declaration.space === 'storage' || declaration.space === 'workgroup';
  const { element } = declaration;
  if (element.kind !== 'param') return false;
  const type = element.name.typeRef;
  if (type?.name.originalName !== 'ptr') return false;
  const space = type.templateParams?.[0];
  const name =
    space?.kind === 'ref' ? space.ident.originalName : space?.kind === 'type' ? space.name.originalName : '';
  return name !== 'function' && name !== 'private';
}

/** The variable that a reference or pointer leads to; a pointer parameter stands for what it was given. */
export function rootOf(expression: ExpressionElem, names: Names): Declaration | undefined {
  const inner = bare(expression);
  switch (inner.kind) {
    case 'component-expression':
    case 'component-member-expression':
      return rootOf(inner.base, names);
    case 'unary-expression':
      return inner.operator.value === '&' || inner.operator.value === '*'
        ? rootOf(inner.expression, names)
        : undefined;
    case 'ref': {
      const declaration = names.of(inner);
      const { element } = declaration ?? {};
      if (element?.kind === 'let' && element.init && leadsToMemory(element.init))
        return rootOf(element.init, names);
      return declaration;
    }
    default:
      return undefined;
  }
}

/** Whether an initialiser is a pointer: an address, or another pointer's name. */
function leadsToMemory(init: ExpressionElem): boolean {
  const inner = bare(init);
  return inner.kind === 'unary-expression' && inner.operator.value === '&';
}
