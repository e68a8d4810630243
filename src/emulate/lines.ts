// The lines of an access on their way: what L1 does not hold comes from L2 and, when the L2 model says so, from DRAM;
// what is stored goes there. Addresses of further pages are looked up beside. Every unit serves requests in order, one
// per gap; latencies count from admission.

import { bitCount } from './bit-count.ts';
import { Resource } from './costs.ts';
import type { DeviceMemory } from './device-memory.ts';
import { Kind } from './flat-program.ts';
import type { f64, i32 } from './integers.ts';
import { keptOfSweep } from './kept-of-sweep.ts';
import { isSameLine } from './line-share.ts';
import { returnVector } from './return-order.ts';
import type { SideLevel } from './side-cache.ts';
import type { SmState } from './state.ts';
import type { Packets } from './store-packets.ts';

/**
 * When what an access asks for is there: its lines, from wherever they come, and behind them what the unit takes longer
 * than L1.
 * @param asked when addresses are translated
 * @param served when the unit is done with the access
 * @param unit Resource that delivers what L1 has, `latency` cycles later
 */
export function deliver(
  sm: SmState,
  slot: i32,
  instruction: i32,
  access: i32,
  isCached: boolean,
  asked: number,
  served: number,
  unit: i32,
  latency: number,
  time: number,
): void {
  const { costs, prepared, memory } = sm.setup;
  const further = latency - costs.l1LatencyCycles;
  let ready = served + latency;
  let resource = unit;
  if (access >= 0) {
    sm.sectorsAskedFor = 0;
    sm.linesLate = 0;
    const end = prepared.accessFirstLine[access + 1];
    for (let index = prepared.accessFirstLine[access]; index < end; index++) {
      const arrives =
        loadLine(sm, slot, prepared.lines[index], prepared.masks[index], isCached, served) + further;
      if (arrives <= ready) continue;
      ready = arrives;
      resource = sm.lineFrom;
    }
    if (sm.sectorsAskedFor > 0) {
      const share = sm.sectorsAskedFor / prepared.accessSectors[access];
      ready = Math.max(ready, translate(sm, slot, access, share, asked));
    }
  }
  const whole = resource === unit ? latency : further + latencyBeyond(memory, resource);
  returnVector(sm, slot, instruction, ready, resource, Math.max(0, 1 - whole / (ready - time)));
}

/**
 * Look-ups of pages that are not at hand, one after the other beside the way to L2; returns when the last sector can be
 * there.
 * @param share of the access's sectors that go beyond L1, which knows lines by their untranslated addresses
 */
export function translate(sm: SmState, slot: i32, access: i32, share: number, start: number): number {
  const { prepared, memory } = sm.setup;
  const { addressPages } = prepared;
  if (addressPages.entries === 0) return 0;
  let missing: f64 = 0;
  for (let index = addressPages.first[access]; index < addressPages.first[access + 1]; index++)
    missing += sm.pages.lookUp(addressPages.pages[index]);
  const expected = addressPages.lookUps[access];
  const cycles = (expected > 0 ? expected : missing) * share * memory.lookUpCycles;
  if (cycles === 0) return 0;
  sm.translationFree = Math.max(start, sm.translationFree) + cycles;
  sm.statistics.translationBusy += cycles * sm.weight[slot];
  return sm.translationFree + memory.l2LatencyCycles;
}

/** When the wanted sectors of one line are there; 0 when L1 has had them for long. */
function loadLine(
  sm: SmState,
  slot: i32,
  traceLine: i32,
  wanted: i32,
  isCached: boolean,
  start: number,
): number {
  const { statistics } = sm;
  const { prepared } = sm.setup;
  const weight = sm.weight[slot];
  const sectors = bitCount(wanted);
  const line = cachedLine(sm, slot, traceLine);
  const buffer = prepared.lineBuffer[traceLine];
  if (!isCached) return fetchFromL2(sm, slot, line, buffer, wanted, start, 1);
  statistics.l1Sectors += sectors * weight;
  const missing = wanted & ~sm.l1.valid[line];
  statistics.l1Hits += (sectors - bitCount(missing)) * weight;
  if (missing === 0) {
    sm.l1.touch(line);
    sm.lineFrom = sm.lineReadyFrom[line];
    return sm.lineReady[line];
  }
  if (sm.l1.valid[line] === 0) sm.linesLeftOut[slot] += weight - 1;
  sm.linesLate++;
  sm.l1.fill(line, missing);
  const arrives = fetch(sm, slot, line, buffer, missing, start);
  sm.lineReady[line] = arrives;
  sm.lineReadyFrom[line] = sm.lineFrom;
  return arrives;
}

