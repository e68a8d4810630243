// Rows of bars with their numbers beside them.

import { make } from './dom.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
  /** From and to, in the unit of the value. */
  readonly band?: readonly [number, number];
  readonly note?: string;
  readonly isChosen?: boolean;
  /** What choosing the row does. */
  readonly choose?: () => void;
}

/** The longest of values and bands fills the width. */
export function bars(title: string, rows: readonly Bar[]): HTMLElement {
  const most = Math.max(1e-9, ...rows.flatMap(({ value, band }) => [Math.abs(value), band?.[1] ?? 0]));
  const share = (value: number) => `${((Math.abs(value) / most) * 100).toFixed(2)}%`;
  const items = rows.map(({ label, value, shown, band, note, isChosen, choose }) => {
    const name = choose
      ? make('button', { type: 'button', className: 'link', textContent: label, onclick: choose })
      : label;
    const range = band
      ? make('i', {
          className: 'band',
          attributes: { style: `left:${share(band[0])};right:calc(100% - ${share(band[1])})` },
        })
      : undefined;
    const fill = make('i', {
      className: value < 0 ? 'fill less' : 'fill',
      attributes: { style: `width:${share(value)}` },
    });
    const track = make('span', { className: 'track', attributes: { 'aria-hidden': 'true' } }, fill, range);
    const remark = note === undefined ? undefined : make('small', { textContent: note });
    return make(
      'li',
      isChosen ? { attributes: { 'aria-current': 'true' } } : {},
      make('span', { className: 'label' }, name),
      track,
      make('span', { className: 'number', textContent: shown }),
      remark,
    );
  });
  return make('ul', { className: 'bars', attributes: { 'aria-label': title } }, ...items);
}
