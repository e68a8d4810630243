// How good is what `kernelcast search` picks without running anything? Every recorded space (all of its
// configurations were measured) answers:
//   node build.mjs bench/spaces/search-quality.ts
//   node dist/bench/spaces/search-quality.js [--set DIR] [--only NAME] [--sample N] [--budget 60]
//     [--algorithm full|saake] [--seed N] [--cache DIR] [--output FILE.json]
// The model predicts all recorded configurations (--sample: so many of them) for the rank correlation; the
// search is run as the command runs it. --cache keeps predictions between runs.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printDiagnostics } from '../../src/cli/terminal.ts';
import { ModelEvaluator } from '../../src/configure/model-evaluator.ts';
import { strideDoubts, type Tunable } from '../../src/configure/tunable.ts';
import { loadProfile } from '../../src/profile/load.ts';
import type { Cost, Evaluator, Verdict } from '../../src/search/cost.ts';
import { type Algorithm, search } from '../../src/search/search.ts';
import { Random } from '../../src/space/random.ts';
import { configurationOf, keyOf, type Point } from '../../src/space/space.ts';
import { readSpaceRecord, type SpaceRecord } from '../../src/tune/trials/space-record.ts';
import { kendall } from '../../src/validate/correlation.ts';
import { spearman } from './rank-correlation.ts';
import { modelPool, openRecorded, pointAt } from './recorded-points.ts';
import { expectedBest } from './replay/score.ts';
import { type Row, reportText, summaryOf } from './search-quality-report.ts';

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', default: 'bench/spaces' },
    only: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string', default: 'Infinity' },
    budget: { type: 'string', default: '60' },
    algorithm: { type: 'string', default: 'full' },
    seed: { type: 'string', default: '0' },
    cache: { type: 'string' },
    output: { type: 'string' },
  },
});

/** Random search measures so many configurations. */
const RANDOM_TRIALS = 10;

const profile = loadProfile('nvidia-h200').value!;
const now = () => performance.now();

/** Predictions that were made before, kept in a file. */
class CachedEvaluator implements Evaluator {
  readonly known: Map<string, Verdict>;
  private readonly inner: ModelEvaluator;
  private readonly spares: Map<string, Awaited<ReturnType<Evaluator['spareOccupancy']>>>;
  private readonly file: string | undefined;
  private isChanged = false;

  constructor(inner: ModelEvaluator, file: string | undefined) {
    this.inner = inner;
    this.file = file;
    const kept = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    this.known = new Map(Object.entries(kept.verdicts ?? {}));
    this.spares = new Map(Object.entries(kept.spares ?? {}));
  }

  async evaluate(points: readonly Point[]): Promise<readonly Verdict[]> {
    const missing = points.filter((point) => !this.known.has(keyOf(point)));
    const verdicts = await this.inner.evaluate(missing);
    for (const [i, point] of missing.entries()) this.known.set(keyOf(point), verdicts[i]);
    if (missing.length > 0) this.isChanged = true;
    return points.map((point) => this.known.get(keyOf(point))!);
  }

  async spareOccupancy(point: Point) {
    const key = keyOf(point);
    if (!this.spares.has(key)) {
      this.spares.set(key, await this.inner.spareOccupancy(point));
      this.isChanged = true;
    }
    return this.spares.get(key);
  }

  mostRegisters(occupancyFraction: number): number {
    return this.inner.mostRegisters(occupancyFraction);
  }

  save(): void {
    if (this.file === undefined || !this.isChanged) return;
    mkdirSync(path.dirname(this.file), { recursive: true });
    const content = { verdicts: Object.fromEntries(this.known), spares: Object.fromEntries(this.spares) };
    writeFileSync(this.file, JSON.stringify(content));
  }
}

/** What a record says of the space as it is now. */
interface RecordedTimes {
  /** By point. */
  readonly times: ReadonlyMap<string, number>;
  /** Of all that was recorded: spaces were larger once, and what is no longer offered may have been better. */
  readonly bestNs: number;
}

function timesOf(record: SpaceRecord, tunable: Tunable): RecordedTimes {
  const times = new Map<string, number>();
  let bestNs = Number.POSITIVE_INFINITY;
  for (const { at, status, timeNs } of record.configurations) {
    const time = status === 'correct' ? timeNs! : Number.POSITIVE_INFINITY;
    bestNs = Math.min(bestNs, time);
    const point = pointAt(tunable, record, at);
    if (point !== undefined) times.set(keyOf(point), time);
  }
  return { times, bestNs };
}

function pointsWithTimes(tunable: Tunable, times: ReadonlyMap<string, number>): Point[] {
  const points = [...times.keys()].map((key) => (key === '' ? [] : key.split(',').map(Number)));
  return points.filter((point) => tunable.points.indexOf(point) >= 0);
}

