// Texts that must not become too long.

/** The end of a text that is longer than `width` gives way to an ellipsis. */
export function shorten(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, width - 1).join('')}…`;
}
