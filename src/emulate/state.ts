// The state of one SM during emulation: flat typed arrays, one element per warp slot, register, scheduler,
// gate or cache line, and scalars for the clocks of the memory levels. Nothing is allocated after the start.

import { CodeStore } from './code-fetch.ts';
import { BankStore } from './constant-bank.ts';
import { type CostTable, Gate, Resource } from './costs.ts';
import type { DeviceMemory } from './device-memory.ts';
import { Kind } from './flat-program.ts';
import { type f64, type i32, integer, quotient } from './integers.ts';
import { L1Cache } from './l1.ts';
import { PagesAtHand } from './pages-at-hand.ts';
import { PortedCache } from './ported-cache.ts';
import type { PreparedTrace } from './prepared-trace.ts';
import { Statistics } from './statistics.ts';

export interface SmSetup {
  readonly prepared: PreparedTrace;
  readonly costs: CostTable;
  readonly memory: DeviceMemory;
  /** Workgroups resident at once. */
  readonly residents: i32;
  /** Workgroups that may have begun and not ended, where warps give their places back before: at least `residents`. */
  readonly begun: i32;
  /** So many warps of a workgroup give their places back at a time; 0 for all of them at its end. */
  readonly warpsFreedTogether: i32;
  /** How many schedulers further each workgroup begins than the one before, where it has as many warps for each. */
  readonly schedulerShift: i32;
  readonly warpsPerWorkgroup: i32;
  /** The sampled workgroups this SM runs, in order; more than there are repeats them. */
  readonly sources: Int32Array;
  /** Emulation ends once this many instructions were issued. */
  readonly mostIssues: number;
  /**
   * Emulation ends when workgroups that did so much have finished: where more would follow in the places that then
   * stay empty. Infinite where none would.
   */
  readonly enoughWork: number;
  /** What each executed workgroup does, in the same unit. */
  readonly work: Float64Array;
  readonly l1Lines: i32;
  /** 0 where a line's tag may be anywhere. */
  readonly l1Sets: i32;
  /** Whether the SM begins with these workgroups; else they stand for later ones. */
  readonly isBeginning?: boolean | undefined;
  /** Nobody asks what warps waited for: that takes a fifth of the emulation. */
  readonly isOnlyTime?: boolean | undefined;
  /** Cycles between two workgroup starts on this SM, and from a start to its first instruction. */
  readonly dispatchGapCycles: number;
  readonly dispatchLatencyCycles: number;
  /** What DRAM's latencies are taken from in turn. */
  readonly dramQuantiles: Float64Array;
  readonly regional?: Regional | undefined;
}

/** Other costs for some instructions: those of the flat program where `inside` is 1. */
export interface Regional {
  readonly inside: Uint8Array;
  /** As outside, but for costs and memory. */
  readonly setup: SmSetup;
}

export class SmState {
  /** Changes between instructions only where `regional` costs are given, and then in costs and memory alone. */
  setup: SmSetup;
  readonly usual: SmSetup;
  readonly statistics: Statistics;

  // Warp slots.
  readonly workgroupOf: Int32Array;
  readonly schedulerOf: Int32Array;
  readonly entry: Int32Array;
  readonly entryEnd: Int32Array;
  readonly pc: Int32Array;
  readonly pcEnd: Int32Array;
  /** First access of the current entry. */
  readonly accessBase: Int32Array;
  readonly weight: Float64Array;
  /** Lines that the warp would have brought to L1 in the iterations that its shortened loop leaves out. */
  readonly linesLeftOut: Float64Array;
  /** When the operands of the current instruction are ready; infinite at a barrier and for empty slots. */
  readonly ready: Float64Array;
  /** Resource that made the warp wait for `ready`, and the share of that wait that was queueing. */
  readonly readyResource: Uint8Array;
  readonly readyQueued: Float32Array;
  /** Gate of the current instruction. */
  readonly gateOfWarp: Int32Array;
  readonly lastIssue: Float64Array;
  /** Until when L1 keeps the lines of the warp's last store, if no other warp stores. */
  readonly storeLeaves: Float64Array;
  lastStorer: i32 = -1;
  /** When the warp's last store or reduction will have been acknowledged. */
  readonly acknowledged: Float64Array;
  /** `ready` as it will be once the barrier opens; NaN when the warp is not at one. */
  readonly readyAfterBarrier: Float64Array;

