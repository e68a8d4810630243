// Where each of the merged invocations stood in the original: what every use of a builtin value becomes in each
// copy. A value that is used once is written where it is used; others get names at the top of the body.

import type { AbstractElem, ExpressionElem, LetElem } from 'wesl/core';
import type { Mask, Seeds } from './divergence.ts';
import { type Edit, indentationAt, withComments } from './edits.ts';
import { type Inputs, type InputUse, isScalarBuiltin } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import { times } from './numbering.ts';
import type { Renderer } from './render.ts';
import { AXIS_NAMES } from './transformation.ts';
import { walk } from './tree.ts';

/** One component of a builtin value. */
export type Key = `${string}.${number}`;

export interface Definition {
  /** Its value in the k-th copy; `value` gives other defined values. */
  readonly text: (k: number, value: (key: Key) => string) => string;
  /** By how much the k-th copy's value exceeds that of the first, where that is so. */
  readonly step?: string;
  /** Other definitions that the text uses. */
  readonly needs?: readonly Key[];
  /** All copies have the same value. */
  readonly isUniform?: boolean;
}

export class Coordinates {
  readonly prologue: string[] = [];
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;
  private readonly definitions: ReadonlyMap<Key, Definition>;
  private readonly names = new Map<Key, readonly string[]>();
  /** Expressions that need no parentheses around them. */
  private readonly plain = new Set<AbstractElem>();
  /** `let` statements whose whole value is a use. */
  private readonly lets = new Map<AbstractElem, LetElem>();
  private renderer: Renderer | undefined;

  constructor(
    kernel: Kernel,
    inputs: Inputs,
    definitions: ReadonlyMap<Key, Definition>,
    factor: number,
    forced: readonly Key[] = [],
  ) {
    this.kernel = kernel;
    this.inputs = inputs;
    this.definitions = definitions;
    this.notePositions();
    for (const key of this.namedKeys(forced)) this.define(key, factor);
  }

  /** The renderer knows the names of copied variables only when it is at work. */
  bind(renderer: Renderer): void {
    this.renderer = renderer;
  }

  readonly maskOf: Seeds['maskOf'] = (use) => {
    const bits = use.components.map((component): Mask => {
      const definition = this.definitions.get(keyOf(use.builtin, component));
      return definition === undefined || definition.isUniform ? 0 : 1;
    });
    if (bits.length === 1) return bits[0] ? -1 : 0;
    return bits.reduce((sum, bit, i) => sum | (bit << i), 0);
  };

  readonly inputText = (use: InputUse, k: number): string | undefined => {
    const keys = use.components.map((component) => keyOf(use.builtin, component));
    if (keys.every((key) => !this.definitions.has(key))) return undefined;
    if (keys.length === 1) return this.single(keys[0], use, k);
    const parts = keys.map((key, i) =>
      this.definitions.has(key) ? this.value(key, k) : `${use.path}${memberOf(use, i)}`,
    );
    const members = parts.map((part) => part.slice(use.path.length));
    // Components in another order are a swizzle.
    if (parts.every((part, i) => part === use.path + members[i] && /^\.[xyz]$/.test(members[i]))) {
      return `${use.path}.${members.map((member) => member[1]).join('')}`;
    }
    return `${vectorName(this.kernel.text, keys.length)}(${parts.join(', ')})`;
  };

  /** Whether the expression is a coordinate that grows from copy to copy. */
  readonly isIncreasing = (expression: ExpressionElem): boolean => {
    const use = this.inputs.at(expression);
    if (use?.components.length !== 1) return false;
    return this.definitions.get(keyOf(use.builtin, use.components[0]))?.step !== undefined;
  };

  /** The names of a coordinate, where the expression is just that. */
  readonly namesOf = (expression: ExpressionElem): readonly string[] | undefined => {
    const use = this.inputs.at(expression);
    return use?.components.length === 1 ? this.names.get(keyOf(use.builtin, use.components[0])) : undefined;
  };

  value(key: Key, k: number): string {
    return this.names.get(key)?.[k] ?? this.definitions.get(key)!.text(k, (other) => this.value(other, k));
  }

  private single(key: Key, use: InputUse, k: number): string {
    const name = this.names.get(key)?.[k];
    if (name !== undefined) return name;
    const definition = this.definitions.get(key)!;
    const statement = this.lets.get(use.element);
    if (statement && k > 0 && definition.step !== undefined) {
      const declaration = this.kernel.names.declarationOf(statement);
      const first = this.renderer?.copies.get(declaration)?.[0];
      if (first !== undefined) return `${first} + ${times(k, definition.step)}`;
    }
    const text = this.value(key, k);
    return this.plain.has(use.element) || /^[\w.]+$/.test(text) ? text : `(${text})`;
  }

  private notePositions(): void {
    walk(this.kernel.entry.body, (each) => {
      switch (each.kind) {
        case 'let':
          if (each.init) this.lets.set(each.init, each);
          if (each.init) this.plain.add(each.init);
          break;
        case 'var':
          if (each.init) this.plain.add(each.init);
          break;
        case 'component-expression':
          this.plain.add(each.access);
          break;
        case 'call-expression':
          for (const argument of each.arguments) this.plain.add(argument);
      }
    });
  }

