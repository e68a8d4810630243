// Machine code beside its source as a page (page.ts).

import type { InspectedCode } from '../predict/inspect-code.ts';
import { codeLines, hottestLine, placeName } from './code-lines.ts';
import { registerRemark } from './code-text.ts';
import { codeView, hasCosts, lineId } from './code-view.ts';
import { CODE_VIEW_STYLE } from './code-view-style.ts';
import { shown } from './diagnosis-tables.ts';
import { page } from './page.ts';
import { formatShare, formatTime } from './units.ts';

const ID = 'code';

/** The width of the screen is the code's. */
const STYLE = `${CODE_VIEW_STYLE}
article { max-width: 2400px; --pane-height: max(320px, calc(100vh - 13rem)) }
`;

export function inspectionHtml({ inspection, source, obstacles }: InspectedCode): string {
  const { code, lines: heat = [], timeNs } = inspection;
  const { name, profile, instructions, registersPerThread } = code;
  const hottest = hottestLine(codeLines(code, source, heat));
  const size = `<b>${instructions.length} instructions</b>, <b>${registersPerThread} registers</b> on ${shown(profile)}`;
  const time = timeNs === undefined ? '' : `; <b>${formatTime(timeNs)}</b>`;
  const place = hottest && shown(placeName(hottest));
  const link =
    hottest?.line === undefined || hottest.file !== undefined || !source
      ? place
      : `<a href="#${lineId(ID, hottest.line)}">${place}</a>`;
  const most = hottest
    ? `, ${formatShare(hottest.timeFraction)} of it at ${link} (${shown(hottest.mostly)})`
    : '';
  const costs = hasCosts(code)
    ? 'Time: share of the warps’ time. Stall: cycles that a warp stands before it issues an instruction, each time. Issues: how often a warp does.'
    : `No costs: ${shown(obstacles[0]?.message ?? 'they need a launch file')}.`;
  return page(
    name,
    [
      `<article>
<header>
<h1>${shown(name)}</h1>
<p class="answer">${size}${time}${most}</p>
<p class="facts">${shown(registerRemark(code))}. ${costs}</p>
</header>
${codeView({ code, ...(source ? { source } : {}), heat, id: ID })}
</article>`,
    ],
    STYLE,
  );
}
