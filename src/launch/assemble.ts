// The source of a kernel that is made from a template: texts in front of the shader, and names that the launch file
// defines. Every character of the result knows the file and the place that it comes from.

import type { Launch } from './launch.ts';

export interface Assembled {
  readonly text: string;
  /** Where an offset of the text stands in the files that it is made from. */
  readonly origin: (offset: number) => { readonly file: string; readonly offset: number };
}

/** A stretch of the result. Of a name that was replaced, every character comes from where that name begins. */
interface Stretch {
  readonly start: number;
  readonly file: string;
  readonly offset: number;
  readonly isReplaced: boolean;
}

/** Whether a launch's shader is more than its text. */
export function isTemplate({ preludes, defines }: Pick<Launch, 'preludes' | 'defines'>): boolean {
  return (preludes?.length ?? 0) > 0 || Object.keys(defines ?? {}).length > 0;
}

export function assemble(
  { shaderPath, preludes, defines }: Pick<Launch, 'shaderPath' | 'preludes' | 'defines'>,
  shader: string,
): Assembled {
  const stretches: Stretch[] = [];
  let text = '';
  const append = (part: string, file: string, offset: number, isReplaced: boolean) => {
    stretches.push({ start: text.length, file, offset, isReplaced });
    text += part;
  };
  for (const { file, text: part } of [...(preludes ?? []), { file: shaderPath, text: shader }]) {
    if (text !== '' && !text.endsWith('\n')) append('\n', file, 0, true);
    let from = 0;
    for (const match of part.matchAll(patternOf(defines ?? {}))) {
      append(part.slice(from, match.index), file, from, false);
      append(defines![match[1] ?? match[2] ?? match[3]], file, match.index, true);
      from = match.index + match[0].length;
    }
    append(part.slice(from), file, from, false);
  }
  const origin = (offset: number) => {
    const found = stretches.findLast(({ start }) => start <= offset) ?? stretches[0];
    return { file: found.file, offset: found.offset + (found.isReplaced ? 0 : offset - found.start) };
  };
  return { text, origin };
}

/** A name as a word of its own, or as `{{NAME}}` or `${NAME}`. */
function patternOf(defines: Readonly<Record<string, string>>): RegExp {
  const names = Object.keys(defines).join('|');
  if (names === '') return /(?!)/g;
  return new RegExp(
    `\\{\\{\\s*(${names})\\s*\\}\\}|\\$\\{\\s*(${names})\\s*\\}|(?<![A-Za-z0-9_])(${names})(?![A-Za-z0-9_])`,
    'g',
  );
}
