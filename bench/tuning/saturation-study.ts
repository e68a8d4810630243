// What tuning at a kernel's saturation point would have given: its best configuration there, run at the target,
// against the best at the target; and the time that the search takes at either size.

import { keyOf } from '../../src/space/space.ts';
import type { RecordedConfiguration, SpaceRecord } from '../../src/tune/trials/space-record.ts';
import type { SaturationPoint, SizedTime, SweptKernel } from './saturation-point.ts';

export interface Study {
  readonly kernel: string;
  readonly param: string;
  readonly target: number;
  readonly point: SaturationPoint;
  /** Left out where the kernel does not saturate, or its spaces were not measured. */
  readonly tuned?: Tuned;
}

export interface Tuned {
  /** Speed at the target of what is best at the point, as a share of the best speed at the target. */
  readonly shareOfBest: number;
  /** The same against the base configuration: speedup reached, and speedup to be had. */
  readonly speedup: number;
  readonly bestSpeedup: number;
  /** Time in kernels of an exhaustive search at the target over that at the point with the sweep (formula 6.2). */
  readonly searchSpeedup: number;
  /** The same with the time to compile, which does not depend on the size. */
  readonly searchSpeedupWithCompiling: number;
}

type Timed = RecordedConfiguration & { readonly timeNs: number };

const timedOf = ({ configurations }: SpaceRecord): Timed[] =>
  configurations.filter((each): each is Timed => each.status === 'correct' && each.timeNs !== undefined);

const fastest = (trials: readonly Timed[]): Timed =>
  trials.reduce((best, each) => (each.timeNs < best.timeNs ? each : best));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Of a search that runs each configuration as often. */
function searchNs(record: SpaceRecord): { runNs: number; compileNs: number } {
  const trials = timedOf(record);
  return {
    runNs: sumOf(trials.map(({ timeNs }) => timeNs)),
    compileNs: sumOf(trials.map(({ compileMs }) => 1e6 * (compileMs ?? 0))),
  };
}

function tunedAt(curve: readonly SizedTime[], atPoint: SpaceRecord, atTarget: SpaceRecord): Tuned {
  const byKey = new Map(timedOf(atTarget).map((each) => [keyOf(each.at), each]));
  // What can be launched at the small size only, since the dispatch would become too large, is no candidate.
  const candidates = timedOf(atPoint).filter(({ at }) => byKey.has(keyOf(at)));
  const chosen = byKey.get(keyOf(fastest(candidates).at))!;
  const best = fastest([...byKey.values()]);
  const base = byKey.get(keyOf(atTarget.base))!;
  const [point, target] = [searchNs(atPoint), searchNs(atTarget)];
  const sweepNs = sumOf(curve.map(({ timeNs }) => timeNs));
  return {
    shareOfBest: best.timeNs / chosen.timeNs,
    speedup: base.timeNs / chosen.timeNs,
    bestSpeedup: base.timeNs / best.timeNs,
    searchSpeedup: target.runNs / (point.runNs + sweepNs),
    searchSpeedupWithCompiling: (target.runNs + target.compileNs) / (point.runNs + sweepNs + point.compileNs),
  };
}

export function studyOf(
  { kernel, param, sizes }: SweptKernel,
  curve: readonly SizedTime[],
  point: SaturationPoint,
  atPoint: SpaceRecord | undefined,
  atTarget: SpaceRecord | undefined,
): Study {
  const study = { kernel, param, target: sizes.at(-1)!, point };
  if (!point.isSaturated || atPoint === undefined || atTarget === undefined) return study;
  return { ...study, tuned: tunedAt(curve, atPoint, atTarget) };
}

export function geometricMean(numbers: readonly number[]): number {
  return Math.exp(sumOf(numbers.map(Math.log)) / numbers.length);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const times = (factor: number): string => `${factor.toFixed(2)}x`;

function lineOf({ kernel, param, target, point, tuned }: Study): string {
  const head = `${kernel.padEnd(15)} ${param.padEnd(8)} ${String(target).padStart(8)}`;
  if (!point.isSaturated) {
    const before = point.shares.at(-2)!;
    return `${head}  does not saturate: half the target reaches ${percent(before)} of its throughput`;
  }
  const size = String(point.size).padStart(8);
  if (tuned === undefined) return `${head} ${size}  its spaces are not recorded`;
  const { shareOfBest, speedup, bestSpeedup, searchSpeedup, searchSpeedupWithCompiling } = tuned;
  const kernelSpeed = `${percent(shareOfBest).padStart(8)}  ${times(speedup)} of ${times(bestSpeedup)}`;
  return `${head} ${size} ${kernelSpeed.padEnd(26)} ${times(searchSpeedup).padStart(7)} ${times(searchSpeedupWithCompiling).padStart(7)}`;
}

export function studyText(studies: readonly Study[]): string {
  const head =
    'kernel          param      target    point  of best  speedup            search  with compiling';
  const tuned = studies.flatMap((each) => (each.tuned === undefined ? [] : [each.tuned]));
  const lines = [head, ...studies.map(lineOf)];
  if (tuned.length > 0) {
    const shares = tuned.map(({ shareOfBest }) => shareOfBest);
    const searches = tuned.map(({ searchSpeedup }) => searchSpeedup);
    const enough = shares.filter((share) => share >= 0.9).length;
    lines.push(
      `${enough} of ${tuned.length} kernels reach 90 % of the best; geometric means: ${percent(geometricMean(shares))} of the best, search ${times(geometricMean(searches))} as fast`,
    );
  }
  return `${lines.join('\n')}\n`;
}
