// The shape of a WGSL text around a place: how many loops it is in, and the condition of an `if` that it is part
// of. The text is known to be valid, and only brackets and keywords are read.

/** Loops around an offset. */
export function loopDepthAt(text: string, offset: number): number {
  return shapeOf(text).loops.filter(({ start, end }) => offset >= start && offset < end).length;
}

/** The condition of the innermost `if` whose brackets hold the offset; none for tests that only leave a loop. */
export function testAround(text: string, offset: number): { start: number; end: number } | undefined {
  return shapeOf(text).tests.findLast(({ start, end }) => offset >= start && offset < end);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Shape {
  /** Bodies of loops. */
  readonly loops: readonly Range[];
  readonly tests: readonly Range[];
}

let latest: { readonly text: string; readonly shape: Shape } | undefined;

function shapeOf(text: string): Shape {
  if (latest?.text !== text) latest = { text, shape: read(withoutComments(text)) };
  return latest.shape;
}

function read(code: string): Shape {
  const loops: Range[] = [];
  const tests: Range[] = [];
  for (const keyword of code.matchAll(/\b(for|while|loop|if)\b/g)) {
    const after = keyword.index + keyword[0].length;
    const isTest = keyword[1] === 'if';
    if (isTest) {
      const body = code.indexOf('{', after);
      const leaves = /^\{\s*(?:break|return|continue)\s*;/.test(code.slice(body));
      const condition = code.slice(after, body);
      const start = after + condition.search(/\S/);
      if (body > 0 && !leaves) tests.push({ start, end: after + condition.trimEnd().length });
      continue;
    }
    const header = keyword[1] === 'for' ? closing(code, code.indexOf('(', after), '(', ')') : after;
    const body = code.indexOf('{', header);
    if (body > 0) loops.push({ start: body, end: closing(code, body, '{', '}') });
  }
  return { loops, tests };
}

/** Behind the bracket that closes the one at `from`. */
function closing(code: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === open) depth++;
    else if (code[at] === close && --depth === 0) return at + 1;
  }
  return code.length;
}

/** Comments as blanks, so that offsets stay. */
export function withoutComments(text: string): string {
  let code = '';
  let at = 0;
  while (at < text.length) {
    const next = text.slice(at).search(/\/[/*]/);
    if (next < 0) return code + text.slice(at);
    code += text.slice(at, at + next);
    at += next;
    const end = text[at + 1] === '/' ? lineEnd(text, at) : blockEnd(text, at);
    code += text.slice(at, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return code;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Block comments nest. */
function blockEnd(text: string, from: number): number {
  const edges = /\/\*|\*\//g;
  edges.lastIndex = from;
  let depth = 0;
  for (let edge = edges.exec(text); edge; edge = edges.exec(text)) {
    depth += edge[0] === '/*' ? 1 : -1;
    if (depth === 0) return edges.lastIndex;
  }
  return text.length;
}
