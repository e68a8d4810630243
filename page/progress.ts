// How far something is that takes a while, with a button that stops it. The button stays the same one while the words
// change, so that it can be hit and keeps the focus.

import { make } from './dom.ts';

/** @returns the line, and what changes its words */
export function progressLine(
  first: string,
  stop: () => void,
): { readonly line: HTMLElement; readonly say: (text: string) => void } {
  const button = make('button', { type: 'button', textContent: 'Stop', onclick: stop });
  const state = make('span', { className: 'note', attributes: { role: 'status' } });
  const say = (text: string): void => {
    state.textContent = `${text} …`;
  };
  say(first);
  return { line: make('div', { className: 'head' }, button, state), say };
}
