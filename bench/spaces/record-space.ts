// Measures a whole space, point by point, into a record that can be continued: what an exhaustive search takes
// and what replays are made of.

import type { Instance, Tunable } from '../../src/configure/tunable.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { writeWhole } from '../../src/hardware/write-whole.ts';
import { Random } from '../../src/space/random.ts';
import { keyOf, type Point } from '../../src/space/space.ts';
import { reasonOf } from '../../src/tune/evaluators/variant-of.ts';
import type { RecordedConfiguration, SpaceRecord } from '../../src/tune/trials/space-record.ts';
import type { Evaluation } from '../../src/tune/trials/trial.ts';

/** What of a launch file's space is needed here. */
export interface RecordableSpace extends Pick<Tunable, 'instantiate'> {
  readonly points: Iterable<Point>;
}

export interface Recorder {
  /** Room for so many more at once. */
  readonly room: number;
  evaluate(instance: Instance, limitNs: number): Promise<Evaluation>;
}

export interface RecordOptions {
  /** At most so many configurations more. */
  readonly limit: number;
  /** Of the points, those that come first, in this order. */
  readonly first?: readonly Point[];
  /** False when no further one is to be begun. */
  readonly mayGoOn: () => boolean;
  /** Called with the whole record now and then, and at the end. */
  readonly save: (record: SpaceRecord) => void;
  readonly onTrial?: (trial: RecordedConfiguration, done: number) => void;
}

/** Configurations between two writings of the file. */
const SAVED_EACH = 25;
/** Beyond so many times the best, one sample is enough. */
const HOPELESS = 2;

/** Goes on with `record` until the space, the limit or the time is at its end; what it has is always saved. */
export async function recordSpace(
  space: RecordableSpace,
  recorder: Recorder,
  record: SpaceRecord,
  options: RecordOptions,
): Promise<SpaceRecord> {
  const known = new Map(record.configurations.map((each) => [keyOf(each.at), each]));
  const current = (): SpaceRecord => ({ ...record, configurations: [...known.values()] });
  let bestNs = Number.POSITIVE_INFINITY;
  const add = (trial: RecordedConfiguration): void => {
    known.set(keyOf(trial.at), trial);
    if (trial.status === 'correct') bestNs = Math.min(bestNs, trial.timeNs!);
    if (known.size % SAVED_EACH === 0) options.save(current());
    options.onTrial?.(trial, known.size);
  };
  for (const trial of known.values())
    if (trial.status === 'correct') bestNs = Math.min(bestNs, trial.timeNs!);
  // In random order, so that half a record speaks for the whole space.
  const missing = new Random(1).shuffle([...space.points].filter((point) => !known.has(keyOf(point))));
  const rank = new Map((options.first ?? []).map((point, i) => [keyOf(point), i]));
  const rankOf = (point: Point) => rank.get(keyOf(point)) ?? rank.size;
  const wanted = missing.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, options.limit);
  const working = new Set<Promise<void>>();
  try {
    while (wanted.length > 0 && options.mayGoOn()) {
      if (recorder.room === 0) {
        await Promise.race(working);
        continue;
      }
      const point = wanted.shift()!;
      const trial = tryPoint(space, recorder, point, HOPELESS * bestNs);
      const done = trial.then((evaluation) => add(recordedOf(point, evaluation)));
      working.add(done);
      const forget = () => working.delete(done);
      done.then(forget, forget);
      // A refusal costs nothing; the others need the loop to be free to answer.
      await Promise.race([done, new Promise((resolve) => setImmediate(resolve))]);
    }
    await Promise.all(working);
  } finally {
    options.save(current());
  }
  return current();
}

async function tryPoint(
  space: RecordableSpace,
  recorder: Recorder,
  point: Point,
  limitNs: number,
): Promise<Evaluation> {
  const instance = space.instantiate(point);
  if (!instance.value) return { status: 'constraints', message: reasonOf(instance.diagnostics) };
  return await recorder.evaluate(instance.value, limitNs);
}

/** Why a record cannot be continued; undefined when it can. */
export function differenceOf(record: SpaceRecord, now: SpaceRecord): Diagnostic | undefined {
  const wrong = (['source', 'device', 'driver'] as const).find((field) => record[field] !== now[field]);
  if (wrong === undefined) return undefined;
  const message = `the record is of another ${wrong} (${record[wrong]}, now ${now[wrong]}): choose another file`;
  return { severity: 'invalid', code: 'tune/space-record', message };
}

/** What a record keeps of a trial: all but the single samples, in few digits. */
export function recordedOf(at: Point, evaluation: Evaluation): RecordedConfiguration {
  const { samples: _, spread, ...rest } = evaluation;
  return { at, ...rest, ...(spread === undefined ? {} : { spread: Number(spread.toPrecision(3)) }) };
}

/** The file is written whole beside its place and moved there. @throws DiagnosticError */
export function writeSpaceRecord(path: string, record: SpaceRecord): void {
  const { configurations, ...head } = record;
  const lines = configurations.map((each) => `    ${JSON.stringify(each)}`);
  const fields = Object.entries(head).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  const rows = lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `;
  writeWhole(path, `{\n${fields.join(',\n')},\n  "configurations": [${rows}]\n}\n`);
}
