// Memory instructions. Each enters the load/store unit, then the data port of workgroup memory or L1 for as
// many cycles as its bank passes or cache lines need (what becomes of the lines: lines.ts). Stores and atomics
// without result hold bandwidth but no warp. Work queued far beyond what the queues hold blocks further memory
// instructions at issue (the gates).

import { Gate, Resource } from './costs.ts';
import { Kind } from './flat-program.ts';
import { atomic } from './global-atomics.ts';
import type { i32 } from './integers.ts';
import { deliver, storeLines } from './lines.ts';
import { writeDestinations } from './registers.ts';
import { returnShared } from './return-order.ts';
import type { SmState } from './state.ts';
import { accessTexture } from './texture-unit.ts';

export function issueMemory(sm: SmState, slot: i32, instruction: i32, kind: i32, time: number): void {
  const { prepared, costs } = sm.setup;
  const position = prepared.program.access[instruction];
  const access = position < 0 ? -1 : sm.accessBase[slot] + position;
  if (access >= 0 && prepared.trace.accessLanes[access] === 0) {
    writeDestinations(sm, slot, instruction, time + costs.issueCycles, Resource.issue, 0);
    return;
  }
  const passes = access < 0 ? 1 : prepared.joinedPasses[access];
  if (kind === Kind.loadTexture || kind === Kind.storeTexture) {
    accessTexture(sm, slot, instruction, access, passes, kind, time);
    closeGates(sm);
    return;
  }
  const admitted = enterLoadStoreUnit(sm, slot, time);
  switch (kind) {
    case Kind.loadShared:
    case Kind.storeShared:
    case Kind.atomicShared:
      accessShared(sm, slot, instruction, passes, time, admitted);
      break;
    case Kind.exchange:
      exchange(sm, slot, instruction, time, admitted);
      break;
    case Kind.storeGlobal:
    case Kind.storeLocal:
      store(sm, slot, access, passes, kind, admitted);
      break;
    case Kind.atomicGlobal:
    case Kind.reduceGlobal:
      atomic(sm, slot, instruction, access, passes, 1, time, enterL1Port(sm, slot, access, 1, admitted));
      break;
    case Kind.loadGlobalUncached:
      loadUncached(sm, slot, instruction, access, passes, time, admitted);
      break;
    default:
      load(sm, slot, instruction, access, passes, kind, time, admitted);
  }
  closeGates(sm);
}

function enterLoadStoreUnit(sm: SmState, slot: i32, time: number): number {
  const { costs } = sm.setup;
  const unit = costs.lsuIsPerScheduler ? sm.schedulerOf[slot] : 0;
  const admitted = Math.max(time, sm.lsuFree[unit]);
  sm.lsuFree[unit] = admitted + costs.lsuGapCycles;
  sm.statistics.busy[Resource.lsu] += costs.lsuGapCycles * sm.weight[slot];
  return admitted;
}

/** Some exchanges and accesses with conflicts take the unit longer than others. */
function holdLoadStoreUnit(sm: SmState, slot: i32, furtherCycles: number): void {
  if (furtherCycles <= 0) return;
  const { costs } = sm.setup;
  sm.lsuFree[costs.lsuIsPerScheduler ? sm.schedulerOf[slot] : 0] += furtherCycles;
  sm.statistics.busy[Resource.lsu] += furtherCycles * sm.weight[slot];
}

/** Where queued work reaches too far ahead, later memory instructions cannot issue yet. */
function closeGates(sm: SmState): void {
  const { costs, memory } = sm.setup;
  let open = sm.l1PortFree - costs.queueCycles;
  let resource: i32 = Resource.l1;
  const depth = memory.dramLatencyCycles;
  const l2Free = Math.max(sm.l2PortFree, sm.l2WriteFree, sm.translationFree);
  if (l2Free - depth > open) {
    open = l2Free - depth;
    resource = Resource.l2;
  }
  if (sm.dramFree - depth > open) {
    open = sm.dramFree - depth;
    resource = Resource.dram;
  }
  const { cluster: level, side } = memory;
  const { cluster } = sm;
  if (level !== undefined && cluster !== undefined && cluster.portFree - depth > open) {
    open = cluster.portFree - depth;
    resource = level.resource;
  }
  if (side !== undefined && sm.sideFree - depth > open) {
    open = sm.sideFree - depth;
    resource = side.resource;
  }
  if (sm.atomicFree - depth > open) {
    open = sm.atomicFree - depth;
    resource = Resource.atomic;
  }
  if (sm.textureFree - costs.queueCycles > open) {
    open = sm.textureFree - costs.queueCycles;
    resource = Resource.tex;
  }
  const sharedOpen = sm.sharedPortFree - costs.queueCycles;
  for (let scheduler = 0; scheduler < costs.schedulers; scheduler++) {
    const lsuOpen = sm.lsuFree[costs.lsuIsPerScheduler ? scheduler : 0] - costs.queueCycles;
    const gates = Gate.firstQueue + scheduler * Gate.queues;
    sm.gate[gates + Gate.ofShared] = Math.max(lsuOpen, sharedOpen);
    sm.gateResource[gates + Gate.ofShared] = Resource.shared;
    sm.gate[gates + Gate.ofGlobal] = Math.max(lsuOpen, open);
    sm.gateResource[gates + Gate.ofGlobal] = resource;
  }
}

