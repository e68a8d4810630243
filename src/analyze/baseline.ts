// A record of predictions to hold later ones against, as continuous integration does: a kernel that leaves the
// band of its recorded prediction on the slow side has become worse.

import type { Prediction } from '../predict/prediction.ts';

export const BASELINE_SCHEMA = 'kernelcast/baseline@1';

export interface BaselineEntry {
  readonly name: string;
  readonly profile: string;
  readonly timeNs: number;
  readonly errorBandNs: readonly [number, number];
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
}

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

/** Each prediction against its entry: outside of the recorded band is worse or better, inside the same. */
export function judge(predictions: readonly Prediction[], baseline: Baseline): Verdict[] {
  return predictions.map(({ name, profile, timeNs }) => {
    const before = baseline.entries.find((entry) => entry.name === name && entry.profile === profile);
    if (!before) return { name, profile, timeNs, state: 'new' };
    const [low, high] = before.errorBandNs;
    const state = timeNs > high ? 'worse' : timeNs < low ? 'better' : 'same';
    return { name, profile, timeNs, before, state };
  });
}

/** The baseline with these predictions in it, in the order of names. */
export function updated(baseline: Baseline | undefined, predictions: readonly Prediction[]): Baseline {
  const fresh = predictions.map(({ name, profile, timeNs, errorBandNs }) => ({
    name,
    profile,
    timeNs,
    errorBandNs,
  }));
  const isReplaced = (entry: BaselineEntry) =>
    fresh.some((each) => each.name === entry.name && each.profile === entry.profile);
  const kept = (baseline?.entries ?? []).filter((entry) => !isReplaced(entry));
  const key = (entry: BaselineEntry) => `${entry.name}\n${entry.profile}`;
  const entries = [...kept, ...fresh].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return { schema: BASELINE_SCHEMA, entries };
}
