// Zeroing of workgroup memory, which no line of the source asks for, at the line that declares that memory: so that
// its time is found there. What the compiler adds elsewhere has the place of what it was added for.

import type { Program } from '../machine/program.ts';
import { withoutComments } from './source-shape.ts';
import type { SourceText } from './source-text.ts';

/** Origin of the instructions that zero workgroup memory, and of the barrier behind them. */
export const ZEROING = 'workgroup-init';

export function withZeroingPlaced(program: Program, { file, text }: SourceText): Program {
  const declaration = /\bvar\s*<\s*workgroup\s*>[^;]*;/.exec(withoutComments(text));
  if (!declaration) return program;
  const start = declaration.index;
  const span = { file, start, end: start + declaration[0].length };
  const segments = program.segments.map((segment) => ({
    ...segment,
    instructions: segment.instructions.map((each) =>
      each.origin === ZEROING && !each.span ? { ...each, span } : each,
    ),
  }));
  return { ...program, segments };
}
