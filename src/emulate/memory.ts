// Memory instructions. Each enters the load/store unit, then the data port of workgroup memory or L1 for as
// many cycles as its bank passes or cache lines need; what L1 does not hold goes to L2 and, when the L2
// model says so, to DRAM. Every unit serves requests in order, one per gap; latencies count from admission.
// Stores and atomics without result hold bandwidth but no warp. Work queued far beyond what the queues hold
// blocks further memory instructions at issue (the gates).

import { bitCount } from './bit-count.ts';
import { Gate, Resource } from './costs.ts';
import { Kind } from './flat-program.ts';
import { GOLDEN_RATIO } from './golden-ratio.ts';
import { writeDestinations } from './registers.ts';
import type { SmState } from './state.ts';

export function issueMemory(
  sm: SmState,
  slot: number,
  instruction: number,
  kind: number,
  time: number,
): void {
  const { prepared, costs } = sm.setup;
  const position = prepared.program.access[instruction];
  const access = position < 0 ? -1 : sm.accessBase[slot] + position;
  if (access >= 0 && prepared.trace.accessLanes[access] === 0) {
    writeDestinations(sm, slot, instruction, time + costs.issueCycles, Resource.issue, 0);
    return;
  }
  const passes = access < 0 ? 1 : prepared.accessPasses[access];
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
      atomic(sm, slot, instruction, access, passes, time, admitted);
      break;
    default:
      load(sm, slot, instruction, access, passes, kind, time, admitted);
  }
  closeGates(sm);
}

function enterLoadStoreUnit(sm: SmState, slot: number, time: number): number {
  const { costs } = sm.setup;
  const unit = costs.lsuIsPerScheduler ? slot % costs.schedulers : 0;
  const admitted = Math.max(time, sm.lsuFree[unit]);
  sm.lsuFree[unit] = admitted + costs.lsuGapCycles;
  sm.statistics.busy[Resource.lsu] += costs.lsuGapCycles * sm.weight[slot];
  return admitted;
}

/** Some exchanges and accesses with conflicts take the unit longer than others. */
function holdLoadStoreUnit(sm: SmState, slot: number, furtherCycles: number): void {
  if (furtherCycles <= 0) return;
  const { costs } = sm.setup;
  sm.lsuFree[costs.lsuIsPerScheduler ? slot % costs.schedulers : 0] += furtherCycles;
  sm.statistics.busy[Resource.lsu] += furtherCycles * sm.weight[slot];
}

