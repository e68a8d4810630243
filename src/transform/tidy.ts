// The last step: functions that were changed are laid out anew. Those that are as they were keep the layout that
// their author gave them.

import type { FnElem } from 'wesl/core';
import { applyEdits, type Edit, indentationUnit } from './edits.ts';
import type { Kernel } from './kernel.ts';
import { layOutBlock, type Style } from './layout.ts';

/** Authors who write longer lines get longer ones. */
const WIDTH = 100;

/** The kernel's text; `original` is that of the kernel before all steps. */
export function tidied(kernel: Kernel, original: string): string {
  const longest = Math.max(
    ...original.split('\n').map((line) => line.replace(/\/\/.*/, '').trimEnd().length),
  );
  const style = { unit: indentationUnit(original), width: Math.max(WIDTH, longest) };
  const edits = [...kernel.functions.values()].flatMap((each): Edit[] => {
    const { start, end } = kernel.place(each);
    if (original.includes(kernel.text.slice(start, end))) return [];
    const body = { start: kernel.place(each.body).start, end: kernel.text.lastIndexOf('}', end) + 1 };
    const block = layOutBlock(kernel.text.slice(body.start, body.end), style);
    return [...parameterLines(kernel, each, style), { ...body, text: block }];
  });
  return applyEdits(kernel.text, edits);
}

/** Parameters that have become too many for one line. */
function parameterLines({ text, place }: Kernel, { params }: FnElem, { unit, width }: Style): Edit[] {
  const [first, last] = [params[0], params.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { start } = place(first);
  const { end } = place(last);
  const lineEnd = text.indexOf('\n', end);
  const line = text.slice(text.lastIndexOf('\n', start) + 1, lineEnd);
  if (text.slice(start, end).includes('\n') || line.length <= width) return [];
  const close = text.indexOf(')', end);
  const rows = params.map((each) => {
    const own = place(each);
    return `\n${unit}${text.slice(own.start, own.end)},`;
  });
  return [{ start, end: close, text: `${rows.join('')}\n` }];
}