  // Registers: slot × registerSlots.
  readonly registerReady: Float64Array;
  readonly registerResource: Uint8Array;
  readonly registerQueued: Float32Array;

  // Where loads return in order (return-order.ts): when the last of each counter is back, and what it comes from.
  readonly vectorReturned: Float64Array;
  readonly vectorReturnedFrom: Uint8Array;
  readonly vectorReturnedQueued: Float32Array;
  readonly sharedReturned: Float64Array;
  readonly scalarReturned: Float64Array;
  readonly mixedReturned: Float64Array;
  readonly mixedReturnedFrom: Uint8Array;
  /** By register, when what the second counter counts brought it. */
  readonly countedReturn: Float64Array;

  // Schedulers.
  readonly wake: Float64Array;
  /** Slots with a running warp, oldest first: scheduler × slots per scheduler. */
  readonly order: Int32Array;
  readonly orderCount: Int32Array;
  readonly slotsPerScheduler: i32;
  readonly lastSlot: Int32Array;
  /** When each bank of registers gives the next: two for each scheduler. */
  readonly bankFree: Float64Array;
  /** What each of the two banks has given, over all schedulers, in cycles; the busier one bounds the rate. */
  firstBankBusy = 0;
  secondBankBusy = 0;
  /** The scheduler that goes first when several can: takes turns. */
  firstScheduler: i32 = 0;

  /** When each gate opens, and the resource that holds it closed. */
  readonly gate: Float64Array;
  readonly gateResource: Uint8Array;

  // Workgroup slots.
  readonly unfinished: Int32Array;
  /** When the last of its warps that ended gave its place back. */
  readonly retired: Float64Array;
  readonly arrived: Int32Array;
  /** When the last arrival at the workgroup's barrier has been taken. */
  readonly barrierAdmit: Float64Array;
  readonly epoch: Int32Array;
  /** The executed workgroup that the slot runs. */
  readonly source: Int32Array;
  /** How often each executed workgroup was started. */
  readonly repeats: Int32Array;

  // Clocks of shared units: when each takes its next request.
  readonly lsuFree: Float64Array;
  barrierFree = 0;
  sharedPortFree = 0;
  constantFree = 0;
  textureFree = 0;
  l1PortFree = 0;
  l2PortFree = 0;
  l2WriteFree = 0;
  sideFree = 0;
  dramFree = 0;
  atomicFree = 0;
  translationFree = 0;
  /** Left by a policy that found no warp: when one may issue, as far as is known. */
  soonest = Infinity;
  /** DRAM accesses so far, which picks the next one's latency. */
  dramAccesses: i32 = 0;

