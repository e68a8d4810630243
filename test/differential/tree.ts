// A generated program as a tree of text with holes: enough structure to print it, and to take parts out of it
// or to put simpler ones in (shrink.ts), without a parser.

export interface Tree {
  readonly kind: 'expression' | 'statement' | 'block' | 'list';
  readonly parts: readonly (string | Tree)[];
  /** Of an expression, its WGSL type. */
  readonly type?: string;
}

export function statement(...parts: readonly (string | Tree)[]): Tree {
  return { kind: 'statement', parts };
}

/** Statements in braces. */
export function block(statements: readonly Tree[]): Tree {
  return { kind: 'block', parts: statements };
}

/** Statements or declarations one after the other, without braces. */
export function list(items: readonly Tree[]): Tree {
  return { kind: 'list', parts: items };
}

export function print(tree: Tree, indent = ''): string {
  switch (tree.kind) {
    case 'expression':
      return tree.parts.map((part) => (typeof part === 'string' ? part : print(part, indent))).join('');
    case 'statement':
      return `${indent}${tree.parts.map((part) => (typeof part === 'string' ? part : print(part, indent))).join('')}\n`;
    case 'block':
      return `{\n${printAll(tree, `${indent}  `)}${indent}}`;
    case 'list':
      return printAll(tree, indent);
  }
}

function printAll(tree: Tree, indent: string): string {
  return tree.parts
    .map((part) => (typeof part === 'string' ? `${indent}${part}\n` : print(part, indent)))
    .join('');
}

/** Where a part is: indices from the root down. */
export type Path = readonly number[];

export function at(tree: Tree, path: Path): Tree {
  let current = tree;
  for (const index of path) current = current.parts[index] as Tree;
  return current;
}

/** The tree with the part at `path` replaced by these parts. */
export function replaced(tree: Tree, path: Path, by: readonly (string | Tree)[]): Tree {
  const [index, ...rest] = path as [number, ...number[]];
  const inner = rest.length === 0 ? by : [replaced(tree.parts[index] as Tree, rest, by)];
  return { ...tree, parts: [...tree.parts.slice(0, index), ...inner, ...tree.parts.slice(index + 1)] };
}

/** All paths to trees, parents before children. */
export function* pathsOf(tree: Tree, above: Path = []): Generator<Path> {
  yield above;
  for (const [index, part] of tree.parts.entries()) {
    if (typeof part !== 'string') yield* pathsOf(part, [...above, index]);
  }
}

export function sizeOf(tree: Tree): number {
  return tree.parts.reduce((sum, part) => sum + (typeof part === 'string' ? 0 : sizeOf(part)), 1);
}
