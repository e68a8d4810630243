// A space all of whose configurations were measured once: tuning it again is looking up.

import { Points } from '../../../src/space/points.ts';
import { type Point, spaceOfList } from '../../../src/space/space.ts';
import type { TrialResult, TrialStatus } from '../../../src/tune/ensemble/history.ts';
import type { Recording } from '../../../src/tune/formats/recording.ts';

export interface RecordedSpace {
  readonly name: string;
  readonly points: Points;
  /** By the number of the point; Infinity for one that failed. */
  readonly times: Float64Array;
  readonly statuses: readonly TrialStatus[];
  /** What trying each took, compilation included; 1 for all of them where the recording does not say. */
  readonly costsMs: Float64Array;
}

export function recordedSpaceOf(name: string, recording: Recording): RecordedSpace {
  const { parameters, trials } = recording;
  const points = new Points(
    spaceOfList(
      parameters,
      trials.map(({ point }) => point),
    ),
  );
  const times = new Float64Array(points.count).fill(Number.POSITIVE_INFINITY);
  const statuses = new Array<TrialStatus>(points.count).fill('failed');
  const isCosted = trials.every(({ costs }) => costs !== undefined);
  const costsMs = new Float64Array(points.count).fill(1);
  for (const { point, status, timeMs, costs } of trials) {
    const index = points.indexOf(point);
    statuses[index] = status;
    if (isCosted) costsMs[index] = Object.values(costs!).reduce((sum, each) => sum + each, 0);
    if (status === 'ok' && timeMs !== undefined) times[index] = timeMs;
  }
  return { name, points, times, statuses, costsMs };
}

/** What measuring the point brought when it was done. */
export function replayed({ points, times, statuses }: RecordedSpace, point: Point): TrialResult {
  const index = points.indexOf(point);
  const time = times[index] ?? Number.POSITIVE_INFINITY;
  if (Number.isFinite(time)) return { status: 'ok', time };
  const status = statuses[index] ?? 'failed';
  return { status: status === 'ok' ? 'failed' : status };
}