  /**
   * Lines that others hardly share are different memory each time the sample is repeated (line-share.ts). Each
   * repetition in flight therefore has its own copy of the line numbers, `lineOffset` higher.
   */
  readonly lineCopies: i32;
  /** By warp slot. */
  readonly lineOffset: Int32Array;
  readonly l1: L1Cache;
  readonly pages: PagesAtHand;
  readonly code: CodeStore | undefined;
  readonly bank: BankStore | undefined;
  readonly scalar: PortedCache | undefined;
  /** Sectors of each line that this SM has fetched before, and in which repetition of the sample. */
  readonly fetched: Uint8Array;
  /** By line, what this SM had asked of L2 when it last asked for it; and what it has by now, in weighted sectors. */
  readonly askedBefore: Float64Array;
  askedOfL2: f64 = 0;
  /** What it asked since then for what it asks for now; infinite for the first time. */
  reuseSectors: f64 = Infinity;
  /** Of lines asked for again, those that L2 has given up and that have not been counted yet. */
  goneDebt: f64 = 0;
  readonly fetchedEpoch: Int32Array;
  /** When the data of a line arrives that was last requested from beyond L1. */
  readonly lineReady: Float64Array;
  /** The resource that the line comes from, by id; and that of the line looked at last. */
  readonly lineReadyFrom: Uint8Array;
  lineFrom: i32 = Resource.l2;
  /** Sectors that the load looked at last needs from beyond L1. */
  sectorsAskedFor = 0;
  /** Lines of that load that L1 lacks. */
  linesLate: i32 = 0;
  /** Per buffer: expected minus counted DRAM fetches, so that fractions come out evenly. */
  readonly missDebt: Float64Array;
  /** The same of fetches that the cache in front of DRAM lacks. */
  readonly sideDebt: Float64Array;
  readonly cluster: PortedCache | undefined;

  // Dispatch and the weighted clock.
  dispatched: i32 = 0;
  dispatchFree = 0;
  finished: i32 = 0;
  finishedWork = 0;
  running: i32 = 0;
  /** Places of warps that are taken. */
  held: i32 = 0;
  clock = 0;
  weightedClock = 0;
  // Weighted time and instructions issued when the first workgroup finished, and when the first place stayed
  // empty: in between the SM was full and in its stride.
  steadyFrom = 0;
  steadyUntil = 0;
  issuedBefore = 0;
  issuedUntil = 0;
  /** Weighted time at which each workgroup finished, in order. */
  readonly completions: Float64Array;
  /** What the warps of each slot would take by themselves: for latencies and to issue, each by its own weight. */
  readonly slotCycles: Float64Array;

