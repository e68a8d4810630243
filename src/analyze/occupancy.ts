// Experiments with how much an SM holds at once: another number of resident workgroups, and fewer registers
// or less workgroup memory by as much as makes room for one workgroup more.

import type { TimingInput } from '../emulate/device.ts';
import { type Occupancy, occupancy } from '../emulate/occupancy.ts';
import { allocatedWorkgroupBytes } from '../machine/program.ts';

export function occupancyOf(timing: TimingInput): Occupancy {
  const { program, totalWorkgroups } = timing.trace;
  return occupancy({
    limits: timing.profile.limits,
    registersPerThread: program.registersPerThread,
    workgroupBytes: allocatedWorkgroupBytes(program),
    workgroupSize: timing.workgroupSize,
    totalWorkgroups,
  });
}

/** At most `count` workgroups per SM. */
export function withResidents(timing: TimingInput, count: number): TimingInput {
  const { limits } = timing.profile;
  const workgroupsPerSm = { ...limits.workgroupsPerSm, value: count };
  return { ...timing, profile: { ...timing.profile, limits: { ...limits, workgroupsPerSm } } };
}

/** Another need of registers or workgroup memory for the same code. */
export function withNeeds(
  timing: TimingInput,
  needs: { readonly registersPerThread?: number; readonly workgroupBytes?: number },
): TimingInput {
  return { ...timing, trace: { ...timing.trace, program: { ...timing.trace.program, ...needs } } };
}

/** The next smaller need that lets an SM hold more workgroups; undefined when there is none. */
export function nextStep(
  timing: TimingInput,
  need: 'registersPerThread' | 'workgroupBytes',
): { readonly value: number; readonly changed: TimingInput; readonly fraction: number } | undefined {
  const now = occupancyOf(timing);
  const from = timing.trace.program[need];
  const unit = need === 'registersPerThread' ? 8 : timing.profile.limits.sharedAllocationBytes.value;
  for (let value = Math.floor((from - 1) / unit) * unit; value >= unit; value -= unit) {
    const changed = withNeeds(timing, { [need]: value });
    const then = occupancyOf(changed);
    if (then.workgroupsPerSm > now.workgroupsPerSm) return { value, changed, fraction: then.fraction };
  }
  return undefined;
}

/** Workgroups per SM that each limit alone would allow. */
export function occupancyLimits(
  timing: TimingInput,
): { readonly name: string; readonly workgroups: number }[] {
  const { limits } = timing.profile;
  const { registersPerThread } = timing.trace.program;
  const workgroupBytes = allocatedWorkgroupBytes(timing.trace.program);
  const { workgroupSize, trace } = timing;
  const plenty = { value: 1e6, source: '' };
  const most = (
    changes: Partial<typeof limits>,
    needs: { registersPerThread: number; workgroupBytes: number },
  ) =>
    occupancy({ limits: { ...limits, ...changes }, ...needs, workgroupSize, totalWorkgroups: Infinity })
      .workgroupsThatFit;
  const nothing = { registersPerThread: 0, workgroupBytes: 0 };
  const many = { warpsPerSm: plenty, workgroupsPerSm: plenty };
  const reserved = { sharedReservedBytes: { value: 0, source: '' } };
  return [
    { name: 'warps', workgroups: most({ workgroupsPerSm: plenty, ...reserved }, nothing) },
    { name: 'workgroups', workgroups: most({ warpsPerSm: plenty, ...reserved }, nothing) },
    { name: 'registers', workgroups: most({ ...many, ...reserved }, { ...nothing, registersPerThread }) },
    { name: 'workgroup memory', workgroups: most(many, { ...nothing, workgroupBytes }) },
    { name: 'grid', workgroups: Math.ceil(trace.totalWorkgroups / limits.smCount.value) },
  ];
}
