// Texture instructions, which have a unit of their own in front of L1.

import { Resource } from './costs.ts';
import { Kind } from './flat-program.ts';
import type { i32 } from './integers.ts';
import { deliver, storeLines } from './lines.ts';
import type { SmState } from './state.ts';

/** The texture unit takes quads of lanes one after the other; its texels come through L1, which knows their lines. */
export function accessTexture(
  sm: SmState,
  slot: i32,
  instruction: i32,
  access: i32,
  passes: i32,
  kind: i32,
  time: number,
): void {
  const { costs, prepared } = sm.setup;
  const { statistics } = sm;
  const costClass = prepared.program.costClass[instruction];
  const cycles = passes * costs.gap[costClass];
  const start = Math.max(time, sm.textureFree);
  sm.textureFree = start + cycles;
  statistics.busy[Resource.tex] += cycles * sm.weight[slot];
  if (access >= 0) {
    statistics.requests += sm.weight[slot];
    statistics.requestSectors += prepared.accessSectors[access] * sm.weight[slot];
  }
  if (kind === Kind.storeTexture) {
    if (access >= 0) storeLines(sm, slot, access, kind, sm.textureFree);
    return;
  }
  const served = start + cycles - costs.gap[costClass];
  const latency = costs.latency[costClass];
  deliver(sm, slot, instruction, access, true, start, served, Resource.tex, latency, time);
}
