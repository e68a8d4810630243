// What the timing model says about a launch, without the search for what it hangs on, which takes many timings.

import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { type Estimate, predictTime } from '../../src/emulate/estimate.ts';
import { guarded } from '../../src/predict/compile-stages.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { type TracedLaunch, traceLaunch } from '../../src/predict/traced-launch.ts';
import type { Profile } from '../../src/profile/profile.ts';
import type { Case } from './cases.ts';

export type Traced = TracedLaunch & { readonly diagnostics: readonly Diagnostic[] };

/** The program and the trace of a case on a device, or why it is refused. */
export function tracedCase({ launch, source }: Case, profile: Profile): Traced | string {
  const options = { profile, without: [], seed: 0, files: () => new Uint8Array() };
  const { value, diagnostics } = guarded(() => traceLaunch(launch, source, options));
  return value ? { ...value, diagnostics } : diagnostics.map((each) => each.message).join('; ');
}

export function timed({ program, trace }: Traced, profile: Profile): Estimate {
  return predictTime({ trace, profile, workgroupSize: invocationsOf(program.module), cache: 'warm' });
}
