// A unified diff with its lines in colours.

import { make } from './dom.ts';

export function diffView(diff: string, label: string): HTMLElement {
  return make('pre', { className: 'diff', tabIndex: 0, attributes: { 'aria-label': label } }, ...lines(diff));
}

function lines(diff: string): Node[] {
  const classOf = (line: string) => (line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '');
  return diff
    .split('\n')
    .filter((line) => !/^(---|\+\+\+) /.test(line))
    .map((line) => make('span', { className: classOf(line), textContent: `${line}\n` }));
}
