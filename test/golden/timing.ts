// What the timing model says about a launch, without the search for what it hangs on, which takes many timings.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { type Estimate, predictTime } from '../../src/emulate/estimate.ts';
import { Allowance } from '../../src/execute/allowance.ts';
import { guarded } from '../../src/predict/compile-stages.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import {
  compileLaunch,
  nothingShared,
  type SharedCompilation,
  type TracedLaunch,
  traceLaunch,
} from '../../src/predict/traced-launch.ts';
import type { Profile } from '../../src/profile/profile.ts';
import type { Case } from './cases.ts';

export type Traced = TracedLaunch & { readonly diagnostics: readonly Diagnostic[] };

const optionsFor = (profile: Profile) => ({ profile, without: [], seed: 0, files: () => new Uint8Array() });

/** The program of a case for a device, unless that refuses it. */
export function compiledCase({ launch, source }: Case, profile: Profile, shared: SharedCompilation) {
  const run = () => compileLaunch(launch, source, optionsFor(profile), undefined, shared);
  return guarded(run).value?.program;
}

/**
 * The program and the trace of a case on a device, or why it is refused.
 * @param shared with other devices that the same case is asked for, which spares what they have in common
 */
export function tracedCase(
  { launch, source }: Case,
  profile: Profile,
  shared = nothingShared(),
): Traced | string {
  const options = optionsFor(profile);
  const { value, diagnostics } = guarded(() => {
    const allowance = new Allowance({}, () => 0);
    const compiled = compileLaunch(launch, source, options, allowance, shared);
    return traceLaunch(launch, source, options, allowance, compiled);
  });
  return value ? { ...value, diagnostics } : diagnostics.map((each) => each.message).join('; ');
}

export function timed({ program, trace }: Traced, profile: Profile): Estimate {
  return predictTime({ trace, profile, workgroupSize: invocationsOf(program.module), cache: 'warm' });
}
