// A stage of the model as text: its code, then what it adds up to.

import type { Inspection } from '../predict/inspect.ts';
import { formatBytes, formatNumber } from './units.ts';

export function inspectionText(inspection: Inspection): string {
  const lines = [inspection.text.replace(/\n*$/, '')];
  const facts: string[] = [];
  if (inspection.registersPerThread !== undefined)
    facts.push(`${inspection.registersPerThread} registers per thread`);
  if (inspection.spillBytes) facts.push(`${formatBytes(inspection.spillBytes)} spilled`);
  if (facts.length > 0) lines.push('', facts.join(', '));
  const classes = Object.entries(inspection.byClass ?? {}).sort((a, b) => b[1] - a[1]);
  if (classes.length > 0) {
    const width = Math.max(...classes.map(([name]) => name.length));
    lines.push('', 'instructions by class');
    for (const [name, count] of classes)
      lines.push(`  ${name.padEnd(width)}  ${formatNumber(count).padStart(6)}`);
  }
  return `${lines.join('\n')}\n`;
}
