// L2 and DRAM from the trace alone: how many sectors of each buffer come from DRAM in the whole launch, and
// what that makes of latencies and bandwidths as one SM sees them.
//
// The estimate. Let F be the distinct sectors a launch touches and f those touched by the workgroups that
// run at once (footprint.ts). Workgroups that run together proceed alike, so what one fetched is in L2 when
// the next asks: within a wave each sector is fetched once. From wave to wave, waves·f − F sectors are
// asked for again after a wave's worth of other data; from launch to launch (caches warm) all F after a
// launch's worth. Such a sweep over x times the capacity finds a part `kept(x)` still there:
//
//   fetched from DRAM = F · (1 − kept(F / L2)) + (waves·f − F) · (1 − kept(f / L2))
//
// What an SM asks for once more within its wave the emulation finds gone by how much was asked for since (`keptSectors`).
// Where other launches came before, what they left of each buffer takes the place of the first factor.
// Workgroups that read shared data out of step (alignment.ts; or by the device, `workgroupsApart`) miss with what a random access to F misses:
// 1 − L2 / F of the fetches beyond the first of each wave, or as far as they are neighbours that share more than any
// others do, with what a random access to the f of a wave misses. Where L2 has two sides, a line has a place on the one
// where it belongs and one on the other as soon as anybody there uses it (`copiesOf`): F and f count each.
//
// kept(x) is all of a sweep up to 0.8 times the capacity, half at it and nothing from 1.2 times on (`keptOfSweep`): a sweep
// pushes out what it would need next. What is read at random (out of step, from a pool that workgroups share) finds at
// any time, be it of this wave, the one before or the launch before, what a random access to F finds. Stores are written
// back by the same rule. Cold caches: the first term counts in full for reads.

import { exp, expm1, log1p } from '../numeric/portable.ts';
import { gapOf, latencyOf, type Memory, type Profile } from '../profile/profile.ts';
import { hottestShare } from './atomic-contention.ts';
import { atomicLoadShare } from './atomic-loads.ts';
import { bitCount } from './bit-count.ts';
import { burstMasks } from './bursts.ts';
import { clusterLevel } from './cluster-cache.ts';
import { resourceNamesOf } from './costs.ts';
import type { DeviceMemory } from './device-memory.ts';
import { rowConflictFactor } from './dram-rows.ts';
import { distinctInARow, distinctSectors, type Footprint, type Pool } from './footprint.ts';
import { keptOfSweep } from './kept-of-sweep.ts';
import type { Preparation } from './prepare.ts';
import type { PreparedTrace } from './prepared-trace.ts';
import { sideLevel } from './side-cache.ts';

/**
 * What L2 holds when a launch begins: what an identical launch left there, nothing, or of each buffer such a share
 * (0 to 1) of what the launch touches of it.
 */
export type CacheState = 'warm' | 'cold' | readonly number[];

export interface LaunchShape {
  readonly totalWorkgroups: number;
  /** Workgroups that the device runs at once. */
  readonly concurrent: number;
  /** How many equally loaded SMs share the device's memory levels. */
  readonly deviceShare: number;
  /** Workgroups that the emulation will run on its SM. */
  readonly emulated: number;
  readonly cache: CacheState;
}

