// How a farm stands, as text: who is there in the first line, then the winners of each kernel by device, who works, and
// what happened last.

import { printable } from '../diagnostics/printable.ts';
import type { AgentStatus, FarmStatus, Winner } from '../farm/protocol.ts';
import { columnsOf, type Style, shorten, table, wrap } from './layout.ts';
import { formatNumber, formatTime } from './units.ts';

const MOST_OCCURRENCES = 8;

export function farmText(status: FarmStatus, style: Style): string {
  const { winners, agents, occurrences, build, database } = status;
  const parts = [style.bold(wrap(answer(status))), wrap(`kernelcast ${build} on ${printable(database)}`)];
  if (winners.length > 0) parts.push('', winnerTable(winners, style));
  if (agents.length > 0) parts.push('', agentTable(agents, style));
  if (occurrences.length > 0) parts.push('');
  for (const { at, text } of occurrences.slice(0, MOST_OCCURRENCES))
    parts.push(wrap(`${at.slice(11, 19)}  ${printable(text)}`, undefined, '          '));
  return `${parts.join('\n')}\n`;
}

/** Who is there and what there is to do. */
export function answer({ agents, queues }: Pick<FarmStatus, 'agents' | 'queues'>): string {
  const here = agents.filter(({ isHere }) => isHere);
  const workers = here.flatMap((each) => each.workers);
  const gpus = workers.filter(({ skill }) => skill.kind === 'gpu').length;
  const predicting = workers.some(({ skill }) => skill.kind === 'model');
  const waiting = queues.reduce((all, each) => all + each.waiting, 0);
  const underWay = queues.reduce((all, each) => all + each.underWay, 0);
  const who = `${count(here.length, 'agent')} with ${count(gpus, 'GPU')}${predicting ? ' and processors for predictions' : ''}`;
  return `${who}; ${underWay} tasks under way, ${waiting} waiting`;
}

function winnerTable(winners: readonly Winner[], style: Style): string {
  const rows = winners.map(({ kernel, device, evaluator, baseNs, bestNs, trials, configuration }) => {
    const values = Object.entries(configuration).map(([name, value]) => `${name} ${String(value)}`);
    return [
      shorten(printable(kernel), 20),
      shorten(printable(evaluator === 'hardware' ? device : `${device}, predicted`), 22),
      baseNs === null ? '' : formatTime(baseNs),
      formatTime(bestNs),
      baseNs === null ? '' : formatNumber(baseNs / bestNs),
      String(trials),
      shorten(printable(values.join(', ')), 22),
    ];
  });
  return table(
    columnsOf('kernel', 'device', '>as it is', '>best', '>gain', '>trials', 'configuration'),
    rows,
    style,
  );
}

function agentTable(agents: readonly AgentStatus[], style: Style): string {
  const rows = agents.map(({ machine, workers, done, isHere, quietSeconds }) => {
    const names = workers.map(({ skill, slots }) =>
      skill.kind === 'gpu' ? `${skill.device} (${skill.driver})` : `${count(slots, 'processor')}`,
    );
    const heard = isHere ? 'now' : `${Math.round(quietSeconds)} s ago`;
    return [shorten(printable(machine), 20), shorten(printable(names.join(', ')), 50), String(done), heard];
  });
  return table(columnsOf('machine', 'shares', '>results', '>heard'), rows, style);
}

const count = (many: number, what: string) => `${many} ${what}${many === 1 ? '' : 's'}`;