function accessShared(
  sm: SmState,
  slot: i32,
  instruction: i32,
  passes: i32,
  time: number,
  admitted: number,
): void {
  const { costs, prepared } = sm.setup;
  const costClass = prepared.program.costClass[instruction];
  holdLoadStoreUnit(sm, slot, passes * costs.lsuPassCycles - costs.lsuGapCycles);
  // The first pass of an atomic takes longer than those that follow it.
  const cycles = passes === 0 ? 0 : costs.gap[costClass] + (passes - 1) * costs.sharedPassCycles[costClass];
  const start = Math.max(admitted, sm.sharedPortFree);
  sm.sharedPortFree = start + cycles;
  if (costs.sharesPort) sm.l1PortFree = sm.sharedPortFree;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  statistics.busy[Resource.shared] += cycles * weight;
  statistics.sharedRequests += weight;
  const fewest = costs.sharedPassesOfWarp * prepared.program.accessCount[instruction];
  statistics.sharedConflicts += Math.max(0, passes - fewest) * weight;
  const latency = costs.latency[costClass];
  const ready = start + (cycles - costs.gap[costClass]) + latency;
  returnShared(sm, slot, instruction, ready, Resource.shared, 1 - latency / (ready - time));
}

function exchange(sm: SmState, slot: i32, instruction: i32, time: number, admitted: number): void {
  const { costs, prepared } = sm.setup;
  const costClass = prepared.program.costClass[instruction];
  const latency = costs.latency[costClass];
  holdLoadStoreUnit(sm, slot, costs.gap[costClass] - costs.lsuGapCycles);
  const ready = admitted + latency;
  returnShared(sm, slot, instruction, ready, Resource.lsu, 1 - latency / (ready - time));
}

/** Of the L1 data port: bank passes, or tag look-ups when an access spreads over many lines. */
function portCycles(sm: SmState, lines: i32, passes: i32): number {
  const { l1PassCycles, extraLineCycles } = sm.setup.costs;
  return Math.max(passes * l1PassCycles, l1PassCycles + (lines - 1) * extraLineCycles);
}

/** Holds the L1 data port. */
function enterL1Port(sm: SmState, slot: i32, access: i32, passes: i32, admitted: number): number {
  const { costs, prepared } = sm.setup;
  const lineCount = access < 0 ? 1 : prepared.accessFirstLine[access + 1] - prepared.accessFirstLine[access];
  const cycles = portCycles(sm, lineCount, passes);
  const start = Math.max(admitted, sm.l1PortFree);
  sm.l1PortFree = start + cycles;
  if (costs.sharesPort) sm.sharedPortFree = sm.l1PortFree;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  statistics.busy[Resource.l1] += cycles * weight;
  statistics.requests += weight;
  if (access >= 0) statistics.requestSectors += prepared.accessSectors[access] * weight;
  return start + cycles - costs.l1PassCycles;
}

function load(
  sm: SmState,
  slot: i32,
  instruction: i32,
  access: i32,
  passes: i32,
  kind: i32,
  time: number,
  admitted: number,
): void {
  const { costs } = sm.setup;
  const start = enterL1Port(sm, slot, access, passes, admitted);
  const isCached = kind === Kind.loadLocal || (kind === Kind.loadGlobal && costs.cachesGlobalLoads);
  const latency = costs.l1LatencyCycles;
  deliver(sm, slot, instruction, access, isCached, start, start, Resource.l1, latency, time);
  if (access >= 0 && sm.linesLate > 0) readLate(sm, slot, access, passes);
}

/**
 * What comes later than the rest of an access is read out by itself: lines that L1 lacks take passes of their own, as long
 * as there are fewer passes than lines (counters of random words, microbench/l1-passes.cu).
 */
function readLate(sm: SmState, slot: i32, access: i32, passes: i32): void {
  const { costs, prepared } = sm.setup;
  const lines = prepared.accessFirstLine[access + 1] - prepared.accessFirstLine[access];
  const all = Math.min(lines, passes + sm.linesLate * costs.latePasses) * costs.l1PassCycles;
  const further = all - portCycles(sm, lines, passes);
  if (further <= 0) return;
  sm.l1PortFree += further;
  if (costs.sharesPort) sm.sharedPortFree = sm.l1PortFree;
  sm.statistics.busy[Resource.l1] += further * sm.weight[slot];
}

/** What the kernel changes by atomics is read where it is changed. */
function loadUncached(
  sm: SmState,
  slot: i32,
  instruction: i32,
  access: i32,
  passes: i32,
  time: number,
  admitted: number,
): void {
  const share = sm.setup.memory.atomicLoadShare;
  if (share === 0) load(sm, slot, instruction, access, passes, Kind.loadGlobalUncached, time, admitted);
  else atomic(sm, slot, instruction, access, 1, share, time, enterL1Port(sm, slot, access, passes, admitted));
}

function store(sm: SmState, slot: i32, access: i32, passes: i32, kind: i32, admitted: number): void {
  const start = enterL1Port(sm, slot, access, passes, admitted);
  if (access >= 0) storeLines(sm, slot, access, kind, start);
}