export function deviceMemory(
  {
    prepared,
    together = prepared,
    footprint: touched,
  }: Pick<Preparation, 'prepared' | 'together' | 'footprint'>,
  profile: Profile,
  shape: LaunchShape,
): DeviceMemory {
  const { memory, resources } = profile;
  const sectorBytes = memory.sectorBytes.value;
  const trafficBeyond = (bytes: number, sides = 1) =>
    knownTraffic(touched, shape, bytes / sectorBytes, sides);
  const traffic = trafficBeyond(memory.l2Bytes.value, sidesOf(memory));
  const kept = (bytes: number, sides = 1) => keptSectors(touched, shape, bytes / sectorBytes, sides);
  const resourceOf = (name: string) => resourceNamesOf(profile).indexOf(name);
  const cyclesPerSector = (bytesPerSecond: number) => (sectorBytes * profile.clockHz.value) / bytesPerSecond;
  const perSm = sectorBytes / memory.l2BytesPerCyclePerSm.value;
  const l2Write = memory.l2WriteBytesPerSecond ?? memory.l2BytesPerSecond;
  const atomics = atomicCosts(together, profile, shape.concurrent);
  const near = latencyOf(profile, 'l2');
  const far = Math.max(near, memory.l2FarLatencyCycles.value);
  const bursts = burstMasks(memory, prepared.sectorsPerLine);
  const isShared = memory.l2WritePortBytesPerSecond !== undefined;
  const side = sideLevel(profile, resourceOf('side'), shape.deviceShare, traffic, trafficBeyond, kept);
  const rowConflicts = rowConflictFactor(prepared, memory, {
    read: traffic.missOnFirstFetch.map((part, buffer) => part * (side?.missShare[buffer] ?? 1)),
    written: traffic.writeBackPerStore.map((part, buffer) => part * (side?.writtenShare[buffer] ?? 1)),
  });
  return {
    l2LatencyCycles: near + (far - near) * farShare(memory, traffic.sideSectors * sectorBytes),
    dramLatencyCycles: latencyOf(profile, 'dram'),
    dramSpreadCycles: memory.dramLatencySpreadCycles?.value ?? 0,
    storeLatencyCycles: memory.storeLatencyCycles?.value ?? far,
    l2ReadSectorCycles: Math.max(perSm, cyclesPerSector(memory.l2BytesPerSecond.value) * shape.deviceShare),
    l2RequestCycles: resources['l2'].scope === 'sm' ? gapOf(profile, 'l2') : 0,
    l2WriteSectorCycles: Math.max(perSm, cyclesPerSector(l2Write.value) * shape.deviceShare),
    l2PortSectorCycles: isShared
      ? cyclesPerSector(memory.l2WritePortBytesPerSecond!.value) * shape.deviceShare
      : 0,
    l2PortLineCycles: memory.l2WriteLinesPerSecond
      ? (profile.clockHz.value / memory.l2WriteLinesPerSecond.value) * shape.deviceShare
      : 0,
    l2FillSectorCycles: isShared ? cyclesPerSector(l2Write.value) * shape.deviceShare : 0,
    l2MaskCycles: maskCycles(profile) * shape.deviceShare,
    lookUpCycles: memory.pageLookUpCycles?.value ?? 0,
    storeWindowCycles: memory.storeWindowCycles?.value ?? -1,
    storeCrowdCycles: memory.storeCrowdCycles?.value ?? 0,
    dramSectorCycles:
      cyclesPerSector(dramBytesPerSecond(memory, traffic.readSectors, traffic.writtenSectors)) *
      rowConflicts *
      shape.deviceShare,
    dramLeastSectors: (memory.dramLeastBytes?.value ?? 0) / sectorBytes,
    atomicLatencyCycles: latencyOf(profile, 'atomic'),
    atomicFarCycles: memory.atomicFarCycles?.value ?? 0,
    atomicLoadShare: atomicLoadShare(prepared, memory),
    atomicSectorCycles: atomics.sectorCycles * shape.deviceShare,
    atomicSameAddressCycles: atomics.sameAddressCycles * shape.deviceShare,
    missOnFirstFetch: traffic.missOnFirstFetch,
    keptSectors: kept(memory.l2Bytes.value, sidesOf(memory)),
    writeBackPerStore: traffic.writeBackPerStore,
    burstMasks: bursts,
    burstSectors: bursts.map(bitCount),
    cluster: clusterLevel(profile, prepared, resourceOf('cluster')),
    side,
  };
}

/** Into how many parts L2 is divided, each near to its own SMs. */
function sidesOf({ l2Bytes, l2NearBytes }: Memory): number {
  return Math.max(1, l2Bytes.value / l2NearBytes.value);
}

/** By buffer, the bytes of L2 that hold what a launch touches; private memory, which comes last, aside. */
export function heldBytes(touched: Footprint, { memory }: Profile, totalWorkgroups: number): number[] {
  const sides = sidesOf(memory);
  return touched.touched
    .slice(0, -1)
    .map(
      (pool, buffer) =>
        distinctSectors(pool, totalWorkgroups) *
        copiesHeld(touched.read[buffer], { totalWorkgroups }, sides) *
        memory.sectorBytes.value,
    );
}

const known = new WeakMap<Footprint, Map<string, ReturnType<typeof dramTraffic>>>();

/** `dramTraffic`, once for all profiles that differ by latencies and rates alone: those that show what a time hangs on. */
function knownTraffic(touched: Footprint, shape: LaunchShape, l2Sectors: number, sides: number) {
  const ofFootprint = known.get(touched) ?? new Map<string, ReturnType<typeof dramTraffic>>();
  known.set(touched, ofFootprint);
  const { totalWorkgroups, concurrent, emulated, cache } = shape;
  const key = [totalWorkgroups, concurrent, emulated, cache, l2Sectors, sides].join();
  const traffic = ofFootprint.get(key) ?? dramTraffic(touched, shape, l2Sectors, sides);
  ofFootprint.set(key, traffic);
  return traffic;
}