  /** Values with more than one use, directly or by others, or in a vector; those that others need first. */
  private namedKeys(forced: readonly Key[]): Key[] {
    const counts = new Map<Key, number>();
    const add = (key: Key, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
    for (const key of forced) add(key, 2);
    for (const use of this.inputs.uses) {
      for (const component of use.components) {
        const key = keyOf(use.builtin, component);
        const definition = this.definitions.get(key);
        if (!definition) continue;
        if (definition.isUniform && /^[\w.]+$/.test(definition.text(0, () => 'value'))) continue;
        add(key, use.components.length === 1 ? 1 : 2);
        for (const needed of definition.needs ?? []) add(needed, 2);
      }
    }
    const named = [...counts].filter(([, count]) => count > 1).map(([key]) => key);
    const needed = (key: Key) => this.definitions.get(key)?.needs ?? [];
    return named.sort((a, b) => Number(needed(a).length > 0) - Number(needed(b).length > 0));
  }

  private define(key: Key, factor: number): void {
    const [builtin, component] = key.split('.') as [string, string];
    const definition = this.definitions.get(key)!;
    const path = (this.inputs.pathOf(builtin) ?? defaultPath(builtin)).split('.').at(-1)!;
    const plain = isScalarBuiltin(builtin) ? path : `${path}_${AXIS_NAMES[Number(component)]}`;
    const named = this.letOf(key);
    const base = named && !definition.isUniform ? this.kernel.names.declarationOf(named).name : plain;
    if (definition.isUniform) {
      const name = this.kernel.names.fresh(base);
      this.prologue.push(`let ${name} = ${definition.text(0, (other) => this.value(other, 0))};`);
      this.names.set(
        key,
        Array.from({ length: factor }, () => name),
      );
      return;
    }
    const names = this.kernel.names.freshSeries(base, factor);
    const [above, behind] = named ? this.commentsOf(named) : ['', ''];
    if (above !== '') this.prologue.push(above);
    for (const [k, name] of names.entries()) {
      const isStep = k > 0 && definition.step !== undefined;
      const text = isStep
        ? `${names[0]} + ${times(k, definition.step)}`
        : definition.text(k, (other) => this.value(other, k));
      this.prologue.push(`let ${name} = ${text};${k === 0 ? behind : ''}`);
    }
    this.names.set(key, names);
  }

  /** The statement by which the source itself gives the value a name. */
  private letOf(key: Key): LetElem | undefined {
    for (const { builtin, components, element } of this.inputs.uses) {
      const named = this.lets.get(element);
      if (named && components.length === 1 && keyOf(builtin, components[0]) === key) return named;
    }
    return undefined;
  }

  /** Those above and behind a statement, which goes to the top with them. */
  private commentsOf(statement: LetElem): [string, string] {
    const { text, place } = this.kernel;
    const own = place(statement);
    const all = withComments(text, own);
    const indent = indentationAt(text, own.start);
    const above = text.slice(all.start, own.start).trim().replace(/\n\s*/g, `\n${indent}`);
    return [above, text.slice(own.end, all.end)];
  }
}

export function keyOf(builtin: string, component: number): Key {
  return `${builtin}.${component}`;
}

function memberOf(use: InputUse, i: number): string {
  return isScalarBuiltin(use.builtin) ? '' : `.${AXIS_NAMES[use.components[i]]}`;
}

const PATHS: Readonly<Record<string, string>> = {
  global_invocation_id: 'global_id',
  local_invocation_id: 'local_id',
  workgroup_id: 'group_id',
  local_invocation_index: 'lane',
};

export function defaultPath(builtin: string): string {
  return PATHS[builtin] ?? builtin;
}

/** Gives the entry point a builtin value that it does not receive yet; `path` is how to name it from then on. */
export function receive(kernel: Kernel, inputs: Inputs, builtin: string): { path: string; edits: Edit[] } {
  const known = inputs.pathOf(builtin);
  if (known !== undefined) return { path: known, edits: [] };
  const path = kernel.names.fresh(defaultPath(builtin));
  const type = isScalarBuiltin(builtin) ? 'u32' : vectorName(kernel.text, 3);
  const parameter = `@builtin(${builtin}) ${path}: ${type}`;
  const last = kernel.entry.params.at(-1);
  if (!last) {
    const open = kernel.text.indexOf('(', kernel.place(kernel.entry.name).end) + 1;
    return { path, edits: [{ start: open, end: open, text: parameter }] };
  }
  const { start, end } = kernel.place(last);
  const lineStart = kernel.text.lastIndexOf('\n', start - 1) + 1;
  const lead = kernel.text.slice(lineStart, start);
  const gap = lead.trim() === '' ? `\n${lead}` : ' ';
  return { path, edits: [{ start: end, end, text: `,${gap}${parameter}` }] };
}

/** A vector of u32 as the source spells them. */
export function vectorName(text: string, size: number): string {
  return /\bvec\du\b/.test(text) ? `vec${size}u` : `vec${size}<u32>`;
}
