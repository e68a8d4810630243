// A WGSL source divided into regions: by `// @region NAME` comments where there are any, else at loops and
// barriers. Only the shape of the text is read, which is known to be valid: what the optimiser made of a loop
// does not matter here, as instructions keep the spans of their source.

import { withoutComments } from './source-shape.ts';

export interface SourceRegion {
  readonly name: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** Regions in the order of the text; they do not overlap, and what lies in none belongs to none. */
export function regionsOfSource(text: string, lineAt: (offset: number) => number): SourceRegion[] {
  const named = regionsByComments(text);
  return named.length > 0 ? named : regionsByShape(text, lineAt);
}

function regionsByComments(text: string): SourceRegion[] {
  const marks = [...text.matchAll(/\/\/[ \t]*@region[ \t]+(\S[^\n]*)/g)];
  return marks.map((mark, index) => {
    const name = mark[1].trim();
    const end = marks[index + 1]?.index ?? text.length;
    return { name, label: name, start: mark.index, end };
  });
}

interface Loop {
  readonly start: number;
  /** Where the part that is being read began. */
  partStart: number;
  readonly isLoop: boolean;
}

const TOKEN =
  /\b(for|while|loop|fn)\b|\b(workgroupBarrier|storageBarrier|workgroupUniformLoad)\s*\(|[{}();]/g;

function regionsByShape(text: string, lineAt: (offset: number) => number): SourceRegion[] {
  const code = withoutComments(text);
  const parts: { start: number; end: number; depth: number }[] = [];
  const open: (Loop | undefined)[] = [];
  let keyword: { start: number; isLoop: boolean } | undefined;
  let parens = 0;
  let hasBarrier = false;
  const innermost = () => open.findLast((each) => each !== undefined);
  const depth = () => open.filter((each) => each?.isLoop).length;
  const endPart = (end: number, next: number) => {
    const around = innermost();
    if (!around) return;
    if (/\w/.test(code.slice(around.partStart, end)))
      parts.push({ start: around.partStart, end, depth: depth() });
    around.partStart = next;
  };
  for (const token of code.matchAll(TOKEN)) {
    const at = token.index;
    const [found] = token;
    if (found.endsWith('(')) {
      parens++;
      hasBarrier ||= found.length > 1;
    } else if (found === ')') parens--;
    else if (found === '{') {
      if (keyword?.isLoop) endPart(keyword.start, keyword.start);
      open.push(keyword && { ...keyword, partStart: keyword.start });
      keyword = undefined;
    } else if (found === '}') {
      const closed = open.at(-1);
      if (closed) endPart(at, at + 1);
      open.pop();
      const around = innermost();
      if (closed && around) around.partStart = at + 1;
    } else if (found === ';') {
      if (hasBarrier && parens === 0) {
        endPart(at + 1, at + 1);
        hasBarrier = false;
      }
    } else keyword = { start: at, isLoop: found !== 'fn' };
  }
  return parts
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, depth }) => regionOf(code, start, end, depth, lineAt));
}

function regionOf(
  code: string,
  from: number,
  to: number,
  depth: number,
  lineAt: (offset: number) => number,
): SourceRegion {
  const start = from + code.slice(from, to).search(/\S/);
  const end = from + code.slice(from, to).trimEnd().length;
  const first = lineAt(start);
  const last = lineAt(end - 1);
  const lines = first === last ? `line ${first}` : `lines ${first}–${last}`;
  const loop = depth === 0 ? '' : depth === 1 ? ', in a loop' : `, in ${depth} nested loops`;
  return { name: lines, label: `${lines}${loop}`, start, end };
}
