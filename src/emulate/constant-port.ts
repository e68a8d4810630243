// Loads from constant banks at places known at run time. One port serves all warps of an SM, each distinct place
// of a warp's lanes in turn, and takes longer where a uniform buffer's places lie in several lines. What the banks
// hold is taken to be in their cache.

import type { i32 } from './integers.ts';
import { returnVector } from './return-order.ts';
import type { SmState } from './state.ts';

export function loadConstant(sm: SmState, slot: i32, instruction: i32, costClass: i32, time: number): void {
  const { costs, prepared } = sm.setup;
  const position = prepared.program.access[instruction];
  const recorded = position < 0 ? ONE_PLACE : prepared.accessPasses[sm.accessBase[slot] + position];
  const lines = recorded >> 8;
  const cycles = (recorded & 255) * costs.gap[costClass] + Math.max(0, lines - 1) * costs.constantLineCycles;
  const start = Math.max(time, sm.constantFree);
  sm.constantFree = start + cycles;
  const resource = costs.resource[costClass];
  sm.statistics.busy[resource] += cycles * sm.weight[slot];
  const latency = costs.latency[costClass];
  const ready = Math.max(start, sm.constantFree - costs.gap[costClass]) + latency;
  returnVector(sm, slot, instruction, ready, resource, 1 - latency / (ready - time));
}

/** As the trace has it: places and, times 256, their lines. */
const ONE_PLACE = 1 + 256;
