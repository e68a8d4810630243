// A stage of the model as text. The code brings along what it adds up to; a long sum is folded into lines.

import type { Inspection, PassInspection } from '../predict/inspect.ts';
import { WIDTH, wrap } from './layout.ts';

export function inspectionText(inspection: Inspection): string {
  const lines = inspection.text.replace(/\n*$/, '').split('\n');
  const folded = lines.map((line) => (/^instructions: /.test(line) ? wrap(line, WIDTH, '  ') : line));
  return `${folded.join('\n')}\n`;
}

/** One text after the other, each headed by which application of the pass it stands behind. */
export function passInspectionText({ pass, owner, texts }: PassInspection): string {
  if (texts.length === 0) return `${pass} (${owner}) changes nothing here\n`;
  return texts
    .map((text, index) => `; after ${pass} (${owner}), change ${index + 1} of ${texts.length}\n${text}`)
    .join('\n');
}
