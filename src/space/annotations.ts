// `// @tune` comments in a shader say what `tunables` of a launch file says:
//   // @tune TILE values 8, 16, 32            // @tune TILE range 8, 64, 8       from, to and a step (1)
//   // @tune TILE erange 8, 64, 2             from, to and a factor
//   // @tune shader alternatives a.wgsl, b.wgsl

import type { Diagnostic, Outcome, Span } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { ExpressionError, evaluate } from '../launch/expressions.ts';
import type { Launch, TunableEntry, TunableValue } from '../launch/launch.ts';
import { expandRange, isLiteral, isTextTunable, type Range } from '../launch/tunables.ts';

export interface ShaderText {
  readonly file: string;
  readonly text: string;
  /** The shader's own text, where `text` is that with what the launch puts before it and its names defined. */
  readonly own?: string;
}

const ANNOTATION = /\/\/[ \t]*@tune\b[ \t]*([^\r\n]*)/g;
const FORM = /^(\S+)[ \t]+(values|range|erange|alternatives)[ \t]+(\S.*)$/;
const USAGE =
  'write // @tune NAME values 1, 2, 4, or range FROM, TO, STEP, or erange FROM, TO, FACTOR, or alternatives a, b';

class WrongAnnotation extends Error {}

function readValue(name: string, text: string, launch: Launch): TunableValue {
  if (text === 'true' || text === 'false') return text === 'true';
  if (isLiteral(name, text)) return text;
  try {
    return evaluate(text, (each) => launch.params[each]);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new WrongAnnotation(`"${excerpt(text)}": ${error.message}`);
  }
}

function rangeOf(kind: string, numbers: readonly TunableValue[]): Range {
  const [from, to, by] = numbers as readonly number[];
  const isComplete = numbers.length === 3 || (numbers.length === 2 && kind === 'range');
  if (!isComplete || !numbers.every((each) => typeof each === 'number')) throw new WrongAnnotation(USAGE);
  if (by === undefined) return { from: from, to: to };
  return kind === 'range' ? { from: from, to: to, step: by } : { from: from, to: to, times: by };
}

function readAnnotation(text: string, span: Span, launch: Launch): TunableEntry {
  const form = FORM.exec(text.trim());
  if (form === null) throw new WrongAnnotation(USAGE);
  const [, name, kind, list] = form as unknown as [string, string, string, string];
  const items = list.split(',').map((item) => item.trim());
  if (items.includes('')) throw new WrongAnnotation(USAGE);
  if ((kind === 'alternatives') !== isTextTunable(name)) {
    throw new WrongAnnotation(
      'shader and entryPoint have alternatives, everything else has values or a range',
    );
  }
  const values = items.map((item) => readValue(name, item, launch));
  if (kind === 'values' || kind === 'alternatives') return { name, values, span };
  const numbers = expandRange(rangeOf(kind, values));
  if (typeof numbers === 'string') throw new WrongAnnotation(numbers);
  return { name, values: numbers, span };
}

/** The tunables that a shader's comments declare. */
export function readAnnotations(shader: ShaderText, launch: Launch): Outcome<TunableEntry[]> {
  const value: TunableEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const match of shader.text.matchAll(ANNOTATION)) {
    const span: Span = { file: shader.file, start: match.index, end: match.index + match[0].length };
    try {
      value.push(readAnnotation(match[1], span, launch));
    } catch (error) {
      if (!(error instanceof WrongAnnotation)) throw error;
      const message = `@tune ${excerpt(match[1].trim())}: ${error.message}`;
      diagnostics.push({ severity: 'invalid', code: 'space/annotation', message, span });
    }
  }
  return { value, diagnostics };
}
