// Texts from elsewhere (names, keys, paths, sources) as they may be printed among our own.

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are meant
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** What services that run builds take for a command, at the beginning of a line or anywhere in it. */
const COMMAND = /:(?=:[\w-]+(?: [^:]*)?::)|##(?=(?:vso)?\[)/g;

/**
 * In one line: it can neither steer the terminal or turn the order of what is read, nor begin a line of its own, nor
 * be obeyed by what reads along.
 */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replace(CONTROL, '\ufffd').replace(COMMAND, '$& ');
}
