// Which counters a space's speed-ups come with, as a page (page.ts).

import type { SpaceExplanation } from '../analyze/explain-space.ts';
import { COUNTER_WORDS } from './counter-words.ts';
import { shown } from './diagnosis-tables.ts';
import { card, page } from './page.ts';
import { spaceExplanationPicture, TREE_STYLE } from './space-explanation-svg.ts';
import { answerOf, difference, trust } from './space-explanation-words.ts';
import { markup } from './svg.ts';
import { formatShare } from './units.ts';

export function spaceExplanationHtml(explanations: readonly SpaceExplanation[]): string {
  const title = [...new Set(explanations.flatMap(({ kernels }) => kernels.map(({ name }) => name)))].join(
    ', ',
  );
  return page(title, explanations.map(article), TREE_STYLE);
}

function article(explanation: SpaceExplanation): string {
  const rows = explanation.counters
    .filter(({ share }) => share > 0)
    .map(({ counter, isInPoints, share, inFastest, inSlowest }) => {
      const cells = [
        formatShare(share),
        difference(inFastest, isInPoints),
        difference(inSlowest, isInPoints),
      ];
      return `<tr><th>${markup(COUNTER_WORDS[counter])}</th>${cells.map((each) => `<td>${markup(each)}</td>`).join('')}</tr>`;
    });
  const head = ['counter', 'part', 'in the fastest quarter', 'in the slowest'];
  const table = `<div class="scroll" tabindex="0" role="region" aria-label="Counters"><table class="numbers wide"><thead><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return `<article>
<header><h1>${shown(answerOf(explanation))}</h1><p class="facts">${markup(trust(explanation))}</p></header>
<div class="cards">
${card('Speed-up by counters', spaceExplanationPicture(explanation), 'over the kernel as it is; left of a question is what differs by so much at most').replace('<section', '<section class="wide"')}
${card('Counters', table, 'how they differ from those of the kernel as it is')}
</div>
</article>`;
}
