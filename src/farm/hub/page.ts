// The page of a farm: who is there, what waits, what was found, what happened. It is loaded anew every two seconds and
// needs no script.

import { formatTime } from '../../report/units.ts';
import type { AgentStatus, FarmStatus, QueueStatus, Winner } from '../protocol.ts';

const REFRESH_SECONDS = 2;
const [CURVE_WIDTH, CURVE_HEIGHT] = [160, 28];

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
  body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; margin: 0 0 .3rem; } h2 { font-size: 1.05rem; margin: 1.8rem 0 .4rem; }
  table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; opacity: .75; }
  th, td { padding: .25rem .9rem .25rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
  .right { text-align: right; font-variant-numeric: tabular-nums; } .gone { opacity: .5; }
  .small { opacity: .75; font-size: .9em; } code { font-size: .9em; }
  svg { display: block; } polyline { fill: none; stroke: #2a78d6; stroke-width: 1.5; }
`;

export function farmPage(status: FarmStatus): string {
  const { agents, queues, winners, occurrences, database, build } = status;
  const here = agents.filter(({ isHere }) => isHere);
  const workers = here.flatMap((agent) => agent.workers);
  const gpus = workers.filter(({ skill }) => skill.kind === 'gpu').length;
  const processors = workers.reduce((all, { skill, slots }) => all + (skill.kind === 'model' ? slots : 0), 0);
  const waiting = queues.reduce((all, each) => all + each.waiting, 0);
  const underWay = queues.reduce((all, each) => all + each.underWay, 0);
  const head = `${count(here.length, 'agent')}, ${count(gpus, 'GPU')}, ${count(processors, 'processor')}; ${underWay} tasks under way, ${waiting} waiting`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}"><title>kernelcast farm</title><style>${STYLE}</style></head>
<body><h1>${head}</h1><p class="small">kernelcast ${text(build)} on ${text(database)}</p>
<h2>Best so far</h2>${table(['kernel', 'device', '>as it is', '>best', '>gain', '>trials', 'so far', 'configuration'], winners.map(winnerRow), 'Nothing was tried yet: <code>kernelcast tune LAUNCH --farm URL</code>.')}
<h2>Agents</h2>${table(['machine', 'workers', '>results', '>heard'], agents.map(agentRow), 'Nobody is here yet: <code>kernelcast farm agent URL</code> on each machine.')}
<h2>Queues</h2>${table(['for', '>under way', '>waiting'], queues.map(queueRow), 'There are none.')}
<h2>What happened</h2>${table(
    ['when', ''],
    occurrences.map(({ at, text: what }) => row([text(at.slice(11, 19)), text(what)])),
    'Nothing yet.',
  )}
</body></html>
`;
}

function winnerRow(winner: Winner): string {
  const { kernel, device, evaluator, baseNs, bestNs, trials, failed, configuration, curve } = winner;
  const gain = baseNs === null ? '' : `${(baseNs / bestNs).toFixed(2)} ×`;
  const values = Object.entries(configuration).map(([name, value]) => `${name} ${String(value)}`);
  return row([
    text(kernel),
    text(evaluator === 'hardware' ? device : `${device} (${evaluator})`),
    [baseNs === null ? '' : formatTime(baseNs)],
    [formatTime(bestNs)],
    [gain],
    [failed === 0 ? String(trials) : `${trials}, ${failed} failed`],
    curveOf(curve),
    `<span class="small">${text(values.join(', '))}</span>`,
  ]);
}

function agentRow({ machine, workers, done, quietSeconds, isHere }: AgentStatus): string {
  const names = workers.map(({ skill, slots }) =>
    skill.kind === 'gpu'
      ? `${text(skill.device)} <span class="small">${text(skill.driver)}</span>`
      : count(slots, 'processor'),
  );
  const heard = isHere ? 'now' : `${Math.round(quietSeconds)} s ago`;
  return row([text(machine), names.join('<br>'), [String(done)], [heard]], isHere ? '' : 'gone');
}

function queueRow({ skill, underWay, waiting }: QueueStatus): string {
  const name = skill.kind === 'gpu' ? `${skill.device}, driver ${skill.driver}` : 'predictions';
  return row([text(name), [String(underWay)], [String(waiting)]]);
}

/** The best time over the trials, as a small picture: high is slow. */
function curveOf(times: readonly number[]): string {
  if (times.length < 2) return '';
  const [most, least] = [Math.max(...times), Math.min(...times)];
  const points = times.map((time, i) => {
    const x = 1 + (i * (CURVE_WIDTH - 2)) / (times.length - 1);
    const y = 2 + ((most - time) / (most - least || 1)) * (CURVE_HEIGHT - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const title = `from ${formatTime(most)} to ${formatTime(least)}`;
  return `<svg width="${CURVE_WIDTH}" height="${CURVE_HEIGHT}" role="img" aria-label="${title}"><title>${title}</title><polyline points="${points.join(' ')}"/></svg>`;
}

/** In a list of its own: aligned to the right. */
type Cell = string | readonly [string];

function row(cells: readonly Cell[], kind = ''): string {
  const all = cells.map((cell) =>
    typeof cell === 'string' ? `<td>${cell}</td>` : `<td class="right">${cell[0]}</td>`,
  );
  return `<tr${kind === '' ? '' : ` class="${kind}"`}>${all.join('')}</tr>`;
}

function table(titles: readonly string[], rows: readonly string[], otherwise: string): string {
  if (rows.length === 0) return `<p>${otherwise}</p>`;
  const head = titles.map((title) =>
    title.startsWith('>') ? `<th class="right">${title.slice(1)}</th>` : `<th>${title}</th>`,
  );
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;

function text(value: string): string {
  return value.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