/** DRAM traffic of the launch in sectors, by buffer and in all. */
export function dramTraffic(touched: Footprint, shape: LaunchShape, l2Sectors: number, sides = 1) {
  const whole = touched.touched.map((pool, buffer) => total(pool, shape, isPrivate(touched, buffer)));
  const held = touched.touched.map((_, buffer) => copiesHeld(touched.read[buffer], shape, sides));
  const wave = touched.touched.map((pool) => distinctInARow(pool, shape.concurrent));
  const wholeHeld = sum(whole.map((sectors, buffer) => sectors * held[buffer]));
  // A lone workgroup brings all that it reads to its side.
  const sideSectors = shape.totalWorkgroups === 1 ? sum(whole) : wholeHeld / sides;
  const waveHeld = sum(wave.map((sectors, buffer) => sectors * held[buffer]));
  const missBetweenLaunches = 1 - keptOfSweep(wholeHeld / l2Sectors);
  const missBetweenWaves = 1 - keptOfSweep(waveHeld / l2Sectors);
  const residence = residenceTime(touched, held, shape, l2Sectors);
  const fetches = (pool: Pool, buffer: number, missAtFirst: number, missAgain = missBetweenWaves) => {
    const once = total(pool, shape, isPrivate(touched, buffer));
    const waves = Math.max(1, shape.totalWorkgroups / shape.concurrent);
    const again = Math.max(0, waves * distinctInARow(pool, shape.concurrent) - once);
    return once * missAtFirst + again * missAgain;
  };
  const missAtFirst = (buffer: number, whenCold: number) => {
    if (shape.cache === 'warm') return missBetweenLaunches;
    if (shape.cache === 'cold') return whenCold;
    return 1 - (shape.cache[buffer] ?? 1 - missBetweenLaunches);
  };
  // Those of the first wave begin together.
  const together = 1 - touched.apart * (1 - shape.concurrent / shape.totalWorkgroups);
  const read = touched.read.map((pool, buffer) => {
    const inWave = distinctInARow(pool, shape.concurrent) / shape.concurrent;
    const inStep = touched.alignment[buffer] * together;
    const outOfStep = (1 - inStep) * Math.max(0, pool.perWorkgroup - inWave);
    const asked = pool.perWorkgroup * shape.totalWorkgroups;
    const asksPerSector = asked / Math.max(1, total(pool, shape, isPrivate(touched, buffer)));
    // Where the launch sweeps over the buffer, those out of step are not far off: what they ask for is in L2 when
    // that of a wave is.
    const missAtRandom =
      pool.sweep !== undefined && waveHeld <= l2Sectors
        ? 0
        : residence === Infinity
          ? 0
          : exp(-asksPerSector * residence);
    const missOutOfStep =
      pool.nearby === undefined ? missAtRandom : mixed(pool, shape, missAtRandom, waveHeld / l2Sectors);
    // What is asked for at random finds from the waves and launches before, too, what it would find at any time.
    const inOrder = pool.size === Infinity ? 1 : inStep;
    const orAtRandom = (miss: number) => inOrder * miss + (1 - inOrder) * Math.min(miss, missAtRandom);
    const atFirst = missAtFirst(buffer, 1);
    const first = shape.cache === 'warm' ? orAtRandom(atFirst) : atFirst;
    const fetched = fetches(pool, buffer, first, orAtRandom(missBetweenWaves));
    return fetched + outOfStep * shape.totalWorkgroups * missOutOfStep;
  });
  const written = touched.written.map((pool, buffer) =>
    fetches(pool, buffer, missAtFirst(buffer, missBetweenLaunches)),
  );
  return {
    sideSectors,
    readSectors: sum(read),
    writtenSectors: sum(written),
    missOnFirstFetch: Float64Array.from(read, (sectors, buffer) => {
      const firstFetches = distinctSectors(touched.read[buffer], shape.emulated) / shape.emulated;
      return firstFetches === 0 ? 0 : Math.min(1, sectors / shape.totalWorkgroups / firstFetches);
    }),
    writeBackPerStore: Float64Array.from(written, (sectors, buffer) => {
      const stored = (touched.storedSectors[buffer] / touched.sampled) * shape.totalWorkgroups;
      return stored === 0 ? 0 : Math.min(1, sectors / stored);
    }),
  };
}

/**
 * Those out of step ask for what others of their wave have had or will have; as far as workgroups that follow each
 * other touch less than as many from anywhere, that is found as in a wave's data in any order, else as in all.
 */
function mixed(pool: Pool, { concurrent }: LaunchShape, missAtRandom: number, waveOverL2: number): number {
  const fromAnywhere = distinctSectors(pool, concurrent);
  const scattered = fromAnywhere === 0 ? 1 : distinctInARow(pool, concurrent) / fromAnywhere;
  return scattered * missAtRandom + (1 - scattered) * Math.max(0, 1 - 1 / waveOverL2);
}

/**
 * How long L2 keeps a sector that nobody asks for again, in launches: until so much else was touched as L2 holds
 * (Che, Tung and Wang 2002, "Hierarchical Web Caching Systems"). A sector asked for at random λ times per launch
 * is then found gone with a probability of exp(−λ · residence).
 */
