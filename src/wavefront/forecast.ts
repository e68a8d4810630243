// The time of a wavefront under a configuration: what its dispatches take, and what lies between them.

import { gapTimeNs } from '../app/summary.ts';
import type { Profile } from '../profile/profile.ts';
import { bandNs, type KnotTimes, stripsNs } from './curves.ts';
import { type Configuration, phasesOf, type Strips, type TableSize } from './phases.ts';

/** A configuration with the time that the model gives it. */
export interface Forecasted {
  readonly configuration: Configuration;
  /** From the start of the first dispatch to the end of the last. */
  readonly timeNs: number;
  /** All phases together. */
  readonly dispatches: number;
}

/** What lies between dispatches, in ns. */
export interface Gaps {
  readonly startNs: number;
  readonly dispatchNs: number;
}

export function gapsOf(profile: Profile): Gaps {
  return { startNs: gapTimeNs('start', profile), dispatchNs: gapTimeNs('dispatch', profile) };
}

/** @throws whatever `times` throws */
export function forecastTable(
  size: TableSize,
  configuration: Configuration,
  times: KnotTimes,
  { startNs, dispatchNs }: Gaps,
): Forecasted {
  const { opening, closing, groups } = phasesOf(size, configuration);
  const lone = ({ strips, steps }: Strips) =>
    strips === 0 ? [] : [stripsNs(times, configuration.workgroup, strips, steps)];
  const band = groups.map((each) => bandNs(times, configuration, each));
  const works = [...lone(opening), ...band, ...lone(closing)];
  const gapsNs = startNs + (works.length - 1) * dispatchNs;
  const timeNs = works.reduce((all, workNs) => all + workNs, gapsNs);
  return { configuration, timeNs, dispatches: works.length };
}
