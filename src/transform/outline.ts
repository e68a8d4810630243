// Coarsening of last resort, for kernels whose invocations have nothing to do with each other: the whole body
// becomes a function that is called once for each of the merged. Nothing is shared between them, but any
// control flow will do.

import type { StructElem } from 'wesl/core';
import { builtinAttribute } from '../decode/wgsl/type-expressions.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { type Definition, type Key, keyOf, vectorName } from './coordinates.ts';
import { type Edit, indentationUnit } from './edits.ts';
import { type Inputs, isScalarBuiltin } from './inputs.ts';
import type { Kernel } from './kernel.ts';
import type { MergeOptions, Value } from './merge.ts';
import { AXIS_NAMES } from './transformation.ts';

export interface OutlineOptions extends Omit<MergeOptions, 'prologue' | 'ownsWorkgroupMemory'> {
  /** A builtin value that the coordinates are made of, and how it is called. */
  readonly received: { readonly builtin: string; readonly path: string };
}

/** Reasons that stand against sharing code, but not against calling all of it several times. */
const CALLABLE = new Set(['transform/divergent-return', 'transform/effects-after-return']);

/** What sharing gives, or outlining where control flow stands against it. @throws DiagnosticError */
export function orOutlined(share: () => Edit[], outline: () => Edit[]): { value: Edit[]; remark: string } {
  try {
    return { value: share(), remark: '' };
  } catch (error) {
    if (!(error instanceof DiagnosticError) || !CALLABLE.has(error.diagnostics[0].code)) throw error;
    return { value: outline(), remark: '; they share no code' };
  }
}

export function outlined(options: OutlineOptions): Edit[] {
  return new Outline(options).edits();
}

type Param = Kernel['entry']['params'][number];

class Outline {
  private readonly kernel: Kernel;
  private readonly inputs: Inputs;
  private readonly options: OutlineOptions;
  private readonly names = new Map<Key, readonly string[]>();

  constructor(options: OutlineOptions) {
    this.kernel = options.kernel;
    this.inputs = options.inputs;
    this.options = options;
  }

  /** The entry point loses its attributes and its name to a new one after it. */
  edits(): Edit[] {
    const { kernel } = this;
    const { entry } = kernel;
    const name = entry.name.ident.originalName;
    const once = kernel.names.fresh(`${name}_once`);
    const edits: Edit[] = [{ ...kernel.place(entry.name), text: once }];
    const attributes = entry.attributes ?? [];
    const params = entry.params.map((each) => this.kernel.textOf(each));
    for (const each of [...attributes, ...entry.params.flatMap((param) => param.attributes ?? [])]) {
      const { start, end } = kernel.place(each);
      edits.push({ start, end: end + /^\s*/.exec(kernel.text.slice(end))![0].length, text: '' });
    }
    const { builtin, path } = this.options.received;
    if (this.inputs.pathOf(builtin) === undefined)
      params.push(`@builtin(${builtin}) ${path}: ${vectorName(kernel.text, 3)}`);
    const unit = indentationUnit(kernel.text);
    const line = params.join(', ');
    const list = line.length > 70 ? `\n${params.map((each) => `${unit}${each},\n`).join('')}` : line;
    const body = [...this.coordinates(), ...this.calls(once)].map((each) => `${unit}${each}\n`).join('');
    const head = attributes.map((each) => this.kernel.textOf(each)).join(' ');
    const { end } = kernel.place(entry);
    edits.push({ start: end, end, text: `\n\n${head}\nfn ${name}(${list}) {\n${body}}` });
    return edits;
  }

  private readonly valueOf =
    (k: number): Value =>
    (key) =>
      this.names.get(key)?.[k] ?? this.options.definitions.get(key)!.text(k, this.valueOf(k));

  /** Names for the places of the merged: those that the body receives, and what these are made of. */
  private coordinates(): string[] {
    const { definitions, forced = [], factor } = this.options;
    const wanted = new Set<Key>(forced);
    for (const [key, definition] of definitions) {
      if (definition.isUniform || this.inputs.pathOf(key.split('.')[0]) === undefined) continue;
      for (const other of definition.needs ?? []) wanted.add(other);
      wanted.add(key);
    }
    const rank = (key: Key) => definitions.get(key)!.needs?.length ?? 0;
    return [...wanted]
      .sort((a, b) => rank(a) - rank(b))
      .flatMap((key) => this.define(key, definitions.get(key)!, factor));
  }

  private define(key: Key, definition: Definition, factor: number): string[] {
    const [builtin, component] = key.split('.') as [string, string];
    const base = this.inputs.pathOf(builtin)?.split('.').at(-1) ?? this.options.received.path;
    const wanted = isScalarBuiltin(builtin) ? base : `${base}_${AXIS_NAMES[Number(component)]}`;
    const params = this.kernel.entry.params.map((each) => this.kernel.textOf(each)).join(' ');
    const names = this.kernel.names.freshWithin(params, wanted, factor);
    const lines = names.map((name, k) => `let ${name} = ${definition.text(k, this.valueOf(k))};`);
    this.names.set(key, names);
    return lines;
  }

  private calls(once: string): string[] {
    const { exists, factor } = this.options;
    const reset = this.privates();
    return Array.from({ length: factor }, (_, k) => {
      const values = this.kernel.entry.params.map((each) => this.argumentFor(each, k));
      const call = `${once}(${values.join(', ')});`;
      const condition = exists?.(k, this.valueOf(k));
      const line = condition === undefined ? call : `if (${condition}) { ${call} }`;
      return k === 0 ? [line] : [...reset, line];
    }).flat();
  }

  private argumentFor(param: Param, k: number): string {
    const name = param.name.decl.ident.originalName;
    const builtin = builtinAttribute(param.attributes);
    if (builtin !== undefined) return this.builtinValue(builtin, name, k);
    const members = this.structOf(param)?.members ?? [];
    const values = members.map((each) =>
      this.builtinValue(builtinAttribute(each.attributes) ?? '', `${name}.${each.name.name}`, k),
    );
    return `${param.name.typeRef?.name.originalName}(${values.join(', ')})`;
  }

  private structOf(param: Param): StructElem | undefined {
    const name = param.name.typeRef?.name.originalName;
    for (const each of this.kernel.elements) {
      if (each.kind === 'struct' && each.name.ident.originalName === name) return each;
    }
    return undefined;
  }

  private builtinValue(builtin: string, path: string, k: number): string {
    const { definitions } = this.options;
    const value = (component: number, otherwise: string) => {
      const key = keyOf(builtin, component);
      return definitions.has(key) ? this.valueOf(k)(key) : otherwise;
    };
    if (isScalarBuiltin(builtin)) return value(0, path);
    const own = AXIS_NAMES.map((axis) => `${path}.${axis}`);
    const parts = own.map((each, component) => value(component, each));
    return parts.every((part, i) => part === own[i])
      ? path
      : `${vectorName(this.kernel.text, 3)}(${parts.join(', ')})`;
  }

  /** Each call finds the private variables of module scope as they were at first. */
  private privates(): string[] {
    const { variables } = this.kernel.effects.get(this.kernel.entry.name.ident.originalName)!;
    return [...variables].flatMap(({ name, space, element }) => {
      if (space !== 'private' || element.kind !== 'gvar') return [];
      const { typeRef } = element.name;
      if (element.init) return [`${name} = ${this.kernel.textOf(element.init)};`];
      return typeRef ? [`${name} = ${this.kernel.textOf(typeRef)}();`] : [];
    });
  }
}
