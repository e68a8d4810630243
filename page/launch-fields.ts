// What the form shows of a launch file: its numbers, dispatch and bindings as fields, what is said beside each, and what
// a field's text becomes in the file.

import { findNodeAtLocation, type JSONPath, type Node, parse, parseTree } from 'jsonc-parser';
import { formatBytes } from '../src/report/units.ts';
import type { BindingFacts, LaunchNumbers, Problem } from './messages.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Field {
  readonly path: JSONPath;
  readonly label: string;
  readonly value: string;
  /** What it may be; any text where there are none. */
  readonly choices?: readonly string[];
}

export interface Row {
  readonly title: string;
  readonly note?: string;
  readonly fields: readonly Field[];
  /** What its numbers are, and what the file's comment says of them. */
  readonly said: readonly string[];
  readonly problems: readonly string[];
}

export interface Group {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** What is known of a launch beside its text. */
export interface LaunchFacts {
  /** What the shader says, where it has been decoded. */
  readonly bindings: readonly BindingFacts[];
  /** Where it could be read. */
  readonly numbers?: LaunchNumbers | undefined;
  /** Of the shader; one may be chosen where there are several. */
  readonly entryPoints?: readonly string[];
  readonly problems: readonly Problem[];
}

/** Data of bindings that the form has seen, by place and kind: what is chosen again has its numbers again. */
export type SeenData = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** The file says nothing of the data. */
const NOT_GIVEN = 'not given';
/** Kinds of data that need nothing but their name. */
const DATA = [NOT_GIVEN, 'zeros', 'random-f32', 'random-u32', 'iota-u32'];

/** A number by itself is one, with its digits in groups or not; all else is an expression. */
export function numberOf(text: string): number | string {
  const plain = text.replace(/\b\d{1,3}(?:_\d{3})+\b/g, (digits) => digits.replaceAll('_', ''));
  return plain.trim() !== '' && Number.isFinite(Number(plain)) ? Number(plain) : plain;
}

/** What the file says where a kind of data is chosen; undefined for nothing. */
export function dataOf(kind: string, seen: ReadonlyMap<string, unknown> | undefined): unknown {
  return kind === NOT_GIVEN ? undefined : (seen?.get(kind) ?? { kind });
}

export const placeOf = ({ group, binding, element = 0 }: Json): string => `${group}/${binding}/${element}`;

/** Bindings of a launch file, whatever else is in it. */
export function bindingsIn(text: string): readonly Json[] {
  const { bindings } = (parse(text) ?? {}) as Json;
  return Array.isArray(bindings) ? bindings.map((each) => (each ?? {}) as Json) : [];
}

/** The one that the file names. */
export function entryPointIn(text: string): string | undefined {
  const { entryPoint } = (parse(text) ?? {}) as Json;
  return typeof entryPoint === 'string' ? entryPoint : undefined;
}

/** Empty where the text is no launch file. */
export function groupsOf(text: string, facts: LaunchFacts, seen: SeenData): Group[] {
  return new Form(text, facts, seen).groups();
}

class Form {
  private readonly text: string;
  private readonly tree: Node | undefined;
  private readonly facts: LaunchFacts;
  private readonly seen: SeenData;

  constructor(text: string, facts: LaunchFacts, seen: SeenData) {
    this.text = text;
    this.tree = parseTree(text);
    this.facts = facts;
    this.seen = seen;
  }

  groups(): Group[] {
    const launch = parse(this.text) as unknown;
    if (typeof launch !== 'object' || launch === null || Array.isArray(launch)) return [];
    const { params, dispatch, entryPoint } = launch as Json;
    const { entryPoints = [] } = this.facts;
    return [
      { title: 'Kernel', rows: entryPoints.length > 1 ? [this.entryPoint(entryPoints, entryPoint)] : [] },
      { title: 'Numbers', rows: entriesOf(params).map(([name, value]) => this.param(name, value)) },
      { title: 'Workgroups', rows: Array.isArray(dispatch) ? [this.dispatch(dispatch)] : [] },
      { title: 'Bindings', rows: bindingsIn(this.text).map((each, k) => this.binding(each, k)) },
    ].filter(({ rows }) => rows.length > 0);
  }

