// A diagnosis as one HTML file that needs nothing else: no script, no font, no image, no request. Light or
// dark as the reader's system is, and in one column on a phone.

import type { DiagnosisResult } from '../analyze/diagnose.ts';
import type { Diagnosis, Observation } from '../analyze/diagnosis.ts';
import {
  bars,
  colourOf,
  rooflineChart,
  sensitivityBars,
  timelineChart,
  utilizationChart,
} from './diagnosis-charts.ts';
import { STYLE } from './diagnosis-style.ts';
import { describeBottleneck } from './prediction-text.ts';
import { markup } from './svg.ts';
import { formatBytes, formatCount, formatShare, formatTime, formatTimeRange } from './units.ts';

export function diagnosisHtml(results: readonly DiagnosisResult[]): string {
  const title = results.map(({ diagnosis }) => diagnosis.name).join(', ');
  const body = results.map(({ diagnosis, observation }) => article(diagnosis, observation)).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${markup(title)} – kernelcast</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function article(diagnosis: Diagnosis, observation: Observation): string {
  const [low, high] = diagnosis.errorBandNs;
  const sections = [
    card('Why', list(diagnosis.causes.map(({ text }) => text))),
    card('Next steps, each emulated', steps(diagnosis)),
    card(
      'What the time hangs on',
      sensitivityBars(diagnosis),
      'elasticity: relative change of the time per relative change of the parameter',
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
      'workgroups per SM that each limit alone would allow',
    ),
    card(
      'Source',
      sourceTable(diagnosis, observation),
      'share of warp time per line, and what warps mostly wait for there',
    ),
    diagnosis.whatIf ? card('What if', whatIfTable(diagnosis)) : '',
    ...(diagnosis.sweeps ?? []).map((sweep) =>
      card(
        `What if ${sweep.parameter} were`,
        bars(
          sweep.parameter,
          sweep.points.map(({ value, timeNs }) => ({
            label: value,
            value: timeNs,
            shown: formatTime(timeNs),
            colour: 'c-other',
          })),
        ),
      ),
    ),
  ];
  return `<article>
<header>
<h1>${markup(diagnosis.name)}</h1>
<p class="answer"><b>${formatTime(diagnosis.timeNs)}</b> on ${markup(diagnosis.profile)}, limited by <b>${markup(describeBottleneck(diagnosis.bottleneck))}</b></p>
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
  ].join(' · ');
}

function card(title: string, body: string, note = ''): string {
  if (body === '') return '';
  const remark = note === '' ? '' : `<p class="note">${markup(note)}</p>`;
  return `<section><h2>${markup(title)}</h2>${remark}${body}</section>`;
}

function list(items: readonly string[]): string {
  if (items.length === 0) return '<p>Nothing stands out.</p>';
  return `<ul>${items.map((each) => `<li>${code(each)}</li>`).join('')}</ul>`;
}

/** Backticks as in the text. */
function code(text: string): string {
  return markup(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function steps({ advice }: Diagnosis): string {
  if (advice.length === 0) return '<p>No experiment made it faster by more than 2 %.</p>';
  const rows = advice.map(
    ({ title, why, expectedSpeedup, experiment }) =>
      `<li><b class="gain">${expectedSpeedup.toFixed(2)}×</b> ${code(title)}<br><small>${code(why)}. In the model: ${code(experiment)}.</small></li>`,
  );
  return `<ol class="steps">${rows.join('')}</ol>`;
}

function regionTable({ sensitivities, regions }: Diagnosis): string {
  const shown = sensitivities.filter((each) => Object.keys(each.regions).length > 0);
  if (shown.length === 0 || regions.length < 2) return '';
  const head = ['', 'total', ...regions.map(({ name }) => name)];
  const rows = shown.map(({ resource, parameter, elasticity, regions: by }) => [
    `${resource} ${parameter === 'gap' ? 'throughput' : 'latency'}`,
    elasticity.toFixed(2),
    ...regions.map(({ name }) => (by[name] ?? 0).toFixed(2)),
  ]);
  const times = ['share of warp time', '', ...regions.map(({ timeFraction }) => formatShare(timeFraction))];
  return table(head, [...rows, times], true);
}

/** Columns that half of the page has room for. */
const MOST_IN_HALF = 6;

function table(head: readonly string[], rows: readonly (readonly string[])[], isHeat = false): string {
  const heat = (cell: string, column: number) => {
    const value = Number(cell);
    const isNumber = isHeat && column > 0 && cell !== '' && Number.isFinite(value);
    return isNumber ? ` style="--heat:${Math.round(Math.min(1, Math.max(0, value)) * 100)}%"` : '';
  };
  const headings = head.map((each) => `<th scope="col">${markup(each)}</th>`).join('');
  const body = rows
    .map(
      (cells) =>
        `<tr>${cells.map((cell, column) => `<td${heat(cell, column)}>${markup(cell)}</td>`).join('')}</tr>`,
    )
    .join('\n');
  return `<div class="scroll"><table class="numbers${head.length > MOST_IN_HALF ? ' wide' : ''}"><thead><tr>${headings}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function whatIfTable({ whatIf = [] }: Diagnosis): string {
  if (whatIf.length === 0) return '';
  return table(
    ['change', 'time', 'speed-up'],
    whatIf.map(({ change, timeNs, speedup }) => [change, formatTime(timeNs), `${speedup.toFixed(2)}×`]),
  );
}

function legend({ stalls }: Diagnosis): string {
  const shown = Object.entries(stalls)
    .filter(([, share]) => share >= 0.02)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8);
  const items = shown.map(([reason, share]) => {
    const colour = reason === 'issuing' ? 'c-issue' : colourOf(reason);
    return `<li><span class="${colour}"></span>${markup(reason)} ${formatShare(share)}</li>`;
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

function sourceTable({ lines }: Diagnosis, { source }: Observation): string {
  if (!source) return '';
  const hot = new Map(lines.filter(({ file }) => file === source.file).map((each) => [each.line, each]));
  const most = Math.max(0.01, ...lines.map(({ timeFraction }) => timeFraction));
  const rows = source.text
    .trimEnd()
    .split('\n')
    .map((content, index) => {
      const heat = hot.get(index + 1);
      const share = heat && heat.timeFraction >= 0.005 ? formatShare(heat.timeFraction) : '';
      const strength = heat ? Math.round((heat.timeFraction / most) * 100) : 0;
      const why = heat && share !== '' ? heat.mostly : '';
      return `<tr style="--heat:${strength}%"><td class="share">${share}</td><td class="number">${index + 1}</td><td class="code">${markup(content) || ' '}</td><td class="why">${markup(why)}</td></tr>`;
    });
  return `<div class="scroll"><table class="source"><tbody>${rows.join('\n')}</tbody></table></div>`;
}
