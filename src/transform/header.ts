// The comment at the top of a transformed source that says what was done to it.

const TITLE = '// Transformed by kernelcast:';

export function withHeader(text: string, notes: readonly string[]): string {
  if (notes.length === 0) return text;
  const lines = notes.map((note) => `// - ${note}\n`).join('');
  // What was transformed before keeps its list, which this one continues.
  const known = text.startsWith(TITLE) ? /^(\/\/ - .*\n)*/.exec(text.slice(TITLE.length + 1))![0] : undefined;
  if (known === undefined) return `${TITLE}\n${lines}\n${text}`;
  return `${TITLE}\n${known}${lines}${text.slice(TITLE.length + 1 + known.length)}`;
}
