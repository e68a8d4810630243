// A record of predictions to hold later ones against, as continuous integration does: a kernel that is slower than
// recorded by more than two versions of a kernel may differ by mistake has become worse. That is known far better
// than how long either takes, as most of what the model gets wrong is wrong in both (isa/change-band.json).

import changeBand from '../../isa/change-band.json' with { type: 'json' };
import type { Prediction } from '../predict/prediction.ts';
import { compare } from './compare.ts';

export const BASELINE_SCHEMA = 'kernelcast/baseline@1';

export interface BaselineEntry {
  readonly name: string;
  readonly profile: string;
  readonly timeNs: number;
  readonly errorBandNs: readonly [number, number];
  /** What the time went on; older files do not say. */
  readonly launchNs?: number;
  readonly stalls?: Readonly<Record<string, number>>;
}

export interface Baseline {
  readonly schema: typeof BASELINE_SCHEMA;
  readonly entries: readonly BaselineEntry[];
}

export interface Verdict {
  readonly name: string;
  readonly profile: string;
  readonly timeNs: number;
  readonly before?: BaselineEntry;
  readonly state: 'new' | 'worse' | 'better' | 'same';
  /** Share by which times may differ and still count as the same. */
  readonly tolerance?: number;
  /** What took most of the additional time of one that is worse. */
  readonly grown?: { readonly reason: string; readonly byNs: number };
}

/** Share by which a kernel may become slower unless told otherwise. */
export const DEFAULT_TOLERANCE = changeBand.band;

/** The baseline in a file's text; undefined when it is none. */
export function parseBaseline(text: string): Baseline | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  const candidate = document as Partial<Baseline> | null;
  if (candidate?.schema !== BASELINE_SCHEMA || !Array.isArray(candidate.entries)) return undefined;
  return candidate.entries.every(isEntry) ? (candidate as Baseline) : undefined;
}

function isEntry(entry: Partial<BaselineEntry> | null): boolean {
  return (
    typeof entry?.name === 'string' &&
    typeof entry.profile === 'string' &&
    typeof entry.timeNs === 'number' &&
    Array.isArray(entry.errorBandNs) &&
    entry.errorBandNs.length === 2 &&
    entry.errorBandNs.every((bound) => typeof bound === 'number')
  );
}

/** A prediction that a baseline could not tell from another one. */
export function namedTwice(predictions: readonly Prediction[]): Prediction | undefined {
  return predictions.find(({ name, profile }, index) =>
    predictions.slice(0, index).some((other) => other.name === name && other.profile === profile),
  );
}

/**
 * Each prediction against its entry: slower by more than the tolerance is worse, faster by more is better.
 * @param tolerance a share of the recorded time
 */
export function judge(
  predictions: readonly Prediction[],
  baseline: Baseline,
  tolerance = DEFAULT_TOLERANCE,
): Verdict[] {
  return predictions.map((prediction) => {
    const { name, profile, timeNs } = prediction;
    const before = baseline.entries.find((entry) => entry.name === name && entry.profile === profile);
    if (!before) return { name, profile, timeNs, state: 'new' };
    const ratio = timeNs / before.timeNs;
    const state = ratio > 1 + tolerance ? 'worse' : ratio < 1 / (1 + tolerance) ? 'better' : 'same';
    const verdict: Verdict = { name, profile, timeNs, before, state, tolerance };
    return state === 'worse' ? { ...verdict, ...mostGrown(before, prediction) } : verdict;
  });
}

/** The part of the time that grew most, where the entry says what it went on. */
function mostGrown(before: BaselineEntry, now: Prediction): Pick<Verdict, 'grown'> {
  const { launchNs, stalls } = before;
  if (launchNs === undefined || stalls === undefined) return {};
  const grown = compare({ ...before, launchNs, stalls }, now)
    .parts.map(({ reason, timeNs, otherNs }) => ({ reason, byNs: otherNs - timeNs }))
    .sort((a, b) => b.byNs - a.byNs);
  return grown[0].byNs > 0 ? { grown: grown[0] } : {};
}

/** The baseline with these predictions in it, in the order of names. */
export function updated(baseline: Baseline | undefined, predictions: readonly Prediction[]): Baseline {
  const fresh = predictions.map(({ name, profile, timeNs, errorBandNs, launchNs, stalls }) => ({
    name,
    profile,
    timeNs,
    errorBandNs,
    launchNs,
    stalls,
  }));
  const isReplaced = (entry: BaselineEntry) =>
    fresh.some((each) => each.name === entry.name && each.profile === entry.profile);
  const kept = (baseline?.entries ?? []).filter((entry) => !isReplaced(entry));
  const key = (entry: BaselineEntry) => `${entry.name}\n${entry.profile}`;
  const entries = [...kept, ...fresh].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return { schema: BASELINE_SCHEMA, entries };
}
