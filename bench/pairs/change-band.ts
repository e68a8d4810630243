// How well differences between two versions of one kernel are predicted: the controlled pairs, and neighbouring
// configurations of the recorded spaces, which differ in one parameter by one step. What `diagnose --baseline` allows
// a kernel (isa/change-band.json) is the predicted slowdown from which on nine in ten were measured to be slower:
//   node build.mjs bench/pairs/change-band.ts && node dist/bench/pairs/change-band.js [--output isa/change-band.json]
// `--neighbours N`: so many of each space (50). `--changes FILE`: the changes themselves, read where they are there.
// A quarter of an hour.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
import { type Change, certainSlowdown } from './certain-slowdown.ts';
import { outcomeOf, readPairs, readTimes } from './pairs.ts';

const { values: flags } = parseArgs({
  options: {
    neighbours: { type: 'string', default: '50' },
    output: { type: 'string' },
    changes: { type: 'string' },
  },
});

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

function predictedChanges(): Change[] {
  const spaces = path.join(packageRoot(), 'bench/spaces');
  const records = readdirSync(path.join(spaces, 'recorded')).filter((file) => file.endsWith('.json'));
  const ofSpaces = records.flatMap((file) => {
    const record = readSpaceRecord(path.join(spaces, 'recorded', file))!;
    const tunable = openTunable(
      path.join(spaces, `kernels/${record.kernel}.json`),
      record.params ?? {},
    ).value;
    process.stderr.write(`${record.kernel}\n`);
    return tunable ? spaceChanges(record, tunable) : [];
  });
  return [...pairChanges(), ...ofSpaces];
}

function changesOf(file: string | undefined): Change[] {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const changes = predictedChanges();
  if (file !== undefined) writeFileSync(file, JSON.stringify(changes));
  return changes;
}

/** The share of predicted slowdowns that have to be slowdowns. */
const SHARE = 0.9;

const changes = changesOf(flags.changes);
const errors = changes
  .map(({ measured, predicted }) => Math.abs(Math.log(predicted / measured)))
  .sort((a, b) => a - b);
const quantile = (share: number) => `${(100 * errors[Math.floor(share * errors.length)]).toFixed(1)} %`;
const band = certainSlowdown(changes, SHARE);
const kernels = new Set(changes.map((each) => each.of)).size;
process.stdout.write(
  `${changes.length} changes of ${kernels} kernels and pairs: ratios off by ${quantile(0.5)} in the median, ` +
    `${quantile(0.9)} at most in nine of ten; slower for certain from ${(100 * band).toFixed(0)} % on\n`,
);
if (flags.output !== undefined) {
  const source = `predicted and measured ratios of ${changes.length} changes on nvidia-h200: the controlled pairs of bench/pairs and neighbouring configurations of bench/spaces/recorded, made by bench/pairs/change-band.ts`;
  const head = { $schema: './change-band.schema.json', schema: 'kernelcast/change-band@1' };
  const content = { ...head, source, share: SHARE, changes: changes.length, band };
  writeFileSync(flags.output, `${JSON.stringify(content, null, 2)}\n`);
}
