// Which guessed numbers of a profile a timing leaned on: those of the cost classes and resources that were
// used, of the memory levels when memory was, of barriers when there were any, and of launching always.

import type { Profile, Quantity } from '../profile/profile.ts';
import { resourceNamesOf } from './costs.ts';
import type { FlatProgram } from './flat-program.ts';
import type { Statistics } from './statistics.ts';

export function guessesUsed(profile: Profile, program: FlatProgram, statistics: Statistics): string[] {
  const guesses: string[] = [];
  const note = (path: string, source: string | undefined) => {
    if (source?.startsWith('guess')) guesses.push(path);
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
  return guesses;
}
