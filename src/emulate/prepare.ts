// Everything about a trace that timing needs and that no latency or bandwidth changes. Sensitivity analysis
// prepares once and times a trace many times.

import type { Trace } from '../execute/trace.ts';
import type { Profile } from '../profile/profile.ts';
import { type Footprint, footprint } from './footprint.ts';
import { type WorkSpread, workSpread } from './imbalance.ts';
import { type PreparedTrace, prepareTrace } from './prepared-trace.ts';

export interface Preparation {
  readonly prepared: PreparedTrace;
  readonly footprint: Footprint;
  readonly spread: WorkSpread;
}

/** Good for any profile with the same line and sector sizes. */
export function prepare(trace: Trace, profile: Profile): Preparation {
  const prepared = prepareTrace(trace, profile.memory);
  return {
    prepared,
    footprint: footprint(prepared, profile.memory.sectorBytes.value),
    spread: workSpread(prepared),
  };
}
