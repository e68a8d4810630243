// Two panels of which one is seen, by tabs that also follow the arrow keys.

import { part } from './dom.ts';

/** @param onShow is told which panel is seen */
export function tabs(ids: readonly string[], onShow: (panel: string) => void): void {
  const buttons = ids.map((id) => part<HTMLButtonElement>(id));
  const show = (chosen: HTMLButtonElement) => {
    for (const button of buttons) {
      const isChosen = button === chosen;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      part(button.getAttribute('aria-controls')!).hidden = !isChosen;
    }
    onShow(chosen.getAttribute('aria-controls')!);
  };
  for (const [k, button] of buttons.entries()) {
    button.onclick = () => show(button);
    button.onkeydown = ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const next = buttons[(k + step + buttons.length) % buttons.length];
      next.focus();
      show(next);
    };
  }
}