/** The number under which caches know a line of the trace; see `lineOffset`. */
export function cachedLine(sm: SmState, slot: i32, traceLine: i32): i32 {
  const { prepared } = sm.setup;
  const epoch = sm.epoch[sm.workgroupOf[slot]];
  if (isSameLine(prepared.lineShare[traceLine], traceLine, epoch)) return traceLine;
  const line = traceLine + sm.lineOffset[slot];
  if (sm.fetchedEpoch[line] !== epoch) {
    sm.fetchedEpoch[line] = epoch;
    sm.fetched[line] = 0;
    sm.l1.invalidate(line);
    const { scalar, cluster } = sm;
    if (scalar !== undefined) scalar.lines.invalidate(line);
    if (cluster !== undefined) cluster.lines.invalidate(line);
  }
  return line;
}

/** Latency of a level behind L1 where nothing else is in the way. */
export function latencyBeyond(memory: DeviceMemory, resource: i32): number {
  if (resource === Resource.dram) return memory.dramLatencyCycles;
  const { side, cluster } = memory;
  if (side !== undefined && resource === side.resource) return side.latencyCycles;
  if (cluster !== undefined && resource === cluster.resource) return cluster.latencyCycles;
  return memory.l2LatencyCycles;
}

/** Brings sectors from behind L1; returns their arrival and sets `lineFrom`. */
export function fetch(
  sm: SmState,
  slot: i32,
  line: i32,
  buffer: i32,
  sectorMask: i32,
  start: number,
): number {
  const { cluster } = sm;
  const level = sm.setup.memory.cluster;
  if (cluster === undefined || level === undefined)
    return fetchFromL2(sm, slot, line, buffer, sectorMask, start, 1);
  const cycles = bitCount(sectorMask) * level.sectorCycles;
  const taken = Math.max(start, cluster.portFree);
  cluster.portFree = taken + cycles;
  sm.statistics.busy[level.resource] += cycles * sm.weight[slot];
  const missing = sectorMask & ~cluster.lines.valid[line];
  if (missing === 0) {
    cluster.lines.touch(line);
    const there = taken + level.latencyCycles;
    sm.lineFrom = cluster.ready[line] > there ? cluster.from[line] : level.resource;
    return Math.max(there, cluster.ready[line]);
  }
  cluster.lines.fill(line, missing);
  const { prepared } = sm.setup;
  const isShared = line < prepared.lineCount && prepared.lineShare[line] > 0;
  const share = isShared ? 1 / level.sms : 1;
  const arrives = fetchFromL2(sm, slot, line, buffer, missing, taken, share);
  cluster.ready[line] = arrives;
  cluster.from[line] = sm.lineFrom;
  return arrives;
}

/** @param share of the traffic to L2 that is this SM's own */
function fetchFromL2(
  sm: SmState,
  slot: i32,
  line: i32,
  buffer: i32,
  sectorMask: i32,
  start: number,
  share: number,
): number {
  const { memory } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  const sectors = bitCount(sectorMask);
  const cycles = share * Math.max(sectors * memory.l2ReadSectorCycles, memory.l2RequestCycles);
  sm.sectorsAskedFor += sectors;
  const l2Start = Math.max(start, sm.l2PortFree);
  sm.l2PortFree = l2Start + cycles;
  statistics.busy[Resource.l2] += cycles * weight;
  statistics.l2PortBusy += cycles * weight;
  statistics.l2ReadSectors += share * sectors * weight;
  if (!missesL2(sm, slot, line, buffer, sectorMask)) {
    sm.lineFrom = Resource.l2;
    statistics.l2Hits += share * sectors * weight;
    return l2Start + (sectors - 1) * memory.l2ReadSectorCycles + memory.l2LatencyCycles;
  }
  const { side } = memory;
  const isKept = side !== undefined && sm.reuseSectors < side.keptSectors;
  return fetchBeyondL2(sm, slot, buffer, sectorMask, l2Start, isKept);
}

