// How much sooner do P GPUs find a kernel than one? The tuner's ensemble over recorded spaces with as many virtual agents:
// each takes the next proposal when it is free and is busy for as long as the recording says that the trial took. No
// clock is involved, so that it comes out the same everywhere. `npm run bench:farm` prints a table and, with
// `-- --plot FILE.svg`, draws it.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/profile/package-root.ts';
import { columnsOf, styleFor, table } from '../../src/report/layout.ts';
import { line, svg, text } from '../../src/report/svg.ts';
import { formatNumber, formatTime } from '../../src/report/units.ts';
import { Ensemble, type Proposal } from '../../src/tune/ensemble/ensemble.ts';
import { type SpaceRecord, spaceRecordOf } from '../../src/tune/trials/space-record.ts';
import { type RecordedSpace, recordedSpaceOf, replayed } from '../spaces/replay/recorded-space.ts';
import { baselineOf, scoreOf } from '../spaces/replay/score.ts';
import { recordingOfSpaceRecord } from '../spaces/replay/space-record.ts';

const SPACES = ['convolution-2d', 'dedispersion', 'hotspot', 'nbody', 'sgemm-blocked', 'spmv'];
const AGENTS = [1, 2, 4, 8, 16];
const DEFAULT_REPEATS = 25;
/** Near enough to the best. */
const WITHIN = 1.02;
/** Dispatches of a trial: two to warm up and compare, and the samples. */
const DISPATCHES = 9;
/** Of a trial besides: holding the clock, comparing, and the farm's own. */
const AROUND_MS = 15;
/** Of one whose compilation was not recorded. */
const COMPILE_MS = 30;

interface Space extends RecordedSpace {
  readonly durationsMs: Float64Array;
}

function spaceOf(name: string): Space {
  const file = path.join(packageRoot(), 'bench/spaces/recorded', `${name}-nvidia-h200.json`);
  const content = readFileSync(file, 'utf8');
  const record: SpaceRecord = spaceRecordOf(file, content);
  const recorded = recordedSpaceOf(name, recordingOfSpaceRecord(file, content, record).value!);
  const durationsMs = new Float64Array(recorded.points.count).fill(AROUND_MS + COMPILE_MS);
  for (const { at, timeNs = 0, compileMs = COMPILE_MS } of record.configurations)
    durationsMs[recorded.points.indexOf(at)] = AROUND_MS + compileMs + (DISPATCHES * timeNs) / 1e6;
  return { ...recorded, durationsMs };
}

