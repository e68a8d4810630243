// Changes to a text, collected in any order and made at once; and the layout around a place, so that what is
// added looks like what was there.

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** By place; those at one place stay in the order given, insertions before a replacement. */
function inOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const edit of inOrder(edits)) {
    if (edit.start < from) throw new Error('kernelcast bug: overlapping edits');
    result += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + text.slice(from);
}

/** From a place in the edited text to the one in the text before that it came from. */
export function placeBefore(edits: readonly Edit[]): (offset: number) => number {
  const ordered = inOrder(edits);
  return (offset) => {
    // How far the edited text is ahead of the one before.
    let ahead = 0;
    for (const { start, end, text } of ordered) {
      if (offset < start + ahead) break;
      if (offset < start + ahead + text.length) return start;
      ahead += text.length - (end - start);
    }
    return offset - ahead;
  };
}

/** The blanks that the line of this place begins with. */
export function indentationAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart))![0];
}

/** Whether only blanks stand before this place on its line. */
export function startsLine(text: string, offset: number): boolean {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return text.slice(lineStart, offset).trim() === '';
}

/** Where the line ends, if nothing but a comment follows on it. */
function lineEnd(text: string, offset: number): number | undefined {
  const newline = text.indexOf('\n', offset);
  const end = newline < 0 ? text.length : newline;
  return /^[ \t]*(\/\/.*)?\r?$/.test(text.slice(offset, end)) ? end : undefined;
}

/** The same, or the place itself where something else follows. */
export function endOfLine(text: string, offset: number): number {
  return lineEnd(text, offset) ?? offset;
}

/** A statement with the comments that belong to it: lines right above it, and what follows on its line. */
export function withComments(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } {
  const last = lineEnd(text, end);
  const above = /(?:\n[ \t]*\/\/[^\n]*)*\n[ \t]*$/.exec(text.slice(0, start));
  return above === null || last === undefined ? { start, end } : { start: above.index, end: last };
}

/** One step of indentation, as the text has it. */
export function indentationUnit(text: string): string {
  const found = [...text.matchAll(/\n(\t|[ ]{2,8})\S/g)].map((match) => match[1]);
  return found.reduce((least, each) => (each.length < least.length ? each : least), found[0] ?? '  ');
}

const COMMENT = /[ \t]*\/\/[^\n]*|[ \t]*\/\*[\s\S]*?\*\//g;

/** Without comments, and without the lines that held nothing else. */
export function withoutComments(text: string): string {
  return text.replace(COMMENT, '').replace(/\n[ \t]*(?=\n)/g, '');
}
