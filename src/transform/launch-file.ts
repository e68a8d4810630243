// A launch file changed where it has to be, so that comments, order and expressions survive.

import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Count, Dispatch } from './transformation.ts';

export interface LaunchFileChange {
  /** Path of the shader from the place of the new launch file. */
  readonly shader: string;
  /** The same for paths in it, from what they were. */
  readonly path: (path: string) => string;
  readonly dispatch: Dispatch;
  /** Values to set; other constants and params stay. */
  readonly constants: Readonly<Record<string, Count | boolean>>;
  readonly params: Readonly<Record<string, Count>>;
  /** Left out where the file says it already, or need not. */
  readonly entryPoint?: string;
  /** Limits to be asked of the device; left out where the defaults do, or the file says them already. */
  readonly limits?: Readonly<Record<string, number>>;
  /** Whether nothing is left to be varied; else only what transformations decide is taken out. */
  readonly isDecided?: boolean;
}

type Place = (string | number)[];

/** What a launch file tells `search` to vary by itself, and what has been decided now. */
const DECIDED = /^(coarsen\.|blockCoarsen\.|workgroup\.|swapAxes$|unroll(\.|$)|shader$)/;

/** The text of a launch file for the transformed kernel. */
export function changedLaunchFile(text: string, change: LaunchFileChange): string {
  // The new shader is whole: what stood before the old one is in it, with its names replaced.
  let result = without(set(text, ['shader'], change.shader), ['prepend'], ['defines']);
  for (const [name, value] of Object.entries(change.params)) result = set(result, ['params', name], value);
  for (const [name, value] of Object.entries(change.constants))
    result = set(result, ['constants', name], value);
  result = setDispatch(result, change.dispatch);
  if (change.entryPoint !== undefined) result = set(result, ['entryPoint'], change.entryPoint);
  for (const [name, value] of Object.entries(change.limits ?? {}))
    result = set(result, ['limits', name], value);
  result = movePaths(result, change.path);
  return change.isDecided === true ? without(result, ['tunables'], ['constraints']) : withoutDecided(result);
}

/** A value that is there is replaced as it stands; a new one goes behind the others. */
function set(text: string, place: Place, value: unknown): string {
  const root = rootOf(text);
  const known = findNodeAtLocation(root, place);
  if (known) return replace(text, known, spaced(value));
  const [key, name] = place;
  if (name === undefined) return withField(text, root, String(key), value);
  const fields = findNodeAtLocation(root, [key]);
  if (!fields) return withField(text, root, String(key), { [name]: value });
  const last = fields.children?.at(-1);
  const property = `${JSON.stringify(name)}: ${spaced(value)}`;
  if (!last) return replace(text, fields, `{ ${property} }`);
  const end = last.offset + last.length;
  return `${text.slice(0, end)},${leadOf(text, last)}${property}${text.slice(end)}`;
}

/** A further field of the launch file, where a person would put it: constants before the dispatch, others behind. */
function withField(text: string, root: Node, key: string, value: unknown): string {
  const dispatch = findNodeAtLocation(root, ['dispatch'])?.parent ?? root.children!.at(-1)!;
  const property = `${JSON.stringify(key)}: ${spaced(value)}`;
  const { offset, length } = dispatch;
  const lead = leadOf(text, dispatch);
  return key === 'constants'
    ? `${text.slice(0, offset)}${property},${lead}${text.slice(offset)}`
    : `${text.slice(0, offset + length)},${lead}${property}${text.slice(offset + length)}`;
}

/** What stands between two properties: a line end and blanks, or a blank. */
function leadOf(text: string, property: Node): string {
  return /\n[ \t]*$/.exec(text.slice(0, property.offset))?.[0] ?? ' ';
}

function spaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`);
  return `{ ${entries.join(', ')} }`;
}

function rootOf(text: string): Node {
  return parseTree(text, [], { allowTrailingComma: true })!;
}

function replace(text: string, node: Node, by: string): string {
  return text.slice(0, node.offset) + by + text.slice(node.offset + node.length);
}

function setDispatch(text: string, dispatch: Dispatch): string {
  const node = findNodeAtLocation(rootOf(text), ['dispatch']);
  const given = node?.children?.length ?? 0;
  let count = 3;
  while (count > Math.max(1, given) && dispatch[count - 1] === 1) count--;
  const known = node?.children?.map((child) => child.value as Count) ?? [];
  const wanted = dispatch.slice(0, count);
  if (node && wanted.length === known.length && wanted.every((each, i) => each === known[i])) return text;
  const list = `[${wanted.map((each) => JSON.stringify(each)).join(', ')}]`;
  return node ? replace(text, node, list) : text;
}

function movePaths(text: string, move: (path: string) => string): string {
  const bindings = findNodeAtLocation(rootOf(text), ['bindings'])?.children?.length ?? 0;
  const places: Place[] = Array.from({ length: bindings }, (_, i) => ['bindings', i, 'data', 'path']);
  let result = text;
  for (const place of [...places, ['check', 'reference'], ['$schema']]) {
    const node = findNodeAtLocation(rootOf(result), place);
    if (node?.type === 'string') result = replace(result, node, JSON.stringify(move(node.value as string)));
  }
  return result;
}

/** Without what was decided, and without conditions on it. */
function withoutDecided(text: string): string {
  const tunables = findNodeAtLocation(rootOf(text), ['tunables'])?.children ?? [];
  const names = tunables.map((each) => each.children![0].value as string);
  const decided = names.filter((name) => DECIDED.test(name));
  if (decided.length === 0) return text;
  if (decided.length === names.length) return without(text, ['tunables'], ['constraints']);
  const constraints = findNodeAtLocation(rootOf(text), ['constraints'])?.children ?? [];
  const reads = (condition: string) =>
    decided.some((name) => new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?![\\w.])`).test(condition));
  const moot = constraints.flatMap((each, i): Place[] =>
    reads(String(each.value)) ? [['constraints', i]] : [],
  );
  // From the last on, so that positions stay right.
  return without(text, ...decided.map((name): Place => ['tunables', name]), ...moot.reverse());
}

/** Without these properties and elements, each with its comma and, where it had lines of its own, those lines. */
function without(text: string, ...places: readonly Place[]): string {
  return places.reduce((result, place) => {
    const value = findNodeAtLocation(rootOf(result), place);
    if (!value) return result;
    const node = typeof place.at(-1) === 'string' ? value.parent! : value;
    const siblings = node.parent!.children!;
    const at = siblings.indexOf(node);
    const [before, after] = [siblings[at - 1], siblings[at + 1]];
    if (before) return cut(result, before.offset + before.length, node.offset + node.length);
    return after
      ? cut(result, node.offset, after.offset)
      : cut(
          result,
          node.offset,
          node.offset + node.length + /^\s*,?/.exec(result.slice(node.offset + node.length))![0].length,
        );
  }, text);
}

function cut(text: string, start: number, end: number): string {
  return text.slice(0, start) + text.slice(end);
}