/** One run: when the first configuration near the best was known, and all times in the order of their results. */
function runWith(
  space: Space,
  agents: number,
  seed: number,
): { readonly reachedMs: number; readonly times: number[] } {
  const ensemble = new Ensemble({ points: space.points, seed });
  const target = Math.min(...space.times) * WITHIN;
  const busy: { readonly untilMs: number; readonly proposal: Proposal }[] = [];
  const times: number[] = [];
  let [nowMs, reachedMs] = [0, Number.POSITIVE_INFINITY];
  const budget = baselineOf(space.times).budget;
  for (;;) {
    while (busy.length < agents) {
      const proposal = ensemble.ask();
      if (proposal === 'exhausted') break;
      busy.push({ untilMs: nowMs + space.durationsMs[space.points.indexOf(proposal.point)], proposal });
    }
    if (busy.length === 0) break;
    busy.sort((a, b) => a.untilMs - b.untilMs);
    const { untilMs, proposal } = busy.shift()!;
    nowMs = untilMs;
    const result = replayed(space, proposal.point);
    ensemble.tell(proposal, result);
    times.push(result.status === 'ok' ? result.time : Number.POSITIVE_INFINITY);
    if (result.status === 'ok' && result.time <= target) reachedMs = Math.min(reachedMs, nowMs);
    if (reachedMs < Number.POSITIVE_INFINITY && times.length >= budget) break;
  }
  return { reachedMs, times };
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

interface Standing {
  readonly space: string;
  readonly agents: number;
  readonly meanMs: number;
  readonly meanP: number;
}

function standingOf(space: Space, agents: number, repeats: number): Standing {
  const runs = Array.from({ length: repeats }, (_, i) => runWith(space, agents, 1000 + i));
  const baseline = baselineOf(space.times);
  return {
    space: space.name,
    agents,
    meanMs: mean(runs.map(({ reachedMs }) => reachedMs)),
    meanP: mean(runs.map(({ times }) => scoreOf(baseline, times))),
  };
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [560, 360, 46, 36];
const COLOURS = ['#4477aa', '#cc6677', '#228833', '#ccaa33', '#66ccee', '#aa3377'];

/** Speed-up over the number of GPUs, both by doublings; the dashed line is as many times as fast. */
function plot(standings: readonly Standing[]): string {
  const x = (agents: number) => LEFT + (Math.log2(agents) / 4) * (WIDTH - LEFT - 150);
  const y = (speedUp: number) =>
    HEIGHT - BOTTOM - (Math.log2(Math.max(0.5, speedUp)) / 4) * (HEIGHT - BOTTOM - 30);
  const parts = AGENTS.flatMap((each) => [
    line(LEFT, y(each), x(16), y(each), 'grid'),
    text(LEFT - 6, y(each) + 4, `${each}`, 'end'),
    text(x(each), HEIGHT - BOTTOM + 16, `${each}`, 'middle'),
  ]);
  parts.push(
    `<path d="M${x(1)} ${y(1)}L${x(16)} ${y(16)}" fill="none" stroke="#999" stroke-dasharray="4 4"/>`,
  );
  for (const [i, space] of SPACES.entries()) {
    const own = standings.filter((each) => each.space === space);
    const points = own.map(
      ({ agents, meanMs }) => `${x(agents).toFixed(1)},${y(own[0].meanMs / meanMs).toFixed(1)}`,
    );
    parts.push(
      `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[i]}" stroke-width="2"/>`,
    );
    parts.push(`<text x="${x(16) + 12}" y="${60 + 18 * i}" style="fill:${COLOURS[i]}">${space}</text>`);
  }
  parts.push(text((LEFT + x(16)) / 2, HEIGHT - 4, 'GPUs', 'middle'));
  parts.push(text(LEFT, 18, 'times as soon within 2 % of the best'));
  const style =
    'svg { background: #fff; font: 13px system-ui, sans-serif; fill: #333 } .grid { stroke: #ddd }';
  const drawn = svg(WIDTH, HEIGHT, 'Time to within 2 % of the best with several GPUs, against one', [
    `<style>${style}</style>`,
    ...parts,
  ]);
  return `${drawn.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')}\n`;
}

const { values: flags } = parseArgs({
  options: { plot: { type: 'string' }, repeats: { type: 'string', default: String(DEFAULT_REPEATS) } },
});
const standings = SPACES.map(spaceOf).flatMap((space) =>
  AGENTS.map((agents) => standingOf(space, agents, Number(flags.repeats))),
);
const rows = SPACES.map((space) => {
  const own = standings.filter((each) => each.space === space);
  const sooner = own.slice(1).map(({ meanMs }) => formatNumber(own[0].meanMs / meanMs));
  return [
    space,
    formatTime(own[0].meanMs * 1e6),
    ...sooner,
    ...[own[0], own[2], own[4]].map(({ meanP }) => meanP.toFixed(2)),
  ];
});
const average = (agents: number) =>
  formatNumber(
    mean(
      SPACES.map((space) => {
        const at = (count: number) =>
          standings.find((each) => each.space === space && each.agents === count)!.meanMs;
        return at(1) / at(agents);
      }),
    ),
  );
const meanScore = (agents: number) =>
  mean(standings.filter((each) => each.agents === agents).map(({ meanP }) => meanP)).toFixed(2);
rows.push(['mean', '', ...AGENTS.slice(1).map(average), meanScore(1), meanScore(4), meanScore(16)]);
const titles = ['space', '>one GPU', '>2', '>4', '>8', '>16', '>P, 1', '>P, 4', '>P, 16'];
process.stdout.write(`${table(columnsOf(...titles), rows, styleFor(false))}\n`);
if (flags.plot !== undefined) writeFileSync(flags.plot, plot(standings));
