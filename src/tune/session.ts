// What a run starts from: a new one knows what earlier ones measured of the same kernel on the same device; one
// that is resumed goes on where it was stopped.

import { entryOf } from '../diagnostics/names.ts';
import { type Configuration, keyOf, type Point, pointOf, type Space } from '../space/space.ts';
import type { Subject } from './trials/records.ts';
import type { PastTrial, Run, TrialStore } from './trials/store.ts';
import type { KnownTrial } from './tuner.ts';

export interface Session {
  readonly run: string;
  readonly seed: number;
  readonly past: readonly KnownTrial[];
  /** Spent on the run before. */
  readonly secondsBefore: number;
  readonly isResumed: boolean;
}

export interface SessionOptions {
  readonly space: Space;
  readonly base: Point;
  readonly objective: string;
  readonly seed: number;
  readonly wantsResume: boolean;
  readonly date: string;
  /** Hash of what the point runs today; undefined where it cannot be made. */
  readonly identify: (point: Point) => string | undefined;
}

/** @throws UnwritableError */
export function beginSession(store: TrialStore, subject: Subject, options: SessionOptions): Session {
  const { space, objective, wantsResume, date } = options;
  const last = wantsResume ? store.lastRun(subject, objective) : undefined;
  const seed = last?.seed ?? options.seed;
  const run = last?.id ?? store.beginRun(subject, { seed, objective, started: date }, contentsOf(space));
  if (last) store.update(run, last.seconds, 'running');
  const past = knownTrials(store.trialsOf(subject), options, last);
  return { run, seed, past, secondsBefore: last?.seconds ?? 0, isResumed: last !== undefined };
}

/** Each point once: what the run itself found counts before what others did, and the newest of these. */
export function knownTrials(
  trials: readonly Omit<PastTrial, 'seconds' | 'measured'>[],
  { space, base, identify }: Pick<SessionOptions, 'space' | 'base' | 'identify'>,
  run?: Run,
): KnownTrial[] {
  const known = new Map<string, KnownTrial>();
  for (const { run: of, purpose, configuration, identity, technique, evaluation } of trials) {
    const point = pointOf(space, completed(configuration, space, base) ?? {});
    if (point === undefined) continue;
    // The transformation may have made another kernel of it then.
    if ((identify(point) ?? '') !== identity) continue;
    const isOwn = of === run?.id && purpose === 'search';
    const key = keyOf(point);
    if (!isOwn && known.get(key)?.technique !== undefined) continue;
    // A device that failed on it then may have had other troubles.
    if (!isOwn && evaluation.status === 'runtime') continue;
    // In the order in which they became known.
    known.delete(key);
    known.set(key, { point, evaluation, ...(isOwn ? { technique } : {}) });
  }
  return [...known.values()];
}

/**
 * The configuration in today's space: what did not vary then had the base's value, as the kernel is the same.
 * Undefined where something varied then that does not now.
 */
function completed(configuration: Configuration, space: Space, base: Point): Configuration | undefined {
  const names = new Set(space.parameters.map(({ name }) => name));
  if (Object.keys(configuration).some((name) => !names.has(name))) return undefined;
  const entries = space.parameters.map(({ name, values }, i) => [
    name,
    entryOf(configuration, name) ?? values[base[i]],
  ]);
  return Object.fromEntries(entries) as Configuration;
}

function contentsOf({ parameters, constraints }: Space): unknown {
  const varied = parameters.map(({ name, values }) => ({ name, values }));
  return { parameters: varied, constraints: constraints.map(({ text }) => text) };
}
