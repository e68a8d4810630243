// Which guessed numbers of a profile a timing leaned on, and which that a rule carried over from another device: those of
// the cost classes and resources that were used, of the memory levels when memory was, of barriers when there were any,
// and of launching always.

import type { Profile, Quantity } from '../profile/profile.ts';
import { resourceNamesOf } from './costs.ts';
import type { FlatProgram } from './flat-program.ts';
import type { Statistics } from './statistics.ts';

/** What a timing leaned on that nobody measured on such a device, as paths into its profile. */
export interface Unmeasured {
  readonly guesses: readonly string[];
  /** By a rule of `hwprofiles/README.md`, of which the source says `derived:by RULE`. */
  readonly carried: readonly string[];
}

export function unmeasuredUsed(profile: Profile, program: FlatProgram, statistics: Statistics): Unmeasured {
  const [guesses, carried]: string[][] = [[], []];
  const note = (path: string, source: string | undefined) => {
    if (source?.startsWith('guess')) guesses.push(path);
    else if (source?.startsWith('derived:by ')) carried.push(path);
  };
  const noteAll = (path: string, quantities: object) => {
    for (const [name, quantity] of Object.entries(quantities)) {
      note(`${path}.${name}`, (quantity as Quantity).source);
    }
  };
  program.classNames.forEach((name, index) => {
    if (statistics.byClass[index] > 0) note(`classes.${name}`, profile.classes[name]?.source);
  });
  resourceNamesOf(profile).forEach((name, id) => {
    const isUsed = statistics.busy[id] > 0 || statistics.latencyStall[id] > 0;
    if (isUsed && name !== 'launch') note(`resources.${name}`, profile.resources[name]?.source);
  });
  note('clockHz', profile.clockHz.source);
  noteAll('limits', profile.limits);
  if (statistics.requests > 0) noteAll('memory', profile.memory);
  noteAll('launch', profile.launch);
  if (program.classNames.some((name, index) => name === 'barrier' && statistics.byClass[index] > 0)) {
    noteAll('barrier', profile.barrier);
  }
  return { guesses, carried };
}
