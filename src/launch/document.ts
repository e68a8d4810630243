// A JSON text with comments and trailing commas, read so that every value keeps its place: problems found
// later, whether by the schema or by an expression, point at the very characters that caused them.

import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Where a value stands: object keys and array positions from the root. */
export type Path = readonly (string | number)[];

export interface JsonDocument {
  readonly file: string;
  readonly text: string;
  readonly value: JsonValue;
  /** The span of the value at a path; of the nearest enclosing value where there is none. */
  span(path: Path): Span;
  /** The span of the key that the path ends in. */
  keySpan(path: Path): Span;
}

/** What the outermost object of a text holds, as far as it can be read; nothing where there is no object. */
export function outlineOf(text: string): Readonly<Record<string, JsonValue | undefined>> {
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  return typeof value === 'object' && value !== null ? (value as Record<string, JsonValue>) : {};
}

const SYNTAX_MESSAGES: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected ":" after the key',
  CommaExpected: 'expected "," between the values',
  CloseBraceExpected: 'expected "}"',
  CloseBracketExpected: 'expected "]"',
  EndOfFileExpected: 'expected the end of the file after the closing brace',
  InvalidSymbol: 'not a JSON value; text goes in double quotes',
  InvalidNumberFormat: 'not a JSON number; an expression goes in double quotes',
  InvalidCommentToken: 'a comment does not end',
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: 'a text does not end on its line',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'a wrong \\u escape',
  InvalidEscapeCharacter: 'a wrong escape',
  InvalidCharacter: 'a character that JSON does not allow',
};

type Properties = ReadonlyMap<string, Node>;

/** Properties of objects by key, the first of each; made when an object is first looked into. */
const propertiesOf = new WeakMap<Node, Properties>();

function indexed(object: Node): Properties {
  const known = propertiesOf.get(object);
  if (known) return known;
  const entries = [...(object.children ?? [])]
    .reverse()
    .map((each) => [each.children![0].value, each] as const);
  const properties = new Map<string, Node>(entries);
  propertiesOf.set(object, properties);
  return properties;
}

function childAt(node: Node, step: string | number): { key?: Node; value?: Node } {
  if (typeof step === 'number') {
    const value = node.type === 'array' ? node.children?.[step] : undefined;
    return value === undefined ? {} : { value };
  }
  const property = node.type === 'object' ? indexed(node).get(step) : undefined;
  if (!property) return {};
  const [key, value] = property.children!;
  return value === undefined ? { key } : { key, value };
}

function jsonOf(node: Node): JsonValue {
  if (node.type === 'array') return (node.children ?? []).map(jsonOf);
  if (node.type !== 'object') return node.value as JsonValue;
  const entries = (node.children ?? []).map((property): [string, JsonValue] => {
    const [key, value] = property.children!;
    return [key.value as string, value === undefined ? null : jsonOf(value)];
  });
  // `fromEntries` defines `__proto__` as any other key instead of assigning it.
  return Object.fromEntries(entries);
}

/** Every key that an object gives a second time. */
function repeatedKeys(node: Node, found: Node[] = []): Node[] {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    if (node.type === 'object') {
      const key = child.children![0];
      if (seen.has(key.value)) found.push(key);
      seen.add(key.value);
    }
    repeatedKeys(child, found);
  }
  return found;
}

/** Of one kind, told of one file; whoever makes more has made one mistake many times. */
export const MOST_PROBLEMS = 100;

/** No launch file nests deeper; readers of JSON work by recursion. */
const MAXIMUM_DEPTH = 100;

/** How deep brackets nest, outside of texts; those in comments count, too. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  // By hand: a pattern for a whole text runs out of stack in a long one.
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isText && character === '\\') at++;
    else if (character === '"') isText = !isText;
    else if (character === '\n') isText = false;
    else if (isText) continue;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return deepest;
}

/** What lies at the path, or the nearest thing around it that there is. */
function nodeAt(root: Node, path: Path): { key?: Node; value: Node } {
  let at: { key?: Node; value: Node } = { value: root };
  for (const step of path) {
    const next = childAt(at.value, step);
    if (next.value === undefined) return next.key === undefined ? at : { key: next.key, value: at.value };
    at = next.key === undefined ? { value: next.value } : { key: next.key, value: next.value };
  }
  return at;
}

/** Reads a text; the document is absent when its syntax is wrong. */
export function parseDocument(
  text: string,
  file: string,
): { document?: JsonDocument; diagnostics: Diagnostic[] } {
  const errors: ParseError[] = [];
  if (depthOf(text) > MAXIMUM_DEPTH) {
    const message = `the file nests lists and objects more than ${MAXIMUM_DEPTH} deep`;
    const span = { file, start: 0, end: 1 };
    return { diagnostics: [{ severity: 'invalid', code: 'launch/syntax', message, span }] };
  }
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const spanOf = (node: { offset: number; length: number }): Span => ({
    file,
    start: node.offset,
    // The parser counts one character too many for a comment without end.
    end: Math.min(node.offset + node.length, text.length),
  });
  const first = errors[0];
  if (first !== undefined || root === undefined) {
    // One slip of the pen often gives several errors; only the first is sure to mean what it says.
    const message =
      root === undefined ? 'the file holds no JSON' : SYNTAX_MESSAGES[printParseErrorCode(first.error)];
    const span = spanOf(first ?? { offset: 0, length: text.length });
    const problem = {
      severity: 'invalid',
      code: 'launch/syntax',
      message: message ?? 'wrong JSON',
      span,
    } as const;
    return { diagnostics: [problem] };
  }
  const diagnostics = repeatedKeys(root)
    .slice(0, MOST_PROBLEMS)
    .map(
      (key): Diagnostic => ({
        severity: 'invalid',
        code: 'launch/duplicate-key',
        message: `the key "${excerpt(key.value)}" is given twice`,
        span: spanOf(key),
      }),
    );

  const find = (path: Path) => nodeAt(root, path);
  const document: JsonDocument = {
    file,
    text,
    value: jsonOf(root),
    span: (path) => spanOf(find(path).value),
    keySpan: (path) => {
      const found = find(path);
      return spanOf(found.key ?? found.value);
    },
  };
  return { document, diagnostics };
}
