// Loads of the scalar unit: one word or a few, for the whole warp, through a cache of their own. One port serves all
// warps of an SM; what the cache lacks comes from behind L1, as for any other load.

import { Resource } from './costs.ts';
import type { f64, i32 } from './integers.ts';
import { cachedLine, fetch, latencyBeyond } from './lines.ts';
import type { PortedCache } from './ported-cache.ts';
import { returnScalar } from './return-order.ts';
import type { SmState } from './state.ts';

export function loadScalar(sm: SmState, slot: i32, instruction: i32, costClass: i32, time: number): void {
  const { costs, prepared, memory } = sm.setup;
  const scalar = sm.scalar!;
  const resource = costs.resource[costClass];
  const gap = costs.gap[costClass];
  const start = Math.max(time, scalar.portFree);
  scalar.portFree = start + gap;
  sm.statistics.busy[resource] += gap * sm.weight[slot];
  let latency = costs.latency[costClass];
  let ready = start + latency;
  let from = resource;
  const position = prepared.program.access[instruction];
  const access = position < 0 ? -1 : sm.accessBase[slot] + position;
  if (access >= 0 && prepared.trace.accessLanes[access] > 0) {
    const arrives = lineArrives(sm, scalar, slot, access, start);
    if (arrives > ready) {
      ready = arrives;
      from = sm.lineFrom;
      latency = latencyBeyond(memory, from);
    }
  }
  returnScalar(sm, slot, instruction, ready, from, Math.max(0, 1 - latency / (ready - time)));
}

/** When the last line of the access is there; sets `lineFrom`. */
function lineArrives(sm: SmState, scalar: PortedCache, slot: i32, access: i32, start: number): number {
  const { prepared } = sm.setup;
  const weight = sm.weight[slot];
  sm.statistics.requests += weight;
  sm.statistics.requestSectors += prepared.accessSectors[access] * weight;
  let last: f64 = 0;
  let from: i32 = Resource.l2;
  const end = prepared.accessFirstLine[access + 1];
  for (let index = prepared.accessFirstLine[access]; index < end; index++) {
    const line = cachedLine(sm, slot, prepared.lines[index]);
    const missing = prepared.masks[index] & ~scalar.lines.valid[line];
    if (missing === 0) scalar.lines.touch(line);
    else {
      scalar.lines.fill(line, missing);
      const buffer = prepared.lineBuffer[prepared.lines[index]];
      scalar.ready[line] = fetch(sm, slot, line, buffer, missing, start);
      scalar.from[line] = sm.lineFrom;
    }
    if (scalar.ready[line] < last) continue;
    last = scalar.ready[line];
    from = scalar.from[line];
  }
  sm.lineFrom = from;
  return last;
}
