// A stage of the model as text. The code brings along what it adds up to; a long sum is folded into lines.

import type { Inspection } from '../predict/inspect.ts';
import { WIDTH, wrap } from './layout.ts';

export function inspectionText(inspection: Inspection): string {
  const lines = inspection.text.replace(/\n*$/, '').split('\n');
  const folded = lines.map((line) => (/^instructions: /.test(line) ? wrap(line, WIDTH, '  ') : line));
  return `${folded.join('\n')}\n`;
}
