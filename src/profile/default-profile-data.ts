// The default profile itself, for those that have no files; commands read it from `hwprofiles/` as any other.

import builtIn from '../../hwprofiles/nvidia-h200.json' with { type: 'json' };
import type { Profile } from './profile.ts';

/** The device that predictions are about where no profile is given: `nvidia-h200`. */
export const defaultProfile = builtIn as unknown as Profile;
