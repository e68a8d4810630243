// The machine code of the kernel beside its source, in a tab beside the editor: the view that reports have.

import { type CodeViewInput, codeView } from '../src/report/code-view.ts';
import { CODE_VIEW_STYLE } from '../src/report/code-view-style.ts';
import { make, part } from './dom.ts';

const ID = 'code';

/** Colours of reports that the page has not. */
const STYLE = `${CODE_VIEW_STYLE}
#machine-code { --dram: light-dark(#c8553d, #f08a70); --l2: light-dark(#5566cc, #8f9cf0); padding: 8px }
`;

export type CodeShown = Omit<CodeViewInput, 'id'>;

/** @param shown nothing, where there is no diagnosis */
export function showMachineCode(shown: CodeShown | undefined): void {
  const place = part('machine-code');
  if (!shown) {
    place.replaceChildren(
      make('p', { className: 'note', textContent: 'No machine code without a prediction.' }),
    );
    return;
  }
  // Texts in it are escaped where the view is made.
  place.innerHTML = `<style>${STYLE}</style>${codeView({ ...shown, id: ID })}`;
  place.onclick = (event) => {
    const link = (event.target as Element).closest('a');
    if (!link) return;
    // The address of the page says what is shown, not where.
    event.preventDefault();
    const target = document.getElementById(link.hash.slice(1));
    target?.scrollIntoView({ block: 'nearest' });
    target?.querySelector('a')?.focus({ preventScroll: true });
  };
}