/** Of all that was predicted, over the base. */
function gainsOver(
  pairs: readonly { readonly cost: Cost; readonly measured: number }[],
  baseNs: number,
  base: Cost | undefined,
): Row['gains'] {
  if (base === undefined) return [];
  return pairs.map(({ cost, measured }) => ({
    predicted: Math.log(base.timeNs / cost.timeNs),
    measured: Math.log(baseNs / measured),
    doublings: Math.abs(Math.log2(base.invocations / cost.invocations)),
  }));
}

async function rowOf(
  name: string,
  record: SpaceRecord,
  tunable: Tunable,
  evaluator: CachedEvaluator,
): Promise<Row> {
  const { times, bestNs } = timesOf(record, tunable);
  const timeOf = (point: Point) => times.get(keyOf(point)) ?? Number.NaN;
  const { space, points, base } = tunable;
  const start = now();
  const options = {
    algorithm: flags.algorithm as Algorithm,
    budget: Number(flags.budget),
    random: new Random(Number(flags.seed)),
    isTimeUp: () => false,
  };
  const { result } = await search(
    { space, points, base, evaluator, doubtOf: (point) => strideDoubts(tunable, point) },
    options,
  );
  const searchSeconds = (now() - start) / 1000;
  const measured = pointsWithTimes(tunable, times);
  const sampled = new Random(1).shuffle([...measured]).slice(0, Number(flags.sample));
  const verdicts = await evaluator.evaluate(sampled);
  const pairs = sampled.flatMap((point, i) => {
    const cost = verdicts[i].cost;
    return cost && Number.isFinite(timeOf(point))
      ? [{ point, cost, predicted: cost.timeNs, measured: timeOf(point) }]
      : [];
  });
  const favourite = pairs.reduce((a, b) => (b.predicted < a.predicted ? b : a), pairs[0]);
  const finite = Float64Array.from([...times.values()].filter(Number.isFinite)).sort();
  const bestPoint = measured.reduce((a, b) => (timeOf(b) < timeOf(a) ? b : a), measured[0]);
  const columns = [pairs.map((each) => each.predicted), pairs.map((each) => each.measured)] as const;
  const pick = result?.best.point;
  const predictedOf = (point: Point) => evaluator.known.get(keyOf(point))?.cost?.timeNs ?? Number.NaN;
  return {
    name,
    configurations: points.count,
    measured: finite.length,
    evaluations: result?.evaluations ?? 0,
    searchSeconds,
    pick: pick ? configurationOf(space, pick) : {},
    best: configurationOf(space, bestPoint),
    bestNs,
    pickNs: pick ? timeOf(pick) : Number.NaN,
    pickPredictedNs: pick ? predictedOf(pick) : Number.NaN,
    bestPredictedNs: predictedOf(bestPoint),
    baseNs: timeOf(base),
    favouriteNs: favourite?.measured ?? Number.NaN,
    favouritePredictedNs: favourite?.predicted ?? Number.NaN,
    randomNs: expectedBest(finite, times.size, RANDOM_TRIALS),
    kendall: kendall(...columns),
    spearman: spearman(...columns),
    refusedByModel: sampled.length - pairs.length,
    gains: gainsOver(
      pairs.filter(({ point }) => keyOf(point) !== keyOf(base)),
      timeOf(base),
      evaluator.known.get(keyOf(base))?.cost,
    ),
    times: new Map(measured.map((point) => [JSON.stringify(configurationOf(space, point)), timeOf(point)])),
  };
}

async function main(): Promise<number> {
  const records = path.join(flags.set, 'recorded');
  const files = readdirSync(records)
    .filter((file) => file.endsWith('.json'))
    .sort();
  const rows: Row[] = [];
  for (const file of files) {
    const name = file.replace(/\.json$/, '');
    if (flags.only.length > 0 && !flags.only.includes(name)) continue;
    const record = readSpaceRecord(path.join(records, file))!;
    const opened = openRecorded(flags.set, record, profile);
    if (opened.value === undefined) {
      printDiagnostics(opened.diagnostics);
      continue;
    }
    const tunable = opened.value;
    const pool = modelPool(tunable, profile, Math.min(8, availableParallelism()));
    const cacheFile = flags.cache === undefined ? undefined : path.join(flags.cache, file);
    const evaluator = new CachedEvaluator(new ModelEvaluator(tunable, pool, profile), cacheFile);
    try {
      const row = await rowOf(name, record, tunable, evaluator);
      rows.push(row);
      process.stderr.write(
        `${name}: ${(row.bestNs / row.pickNs).toFixed(3)} of the best, tau ${row.kendall.toFixed(2)}\n`,
      );
    } finally {
      evaluator.save();
      pool.close();
    }
  }
  const summary = summaryOf(rows);
  process.stdout.write(reportText(rows, summary));
  if (flags.output) {
    const spaces = rows.map(({ times: _, ...row }) => row);
    writeFileSync(flags.output, `${JSON.stringify({ summary, spaces }, null, 2)}\n`);
  }
  return rows.length > 0 ? 0 : 2;
}

process.exit(await main());