function residenceTime(
  touched: Footprint,
  held: readonly number[],
  shape: LaunchShape,
  l2Sectors: number,
): number {
  const touchedIn = (launches: number) =>
    sum(
      touched.touched.map(
        (pool, buffer) => held[buffer] * distinctSectors(pool, launches * shape.totalWorkgroups),
      ),
    );
  const capacity = KEPT_AT_RANDOM * l2Sectors;
  if (touchedIn(1) <= capacity) return Infinity;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (touchedIn(middle) < capacity) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * What one SM asks for while all together ask for as much as the cache holds: less than that, as far as its workgroups
 * share less than all that run at once.
 */
function keptSectors(
  { touched, read }: Footprint,
  shape: LaunchShape,
  cacheSectors: number,
  sides: number,
): number {
  const wave = sum(
    touched.map(
      (pool, buffer) => copiesHeld(read[buffer], shape, sides) * distinctInARow(pool, shape.concurrent),
    ),
  );
  if (wave <= cacheSectors) return Infinity;
  const ofSm = sum(read.map((pool) => distinctSectors(pool, shape.concurrent / shape.deviceShare)));
  return (cacheSectors * ofSm) / wave;
}

/**
 * How many copies of a line L2 holds: one on the side where it belongs and, of `sides`, one on each other where any of
 * its users is. Who reads or writes it is as likely on one as on another (microbench/sweeps.cu: one, two and six users
 * of each line).
 */
export function copiesOf(users: number, sides: number): number {
  return sides === 1 ? 1 : 1 - (sides - 1) * expm1(Math.max(1, users) * log1p(-1 / sides));
}

function copiesHeld(read: Pool, shape: Pick<LaunchShape, 'totalWorkgroups'>, sides: number): number {
  const once = distinctSectors(read, shape.totalWorkgroups);
  return copiesOf(once === 0 ? 1 : (read.perWorkgroup * shape.totalWorkgroups) / once, sides);
}

/** Private memory belongs to resident threads and is used again by the next ones. */
function total(pool: Pool, shape: LaunchShape, isPrivateMemory: boolean): number {
  return distinctSectors(pool, isPrivateMemory ? shape.concurrent : shape.totalWorkgroups);
}

function isPrivate(touched: Footprint, buffer: number): boolean {
  return buffer === touched.touched.length - 1;
}

/** What of a sweep its own side has not kept is found on the other. */
function farShare(memory: Memory, sideBytes: number): number {
  if (sidesOf(memory) === 1) return 0;
  return 1 - keptOfSweep(sideBytes / memory.l2NearBytes.value);
}

/** Bandwidth of a mix, through the measured read, write and half-and-half points. */
function dramBytesPerSecond(memory: Memory, readSectors: number, writtenSectors: number): number {
  const read = memory.dramReadBytesPerSecond.value;
  const write = memory.dramWriteBytesPerSecond.value;
  const share = readSectors + writtenSectors === 0 ? 1 : readSectors / (readSectors + writtenSectors);
  const unhindered = (part: number) => 1 / (part / read + (1 - part) / write);
  const turnaround = unhindered(0.5) / memory.dramCopyBytesPerSecond.value - 1;
  return unhindered(share) / (1 + turnaround * 4 * share * (1 - share));
}

/**
 * Device-wide: what the mask of bytes takes that goes to L2 with a line of which sectors are written in part. It is
 * one packet, like a sector of data, however many bytes of how many sectors it is about.
 */
function maskCycles({ memory, clockHz }: Profile): number {
  const scattered = memory.l2ScatteredWritesPerSecond;
  if (!scattered) return 0;
  const whole = (memory.l2WriteBytesPerSecond ?? memory.l2BytesPerSecond).value / memory.sectorBytes.value;
  return Math.max(0, clockHz.value / scattered.value - clockHz.value / whole);
}

/** Device-wide cycles per sector and per further lane on one address. */
function atomicCosts(together: PreparedTrace, profile: Profile, concurrent: number) {
  const { memory } = profile;
  const clockHz = profile.clockHz.value;
  const sameAddressCycles = clockHz / memory.atomicSameAddressPerSecond.value;
  const evenShare = clockHz / memory.atomicSectorsPerSecond.value;
  // In a slice a sector takes the gap, and each further lane on an address its own time.
  const gap = gapOf(profile, 'atomic');
  const costs = { furtherLane: sameAddressCycles / gap, slices: gap / evenShare, concurrent };
  const hottest = hottestShare(together, memory, costs);
  return {
    sectorCycles: Math.max(evenShare, hottest * gap),
    sameAddressCycles: Math.max(evenShare / gap, hottest) * sameAddressCycles,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

// What follows shapes the model for every device alike; no profile can say otherwise.

/** Of the capacity: what holds lines that are asked for at random (microbench/keeping, `random-lines`). */
const KEPT_AT_RANDOM = 0.87;
