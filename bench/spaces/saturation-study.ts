// What tuning at a kernel's saturation point would have given: its best configuration there, run at the target,
// against the best at the target; and the time that the search takes at either size.

import { keyOf } from '../../src/space/space.ts';
import { type Saturation, type SizePoint, throughputOf } from '../../src/tune/saturation.ts';
import type { RecordedConfiguration, SpaceRecord } from '../../src/tune/trials/space-record.ts';
import type { SweptKernel } from './saturation-record.ts';

export interface Study {
  readonly kernel: string;
  readonly param: string;
  readonly saturation: Saturation;
  /** Left out where the kernel does not saturate, or its spaces were not measured. */
  readonly tuned?: Tuned;
}

export interface Tuned {
  /** Speed at the target of what is best at the point, as a share of the best speed at the target. */
  readonly shareOfBest: number;
  /** The same, of the fastest at the target among the few that are best at the point. */
  readonly shareConfirmed: number;
  /** Speed against the base: of what is best at the point, and of the best. */
  readonly speedup: number;
  readonly bestSpeedup: number;
  /**
   * Time in kernels of an exhaustive search at the target over that at the point with the sweep (formula 6.2),
   * and with the confirmation at the target. Compiling takes as long at any size and is left out.
   */
  readonly searchSpeedup: number;
  readonly confirmedSearchSpeedup: number;
}

/** So many of the best at the point are tried at the target. */
export const CONFIRMED = 5;

type Timed = RecordedConfiguration & { readonly timeNs: number };

const timedOf = ({ configurations }: SpaceRecord): Timed[] =>
  configurations.filter((each): each is Timed => each.status === 'correct' && each.timeNs !== undefined);

const fastest = (trials: readonly Timed[]): Timed =>
  trials.reduce((best, each) => (each.timeNs < best.timeNs ? each : best));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Of a search that runs each configuration as often. */
const searchNs = (trials: readonly Timed[]): number => sumOf(trials.map(({ timeNs }) => timeNs));

function tunedAt(curve: readonly SizePoint[], atPoint: SpaceRecord, atTarget: SpaceRecord): Tuned {
  const byKey = new Map(timedOf(atTarget).map((each) => [keyOf(each.at), each]));
  // What can be launched at the small size only, since the dispatch would become too large, is no candidate.
  const candidates = timedOf(atPoint)
    .filter(({ at }) => byKey.has(keyOf(at)))
    .sort((a, b) => a.timeNs - b.timeNs)
    .map(({ at }) => byKey.get(keyOf(at))!);
  const chosen = candidates[0];
  const confirmed = candidates.slice(0, CONFIRMED);
  const best = fastest([...byKey.values()]);
  const base = byKey.get(keyOf(atTarget.base))!;
  const targetNs = searchNs(timedOf(atTarget));
  const pointNs = searchNs(timedOf(atPoint)) + sumOf(curve.map(({ timeNs }) => timeNs));
  return {
    shareOfBest: best.timeNs / chosen.timeNs,
    shareConfirmed: best.timeNs / fastest(confirmed).timeNs,
    speedup: base.timeNs / chosen.timeNs,
    bestSpeedup: base.timeNs / best.timeNs,
    searchSpeedup: targetNs / pointNs,
    confirmedSearchSpeedup: targetNs / (pointNs + searchNs(confirmed)),
  };
}

export function studyOf(
  { kernel, param }: SweptKernel,
  saturation: Saturation,
  atPoint: SpaceRecord | undefined,
  atTarget: SpaceRecord | undefined,
): Study {
  const study = { kernel, param, saturation };
  const isMissing = atPoint === undefined || atTarget === undefined;
  if (saturation.verdict !== 'saturates' || isMissing) return study;
  return { ...study, tuned: tunedAt(saturation.curve, atPoint, atTarget) };
}

export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(sumOf(numbers.map(Math.log)) / numbers.length);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const times = (factor: number): string => `${factor.toFixed(2)}x`;

function lineOf({ kernel, param, saturation: { curve, chosen, verdict }, tuned }: Study): string {
  const target = curve.at(-1)!;
  const head = `${kernel.padEnd(15)} ${param.padEnd(8)} ${String(target.size).padStart(8)}`;
  if (verdict !== 'saturates') {
    const before = curve.at(-2)!;
    const share = percent(throughputOf(before) / throughputOf(target));
    return `${head}  does not saturate: size ${before.size} reaches ${share} of its throughput`;
  }
  const size = String(curve[chosen].size).padStart(8);
  if (tuned === undefined) return `${head} ${size}  its spaces are not recorded`;
  const speed = `${times(tuned.speedup)} of ${times(tuned.bestSpeedup)}`;
  const cells = [
    percent(tuned.shareOfBest).padStart(8),
    times(tuned.searchSpeedup).padStart(7),
    percent(tuned.shareConfirmed).padStart(10),
    times(tuned.confirmedSearchSpeedup).padStart(7),
    speed.padStart(15),
  ];
  return `${head} ${size} ${cells.join(' ')}`;
}

function summary(tuned: readonly Tuned[]): string {
  const line = (what: string, shares: readonly number[], searches: readonly number[]): string => {
    const enough = shares.filter((share) => share >= 0.9).length;
    const means = `${percent(geometricMean(shares))} of the best, search ${times(geometricMean(searches))} as fast`;
    return `${what}: ${enough} of ${tuned.length} kernels reach 90 % of the best; geometric means: ${means}`;
  };
  const best = tuned.map((each) => each.shareOfBest);
  const confirmed = tuned.map((each) => each.shareConfirmed);
  return [
    line(
      'the best at the point',
      best,
      tuned.map((each) => each.searchSpeedup),
    ),
    line(
      `the fastest at the target of the ${CONFIRMED} best at the point`,
      confirmed,
      tuned.map((each) => each.confirmedSearchSpeedup),
    ),
  ].join('\n');
}

export function studyText(studies: readonly Study[]): string {
  const head = [
    'kernel          param      target    point     best  search  confirmed  search  speedup of best',
  ];
  const tuned = studies.flatMap((each) => (each.tuned === undefined ? [] : [each.tuned]));
  const lines = [...head, ...studies.map(lineOf), ...(tuned.length > 0 ? [summary(tuned)] : [])];
  return `${lines.join('\n')}\n`;
}
