// Which `<` after a name is a comparison: the template list discovery of the WGSL specification (section
// "Template Lists"), turned round.

export interface NameRange {
  readonly start: number;
  readonly end: number;
}

interface Candidate extends NameRange {
  readonly depth: number;
  isTemplate: boolean;
}

const blank = /(?:\s|\/\/[^\n]*)+/y;
const name = /[\p{XID_Start}_]\p{XID_Continue}*/uy;
const number = /\d[\w.]*/y;
const PAIRS: ReadonlySet<string> = new Set(['>=', '!=', '==', '&&', '||']);

/** The names directly before a `<` that starts no template list, except those after a dot. */
export function findComparisons(text: string): NameRange[] {
  const all: Candidate[] = [];
  let pending: Candidate[] = [];
  let depth = 0;
  let position = 0;
  const dropAt = (least: number) => {
    while (pending.length > 0 && pending.at(-1)!.depth >= least) pending.pop();
  };
  const startOver = () => {
    depth = 0;
    pending = [];
  };
  while (position < text.length) {
    const skipped = skipBlank(text, position);
    if (skipped > position) {
      position = skipped;
      continue;
    }
    const afterName = match(name, text, position);
    if (afterName > position) {
      const less = skipBlank(text, afterName);
      if (text[less] === '<' && text[less + 1] !== '<' && text[less + 1] !== '=') {
        const candidate = { start: position, end: afterName, depth, isTemplate: false };
        pending.push(candidate);
        if (text[position - 1] !== '.') all.push(candidate);
        position = less + 1;
      } else {
        position = afterName;
      }
      continue;
    }
    const afterNumber = match(number, text, position);
    if (afterNumber > position) {
      position = afterNumber;
      continue;
    }
    const character = text[position];
    const isPair = PAIRS.has(text.slice(position, position + 2));
    let length = isPair ? 2 : 1;
    if (character === '>') {
      const top = pending.at(-1);
      if (top?.depth === depth) {
        top.isTemplate = true;
        pending.pop();
        length = 1;
      }
    } else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') {
      dropAt(depth);
      depth = Math.max(0, depth - 1);
    } else if (character === '&' || character === '|') {
      if (isPair) dropAt(depth);
    } else if (!isPair && '=;{:'.includes(character)) startOver();
    position += length;
  }
  return all.filter((candidate) => !candidate.isTemplate);
}

function match(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : position;
}

function skipBlank(text: string, position: number): number {
  for (;;) {
    const after = match(blank, text, position);
    if (!text.startsWith('/*', after)) return after;
    position = skipBlockComment(text, after);
  }
}

/** Block comments nest. */
function skipBlockComment(text: string, start: number): number {
  let depth = 0;
  let position = start;
  while (position < text.length) {
    if (text.startsWith('/*', position)) {
      depth++;
      position += 2;
    } else if (text.startsWith('*/', position)) {
      depth--;
      position += 2;
      if (depth === 0) return position;
    } else position++;
  }
  return text.length;
}
