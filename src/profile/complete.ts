// Profile files from before textures were predicted say nothing of the texture unit. They are taken as they are, with
// the way to L1 as a guess for it.

import type { Profile } from './profile.ts';

const TEXTURE_CLASSES = ['texture_load', 'texture_sample', 'surface_load', 'surface_store', 'texture_query'];

/** The profile with what it lacks of textures; itself where it lacks nothing. */
export function withTextures(profile: Profile): Profile {
  const missing = TEXTURE_CLASSES.filter((name) => !Object.hasOwn(profile.classes, name));
  if (missing.length === 0) return profile;
  const { l1, lsu, tex } = profile.resources;
  const source = 'guess: the profile has nothing of textures; as L1 and the way to it';
  const guessed = {
    latencyCycles: l1?.latencyCycles ?? 1,
    gapCycles: lsu?.gapCycles ?? 1,
    scope: 'sm',
    source,
  } as const;
  const added = Object.fromEntries(missing.map((name) => [name, { resource: 'tex' }]));
  return {
    ...profile,
    resources: { ...profile.resources, tex: tex ?? guessed },
    classes: { ...profile.classes, ...added },
  };
}
