// How well differences between two versions of one kernel are predicted: measured over predicted ratio of the
// controlled pairs, and of neighbouring configurations of the recorded spaces, which differ in one parameter by one
// step. What 'diagnose --baseline' allows a kernel (isa/change-band.json) is made of them:
//   node build.mjs bench/pairs/change-band.ts && node dist/bench/pairs/change-band.js [--output isa/change-band.json]
// `--neighbours N`: so many of each space (60). Some minutes.

import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileReader } from '../../src/cli/kernels.ts';
import { evaluateModel, type ModelOptions } from '../../src/configure/evaluate.ts';
import { openTunable, type Tunable } from '../../src/configure/open.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { packageRoot } from '../../src/profile/package-root.ts';
import { Random } from '../../src/space/random.ts';
import { type Point, pointOf } from '../../src/space/space.ts';
import { readSpaceRecord, type SpaceRecord } from '../../src/tune/trials/space-record.ts';
import { outcomeOf, readPairs, readTimes } from './pairs.ts';

const { values: flags } = parseArgs({
  options: { neighbours: { type: 'string', default: '60' }, output: { type: 'string' }, raw: { type: 'string' } },
});

interface Change {
  readonly of: string;
  /** Time of the changed over that of the base. */
  readonly measured: number;
  readonly predicted: number;
}

const options: ModelOptions = {
  profile: loadProfile('nvidia-h200').value!,
  cache: 'warm',
  without: [],
  seed: 0,
  files: fileReader(),
  now: () => 0,
};

/** Of changes that make a kernel so many times slower or faster, nobody asks whether they are regressions. */
const LARGEST = Math.log(2);

function pairChanges(): Change[] {
  const times = readTimes();
  return readPairs()
    .flatMap(({ pairs }) => pairs)
    .map((pair) => outcomeOf(pair, times))
    .map(({ name, measured, predicted }) => ({ of: name, measured: 1 / measured, predicted: 1 / predicted }));
}

/** Pairs of measured points that differ in one parameter: by a step where its values have an order. */
function neighboursOf({ parameters, configurations }: SpaceRecord): [Point, Point][] {
  const measured = configurations.filter(({ status }) => status === 'correct').map(({ at }) => at);
  const isNeighbour = (a: Point, b: Point) => {
    const differing = a.flatMap((value, i) => (value === b[i] ? [] : [i]));
    if (differing.length !== 1) return false;
    const [i] = differing;
    return !parameters[i].isOrdered || Math.abs(a[i] - b[i]) === 1;
  };
  return measured.flatMap((a, i) =>
    measured
      .slice(i + 1)
      .filter((b) => isNeighbour(a, b))
      .map((b): [Point, Point] => [a, b]),
  );
}

function spaceChanges(record: SpaceRecord, tunable: Tunable): Change[] {
  const timeOf = new Map(record.configurations.map(({ at, timeNs }) => [`${at}`, timeNs!]));
  const known = new Map<string, number>();
  const predictedOf = (at: Point): number => {
    const key = `${at}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const named = record.parameters.map(({ name, values }, i) => [name, values[at[i]]] as const);
    const point = pointOf(tunable.space, Object.fromEntries(named));
    const instance = point && tunable.instantiate(point).value;
    const timeNs = (instance && evaluateModel(instance, options).value?.timeNs) ?? Number.NaN;
    known.set(key, timeNs);
    return timeNs;
  };
  return new Random(1)
    .shuffle(neighboursOf(record))
    .filter(([a, b]) => Math.abs(Math.log(timeOf.get(`${a}`)! / timeOf.get(`${b}`)!)) < LARGEST)
    .slice(0, Number(flags.neighbours))
    .map(([a, b]) => ({
      of: record.kernel,
      measured: timeOf.get(`${b}`)! / timeOf.get(`${a}`)!,
      predicted: predictedOf(b) / predictedOf(a),
    }))
    .filter(({ predicted }) => Number.isFinite(predicted));
}

const spaces = path.join(packageRoot(), 'bench/spaces');
const changes: Change[] = pairChanges();
for (const file of readdirSync(path.join(spaces, 'recorded')).filter((each) => each.endsWith('.json'))) {
  const record = readSpaceRecord(path.join(spaces, 'recorded', file))!;
  const tunable = openTunable(path.join(spaces, `kernels/${record.kernel}.json`), record.params ?? {}).value;
  if (tunable) changes.push(...spaceChanges(record, tunable));
  process.stderr.write(`${record.kernel} ${changes.length}\n`);
  if (flags.raw) writeFileSync(flags.raw, JSON.stringify(changes));
}
