// A table of texts: its first column names the rows.

import { make } from './dom.ts';

type Cell = string | Node;

export function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly Cell[])[],
): HTMLElement {
  const head = make(
    'tr',
    {},
    // An empty head is none: screen readers would name its column by nothing.
    ...heads.map((each) =>
      each === '' ? make('td') : make('th', { textContent: each, attributes: { scope: 'col' } }),
    ),
  );
  const body = rows.map(([name, ...cells]) =>
    make(
      'tr',
      {},
      make('th', { attributes: { scope: 'row' } }, name),
      ...cells.map((each) => make('td', {}, each)),
    ),
  );
  const whole = make(
    'table',
    { attributes: { 'aria-label': title } },
    make('thead', {}, head),
    make('tbody', {}, ...body),
  );
  return make(
    'div',
    { className: 'wide', tabIndex: 0, attributes: { role: 'group', 'aria-label': title } },
    whole,
  );
}
