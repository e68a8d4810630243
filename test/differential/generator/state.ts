// What generation threads through: the random choices, the names in scope, and what a statement may do here.

import { Random } from '../random.ts';
import type { Tree } from '../tree.ts';
import { type NumericType, nameOf, type StructType, type Type } from './types.ts';

/**
 * Floats in generated kernels are exact: a value is a multiple of 2^-grain and at most 2^bits in magnitude, and
 * bits + grain stays below 24, so no operation rounds and neither contraction nor order of evaluation matters.
 */
export interface Budget {
  readonly bits: number;
  readonly grain: number;
}

/** What every f32 in memory, parameter or result keeps to. */
export const STORED: Budget = { bits: 8, grain: 2 };
const MOST_BITS = 23;

/** The same of halves, whose values have 11 bits. */
const STORED_HALF: Budget = { bits: 5, grain: 2 };
const MOST_BITS_OF_HALF = 10;

/** What values of a type of floats keep to in memory; undefined where they are none. */
export function storedBudget(type: Type): Budget | undefined {
  if (type.kind !== 'scalar' && type.kind !== 'vector') return undefined;
  return type.scalar === 'f32' ? STORED : type.scalar === 'f16' ? STORED_HALF : undefined;
}

/** Whether no operation rounds a value of the type that keeps to the budget. */
export function fits(type: NumericType, { bits, grain }: Budget): boolean {
  return bits + grain <= (type.scalar === 'f16' ? MOST_BITS_OF_HALF : MOST_BITS);
}

export interface Expression {
  readonly tree: Tree;
  readonly type: Type;
  /** Tint evaluates it before the kernel runs, where an overflow or a division by zero is an error. */
  readonly isConst: boolean;
  /** For floats. */
  readonly budget?: Budget;
  /** A literal without its suffix. */
  readonly abstractText?: string;
}

export interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly isMutable: boolean;
  /** Declared in a function by its own name, so that an inner declaration may hide it. */
  readonly isLocal: boolean;
  /** The address space of a pointer to it that may be passed to a function. */
  readonly pointer?: PointerSpace;
  readonly isConst: boolean;
  /** Has one value for the whole workgroup, as Tint sees it. */
  readonly isUniform: boolean;
}

export type PointerSpace = 'function' | 'private' | 'workgroup' | 'storage';

export interface Callable {
  readonly name: string;
  readonly parameters: readonly { readonly type: Type; readonly space?: PointerSpace }[];
  readonly result: Type | undefined;
}

export class State {
  readonly random: Random;
  readonly structs: StructType[] = [];
  readonly functions: Callable[] = [];
  /** Innermost last; a frame per block. */
  readonly frames: Map<string, Variable>[] = [new Map()];
  /** Whether a value of one type has a part of another, by their names. */
  readonly reachable = new Map<string, boolean>();
  /** The kernel has f16. */
  usesHalves = false;
  /** Only what is uniform in the workgroup may be read. */
  isUniform = false;
  /** How many more calls the function's body may have: they are inlined, so code grows with every one. */
  callBudget = 0;
  /** How many more statements the kernel should have: compiling it takes most of the time of a test. */
  room = 0;
  private names = 0;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  fresh(prefix: string): string {
    return `${prefix}${this.names++}`;
  }

  declare(variable: Partial<Variable> & { readonly name: string; readonly type: Type }): void {
    const defaults = { isMutable: false, isLocal: false, isConst: false, isUniform: false };
    this.frames[this.frames.length - 1].set(variable.name, { ...defaults, ...variable });
  }

  /** Variables that can be read here, hidden ones left out. */
  visible(): Variable[] {
    const byName = new Map<string, Variable>();
    for (const frame of this.frames) for (const [name, variable] of frame) byName.set(name, variable);
    return [...byName.values()].filter((each) => !this.isUniform || each.isUniform);
  }

  /** A new name, or now and then one that hides an outer local variable. */
  localName(): string {
    const outer = this.visible().filter((each) => each.isLocal && !this.frames.at(-1)!.has(each.name));
    if (outer.length > 0 && this.frames.length > 2 && this.random.once(8)) {
      return this.random.choose(outer).name;
    }
    return this.fresh('v');
  }

  inFrame<T>(make: () => T): T {
    this.frames.push(new Map());
    try {
      return make();
    } finally {
      this.frames.pop();
    }
  }

  /** Makes an expression all of whose leaves are uniform. */
  uniformly<T>(make: () => T): T {
    const [wasUniform, budget] = [this.isUniform, this.callBudget];
    this.isUniform = true;
    this.callBudget = 0;
    try {
      return make();
    } finally {
      this.isUniform = wasUniform;
      this.callBudget = budget;
    }
  }
}

/** Joins text and expressions; constant when all the expressions are (and there is one). */
export function make(
  type: Type,
  parts: readonly (string | Expression)[],
  more: { readonly budget?: Budget; readonly isConst?: boolean; readonly abstractText?: string } = {},
): Expression {
  const inner = parts.filter((part) => typeof part !== 'string');
  const isConst = more.isConst ?? (inner.length > 0 && inner.every((each) => each.isConst));
  const tree: Tree = {
    kind: 'expression',
    parts: parts.map((part) => (typeof part === 'string' ? part : part.tree)),
    type: typeTag(type, more.budget),
  };
  return { tree, type, isConst, ...more };
}

/** The type as the shrinker compares it: an f32 carries its budget. */
function typeTag(type: Type, budget: Budget | undefined): string {
  return budget ? `${nameOf(type)}@${budget.bits}.${budget.grain}` : nameOf(type);
}
