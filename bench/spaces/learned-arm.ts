// Whether the learned coarsening factor helps the tuner, by replay: trials (of 60 at most) until a configuration within
// 2 % of the best was measured, with a decider's configurations as first trials and an arm of their own, and without
// (docs/learned-coarsening.md). Each kernel's network has learned from all others.
//   node build.mjs bench/spaces/learned-arm.ts && node dist/bench/spaces/learned-arm.js [--repeats 5]

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Point } from '../../src/space/space.ts';
import type { EnsembleOptions } from '../../src/tune/ensemble/ensemble.ts';
import { readSpaceRecord, type SpaceRecord } from '../../src/tune/trials/space-record.ts';
import type { Ladder } from './coarsening-ladders.ts';
import { decide, geometricMean, kernelsOf, LEARNERS } from './coarsening-learners.ts';
import { openRecordedSpace } from './replay/open.ts';
import type { RecordedSpace } from './replay/recorded-space.ts';
import { replay } from './replay/replay.ts';

const TOLERANCE = 0.02;
const FIRST_SEED = 5000;
const BUDGET = 60;
/** Larger spaces take long to replay. */
const MOST_POINTS = 250;
/** The first says what proposing the kernel as it is, with other workgroups, is worth by itself. */
const DECIDERS = ['not coarsened', 'five networks, held small', 'the same on emulated counters', 'the model'];

const { values: flags } = parseArgs({ options: { repeats: { type: 'string', default: '5' } } });

/** Mean trials to the first configuration that is good enough; one more than the budget where none was found. */
function meanTrials(space: RecordedSpace, options: Partial<EnsembleOptions>): number {
  const target = Math.min(...space.times) * (1 + TOLERANCE);
  const budget = Math.min(BUDGET, space.points.count);
  let sum = 0;
  for (let run = 0; run < Number(flags.repeats); run++) {
    const { times } = replay(space, budget, { ...options, seed: FIRST_SEED + run });
    const found = times.findIndex((time) => time <= target);
    sum += found < 0 ? budget + 1 : found + 1;
  }
  return sum / Number(flags.repeats);
}

/** The measured points with the factors that were decided on, those that differ least from the kernel as it is first. */
function proposals(
  record: SpaceRecord,
  { points }: RecordedSpace,
  factors: ReadonlyMap<string, number>,
): Point[] {
  const { parameters, base } = record;
  const isMeant = (point: Point) =>
    parameters.every(({ name, values }, i) => !factors.has(name) || values[point[i]] === factors.get(name));
  const changes = (point: Point) =>
    parameters.filter(({ name }, i) => !factors.has(name) && point[i] !== base[i]).length;
  return [...points].filter(isMeant).sort((a, b) => changes(a) - changes(b));
}

const ladders: Ladder[] = JSON.parse(readFileSync('bench/spaces/coarsening-ladders.json', 'utf8')).ladders;
const decided = DECIDERS.map((name) => decide(LEARNERS[name], ladders, undefined));
const gains: number[][] = [];
for (const [kernel, own] of kernelsOf(ladders)) {
  const found = ['bench/spaces/recorded', 'bench/spaces/studied/recorded']
    .map((folder) => path.join(folder, `${kernel}-nvidia-h200.json`))
    .map((file) => ({ file, record: readSpaceRecord(file) }))
    .find(({ record }) => record !== undefined)!;
  const { value: space } = openRecordedSpace(found.file);
  if (space === undefined || space.points.count > MOST_POINTS) continue;
  const without = meanTrials(space, {});
  const gain = decided.map((rungs) => {
    const factors = new Map(
      own.map((ladder) => {
        const rung = Math.min(rungs.get(ladder)!, ladder.rungs.length - 1);
        return [`coarsen.${ladder.axis}`, ladder.rungs[rung].factor];
      }),
    );
    return without / meanTrials(space, { modelProposals: proposals(found.record!, space, factors) });
  });
  gains.push(gain);
}
console.log(`${gains.length} spaces; times fewer trials than without, geometric means`);
for (const [i, name] of DECIDERS.entries())
  console.log(`${name} ${geometricMean(gains.map((each) => each[i])).toFixed(2)}`);
