// Cases worked out by the rules of NVIDIA's occupancy calculator (CUDA Programming Guide, technical
// specifications per compute capability). Device limits are the published ones, written out here so that a
// change of a shipped profile cannot move the expected values.
import { describe, expect, it } from 'vitest';
import { l1Bytes, occupancy } from '../../src/emulate/occupancy.ts';
import type { Limits } from '../../src/profile/profile.ts';

interface Device {
  readonly warps: number;
  readonly workgroups: number;
  readonly sharedKiB: number;
  readonly allocationBytes: number;
  readonly reservedBytes: number;
  readonly arrayKiB: number;
  readonly carveoutsKiB: readonly number[];
}

const CC35: Device = {
  warps: 64,
  workgroups: 16,
  sharedKiB: 48,
  allocationBytes: 256,
  reservedBytes: 0,
  arrayKiB: 64,
  carveoutsKiB: [16, 32, 48],
};
const CC61: Device = {
  warps: 64,
  workgroups: 32,
  sharedKiB: 96,
  allocationBytes: 256,
  reservedBytes: 0,
  arrayKiB: 48,
  carveoutsKiB: [],
};
const CC80: Device = {
  warps: 64,
  workgroups: 32,
  sharedKiB: 164,
  allocationBytes: 128,
  reservedBytes: 1024,
  arrayKiB: 192,
  carveoutsKiB: [0, 8, 16, 32, 64, 100, 132, 164],
};
const CC89: Device = {
  warps: 48,
  workgroups: 24,
  sharedKiB: 100,
  allocationBytes: 128,
  reservedBytes: 1024,
  arrayKiB: 128,
  carveoutsKiB: [0, 8, 16, 32, 64, 100],
};
const CC90: Device = {
  warps: 64,
  workgroups: 32,
  sharedKiB: 228,
  allocationBytes: 128,
  reservedBytes: 1024,
  arrayKiB: 256,
  carveoutsKiB: [0, 8, 16, 32, 64, 100, 132, 164, 196, 228],
};

function limitsOf(device: Device): Limits {
  const quantity = (value: number) => ({ value, source: 'doc:CUDA-SPEC' });
  return {
    smCount: quantity(100),
    subgroupSize: quantity(32),
    schedulersPerSm: quantity(4),
    issuePerScheduler: quantity(1),
    warpsPerSm: quantity(device.warps),
    workgroupsPerSm: quantity(device.workgroups),
    invocationsPerWorkgroup: quantity(1024),
    registersPerSm: quantity(65536),
    registersPerThread: quantity(255),
    registerAllocation: quantity(256),
    warpAllocation: quantity(4),
    sharedBytesPerSm: quantity(device.sharedKiB * 1024),
    sharedBytesPerWorkgroup: quantity(48 * 1024),
    sharedAllocationBytes: quantity(device.allocationBytes),
    sharedReservedBytes: quantity(device.reservedBytes),
    l1SharedBytes: quantity(device.arrayKiB * 1024),
    sharedCarveoutBytes: { values: device.carveoutsKiB.map((kib) => kib * 1024), source: 'doc:CUDA-SPEC' },
  };
}

function occupancyOf(
  device: Device,
  workgroupSize: number,
  registersPerThread: number,
  workgroupBytes: number,
) {
  return occupancy({
    limits: limitsOf(device),
    workgroupSize,
    registersPerThread,
    workgroupBytes,
    totalWorkgroups: 1e6,
  });
}