  constructor(setup: SmSetup) {
    this.setup = setup;
    this.usual = setup;
    const { costs, prepared } = setup;
    const slots = setup.begun * setup.warpsPerWorkgroup;
    const registers = slots * prepared.program.registerSlots;
    this.statistics = new Statistics(prepared, costs);
    this.workgroupOf = new Int32Array(slots);
    this.schedulerOf = new Int32Array(slots);
    for (let slot = 0; slot < slots; slot++) this.workgroupOf[slot] = quotient(slot, setup.warpsPerWorkgroup);
    this.slotCycles = new Float64Array(slots);
    this.entry = new Int32Array(slots);
    this.entryEnd = new Int32Array(slots);
    this.pc = new Int32Array(slots);
    this.pcEnd = new Int32Array(slots);
    this.accessBase = new Int32Array(slots);
    this.weight = new Float64Array(slots);
    this.linesLeftOut = new Float64Array(slots);
    this.ready = new Float64Array(slots).fill(Infinity);
    this.readyResource = new Uint8Array(slots);
    this.readyQueued = new Float32Array(slots);
    this.gateOfWarp = new Int32Array(slots).fill(Gate.open);
    this.lastIssue = new Float64Array(slots);
    this.storeLeaves = new Float64Array(slots);
    this.acknowledged = new Float64Array(slots);
    this.readyAfterBarrier = new Float64Array(slots).fill(Number.NaN);
    this.registerReady = new Float64Array(registers);
    this.registerResource = new Uint8Array(registers).fill(Resource.issue);
    this.registerQueued = new Float32Array(registers);
    const counted = costs.loadsInOrder ? slots : 0;
    this.vectorReturned = new Float64Array(counted);
    this.vectorReturnedFrom = new Uint8Array(counted);
    this.vectorReturnedQueued = new Float32Array(counted);
    this.sharedReturned = new Float64Array(counted);
    this.scalarReturned = new Float64Array(counted);
    this.mixedReturned = new Float64Array(counted);
    this.mixedReturnedFrom = new Uint8Array(counted);
    this.countedReturn = new Float64Array(costs.loadsInOrder ? registers : 0);
    this.wake = new Float64Array(costs.schedulers).fill(Infinity);
    this.slotsPerScheduler = quotient(slots + costs.schedulers - 1, costs.schedulers);
    this.order = new Int32Array(costs.schedulers * this.slotsPerScheduler);
    this.orderCount = new Int32Array(costs.schedulers);
    this.lastSlot = new Int32Array(costs.schedulers).fill(-1);
    this.bankFree = new Float64Array(2 * costs.schedulers);
    this.gate = new Float64Array(costs.gateCount).fill(Number.NEGATIVE_INFINITY);
    this.gateResource = new Uint8Array(costs.gateCount);
    for (let gate = 0; gate < costs.gateCount; gate++) this.gateResource[gate] = costs.gateResource[gate];
    this.unfinished = new Int32Array(setup.begun);
    this.retired = new Float64Array(setup.begun);
    this.arrived = new Int32Array(setup.begun);
    this.barrierAdmit = new Float64Array(setup.begun);
    this.epoch = new Int32Array(setup.begun);
    this.source = new Int32Array(setup.begun);
    this.repeats = new Int32Array(prepared.trace.workgroupIndex.length);
    this.lsuFree = new Float64Array(costs.lsuIsPerScheduler ? costs.schedulers : 1);
    this.lineCopies = lineCopies(setup);
    this.lineOffset = new Int32Array(slots);
    const lines = prepared.lineCount * this.lineCopies;
    this.l1 = new L1Cache(lines, setup.l1Lines, prepared.lineSet, setup.l1Sets);
    this.pages = new PagesAtHand(prepared.addressPages.entries);
    const { code, bank } = costs;
    this.code =
      code === undefined
        ? undefined
        : new CodeStore(prepared.program.kind.length, slots, code, setup.isBeginning === true);
    this.bank = bank === undefined ? undefined : new BankStore(bank);
    this.scalar = prepared.program.kind.includes(Kind.loadScalar)
      ? new PortedCache(lines, costs.scalarLines)
      : undefined;
    this.fetched = new Uint8Array(lines);
    this.askedBefore = new Float64Array(setup.memory.keptSectors < Infinity ? lines : 0);
    this.fetchedEpoch = new Int32Array(lines);
    this.lineReady = new Float64Array(lines);
    this.lineReadyFrom = new Uint8Array(lines).fill(Resource.l2);
    const { cluster } = setup.memory;
    this.cluster = cluster === undefined ? undefined : new PortedCache(lines, cluster.lines);
    this.missDebt = new Float64Array(prepared.bufferCount);
    this.sideDebt = new Float64Array(prepared.bufferCount);
    this.completions = new Float64Array(setup.sources.length);
  }
}

/** One for each repetition of the sample that can be in flight at once, within reason for memory. */
function lineCopies(setup: SmSetup): i32 {
  const inFlight = mostInFlight(setup);
  if (inFlight === 1) return 1;
  const affordable = Math.floor(MOST_LINES / Math.max(1, setup.prepared.lineCount));
  return integer(Math.max(1, Math.min(inFlight, affordable)));
}

/**
 * How often the same executed workgroup may be under way at once. Where it comes again, one more that others take over,
 * and the sample's own numbers, which stay for what is the same each time.
 */
function mostInFlight(setup: SmSetup): i32 {
  const { sources, begun, prepared } = setup;
  const underWay = new Int32Array(prepared.trace.workgroupIndex.length);
  const started = new Uint8Array(underWay.length);
  let most: i32 = 0;
  let comesAgain = false;
  for (let at = 0; at < sources.length; at++) {
    if (at >= begun) underWay[sources[at - begun]]--;
    const source = sources[at];
    underWay[source]++;
    if (underWay[source] > most) most = underWay[source];
    if (started[source] === 1) comesAgain = true;
    started[source] = 1;
  }
  return comesAgain ? most + 2 : 1;
}

const MOST_LINES: f64 = 4_000_000;