/**
 * What L2 lacks comes from the cache in front of DRAM or from DRAM; returns its arrival and sets `lineFrom`.
 * @param isKept that cache has it, since this SM asked for it not long ago
 */
export function fetchBeyondL2(
  sm: SmState,
  slot: i32,
  buffer: i32,
  sectorMask: i32,
  l2Start: number,
  isKept: boolean,
): number {
  const { memory } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  const moved = memory.burstSectors[sectorMask];
  const { side } = memory;
  let asked = l2Start;
  if (memory.l2FillSectorCycles > 0) {
    asked = Math.max(l2Start, sm.l2WriteFree);
    sm.l2WriteFree = asked + moved * memory.l2FillSectorCycles;
    statistics.l2WriteBusy += moved * memory.l2FillSectorCycles * weight;
  }
  if (side !== undefined) {
    asked = Math.max(asked, sm.sideFree);
    sm.sideFree = asked + moved * side.sectorCycles;
    statistics.busy[side.resource] += moved * side.sectorCycles * weight;
    if (!isKept) sm.sideDebt[buffer] += side.missShare[buffer];
    if (isKept || sm.sideDebt[buffer] < 1 - ROUNDING) {
      sm.lineFrom = side.resource;
      return sm.sideFree - side.sectorCycles + side.latencyCycles;
    }
    sm.sideDebt[buffer] -= 1;
  }
  sm.lineFrom = Resource.dram;
  const dramStart = Math.max(asked, sm.dramFree);
  const dramCycles = Math.max(moved, memory.dramLeastSectors) * memory.dramSectorCycles;
  sm.dramFree = dramStart + dramCycles;
  statistics.busy[Resource.dram] += dramCycles * weight;
  statistics.dramReadSectors += moved * weight;
  return sm.dramFree - memory.dramSectorCycles + dramLatency(sm);
}

/** Latencies differ by bank and row: taken in turn from evenly spread quantiles of an exponential. */
export function dramLatency(sm: SmState): number {
  const { dramLatencyCycles, dramSpreadCycles } = sm.setup.memory;
  const { dramQuantiles } = sm.setup;
  const quantile = dramQuantiles[sm.dramAccesses % dramQuantiles.length];
  sm.dramAccesses++;
  return dramLatencyCycles + dramSpreadCycles * (quantile - 1);
}

/**
 * Spreads the expected share of misses evenly over the first fetches of a buffer. What was fetched before is there
 * unless so much else was asked for since that L2 has given its line up.
 */
export function missesL2(sm: SmState, slot: i32, line: i32, buffer: i32, sectorMask: i32): boolean {
  const { prepared, memory } = sm.setup;
  const before = sm.fetched[line];
  const isFirst = (sectorMask & ~before) !== 0;
  sm.fetched[line] = before | memory.burstMasks[sectorMask];
  sm.reuseSectors = Infinity;
  if (memory.keptSectors < Infinity) {
    if (before !== 0) {
      sm.reuseSectors = sm.askedOfL2 - sm.askedBefore[line];
      sm.goneDebt += 1 - keptOfSweep(sm.reuseSectors / memory.keptSectors);
    }
    sm.askedBefore[line] = sm.askedOfL2;
    const isGone = sm.goneDebt > 1 - ROUNDING;
    if (isGone) {
      sm.goneDebt -= 1;
      sm.fetched[line] = memory.burstMasks[sectorMask];
    }
    // A line has its place whole, as counters of microbench/own-rows say; with a cache behind L2 nobody has counted, and what
    // comes from there has its place alone.
    if (memory.side === undefined) {
      if (before === 0 || isGone) sm.askedOfL2 += prepared.sectorsPerLine * sm.weight[slot];
    } else if (isFirst || isGone) sm.askedOfL2 += memory.burstSectors[sectorMask] * sm.weight[slot];
    if (isGone) return true;
  }
  if (!isFirst) return false;
  sm.missDebt[buffer] += memory.missOnFirstFetch[buffer];
  if (sm.missDebt[buffer] < 1 - ROUNDING) return false;
  sm.missDebt[buffer] -= 1;
  return true;
}

