// The toy profile of the emulator's tests: round numbers, so that times can be computed by hand.
import type { Profile } from '../../src/profile/profile.ts';
import document from '../profiles/toy.json' with { type: 'json' };

export const toy = document as unknown as Profile;
