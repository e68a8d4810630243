// The comment at the top of a transformed source that says what was done to it.

const WIDTH = 107;

const TITLE = '// Transformed by kernelcast:';

export function withHeader(text: string, notes: readonly string[]): string {
  if (notes.length === 0) return text;
  const lines = notes.map(listed).join('');
  // What was transformed before keeps its list, which this one continues.
  const known = text.startsWith(TITLE)
    ? /^(\/\/ (?:-| ) .*\n)*/.exec(text.slice(TITLE.length + 1))![0]
    : undefined;
  if (known === undefined) return `${TITLE}\n${lines}\n${text}`;
  return `${TITLE}\n${known}${lines}${text.slice(TITLE.length + 1 + known.length)}`;
}

/** The code alone: how many workgroups there were, the comment says of one launch. */
export function withoutHeader(text: string): string {
  return text.startsWith(TITLE) ? text.replace(/^(\/\/.*\n)*/, '') : text;
}

/** A line of the list, broken where it is longer than code should be. */
function listed(note: string): string {
  const rows = [''];
  for (const word of note.split(/(?<!×) (?!×)/)) {
    const row = `${rows.at(-1)} ${word}`;
    if (row.length <= WIDTH) rows[rows.length - 1] = row;
    else rows.push(` ${word}`);
  }
  return rows.map((row, i) => `// ${i === 0 ? '-' : ' '}${row}\n`).join('');
}