/** The lines of a store on their way to L2. */
export function storeLines(sm: SmState, slot: i32, access: i32, kind: i32, start: number): void {
  const { prepared, memory } = sm.setup;
  const end = prepared.accessFirstLine[access + 1];
  const { alone, following, isClose } = prepared.storePackets;
  const packets = isClose[access] === 1 || findsWaiting(sm, slot, start) ? following : alone;
  for (let index = prepared.accessFirstLine[access]; index < end; index++) {
    const line = prepared.lines[index];
    const mask = prepared.masks[index];
    // What is stored to local memory stays in L1, too.
    if (kind === Kind.storeLocal) sm.l1.fill(cachedLine(sm, slot, line), mask);
    writeSectors(sm, slot, packets, index, bitCount(mask), prepared.lineBuffer[line], start);
  }
  sm.lastStorer = slot;
  sm.storeLeaves[slot] = Math.max(start + memory.storeWindowCycles, sm.l2WriteFree);
  translate(sm, slot, access, 1, start);
}

/** Whether the lines of the warp's last store are still in L1: not sent, and not pushed out by another warp's. */
function findsWaiting(sm: SmState, slot: i32, start: number): boolean {
  const isCrowded = sm.l2WriteFree - start > sm.setup.memory.storeCrowdCycles;
  return sm.lastStorer === slot && start <= sm.storeLeaves[slot] && !isCrowded;
}

function writeSectors(
  sm: SmState,
  slot: i32,
  packets: Packets,
  index: i32,
  sectors: i32,
  buffer: i32,
  start: number,
): void {
  const { memory } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  const sent = packets.sent[index];
  const cycles = sent * memory.l2WriteSectorCycles + packets.masks[index] * memory.l2MaskCycles;
  let asked = start;
  if (sent > 0 && memory.l2PortSectorCycles > 0) {
    const portCycles = Math.max(sent * memory.l2PortSectorCycles, memory.l2PortLineCycles);
    asked = Math.max(start, sm.l2PortFree);
    sm.l2PortFree = asked + portCycles;
    statistics.l2PortBusy += portCycles * weight;
  }
  const l2Start = Math.max(asked, sm.l2WriteFree);
  sm.l2WriteFree = l2Start + cycles;
  statistics.busy[Resource.l2] += cycles * weight;
  statistics.l2WriteBusy += cycles * weight;
  statistics.l2WriteSectors += sent * weight;
  statistics.l2WasteBusy += packets.wasted[index] * memory.l2WriteSectorCycles * weight;
  sm.acknowledged[slot] = Math.max(sm.acknowledged[slot], sm.l2WriteFree + memory.storeLatencyCycles);
  const writtenBack = sectors * memory.writeBackPerStore[buffer];
  if (writtenBack > 0) writeBeyondL2(sm, buffer, writtenBack, l2Start, weight);
}

/** What L2 writes back of a buffer, in sectors. */
export function writeBeyondL2(
  sm: SmState,
  buffer: i32,
  sectors: number,
  start: number,
  weight: number,
): void {
  const { memory } = sm.setup;
  const { statistics } = sm;
  const { side } = memory;
  const toDram = side === undefined ? sectors : passSide(sm, side, buffer, sectors, start, weight);
  sm.dramFree = Math.max(start, sm.dramFree) + toDram * memory.dramSectorCycles;
  statistics.busy[Resource.dram] += toDram * memory.dramSectorCycles * weight;
  statistics.dramWriteSectors += toDram * weight;
}

/** What L2 writes back goes through the cache in front of DRAM; returns what that writes on. */
function passSide(
  sm: SmState,
  side: SideLevel,
  buffer: i32,
  sectors: number,
  start: number,
  weight: number,
): number {
  sm.sideFree = Math.max(start, sm.sideFree) + sectors * side.sectorCycles;
  sm.statistics.busy[side.resource] += sectors * side.sectorCycles * weight;
  return sectors * side.writtenShare[buffer];
}

/** Sums of fractions fall short of a whole by this much at most. */
const ROUNDING = 1e-9;
