// Where the kernel lies under its roofs: arithmetic done per byte moved at each memory level, and what the
// device could do of both. An operation is one lane of one arithmetic instruction, a fused multiply-add two.

import type { TimingInput } from '../emulate/device.ts';
import type { Estimate } from '../emulate/estimate.ts';
import type { Roofline } from './diagnosis.ts';

const ARITHMETIC = new Set(['fma', 'alu', 'imad', 'imad_hi', 'fp16', 'fp64', 'sfu', 'convert']);

export function rooflineOf(timing: TimingInput, estimate: Estimate): Roofline {
  const { profile, trace } = timing;
  const { limits, clockHz } = profile;
  const lanes = limits.subgroupSize.value;
  const warps = Math.ceil(timing.workgroupSize / lanes) * trace.totalWorkgroups;
  let perWarp = 0;
  for (const [name, count] of Object.entries(estimate.instructions.byClass)) {
    if (ARITHMETIC.has(name)) perWarp += count * (name === 'fma' || name === 'imad' ? 2 : 1);
  }
  const operations = perWarp * warps * lanes;
  const seconds = Math.max(1e-12, (estimate.timeNs - estimate.launchNs) * 1e-9);
  const fma = profile.resources['fma'];
  const perScheduler = 1 / Math.max(fma?.gapCycles ?? 1, 1 / limits.issuePerScheduler.value);
  const schedulers = limits.schedulersPerSm.value * limits.smCount.value;
  const level = (name: string, bytesPerSecond: number, bytes: number) => ({
    name,
    bytesPerSecond,
    intensity: bytes > 0 ? operations / bytes : 0,
  });
  return {
    operationsPerSecond: operations / seconds,
    peakOperationsPerSecond: 2 * lanes * perScheduler * schedulers * clockHz.value,
    levels: [
      level('DRAM', profile.memory.dramReadBytesPerSecond.value, estimate.memory.dramBytes),
      level('L2', profile.memory.l2BytesPerSecond.value, estimate.memory.l2Bytes),
    ],
  };
}
