// How much of each parameter's use is in each region, as one watched emulation shows: for the rate of a pipe what
// instructions take of it, for all else how long warps wait for it.

import type { Suspect } from '../emulate/sensitivity.ts';
import type { Program } from '../machine/program.ts';
import type { Profile } from '../profile/profile.ts';
import { instructionsOf } from './findings.ts';
import type { Watched } from './observe.ts';
import type { RegionMap } from './regions.ts';
import type { Involvement } from './sensitivities.ts';

export function involvementOf(
  watched: Watched,
  program: Program,
  profile: Profile,
  { regions, ofInstruction }: RegionMap,
): Involvement {
  const classes = instructionsOf(program).map(({ costClass }) => profile.classes[costClass]);
  const { waits, issues, reasons } = watched;
  const sums = (amountOf: (instruction: number) => number): readonly number[] | undefined => {
    const parts = regions.map(() => 0);
    ofInstruction.forEach((region, instruction) => {
      parts[region] += amountOf(instruction);
    });
    const all = parts.reduce((sum, part) => sum + part, 0);
    return all > 0 ? parts.map((part) => part / all) : undefined;
  };
  const demand = (resource: string) =>
    sums((instruction) => {
      const cost = classes[instruction];
      if (resource === 'issue') return issues[instruction];
      return cost?.resource === resource ? issues[instruction] * (cost.gapCycles ?? 1) : 0;
    });
  const waiting = ({ resource, parameter }: Suspect) => {
    const reason = reasons.indexOf(`${resource} ${parameter === 'gap' ? 'busy' : 'latency'}`);
    return reason < 0 ? undefined : sums((instruction) => waits[instruction * reasons.length + reason]);
  };
  const byTime = regions.map(({ timeFraction }) => timeFraction);
  return (suspect) =>
    (suspect.parameter === 'gap' ? demand(suspect.resource) : undefined) ?? waiting(suspect) ?? byTime;
}
