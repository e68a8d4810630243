// A launch file changed where it has to be, so that comments, order and expressions survive.

import { applyEdits, findNodeAtLocation, modify, type Node, parseTree } from 'jsonc-parser';
import type { Count, Dispatch } from './transformation.ts';

export interface LaunchFileChange {
  /** Path of the shader from the place of the new launch file. */
  readonly shader: string;
  /** The same for paths in it, from what they were. */
  readonly path: (path: string) => string;
  readonly dispatch: Dispatch;
  /** Values to set; other constants and params stay. */
  readonly constants: Readonly<Record<string, Count>>;
  readonly params: Readonly<Record<string, Count>>;
}

type Place = (string | number)[];

/** What a launch file tells `search` to vary by itself, and what has been decided now. */
const DECIDED = /^(coarsen\.|blockCoarsen\.|workgroup\.|swapAxes$|unroll(\.|$)|shader$)/;

/** The text of a launch file for the transformed kernel. */
export function changedLaunchFile(text: string, change: LaunchFileChange): string {
  let result = set(text, ['shader'], change.shader);
  for (const [name, value] of Object.entries(change.params)) result = set(result, ['params', name], value);
  for (const [name, value] of Object.entries(change.constants))
    result = set(result, ['constants', name], value);
  result = setDispatch(result, change.dispatch);
  result = movePaths(result, change.path);
  return withoutDecided(result);
}

function set(text: string, place: Place, value: unknown): string {
  const formattingOptions = { tabSize: 2, insertSpaces: true, eol: '\n' };
  const known = findNodeAtLocation(rootOf(text), place);
  // A value that is there is replaced as it stands; `modify` would lay out its surroundings anew.
  if (known) return replace(text, known, JSON.stringify(value));
  return applyEdits(text, modify(text, place, value, { formattingOptions }));
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

function withoutDecided(text: string): string {
  const tunables = findNodeAtLocation(rootOf(text), ['tunables'])?.children ?? [];
  const names = tunables
    .map((each) => each.children![0].value as string)
    .filter((name) => DECIDED.test(name));
  return names.reduce(
    (result, name) => applyEdits(result, modify(result, ['tunables', name], undefined, {})),
    text,
  );
}
