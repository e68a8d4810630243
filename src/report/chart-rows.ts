// A chart in rows: a name, what is drawn, a number. Names and numbers are text of the page, so that they are as large
// on a phone as anywhere; only what is drawn between them is stretched.

import { markup } from './svg.ts';

export interface ChartRow {
  readonly label: string;
  /** Markup that fills its place. */
  readonly drawing: string;
  readonly shown?: string;
}

/** @param axis words below what is drawn, from its left end to its right */
export function chartRows(title: string, rows: readonly ChartRow[], axis: readonly string[] = []): string {
  const parts = rows.map(
    ({ label, drawing, shown = '' }) =>
      `<div><span class="label">${markup(label)}</span><span class="drawing">${drawing}</span><span class="value">${markup(shown)}</span></div>`,
  );
  const words = axis.map((each) => `<span>${markup(each)}</span>`).join('');
  const scale =
    axis.length === 0 ? '' : `<div><span></span><span class="scale">${words}</span><span></span></div>`;
  return `<div class="chart" role="img" aria-label="${markup(title)}">${parts.join('\n')}${scale}</div>`;
}

/** A drawing of its own units, stretched to the width that there is. */
export function stretched(width: number, height: number, shapes: readonly string[]): string {
  return `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">${shapes.join('')}</svg>`;
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
  readonly colour: string;
}

/** A bar per row, the largest value filling the width. */
export function bars(title: string, rows: readonly Bar[]): string {
  const most = Math.max(1e-9, ...rows.map(({ value }) => Math.abs(value)));
  const values = rows.map(({ label, shown }) => `${label} ${shown}`).join(', ');
  return chartRows(
    `${title}: ${values}`,
    rows.map(({ label, value, shown, colour }) => {
      const share = Math.max(0.5, (Math.abs(value) / most) * 100);
      return {
        label,
        shown,
        drawing: `<i class="fill ${colour}" style="width:${share.toFixed(1)}%" title="${markup(`${label}: ${shown}`)}"></i>`,
      };
    }),
  );
}
