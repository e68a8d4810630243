// A predicted app as a page: the frame as a timeline, its kernels by share, its dispatches in order.

import type { AppPrediction } from '../app/prediction.ts';
import { appTimeline, COLOURED, kernelColour } from './app-timeline.ts';
import { shown, tableOf } from './diagnosis-tables.ts';
import { describeBottleneck } from './limit-words.ts';
import { card, list, page } from './page.ts';
import { formatShare, formatTime, formatTimeRange } from './units.ts';

/** Rows of the table of dispatches: a page of ten thousand helps nobody. */
const MOST_ROWS = 1000;

export function appHtml(apps: readonly AppPrediction[]): string {
  return page(apps.map(({ name }) => name).join(', '), apps.map(article));
}

function article(app: AppPrediction): string {
  const { name, profile, timeNs, errorBandNs, dispatches, transfers, kernels } = app;
  const gapsNs = [...dispatches, ...transfers].reduce((sum, { gapNs }) => sum + gapNs, 0);
  const facts = [
    `band ${formatTimeRange(...errorBandNs)}`,
    `${dispatches.length} dispatches of ${kernels.length} kernels`,
    `${transfers.length} copies, clears and writes`,
    `${formatTime(gapsNs)} between operations`,
    ...(app.skipped.length > 0 ? [`left out: ${app.skipped.join(', ')}`] : []),
  ];
  const [first] = kernels;
  const answer = first ? `, ${formatShare(first.share)} of it ${first.pipeline}` : '';
  const parts = [
    wide(
      'Timeline',
      appTimeline(app) + legend(app),
      'two strips for submits and passes, below them what runs; blank is what lies between operations',
    ),
    wide('Kernels', kernelTable(app)),
    wide('Dispatches', dispatchTable(app), 'work is from the first workgroup to the last'),
    app.warnings.length > 0 ? wide('Warnings', list(app.warnings)) : '',
  ];
  return `<article>
<header>
<h1>${shown(name)}</h1>
<p class="answer"><b>${formatTime(timeNs)}</b> on ${shown(profile)}${shown(answer)}</p>
<p class="facts">${shown(facts.join(' · '))}</p>
</header>
<div class="cards">
${parts.filter(Boolean).join('\n')}
</div>
</article>`;
}

function wide(title: string, body: string, note?: string): string {
  return card(title, body, note).replace('<section', '<section class="wide"');
}

function legend(app: AppPrediction): string {
  const { kernels, transfers } = app;
  const items = kernels
    .slice(0, COLOURED)
    .map(({ pipeline, share }) => item(kernelColour(app, pipeline), `${pipeline} ${formatShare(share)}`));
  const others = kernels.length > COLOURED ? [item('c-other', 'other kernels')] : [];
  const moved = transfers.length > 0 ? [item('c-idle', 'copies, clears and writes')] : [];
  return `<ul class="legend">${[...items, ...others, ...moved].join('')}</ul>`;
}

function item(colour: string, words: string): string {
  return `<li><span class="${colour}"></span>${shown(words)}</li>`;
}

function kernelTable({ kernels }: AppPrediction): string {
  const rows = kernels.map((each) => [
    each.pipeline,
    String(each.dispatches),
    formatTime(each.timeNs),
    formatShare(each.share),
    describeBottleneck(each.bottleneck),
  ]);
  const head = ['kernel', 'dispatches', 'time', 'share', 'limit of the longest'];
  return tableOf(
    head,
    rows.map((row) => row.map(shown)),
    'Kernels',
  );
}

function dispatchTable({ dispatches }: AppPrediction): string {
  const rows = dispatches
    .slice(0, MOST_ROWS)
    .map((each, at) => [
      `${at + 1} ${each.name}`,
      each.dispatch.join(' × '),
      `${each.submit + 1}.${each.pass + 1}`,
      formatTime(each.startNs),
      formatTime(each.workNs),
      formatTime(each.gapNs),
      describeBottleneck(each.bottleneck),
    ]);
  const head = ['dispatch', 'workgroups', 'submit.pass', 'start', 'work', 'gap before', 'limit'];
  const rest = dispatches.length - rows.length;
  const more = rest > 0 ? `<p class="note">and ${rest} more: --format json has all</p>` : '';
  return (
    tableOf(
      head,
      rows.map((row) => row.map(shown)),
      'Dispatches',
    ) + more
  );
}
