// A diagnosis as a page (page.ts).

import type { DiagnosisResult } from '../analyze/diagnose.ts';
import type { Comparison, Diagnosis, Fix, Observation, Sweep } from '../analyze/diagnosis.ts';
import { printable } from '../diagnostics/printable.ts';
import { bars, colourOf, sensitivityBars, utilizationChart } from './diagnosis-charts.ts';
import { regionTable, shown, sourceTable, tableOf, whatIfTable } from './diagnosis-tables.ts';
import { comparisonRows, explanation, limitOf, NO_STEP, nextStep, speedup } from './diagnosis-words.ts';
import { card, code, list, page } from './page.ts';
import { guessRemark } from './prediction-text.ts';
import { rooflineChart } from './roofline-chart.ts';
import { markup } from './svg.ts';
import { timelineChart } from './timeline-chart.ts';
import { formatBytes, formatCount, formatShare, formatTime, formatTimeRange } from './units.ts';

export function diagnosisHtml(results: readonly DiagnosisResult[]): string {
  const title = results.map(({ diagnosis }) => diagnosis.name).join(', ');
  const articles = results.map(({ diagnosis, observation }, index) =>
    article(diagnosis, observation, idOf(index)),
  );
  return page(title, [overview(results), ...articles]);
}

function article(diagnosis: Diagnosis, observation: Observation, id: string): string {
  const [low, high] = diagnosis.errorBandNs;
  const step = nextStep(diagnosis);
  const sections = [
    card('Why', list(diagnosis.causes.map(({ text }) => text))),
    card('Next steps, each emulated', steps(diagnosis)),
    card(
      'What the time hangs on',
      sensitivityBars(diagnosis),
      'elasticity: relative change of the time per relative change of the parameter for the worse; grey: more of it saves time',
    ),
    card(
      'Where: resources × regions',
      regionTable(diagnosis),
      'elasticity with the parameter changed in one region only',
    ),
    card(
      'Warps over time',
      timelineChart(observation) + legend(diagnosis),
      'the first warps of one SM: colour says what they wait for',
    ),
    card('Utilisation over time', utilizationChart(observation), 'of the emulated SM'),
    card('Roofline', rooflineChart(observation), 'operations per second; a square is this kernel'),
    card(
      'Occupancy',
      occupancyBars(diagnosis, observation),
      'workgroups per SM that each limit alone would allow; the tightest one is coloured',
    ),
    card(
      'Source',
      sourceTable(diagnosis, observation),
      'share of warp time per line, and what warps mostly wait for there',
    ),
    card('What if', whatIfTable(diagnosis)),
    ...(diagnosis.sweeps ?? []).map((sweep) => card(`What if ${sweep.parameter} were`, sweepBars(sweep))),
    diagnosis.against ? comparisonCard(diagnosis, diagnosis.against) : '',
    diagnosis.warnings.length > 0 ? card('Warnings', list(diagnosis.warnings)) : '',
  ];
  return `<article id="${id}">
<header>
<h1>${shown(diagnosis.name)}</h1>
<p class="answer"><b>${formatTime(diagnosis.timeNs)}</b> on ${shown(diagnosis.profile)}, <b>${shown(limitOf(diagnosis))}</b>${step === undefined ? '' : `; best next step: ${markup(step)}`}</p>
<p class="facts">${markup(facts(diagnosis, formatTimeRange(low, high)))}</p>
</header>
<div class="cards">
${sections.filter(Boolean).join('\n')}
</div>
</article>`;
}

function facts(d: Diagnosis, band: string): string {
  return [
    `band ${band}`,
    `launch ${formatTime(d.launchNs)}`,
    `${formatCount(d.cycles)} cycles`,
    `occupancy ${formatShare(d.occupancy.fraction)}`,
    `${d.registersPerThread} registers`,
    `DRAM ${formatBytes(d.memory.dramBytes)}`,
    `L1 hits ${formatShare(d.memory.l1HitRate)}, L2 hits ${formatShare(d.memory.l2HitRate)}`,
    ...(d.guesses.length > 0 ? [guessRemark([d])] : []),
  ].join(' · ');
}