  private entryPoint(choices: readonly string[], chosen: unknown): Row {
    const path = ['entryPoint'];
    const title = 'Entry point';
    const fields = [{ path, label: title, value: String(chosen ?? ''), choices }];
    return { title, fields, ...this.beside(path, []) };
  }

  private param(name: string, value: unknown): Row {
    const fields = [field(['params', name], name, value)];
    const number = evaluated(value, this.facts.numbers?.params[name], String);
    return { title: name, fields, ...this.beside(['params', name], [number]) };
  }

  private dispatch(dispatch: readonly unknown[]): Row {
    const fields = dispatch.map((value, axis) =>
      field(['dispatch', axis], `Workgroups in ${'xyz'[axis]}`, value),
    );
    const counts = dispatch.map((_, axis) => this.facts.numbers?.dispatch[axis]);
    const isWritten = dispatch.every((each) => typeof each === 'number') || counts.includes(undefined);
    const numbers = isWritten ? undefined : `= ${counts.join(' × ')}`;
    const title = 'xyz'.slice(0, dispatch.length).split('').join(' × ');
    return { title, fields, ...this.beside(['dispatch'], [numbers]) };
  }

  private binding(binding: Json, index: number): Row {
    const { group, binding: number, size, data, usage, texture, sampler } = binding;
    const known = this.facts.bindings.find((each) => each.group === group && each.binding === number);
    const title = known ? known.name : `${group}/${number}`;
    const use = known ? `${group}/${number} · ${known.use}` : String(usage ?? '');
    const path = ['bindings', index];
    if (texture !== undefined) {
      const note = `${use} · ${(texture as Json)?.['format'] ?? ''}`;
      return { title, note, fields: [], ...this.beside(path, []) };
    }
    if (sampler !== undefined) return { title, note: use, fields: [], ...this.beside(path, []) };
    const value = data === undefined ? NOT_GIVEN : String((data as Json | null)?.['kind'] ?? '');
    const kinds = this.seen.get(placeOf(binding))?.keys() ?? [];
    const choices = [...new Set([...DATA, ...kinds, value])];
    const contents = { path: [...path, 'data'], label: `Contents of ${title}`, value, choices };
    const fields = [field([...path, 'size'], `Bytes of ${title}`, size), contents];
    const bytes = evaluated(size, this.facts.numbers?.sizes[index], bytesText);
    return { title, note: use, fields, ...this.beside(path, [bytes]) };
  }

  /** What stands beside the fields of a part of the file. */
  private beside(path: JSONPath, numbers: readonly (string | undefined)[]): Pick<Row, 'said' | 'problems'> {
    const node = this.tree && findNodeAtLocation(this.tree, path);
    if (!node) return { said: [], problems: [] };
    // Of a param, its name belongs to it.
    const start = (node.parent?.type === 'property' ? node.parent : node).offset;
    const end = node.offset + node.length;
    const isHere = ({ place }: Problem) =>
      place?.editor === 'launch' && place.start >= start && place.start < end;
    const comment = /^[ \t,]*\/\/[ \t]*([^\n]*)/.exec(this.text.slice(end))?.[1];
    return {
      said: [...numbers, comment].filter((each) => each !== undefined),
      problems: this.facts.problems.filter(isHere).map(({ message }) => message),
    };
  }
}

function bytesText(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${bytes} bytes, ${formatBytes(bytes)}`;
}

/** Of an expression what it is; a number says so itself. */
function evaluated(
  value: unknown,
  number: number | undefined,
  shown: (number: number) => string,
): string | undefined {
  return typeof value === 'string' && number !== undefined ? `= ${shown(number)}` : undefined;
}

const entriesOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function field(path: JSONPath, label: string, value: unknown): Field {
  return { path, label, value: typeof value === 'object' ? JSON.stringify(value) : String(value ?? '') };
}