describe('occupancy', () => {
  it.each([
    // 8 warps a workgroup: 64/8 = 8. Registers: 32·32 = 1024 a warp, 16384/1024 = 16 a quarter, 64 → 8.
    ['3.5 full', CC35, 256, 32, 0, 8, 64, 'warps'],
    // 64 threads are 2 warps: 64/2 = 32, but 16 workgroups at most → 32 warps.
    ['3.5 small workgroups', CC35, 64, 16, 0, 16, 32, 'workgroups'],
    // 12000 B → 12032 (47·256); 49152/12032 = 4.08 → 4; warps would allow 64/4 = 16.
    ['3.5 workgroup memory', CC35, 128, 20, 12000, 4, 16, 'workgroup-memory'],
    // 37·32 = 1184 → 1280 a warp; 16384/1280 = 12.8 → 12 a quarter, 48 → 48/8 = 6.
    ['6.1 registers', CC61, 256, 37, 0, 6, 48, 'registers'],
    // 96 KiB with 16 KiB each: 6 of 4 warps; warps 16, registers 24·32 = 768 → 21·4 = 84/4 = 21.
    ['6.1 workgroup memory', CC61, 128, 24, 16384, 6, 24, 'workgroup-memory'],
    // 1024 threads are 32 warps: 64/32 = 2; registers 32 → 64/32 = 2: warps named first.
    ['6.1 large workgroups', CC61, 1024, 32, 0, 2, 64, 'warps'],
    // 33·32 = 1056 → 1280; 12 a quarter, 48/32 = 1.
    ['8.0 one register too many', CC80, 1024, 33, 0, 1, 32, 'registers'],
    // 20000 + 1024 = 21024 → 21120 (165·128); 167936/21120 = 7.95 → 7; 7·8 = 56 warps.
    ['8.0 workgroup memory', CC80, 256, 32, 20000, 7, 56, 'workgroup-memory'],
    // 128·32 = 4096 a warp; 4 a quarter, 16 warps; 16/8 = 2.
    ['8.0 register tile', CC80, 256, 128, 0, 2, 16, 'registers'],
    // 48 warps an SM: 48/16 = 3 workgroups of 512; registers 40·32 = 1280 → 48/16 = 3: warps named first.
    ['8.9 full', CC89, 512, 40, 0, 3, 48, 'warps'],
    // 1 warp: 24 workgroups at most, 24 KiB of reserved memory is no limit.
    ['8.9 one warp', CC89, 32, 24, 0, 24, 24, 'workgroups'],
    // 1024 threads: 48/32 = 1.
    ['8.9 large workgroups', CC89, 1024, 24, 0, 1, 32, 'warps'],
    // 48 KiB + 1 KiB = 50176; 233472/50176 = 4.65 → 4.
    ['9.0 most workgroup memory', CC90, 128, 64, 49152, 4, 16, 'workgroup-memory'],
    // 255·32 = 8160 → 8192; 2 a quarter, 8 warps: one workgroup of 8.
    ['9.0 most registers', CC90, 256, 255, 0, 1, 8, 'registers'],
    // 96 threads are 3 warps: 64/3 = 21; registers 48·32 = 1536 → 10 a quarter, 40/3 = 13.
    ['9.0 three warps', CC90, 96, 48, 0, 13, 39, 'registers'],
    // 9 warps at 168 registers: 5376 → 3 a quarter, 12 warps; the check takes 12·5376 = 64512 ≤ 65536.
    ['9.0 launch check passes', CC90, 288, 168, 0, 1, 9, 'registers'],
    // 9 warps at 176: 5632 a warp; 12·5632 = 67584 > 65536 although 9·5632 = 50688 would fit.
    ['9.0 launch check fails', CC90, 288, 176, 0, 0, 0, 'registers'],
  ] as const)('%s', (_name, device, size, registers, bytes, workgroups, warps, limit) => {
    const result = occupancyOf(device, size, registers, bytes);
    expect([result.workgroupsPerSm, result.warpsPerSm, result.limit]).toEqual([workgroups, warps, limit]);
    expect(result.fraction).toBe(warps / device.warps);
  });

  it('is limited by what the driver sets aside for workgroup memory', () => {
    const limits = { ...limitsOf(CC90), sharedConfiguredBytes: { value: 49152, source: 'guess:test' } };
    const shape = { limits, workgroupSize: 64, registersPerThread: 16, totalWorkgroups: 1e6 };
    const fitting = (workgroupBytes: number) => occupancy({ ...shape, workgroupBytes }).workgroupsThatFit;
    // The reserved part does not count: three of 16 KiB, two of 24, one of more; without any, 32 workgroups.
    expect([16384, 24576, 28672, 49152, 0].map(fitting)).toEqual([3, 2, 1, 1, 32]);
  });

  it('is limited by the grid when the launch cannot fill the device', () => {
    const small = { limits: limitsOf(CC90), workgroupSize: 256, registersPerThread: 32, workgroupBytes: 0 };
    // 250 workgroups on 100 SMs: the fullest hold 3 of the 8 that fit.
    const result = occupancy({ ...small, totalWorkgroups: 250 });
    expect(result).toMatchObject({ workgroupsPerSm: 3, warpsPerSm: 24, limit: 'grid', workgroupsThatFit: 8 });
    expect(occupancy({ ...small, totalWorkgroups: 701 }).limit).toBe('warps');
  });

  it('refuses what does not fit', () => {
    expect(occupancyOf(CC90, 256, 32, 49153)).toMatchObject({
      workgroupsPerSm: 0,
      limit: 'workgroup-memory',
    });
    expect(occupancyOf(CC90, 256, 256, 0)).toMatchObject({ workgroupsPerSm: 0, limit: 'registers' });
  });

  it('leaves L1 what the smallest sufficient carve-out does not take', () => {
    expect(l1Bytes(limitsOf(CC90), 0)).toBe(256 * 1024);
    expect(l1Bytes(limitsOf(CC90), 33 * 1024)).toBe(192 * 1024);
    expect(l1Bytes(limitsOf(CC90), 228 * 1024)).toBe(28 * 1024);
    // Separate arrays: workgroup memory takes nothing from L1.
    expect(l1Bytes(limitsOf(CC61), 96 * 1024)).toBe(48 * 1024);
  });
});
