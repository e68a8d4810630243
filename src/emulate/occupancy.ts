// How many workgroups an SM holds at once, by the rules of the vendors' occupancy calculators: registers are
// handed out per warp and per scheduler, workgroup memory in multiples of a granularity after a reserved part, and
// the tightest of the limits decides.

import type { Limits } from '../profile/profile.ts';

export type OccupancyLimit = 'warps' | 'workgroups' | 'registers' | 'workgroup-memory' | 'grid';

export interface OccupancyInput {
  readonly limits: Limits;
  /** As the driver reports, before granularity. */
  readonly registersPerThread: number;
  readonly workgroupBytes: number;
  /** Invocations per workgroup. */
  readonly workgroupSize: number;
  readonly totalWorkgroups: number;
}

export interface Occupancy {
  /** Resident on the fullest SM; 0 when a single workgroup does not fit. */
  readonly workgroupsPerSm: number;
  readonly warpsPerSm: number;
  /** Resident warps over the warps an SM can hold. */
  readonly fraction: number;
  /** What keeps it from being higher; `grid` when the launch has too few workgroups to fill the device. */
  readonly limit: OccupancyLimit;
  /** Workgroups per SM that would fit if the launch were large enough. */
  readonly workgroupsThatFit: number;
  readonly warpsPerWorkgroup: number;
  /** Workgroups that would fit if they had no warps, for whom these have ended. */
  readonly workgroupsBesidesWarps: number;
  /** Workgroup memory taken by the resident workgroups, reserved part and granularity included. */
  readonly workgroupBytesPerSm: number;
}

/** How many workgroups and warps of a kernel are resident on an SM at once, and what limits them. */
export function occupancy(input: OccupancyInput): Occupancy {
  const { limits, totalWorkgroups } = input;
  const warpsPerWorkgroup = Math.ceil(input.workgroupSize / limits.subgroupSize.value);
  const bytesPerWorkgroup = allocatedBytes(limits, input.workgroupBytes);
  const byBytes = byMemory(limits, input.workgroupBytes, bytesPerWorkgroup);
  const candidates: readonly (readonly [OccupancyLimit, number])[] = [
    ['warps', Math.floor(limits.warpsPerSm.value / warpsPerWorkgroup)],
    ['registers', byRegisters(limits, input.registersPerThread, warpsPerWorkgroup)],
    ['workgroup-memory', byBytes],
    ['workgroups', limits.workgroupsPerSm.value],
  ];
  let [limit, workgroupsThatFit] = candidates[0];
  for (const [name, count] of candidates) {
    if (count < workgroupsThatFit) {
      limit = name;
      workgroupsThatFit = count;
    }
  }
  const share = Math.ceil(totalWorkgroups / limits.smCount.value);
  const workgroupsPerSm = Math.min(workgroupsThatFit, share);
  if (workgroupsPerSm < workgroupsThatFit) limit = 'grid';
  const warpsPerSm = workgroupsPerSm * warpsPerWorkgroup;
  return {
    workgroupsPerSm,
    warpsPerSm,
    fraction: warpsPerSm / limits.warpsPerSm.value,
    limit,
    workgroupsThatFit,
    warpsPerWorkgroup,
    workgroupsBesidesWarps: Math.min(byBytes, limits.workgroupsPerSm.value, share),
    workgroupBytesPerSm: workgroupsPerSm * bytesPerWorkgroup,
  };
}

/**
 * L1 that is left when `workgroupBytesPerSm` of a shared array is taken by workgroup memory, or what the driver sets
 * aside for it whether a kernel has any or not (microbench/keeping).
 */
export function l1Bytes(limits: Limits, workgroupBytesPerSm: number): number {
  const carveouts = limits.sharedCarveoutBytes.values;
  if (carveouts.length === 0) return limits.l1SharedBytes.value;
  const configured = limits.sharedConfiguredBytes?.value;
  const setAside = configured === undefined ? 0 : configured + limits.sharedReservedBytes.value;
  const taken = Math.max(workgroupBytesPerSm, setAside);
  const carveout = carveouts.find((bytes) => bytes >= taken) ?? carveouts.at(-1)!;
  return Math.max(0, limits.l1SharedBytes.value - carveout);
}

/** Registers belong to parts of the SM, one part per warp of the allocation granularity. */
function byRegisters(limits: Limits, registersPerThread: number, warpsPerWorkgroup: number): number {
  if (registersPerThread > limits.registersPerThread.value) return 0;
  if (registersPerThread === 0) return Infinity;
  const parts = limits.warpAllocation.value;
  const perWarp = roundUp(registersPerThread * limits.subgroupSize.value, limits.registerAllocation.value);
  // The hardware's launch check assumes that every part holds as many warps as the fullest one.
  if (perWarp * roundUp(warpsPerWorkgroup, parts) > limits.registersPerSm.value) return 0;
  const warpsPerPart = Math.floor(limits.registersPerSm.value / parts / perWarp);
  return Math.floor((warpsPerPart * parts) / warpsPerWorkgroup);
}

function byMemory(limits: Limits, workgroupBytes: number, bytesPerWorkgroup: number): number {
  if (workgroupBytes > limits.sharedBytesPerWorkgroup.value) return 0;
  if (bytesPerWorkgroup === 0) return Infinity;
  const fitting = Math.floor(limits.sharedBytesPerSm.value / bytesPerWorkgroup);
  const configured = limits.sharedConfiguredBytes?.value;
  if (configured === undefined || workgroupBytes === 0) return fitting;
  const ownBytes = roundUp(workgroupBytes, limits.sharedAllocationBytes.value);
  return Math.min(fitting, Math.max(1, Math.floor(configured / ownBytes)));
}

function allocatedBytes(limits: Limits, workgroupBytes: number): number {
  return roundUp(workgroupBytes + limits.sharedReservedBytes.value, limits.sharedAllocationBytes.value);
}

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}
