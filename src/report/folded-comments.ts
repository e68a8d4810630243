// Comments that stand in the way of the code: what a file begins with, licences wherever they are, and others of many
// lines. Views of a source fold them.

/** Lines from 1, both included. */
export interface Fold {
  readonly from: number;
  readonly to: number;
}

/** At the head of a file, and elsewhere. */
const MANY_LINES = { head: 2, elsewhere: 8 };
const LICENCE = /licen[cs]e|copyright|spdx|all rights reserved|warranty/i;

/** Runs of lines that hold nothing but comments. */
export function foldedComments(lines: readonly string[]): Fold[] {
  const folds: Fold[] = [];
  const isComment = commentLines(lines);
  for (let from = 0; from < lines.length; from++) {
    if (!isComment[from]) continue;
    let end = from;
    while (end < lines.length && isComment[end]) end++;
    const text = lines.slice(from, end);
    // Blank lines around stay with the code.
    const to = from + text.findLastIndex((line) => line.trim() !== '') + 1;
    const isHead = from === 0;
    const isLong = to - from >= (isHead ? MANY_LINES.head : MANY_LINES.elsewhere);
    if (to > from && (isLong || text.some((line) => LICENCE.test(line)))) folds.push({ from: from + 1, to });
    from = end;
  }
  return folds;
}

/** By line: whether it is blank or all comment; block comments of WGSL nest. */
function commentLines(lines: readonly string[]): boolean[] {
  let depth = 0;
  return lines.map((line) => {
    let isCode = false;
    for (let at = 0; at < line.length; at++) {
      const two = line.slice(at, at + 2);
      if (two === '/*') depth++;
      else if (depth > 0 && two === '*/') depth--;
      else {
        if (depth > 0) continue;
        if (two === '//') break;
        if (line[at].trim() !== '') isCode = true;
        continue;
      }
      at++;
    }
    return !isCode;
  });
}
