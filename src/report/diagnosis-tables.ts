// The tables of the HTML report: resources by regions, scenarios. What is wider than a phone scrolls by itself, and the
// first cell of a row names it.

import type { Diagnosis } from '../analyze/diagnosis.ts';
import { printable } from '../diagnostics/printable.ts';
import { parameterName, speedup } from './diagnosis-words.ts';
import { markup } from './svg.ts';
import { formatShare, formatTime } from './units.ts';

/** Text of the user: nothing in it may turn the order of what is read. */
export function shown(text: string): string {
  return markup(printable(text));
}

export function regionTable(diagnosis: Diagnosis): string {
  const { sensitivities, regions } = diagnosis;
  const chosen = sensitivities.filter((each) => Object.keys(each.regions).length > 0);
  if (chosen.length === 0 || regions.length < 2) return '';
  const head = ['resource', 'total', ...regions.map(({ name }) => shown(name))];
  const rows = chosen.map((each) => [
    parameterName(each, diagnosis),
    each.elasticity.toFixed(2),
    ...regions.map(({ name }) => (each.regions[name] ?? 0).toFixed(2)),
  ]);
  const times = ['share of warp time', '', ...regions.map(({ timeFraction }) => formatShare(timeFraction))];
  return tableOf(head, [...rows, times], 'Resources by regions', heated);
}

/** The attribute that colours a cell by its number. */
function heated(cell: string): string {
  const value = Number(cell);
  const isNumber = cell !== '' && Number.isFinite(value);
  return isNumber ? ` style="--heat:${Math.round(Math.min(1, Math.max(0, value)) * 100)}%"` : '';
}

/** Characters that half of the page has room for in a row. */
const MOST_IN_HALF = 66;

/** Head and cells are markup; the first cell of a row names it. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  label: string,
  attributeOf: (cell: string) => string = () => '',
): string {
  const headings = head.map((each) => `<th scope="col">${each}</th>`).join('');
  const body = rows
    .map(([name, ...cells]) => {
      const data = cells.map((cell) => `<td${attributeOf(cell)}>${cell}</td>`).join('');
      return `<tr><th scope="row">${name}</th>${data}</tr>`;
    })
    .join('\n');
  const widest = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  const isWide = widest.reduce((sum, letters) => sum + letters + 2, 0) > MOST_IN_HALF;
  return scrolling(
    label,
    `<table class="numbers${isWide ? ' wide' : ''}"><thead><tr>${headings}</tr></thead><tbody>${body}</tbody></table>`,
  );
}

/** What may be wider than a phone scrolls by itself, with the keyboard too. */
function scrolling(label: string, body: string): string {
  return `<div class="scroll" role="region" tabindex="0" aria-label="${markup(label)}">${body}</div>`;
}

export function whatIfTable({ whatIf = [] }: Diagnosis): string {
  if (whatIf.length === 0) return '';
  const rows = whatIf.map(({ change, timeNs, speedup: factor }) => [
    shown(change),
    formatTime(timeNs),
    speedup(factor),
  ]);
  return tableOf(['change', 'time', 'speed-up'], rows, 'What if');
}
