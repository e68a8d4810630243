// What moves a launch's time besides its resources: occupancy, the clock, the launch itself, and the last wave.

import type { TimingInput } from '../emulate/device.ts';
import type { Estimate } from '../emulate/estimate.ts';
import { log, log1p } from '../numeric/portable.ts';
import { withLargerDispatch } from './changed-trace.ts';
import type { Clock } from './clock.ts';
import type { Factor, SensitivityEntry } from './diagnosis.ts';
import { spent } from './effort.ts';
import { launchShare, tailShare } from './limit.ts';
import { withResidents } from './occupancy.ts';

/** Share of the effort after which occupancy and the slower clock are left out. */
const FACTORS_EFFORT = 0.9;

/** Occupancy, clock, launch overhead and tail: parameters of the launch rather than of a resource. */
export function factorsOf(
  timing: TimingInput,
  estimate: Estimate,
  sensitivities: readonly SensitivityEntry[],
  step: number,
  clock: Clock,
): Factor[] {
  return [
    ...occupancyFactor(timing, estimate, sensitivities, clock),
    clockFactor(timing, step, clock),
    {
      name: 'launch overhead',
      elasticity: launchShare(estimate),
      meaning: 'share of the time that any dispatch pays',
    },
    {
      name: 'tail',
      elasticity: tailShare(estimate),
      meaning: 'share of the time in which SMs wait for the last one, as workgroups differ',
    },
  ];
}

/**
 * With half as many workgroups per SM, in a launch of many waves: how the last one is filled is another matter.
 * A step of one workgroup is less to be trusted, as a number that does not divide the launch can cost more than
 * a smaller one that does.
 */
function occupancyFactor(
  timing: TimingInput,
  estimate: Estimate,
  sensitivities: readonly SensitivityEntry[],
  clock: Clock,
): Factor[] {
  const now = estimate.occupancy.workgroupsPerSm;
  const isHidden = sensitivities.every(
    ({ parameter, resource, elasticity }) =>
      parameter === 'gap' || resource === 'launch' || elasticity < HIDDEN,
  );
  const isSpent = spent(clock.effort) >= FACTORS_EFFORT;
  if (now < 2 || isHidden || isSpent) return [];
  const isLong = estimate.waves >= MANY_WAVES;
  // A small grid stays as sparse as it is.
  const many = isLong ? timing : withResidents(withLargerDispatch(timing, MANY_WAVES), now);
  const fewer = Math.floor(now / 2);
  const timeNs = isLong ? clock.timeNs : clock.timeOf(many);
  const fewerNs = clock.timeOf(withResidents(many, fewer));
  const working = isLong ? 1 : 1 - launchShare(estimate);
  return [
    {
      name: 'occupancy',
      elasticity: (working * log(fewerNs / timeNs)) / log(fewer / now),
      meaning: `negative where fewer workgroups per SM (${fewer} for ${now}) take longer`,
    },
  ];
}

const MANY_WAVES = 16;
/** Where no latency shows, fewer workgroups would not either. */
const HIDDEN = 0.05;

/** Core clock, both ways where the effort allows, with the memories' bytes per second as they are. */
function clockFactor(timing: TimingInput, step: number, { timeOf, timeNs, effort }: Clock): Factor {
  const { clockHz } = timing.profile;
  const timeAt = (factor: number) => {
    const profile = { ...timing.profile, clockHz: { ...clockHz, value: clockHz.value * factor } };
    return timeOf({ ...timing, profile });
  };
  const isSpent = spent(effort) >= FACTORS_EFFORT;
  const faster = timeAt(1 + step);
  const [slower, range] = isSpent ? [timeNs, 1] : [timeAt(1 / (1 + step)), 2];
  return {
    name: 'clock',
    elasticity: log(faster / slower) / (range * log1p(step)),
    meaning: 'negative where a faster clock of the SMs saves time; DRAM and L2 keep their bandwidths',
  };
}