/** Where queued work reaches too far ahead, later memory instructions cannot issue yet. */
function closeGates(sm: SmState): void {
  const { costs, memory } = sm.setup;
  let open = sm.l1PortFree - costs.queueCycles;
  let resource: number = Resource.l1;
  const depth = memory.dramLatencyCycles;
  const l2Free = Math.max(sm.l2ReadFree, sm.l2WriteFree, sm.translationFree);
  if (l2Free - depth > open) {
    open = l2Free - depth;
    resource = Resource.l2;
  }
  if (sm.dramFree - depth > open) {
    open = sm.dramFree - depth;
    resource = Resource.dram;
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
  slot: number,
  instruction: number,
  passes: number,
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
  statistics.sharedConflicts += (passes - 1) * weight;
  const latency = costs.latency[costClass];
  const ready = start + (cycles - costs.gap[costClass]) + latency;
  writeDestinations(sm, slot, instruction, ready, Resource.shared, 1 - latency / (ready - time));
}

function exchange(sm: SmState, slot: number, instruction: number, time: number, admitted: number): void {
  const { costs, prepared } = sm.setup;
  const costClass = prepared.program.costClass[instruction];
  const latency = costs.latency[costClass];
  holdLoadStoreUnit(sm, slot, costs.gap[costClass] - costs.lsuGapCycles);
  const ready = admitted + latency;
  writeDestinations(sm, slot, instruction, ready, Resource.lsu, 1 - latency / (ready - time));
}

/** Holds the L1 data port: bank passes, or tag look-ups when an access spreads over many lines. */
function enterL1Port(sm: SmState, slot: number, access: number, passes: number, admitted: number): number {
  const { costs, prepared } = sm.setup;
  const lineCount = access < 0 ? 1 : prepared.accessFirstLine[access + 1] - prepared.accessFirstLine[access];
  const cycles = Math.max(
    passes * costs.l1PassCycles,
    costs.l1PassCycles + (lineCount - 1) * costs.extraLineCycles,
  );
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
  slot: number,
  instruction: number,
  access: number,
  passes: number,
  kind: number,
  time: number,
  admitted: number,
): void {
  const { costs } = sm.setup;
  const start = enterL1Port(sm, slot, access, passes, admitted);
  const isCached = kind === Kind.loadLocal || (kind === Kind.loadGlobal && costs.cachesGlobalLoads);
  const latency = costs.l1LatencyCycles;
  deliver(sm, slot, instruction, access, isCached, start, start, Resource.l1, latency, time);
}

/**
 * When what an access asks for is there: its lines, from wherever they come, and behind them what the unit takes longer
 * than L1.
 * @param asked when addresses are translated
 * @param served when the unit is done with the access
 * @param unit Resource that delivers what L1 has, `latency` cycles later
 */
function deliver(
  sm: SmState,
  slot: number,
  instruction: number,
  access: number,
  isCached: boolean,
  asked: number,
  served: number,
  unit: number,
  latency: number,
  time: number,
): void {
  const { costs, prepared, memory } = sm.setup;
  const further = latency - costs.l1LatencyCycles;
  let ready = served + latency;
  let resource = unit;
  if (access >= 0) {
    sm.sectorsAskedFor = 0;
    const end = prepared.accessFirstLine[access + 1];
    for (let index = prepared.accessFirstLine[access]; index < end; index++) {
      const arrives =
        loadLine(sm, slot, prepared.lines[index], prepared.masks[index], isCached, served) + further;
      if (arrives <= ready) continue;
      ready = arrives;
      resource = sm.lineFromDram ? Resource.dram : Resource.l2;
    }
    if (sm.sectorsAskedFor > 0) {
      const share = sm.sectorsAskedFor / prepared.accessSectors[access];
      ready = Math.max(ready, translate(sm, slot, access, share, asked));
    }
  }
  const whole =
    resource === Resource.dram
      ? further + memory.dramLatencyCycles
      : resource === Resource.l2
        ? further + memory.l2LatencyCycles
        : latency;
  writeDestinations(sm, slot, instruction, ready, resource, Math.max(0, 1 - whole / (ready - time)));
}

/** The texture unit takes quads of lanes one after the other; its texels come through L1, which knows their lines. */
function accessTexture(
  sm: SmState,
  slot: number,
  instruction: number,
  access: number,
  passes: number,
  kind: number,
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

/**
 * Look-ups of other pages, one after the other beside the way to L2; returns when the last sector can be there.
 * @param share of the access's sectors that go beyond L1, which knows lines by their untranslated addresses
 */
function translate(sm: SmState, slot: number, access: number, share: number, start: number): number {
  const { prepared, memory } = sm.setup;
  const cycles = prepared.accessTranslations[access] * share * memory.lookUpCycles;
  if (cycles === 0) return 0;
  sm.translationFree = Math.max(start, sm.translationFree) + cycles;
  sm.statistics.translationBusy += cycles * sm.weight[slot];
  return sm.translationFree + memory.l2LatencyCycles;
}

/** When the wanted sectors of one line are there; 0 when L1 has had them for long. */
function loadLine(
  sm: SmState,
  slot: number,
  traceLine: number,
  wanted: number,
  isCached: boolean,
  start: number,
): number {
  const { statistics } = sm;
  const { prepared } = sm.setup;
  const weight = sm.weight[slot];
  const sectors = BIT_COUNT[wanted];
  const line = cachedLine(sm, slot, traceLine);
  const buffer = prepared.lineBuffer[traceLine];
  if (!isCached) return fetch(sm, slot, line, buffer, wanted, start);
  statistics.l1Sectors += sectors * weight;
  const missing = wanted & ~sm.l1.valid[line];
  statistics.l1Hits += (sectors - BIT_COUNT[missing]) * weight;
  if (missing === 0) {
    sm.l1.touch(line);
    sm.lineFromDram = sm.lineReadyFromDram[line] === 1;
    return sm.lineReady[line];
  }
  if (sm.l1.valid[line] === 0) sm.linesLeftOut[slot] += weight - 1;
  sm.l1.fill(line, missing);
  const arrives = fetch(sm, slot, line, buffer, missing, start);
  sm.lineReady[line] = arrives;
  sm.lineReadyFromDram[line] = sm.lineFromDram ? 1 : 0;
  return arrives;
}

/** The number under which caches know a line of the trace; see `lineOffset`. */
function cachedLine(sm: SmState, slot: number, traceLine: number): number {
  const { prepared, warpsPerWorkgroup } = sm.setup;
  if (prepared.lineIsShared[traceLine] === 1) return traceLine;
  const line = traceLine + sm.lineOffset[slot];
  const epoch = sm.epoch[Math.floor(slot / warpsPerWorkgroup)];
  if (sm.fetchedEpoch[line] !== epoch) {
    sm.fetchedEpoch[line] = epoch;
    sm.fetched[line] = 0;
    sm.l1.invalidate(line);
  }
  return line;
}

/** Brings sectors from L2 or DRAM; returns their arrival and sets `lineFromDram`. */
function fetch(
  sm: SmState,
  slot: number,
  line: number,
  buffer: number,
  sectorMask: number,
  start: number,
): number {
  const { memory } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  const sectors = BIT_COUNT[sectorMask];
  const cycles = Math.max(sectors * memory.l2ReadSectorCycles, memory.l2RequestCycles);
  sm.sectorsAskedFor += sectors;
  const l2Start = Math.max(start, sm.l2ReadFree);
  sm.l2ReadFree = l2Start + cycles;
  statistics.busy[Resource.l2] += cycles * weight;
  statistics.l2ReadBusy += cycles * weight;
  statistics.l2ReadSectors += sectors * weight;
  sm.lineFromDram = missesL2(sm, line, buffer, sectorMask);
  if (!sm.lineFromDram) {
    statistics.l2Hits += sectors * weight;
    return l2Start + (sectors - 1) * memory.l2ReadSectorCycles + memory.l2LatencyCycles;
  }
  const moved = memory.burstSectors[sectorMask];
  const dramStart = Math.max(l2Start, sm.dramFree);
  const dramCycles = Math.max(moved, memory.dramLeastSectors) * memory.dramSectorCycles;
  sm.dramFree = dramStart + dramCycles;
  statistics.busy[Resource.dram] += dramCycles * weight;
  statistics.dramReadSectors += moved * weight;
  return sm.dramFree - memory.dramSectorCycles + dramLatency(sm);
}

/** Latencies differ by bank and row: taken in turn from evenly spread quantiles of an exponential. */
function dramLatency(sm: SmState): number {
  const { dramLatencyCycles, dramSpreadCycles } = sm.setup.memory;
  const quantile = QUANTILES[sm.dramAccesses++ % QUANTILES.length];
  return dramLatencyCycles + dramSpreadCycles * (quantile - 1);
}

/** Spreads the expected share of misses evenly over the first fetches of a buffer. */
function missesL2(sm: SmState, line: number, buffer: number, sectorMask: number): boolean {
  const isFirst = (sectorMask & ~sm.fetched[line]) !== 0;
  sm.fetched[line] |= sm.setup.memory.burstMasks[sectorMask];
  if (!isFirst) return false;
  const { memory } = sm.setup;
  sm.missDebt[buffer] += memory.missOnFirstFetch[buffer];
  if (sm.missDebt[buffer] < 1 - ROUNDING) return false;
  sm.missDebt[buffer] -= 1;
  return true;
}

function store(
  sm: SmState,
  slot: number,
  access: number,
  passes: number,
  kind: number,
  admitted: number,
): void {
  const start = enterL1Port(sm, slot, access, passes, admitted);
  if (access >= 0) storeLines(sm, slot, access, kind, start);
}

/** The lines of a store on their way to L2. */
function storeLines(sm: SmState, slot: number, access: number, kind: number, start: number): void {
  const { prepared } = sm.setup;
  const end = prepared.accessFirstLine[access + 1];
  for (let index = prepared.accessFirstLine[access]; index < end; index++) {
    const line = prepared.lines[index];
    const mask = prepared.masks[index];
    // What is stored to local memory stays in L1, too.
    if (kind === Kind.storeLocal) sm.l1.fill(cachedLine(sm, slot, line), mask);
    writeSectors(sm, slot, index, BIT_COUNT[mask], prepared.lineBuffer[line], start);
  }
  translate(sm, slot, access, 1, start);
}

function writeSectors(
  sm: SmState,
  slot: number,
  index: number,
  sectors: number,
  buffer: number,
  start: number,
): void {
  const { memory, prepared } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  const sent = prepared.storePackets.sectors[index];
  const cycles = sent * memory.l2WriteSectorCycles + prepared.storePackets.masks[index] * memory.l2MaskCycles;
  const l2Start = Math.max(start, sm.l2WriteFree);
  sm.l2WriteFree = l2Start + cycles;
  statistics.busy[Resource.l2] += cycles * weight;
  statistics.l2WriteSectors += sent * weight;
  statistics.l2WasteBusy += prepared.storePackets.wasted[index] * memory.l2WriteSectorCycles * weight;
  sm.acknowledged[slot] = Math.max(sm.acknowledged[slot], sm.l2WriteFree + memory.storeLatencyCycles);
  const writtenBack = sectors * memory.writeBackPerStore[buffer];
  if (writtenBack === 0) return;
  sm.dramFree = Math.max(l2Start, sm.dramFree) + writtenBack * memory.dramSectorCycles;
  statistics.busy[Resource.dram] += writtenBack * memory.dramSectorCycles * weight;
  statistics.dramWriteSectors += writtenBack * weight;
}

/** The requests of an atomic go the way of loads. */
function takeWayToL2(sm: SmState, access: number, start: number, weight: number): void {
  const { prepared, memory } = sm.setup;
  const lines = access < 0 ? 1 : prepared.accessFirstLine[access + 1] - prepared.accessFirstLine[access];
  const cycles = lines * memory.l2RequestCycles;
  sm.l2ReadFree = Math.max(start, sm.l2ReadFree) + cycles;
  sm.statistics.l2ReadBusy += cycles * weight;
  sm.statistics.busy[Resource.l2] += cycles * weight;
}

/** Global atomics are done in L2: a cost per sector, more where lanes meet on one address. */
function atomic(
  sm: SmState,
  slot: number,
  instruction: number,
  access: number,
  sameAddressLanes: number,
  time: number,
  admitted: number,
): void {
  const { prepared, memory } = sm.setup;
  const { statistics } = sm;
  const weight = sm.weight[slot];
  const sectors = access < 0 ? 1 : prepared.accessSectors[access];
  const sent = enterL1Port(sm, slot, access, 1, admitted);
  const start = Math.max(sent, sm.atomicFree);
  const cycles =
    sectors * memory.atomicSectorCycles + (sameAddressLanes - 1) * memory.atomicSameAddressCycles;
  sm.atomicFree = start + cycles;
  takeWayToL2(sm, access, start, weight);
  statistics.busy[Resource.atomic] += cycles * weight;
  statistics.l2WriteSectors += sectors * weight;
  let ready = start + cycles + memory.atomicLatencyCycles - memory.atomicSectorCycles;
  if (access >= 0) {
    ready = Math.max(ready, translate(sm, slot, access, 1, sent));
    const end = prepared.accessFirstLine[access + 1];
    for (let index = prepared.accessFirstLine[access]; index < end; index++) {
      const line = prepared.lines[index];
      const buffer = prepared.lineBuffer[line];
      if (!missesL2(sm, cachedLine(sm, slot, line), buffer, prepared.masks[index])) continue;
      const moved = memory.burstSectors[prepared.masks[index]];
      // The sector comes in and, changed, goes out again.
      const wrote = moved * memory.writeBackPerStore[buffer];
      sm.dramFree = Math.max(start, sm.dramFree) + (moved + wrote) * memory.dramSectorCycles;
      statistics.busy[Resource.dram] += (moved + wrote) * memory.dramSectorCycles * weight;
      statistics.dramReadSectors += moved * weight;
      statistics.dramWriteSectors += wrote * weight;
      ready = Math.max(ready, sm.dramFree - memory.dramSectorCycles + dramLatency(sm));
    }
  }
  const queued = Math.max(0, 1 - memory.atomicLatencyCycles / (ready - time));
  writeDestinations(sm, slot, instruction, ready, Resource.atomic, queued);
}

/** Sums of fractions fall short of a whole by this much at most. */
const ROUNDING = 1e-9;

/** Quantiles of the exponential distribution with mean 1, in an order that spreads neighbours. */
const QUANTILES = exponentialQuantiles(64);

function exponentialQuantiles(count: number): Float64Array {
  const order = Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => ((a * GOLDEN_RATIO) % 1) - ((b * GOLDEN_RATIO) % 1),
  );
  const quantiles = new Float64Array(count);
  for (const [rank, place] of order.entries()) quantiles[place] = -Math.log(1 - (rank + 0.5) / count);
  const mean = quantiles.reduce((sum, each) => sum + each, 0) / count;
  return quantiles.map((each) => each / mean);
}

const BIT_COUNT = Uint8Array.from({ length: 256 }, (_, mask) => bitCount(mask));
