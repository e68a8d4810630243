// WGSL for the editor: what stands out in its text. What is wrong in it, the compilers say.

import { StreamLanguage, type StreamParser } from '@codemirror/language';

const KEYWORDS = new Set(
  `alias break case const const_assert continue continuing default diagnostic discard else enable fn for if let loop
  override requires return struct switch var while`.split(/\s+/),
);
const TYPES =
  /^(?:bool|[iuf]32|f16|vec[234][iufh]?|mat[234]x[234][fh]?|array|atomic|ptr|sampler(?:_comparison)?|texture_\w+)$/;
const SPACES = new Set([
  'function',
  'private',
  'workgroup',
  'uniform',
  'storage',
  'read',
  'write',
  'read_write',
]);

/** How many block comments are open: they nest. */
interface State {
  depth: number;
}

const parser: StreamParser<State> = {
  name: 'wgsl',
  startState: () => ({ depth: 0 }),
  token(stream, state) {
    if (state.depth > 0 || stream.match('/*', false)) return comment(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^@\s*\w+/)) return 'attributeName';
    if (stream.match(/^(?:0[xX][\da-fA-F.]+(?:[pP][+-]?\d+)?|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[iufh]?/))
      return 'number';
    const [word] = (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u) as RegExpMatchArray | null) ?? [];
    if (word === undefined) {
      stream.next();
      return null;
    }
    if (KEYWORDS.has(word)) return 'keyword';
    if (word === 'true' || word === 'false') return 'bool';
    if (TYPES.test(word)) return 'typeName';
    if (SPACES.has(word) && /^[\s,>]/.test(stream.string.slice(stream.pos))) return 'modifier';
    return stream.match(/^\s*\(/, false) ? 'variableName.function' : 'variableName';
  },
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
};

function comment(stream: Parameters<typeof parser.token>[0], state: State): string {
  while (!stream.eol()) {
    if (stream.match('/*')) state.depth++;
    else if (stream.match('*/')) state.depth--;
    else stream.next();
    if (state.depth === 0) break;
  }
  return 'comment';
}

export const wgsl = StreamLanguage.define(parser);
