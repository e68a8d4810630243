// The time of a wavefront under a configuration: what its dispatches take, and what lies between them.

import { gapTimeNs } from '../app/summary.ts';
import type { Profile } from '../profile/profile.ts';
import type { Curves } from './curves.ts';
import { type Configuration, phasesOf, type Strips, type TableSize } from './phases.ts';

/** A configuration with the time that the model gives it. */
export interface Forecasted {
  readonly configuration: Configuration;
  readonly timeNs: number;
  /** Its dispatches, all phases together. */
  readonly dispatches: number;
}

/** @throws DiagnosticError */
export function forecastTable(
  size: TableSize,
  configuration: Configuration,
  curves: Curves,
  profile: Profile,
): Forecasted {
  const { opening, closing, groups } = phasesOf(size, configuration);
  const lone = ({ strips, steps }: Strips) =>
    strips === 0 ? [] : [curves.stripsNs(configuration.workgroup, strips, steps)];
  const band = groups.map((each) => curves.bandNs(configuration, each));
  const works = [...lone(opening), ...band, ...lone(closing)];
  const gapsNs = gapTimeNs('start', profile) + (works.length - 1) * gapTimeNs('dispatch', profile);
  const timeNs = works.reduce((all, workNs) => all + workNs, gapsNs);
  return { configuration, timeNs, dispatches: works.length };
}