/** Several diagnoses at a glance, each leading to its own part. */
function overview(results: readonly DiagnosisResult[]): string {
  if (results.length < 2) return '';
  const rows = results.map(({ diagnosis: d }, index) => [
    `<a href="#${idOf(index)}">${shown(d.name)}</a>`,
    ...[
      d.profile,
      formatTime(d.timeNs),
      limitOf(d),
      formatShare(d.occupancy.fraction),
      nextStep(d) ?? '',
    ].map(shown),
  ]);
  const head = ['kernel', 'profile', 'time', 'limited by', 'occupancy', 'best next step'];
  return `<article><header><h1>${results.length} diagnoses</h1></header>${card('At a glance', tableOf(head, rows, 'At a glance'))}</article>`;
}

function idOf(index: number): string {
  return `diagnosis-${index + 1}`;
}

function sweepBars({ parameter, points }: Sweep): string {
  return bars(
    parameter,
    points.map(({ value, timeNs }) => ({
      label: value,
      value: timeNs,
      shown: formatTime(timeNs),
      colour: 'c-other',
    })),
  );
}

function comparisonCard(diagnosis: Diagnosis, against: Comparison): string {
  const factor = speedup(against.timeNs / diagnosis.timeNs);
  const title = `Against ${printable(against.name)} on ${against.profile}`;
  const parts = against.explained
    .slice(0, 3)
    .map((each) => explanation(each, diagnosis))
    .join(', ');
  const answer = `${formatTime(against.timeNs)}, ${factor} of this one's time${parts === '' ? '' : `; explained by ${parts}`}`;
  const rows = comparisonRows(diagnosis, against).map((cells) => cells.map(markup));
  const head = ['time spent on', 'this', 'the other', 'difference'];
  const body = rows.length === 0 ? '<p>No part differs by 1 %.</p>' : tableOf(head, rows, title);
  return card(title, `<p>${markup(answer)}</p>${body}`);
}

function steps({ advice }: Diagnosis): string {
  if (advice.length === 0) return `<p>${NO_STEP}</p>`;
  const rows = advice.map(
    ({ title, why, expectedSpeedup, experiment, fix }) =>
      `<li><b class="gain">${speedup(expectedSpeedup)}</b> ${code(title)}<br><small>${code(why)}. In the model: ${code(experiment)}.</small>${fix ? patch(fix) : ''}</li>`,
  );
  return `<ol class="steps">${rows.join('')}</ol>`;
}

/** The edit, folded away; what the launch file has to say differently stands above it. */
function patch({ diff, dispatch, constants }: Fix): string {
  const set = Object.entries(constants).map(([name, value]) => `, ${name} = ${value}`);
  const launch = `dispatch ${dispatch.join(' × ')}${set.join('')}`;
  return `<details><summary>The edit</summary><small>${shown(launch)}</small><pre class="diff">${diff.split('\n').map(shown).join('\n')}</pre></details>`;
}

function legend({ stalls }: Diagnosis): string {
  const largest = Object.entries(stalls)
    .filter(([, share]) => share >= 0.02)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8);
  const items = largest.map(([reason, share]) => {
    return `<li><span class="${colourOf(reason)}"></span>${markup(reason)} ${formatShare(share)}</li>`;
  });
  return `<ul class="legend">${items.join('')}</ul>`;
}

function occupancyBars({ occupancy }: Diagnosis, { occupancyLimits }: Observation): string {
  const most = Math.max(occupancy.workgroupsPerSm, 1) * 4;
  const isTightest = (name: string) => name.replace(' ', '-') === occupancy.limit;
  return bars(
    'Occupancy limits',
    occupancyLimits.map(({ name, workgroups }) => ({
      label: name,
      value: Math.min(workgroups, most),
      shown: workgroups >= 1e4 ? 'no limit' : String(workgroups),
      colour: isTightest(name) ? 'c-dram' : 'c-idle',
    })),
  );
}
