// A diagnosis as a page (page.ts).

import type { DiagnosisResult } from '../analyze/diagnose.ts';
import type { Comparison, Diagnosis, Fix, Observation, Place, Sweep } from '../analyze/diagnosis.ts';
import { printable } from '../diagnostics/printable.ts';
import { bars } from './chart-rows.ts';
import { codeLines, hottestLine, placeName } from './code-lines.ts';
import { registerRemark } from './code-text.ts';
import { codeView, lineId } from './code-view.ts';
import { CODE_VIEW_STYLE } from './code-view-style.ts';
import { colourOf, sensitivityBars, utilizationChart } from './diagnosis-charts.ts';
import { regionTable, shown, tableOf, whatIfTable } from './diagnosis-tables.ts';
import { comparisonRows, explanation, limitOf, NO_STEP, nextStep, speedup } from './diagnosis-words.ts';
import { card, code, list, listOf, page } from './page.ts';
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
  return page(title, [overview(results), ...articles], CODE_VIEW_STYLE);
}

function article(diagnosis: Diagnosis, observation: Observation, id: string): string {
  const [low, high] = diagnosis.errorBandNs;
  const step = nextStep(diagnosis);
  const codeId = `${id}-code`;
  const link = linker(observation.source, codeId);
  const sections = [
    card('Why', listOf(diagnosis.causes.map(({ text, span }) => link(code(text), span)))),
    card('Next steps, each emulated', steps(diagnosis, link)),
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
      'Source and machine code',
      codeView({ ...viewOf(observation), heat: diagnosis.lines, id: codeId }),
      `Share of warp time per line, and what warps mostly wait for there; of each instruction also the cycles that a warp stands before it and how often it is issued. ${registerRemark(observation.code)}.`,
    ),
    card('What if', whatIfTable(diagnosis)),
    ...(diagnosis.sweeps ?? []).map((sweep) => card(`What if ${sweep.parameter} were`, sweepBars(sweep))),
    diagnosis.against ? comparisonCard(diagnosis, diagnosis.against) : '',
    diagnosis.warnings.length > 0 ? card('Warnings', list(diagnosis.warnings)) : '',
  ];
  return `<article id="${id}">
<header>
<h1>${shown(diagnosis.name)}</h1>
<p class="answer"><b>${formatTime(diagnosis.timeNs)}</b> on ${shown(diagnosis.profile)}, <b>${link(shown(limitOf(diagnosis)))}</b>${step === undefined ? '' : `; best next step: ${markup(step)}`}</p>
${hottest(diagnosis, observation, link)}
<p class="facts">${markup(facts(diagnosis, formatTimeRange(low, high)))}</p>
</header>
<div class="cards">
${sections.filter(Boolean).join('\n')}
</div>
</article>`;
}

/** The line that takes most of the time, so that it is seen before anything is scrolled. */
function hottest(diagnosis: Diagnosis, { code: machine, source }: Observation, link: Linker): string {
  const most = hottestLine(codeLines(machine, source, diagnosis.lines));
  if (!most) return '';
  const text = most.text.trim();
  const place = most.file === undefined ? link(placeName(most)) : shown(placeName(most));
  return `<p class="hottest">Hottest: ${place}, ${formatShare(most.timeFraction)} (${markup(most.mostly)})${text === '' ? '' : `: <code>${shown(text)}</code>`}</p>`;
}

function viewOf({ code: machine, source }: Observation) {
  return source ? { code: machine, source } : { code: machine };
}

/** Makes links of the lines that markup names; where it names none, of the place that it is about. */
type Linker = (markup: string, span?: Place) => string;

function linker(source: Observation['source'], codeId: string): Linker {
  if (!source) return (text) => text;
  const toLine = (line: number, words: string) => `<a href="#${lineId(codeId, line)}">${words}</a>`;
  return (text, span) => {
    const linked = text.replace(/\blines? (\d+)(?:–\d+)?(?! of )/g, (words, line) =>
      toLine(Number(line), words),
    );
    const isNamed = linked !== text || span === undefined || span.file !== source.file;
    return isNamed ? linked : `${linked} (${toLine(span.startLine, `line ${span.startLine}`)})`;
  };
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

function steps({ advice }: Diagnosis, link: Linker): string {
  if (advice.length === 0) return `<p>${NO_STEP}</p>`;
  const rows = advice.map(
    ({ title, why, expectedSpeedup, experiment, fix, span }) =>
      `<li><b class="gain">${speedup(expectedSpeedup)}</b> ${link(code(title), span)}<br><small>${link(code(why))}. In the model: ${code(experiment)}.</small>${fix ? patch(fix) : ''}</li>`,
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
