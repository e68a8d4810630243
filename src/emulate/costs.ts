// What each cost class and each memory level costs on a device, as flat tables for one emulation. The
// conventions for profiles are collected here:
//
// - A latency runs from issue to the result being usable, so `l2` and `dram` give whole load-to-use times.
// - Throughput of L2, DRAM and global atomics comes from `memory.*PerSecond` and the clock. Seen from one
//   SM, a device-wide gap is multiplied by the number of SMs that share it (`deviceShare`). A gap of `l2` of scope
//   `sm` is the least between two lines that one SM requests, which is what isolated sectors cost.
// - `load_*` and `store_*` classes take `lsu` to enter and then `shared` or `l1` once per data-bank pass. A
//   latency or gap given by such a class replaces that of `shared`.
// - `texture_*` and `surface_*` classes take `tex` for so many gaps as their access has passes; their latencies are
//   those of texels that L1 has, and what misses it takes as much longer as a load does.
// - Before the load/store unit as many cycles of work may queue, until schedulers block, as an access to workgroup
//   memory takes.

import { unreachable } from '../diagnostics/diagnostic.ts';
import { gapOf, latencyOf, type Profile } from '../profile/profile.ts';
import type { CodeCosts } from './code-fetch.ts';
import type { BankCosts } from './constant-bank.ts';
import { type FlatProgram, Kind } from './flat-program.ts';
import type { i32 } from './integers.ts';
import { WAYS } from './lines-in-sets.ts';

/** Resources that any profile may report on, in the order of reports. */
export const RESOURCE_NAMES = [
  'issue',
  'fma',
  'alu',
  'sfu',
  'fp64',
  'fp16',
  'uniform',
  'lsu',
  'shared',
  'l1',
  'l2',
  'dram',
  'atomic',
  'barrier',
  'branch',
  'launch',
  'fetch',
  'tex',
  'immediate_constant',
] as const;

/** Ids of resources by name. */
export const Resource = Object.fromEntries(RESOURCE_NAMES.map((name, id) => [name, id])) as Readonly<
  Record<(typeof RESOURCE_NAMES)[number], number>
>;

/**
 * Gates: what issue must wait for. Gate 0 is always open; behind it lie two for each scheduler, its queues of
 * accesses to workgroup memory and of the others; then the pipes.
 */
export const Gate = { open: 0, firstQueue: 1, queues: 2, ofShared: 0, ofGlobal: 1 } as const;

export interface CostTable {
  readonly resourceNames: readonly string[];
  readonly schedulers: i32;
  /** Cycles between two issues of one scheduler. */
  readonly issueCycles: number;
  /** By class of the program. */
  readonly latency: Float64Array;
  readonly gap: Float64Array;
  readonly resource: Uint8Array;
  /** Gate of the class's pipe or queue on scheduler 0 and its distance to the next scheduler's. */
  readonly gate: Int32Array;
  readonly gateStride: Int32Array;
  /** Gate on scheduler 0 of the other pipe that the class holds, for how long, and its resource; 0 cycles for none. */
  readonly besideGate: Int32Array;
  readonly besideGap: Float64Array;
  readonly besideResource: Uint8Array;
  readonly gateCount: i32;
  readonly firstPipeGate: i32;
  /** Resource behind each gate. */
  readonly gateResource: Uint8Array;
  /** How many of each resource one SM has. */
  readonly instances: Float64Array;

  readonly lsuIsPerScheduler: boolean;
  readonly lsuGapCycles: number;
  /** Cycles that a bank pass of workgroup memory holds the unit; 0 where it does not. */
  readonly lsuPassCycles: number;
  readonly l1LatencyCycles: number;
  readonly l1PassCycles: number;
  /** Of an access to workgroup memory after its first pass, which takes the gap; by class of the program. */
  readonly sharedPassCycles: Float64Array;
  /** Passes of a warp whose lanes do not meet in any bank. */
  readonly sharedPassesOfWarp: i32;
  /** True when L1 and workgroup memory are one array behind one port. */
  readonly sharesPort: boolean;
  readonly extraLineCycles: number;
  /** Of the data banks, for a line that comes after others of its access. */
  readonly latePasses: number;
  readonly cachesGlobalLoads: boolean;
  /** Whether a warp gets what it loads in order; see return-order.ts. */
  readonly loadsInOrder: boolean;
  readonly constantLineCycles: number;
  /** Lines that the cache of the scalar unit holds. */
  readonly scalarLines: i32;
  /** Undefined where code costs nothing. */
  readonly code: CodeCosts | undefined;
  /** Undefined where all words of constant banks that the program names stay at hand. */
  readonly bank: BankCosts | undefined;
  readonly queueCycles: number;
  /** Cycles in which a bank gives one register, and those in which an instruction reads all of its own. */
  readonly operandCycles: number;
  readonly operandWindowCycles: number;
  readonly operandResource: i32;
  /** What a scheduler and a warp lose where lanes go apart; 0 where a device masks them and goes on. */
  readonly divergenceCycles: number;
  readonly divergenceLatencyCycles: number;
  readonly divergenceResource: i32;
  readonly barrierBaseCycles: number;
  readonly barrierPerWarpCycles: number;
}

export function costTable(profile: Profile, program: FlatProgram): CostTable {
  const resourceNames = resourceNamesOf(profile);
  const schedulers = profile.limits.schedulersPerSm.value;
  const gates = allotGates(profile, resourceNames, schedulers);
  const classes = program.classNames.map((name) => classCost(profile, name));
  const resourceIds = classes.map((cost) => resourceNames.indexOf(cost.resource));
  const kindOfClass = program.classNames.map((_, index) => program.kind[program.costClass.indexOf(index)]);
  const gateOf = (index: number) => gateOfClass(kindOfClass[index], gates.first[resourceIds[index]]);
  const besides = program.classNames.map((name) => profile.classes[name]?.besides);
  const besideIds = besides.map((each) => (each === undefined ? 0 : resourceNames.indexOf(each.resource)));
  const { memory } = profile;
  return {
    resourceNames,
    schedulers,
    issueCycles: gapOf(profile, 'issue') / profile.limits.issuePerScheduler.value,
    latency: Float64Array.from(classes, (cost) => cost.latencyCycles),
    gap: Float64Array.from(classes, (cost) => cost.gapCycles),
    resource: Uint8Array.from(resourceIds),
    gate: Int32Array.from(classes, (_, index) => gateOf(index)),
    gateStride: Int32Array.from(classes, (cost, index) => {
      if (gateOf(index) === Gate.open) return 0;
      if (gateOf(index) < gates.firstPipe) return Gate.queues;
      return isPerScheduler(profile, cost.resource) ? 1 : 0;
    }),
    besideGate: Int32Array.from(besideIds, (id) => gates.first[id]),
    besideGap: Float64Array.from(besides, (each) => each?.gapCycles ?? 0),
    besideResource: Uint8Array.from(besideIds),
    gateCount: gates.resource.length,
    firstPipeGate: gates.firstPipe,
    gateResource: Uint8Array.from(gates.resource),
    instances: Float64Array.from(resourceNames, (name) => (isPerScheduler(profile, name) ? schedulers : 1)),
    lsuIsPerScheduler: isPerScheduler(profile, 'lsu'),
    lsuGapCycles: gapOf(profile, 'lsu'),
    lsuPassCycles: memory.sharedPassCyclesPerScheduler?.value ?? 0,
    l1LatencyCycles: latencyOf(profile, 'l1'),
    l1PassCycles: gapOf(profile, 'l1'),
    sharedPassCycles: Float64Array.from(program.classNames, (name, index) =>
      name === 'compare_shared' ? classes[index].gapCycles : gapOf(profile, 'shared'),
    ),
    sharedPassesOfWarp: Math.ceil(profile.limits.subgroupSize.value / memory.sharedBanks.value),
    sharesPort: profile.limits.sharedCarveoutBytes.values.length > 0,
    extraLineCycles: memory.lsuSectorCycles.value,
    latePasses: memory.l1LatePasses?.value ?? 0,
    cachesGlobalLoads: memory.cachesGlobalLoadsInL1.value,
    loadsInOrder: memory.loadsInOrder?.value ?? false,
    constantLineCycles: memory.constantLineCycles?.value ?? 0,
    scalarLines: Math.floor((memory.scalarCacheBytes?.value ?? 0) / memory.lineBytes.value),
    code: codeCosts(profile),
    bank: bankCosts(profile, program),
    queueCycles: latencyOf(profile, 'shared'),
    operandCycles: profile.resources['operands']?.gapCycles ?? 0,
    operandWindowCycles: profile.resources['operands']?.latencyCycles ?? 0,
    operandResource: Math.max(0, resourceNames.indexOf('operands')),
    divergenceCycles: profile.resources['divergence']?.gapCycles ?? 0,
    divergenceLatencyCycles: profile.resources['divergence']?.latencyCycles ?? 0,
    divergenceResource: Math.max(0, resourceNames.indexOf('divergence')),
    barrierBaseCycles: profile.barrier.baseCycles.value,
    barrierPerWarpCycles: profile.barrier.perWarpCycles.value,
  };
}

function codeCosts(profile: Profile): CodeCosts | undefined {
  const { instructionBytes, codeBytes, codeFarBytes, codeL2Cycles, lineBytes } = profile.memory;
  if (!profile.resources['fetch'] || !instructionBytes || !codeBytes) return undefined;
  const farLineCycles = gapOf(profile, 'fetch');
  return {
    instructionsPerLine: Math.max(1, lineBytes.value / instructionBytes.value),
    nearLines: codeBytes.value / lineBytes.value,
    farLines: (codeFarBytes ?? codeBytes).value / lineBytes.value,
    farLineCycles,
    l2LineCycles: farLineCycles + (codeL2Cycles?.value ?? 0),
  };
}

/** What lines cost that do not all stay at hand; undefined where they do, or the device is not known to lack any. */
function bankCosts(profile: Profile, { bankByte }: FlatProgram): BankCosts | undefined {
  const kept = profile.memory.immediateConstantBytes;
  if (!kept || !profile.resources['immediate_constant']) return undefined;
  const keptLines = kept.value / BANK_LINE_BYTES;
  const lineOf = bankByte.map((byte) => Math.floor(byte / BANK_LINE_BYTES));
  const inSet = new Int32Array(keptLines / WAYS);
  for (const line of new Set(lineOf)) if (line >= 0) inSet[line % inSet.length]++;
  if (inSet.every((count) => count <= WAYS)) return undefined;
  return {
    lineOf,
    lineCount: Math.max(...lineOf) + 1,
    keptLines,
    lineCycles: gapOf(profile, 'immediate_constant'),
    latencyCycles: latencyOf(profile, 'immediate_constant'),
  };
}

/** In what `memory.immediateConstantBytes` is counted, as measured (bench/studies/constant-lines.ts). */
const BANK_LINE_BYTES = 64;

/** Names in the order of resource ids. */
export function resourceNamesOf(profile: Profile): readonly string[] {
  const known: readonly string[] = RESOURCE_NAMES;
  return [...known, ...Object.keys(profile.resources).filter((name) => !known.includes(name))];
}

function isPerScheduler(profile: Profile, name: string): boolean {
  return profile.resources[name]?.scope === 'scheduler';
}

function classCost(profile: Profile, name: string) {
  const cost = profile.classes[name] ?? unreachable(`profile ${profile.name} has no cost class ${name}`);
  // Workgroup-memory accesses spend their time in `shared`; `lsu` is only the way in.
  const isShared = name === 'load_shared' || name === 'store_shared';
  const timed = profile.resources[isShared ? 'shared' : cost.resource];
  // What has neither a number of its own nor one of its resource, nothing asks for (profile/taken.ts).
  return {
    resource: cost.resource,
    latencyCycles: cost.latencyCycles ?? timed?.latencyCycles ?? 0,
    gapCycles: cost.gapCycles ?? timed?.gapCycles ?? 0,
  };
}

function allotGates(profile: Profile, names: readonly string[], schedulers: number) {
  const resource: number[] = [Resource.issue];
  for (let queue = 0; queue < Gate.queues * schedulers; queue++) resource.push(Resource.lsu);
  const firstPipe = resource.length;
  const first = names.map((name, id) => {
    const gate = resource.length;
    for (let pipe = 0; pipe < (isPerScheduler(profile, name) ? schedulers : 1); pipe++) resource.push(id);
    return gate;
  });
  return { first, firstPipe, resource };
}

function gateOfClass(kind: number, pipeGate: number): number {
  switch (kind) {
    case Kind.issueOnly:
    case Kind.barrier:
    case Kind.fence:
    case Kind.loadConstant:
    case Kind.loadScalar:
      return Gate.open;
    case Kind.exchange:
    case Kind.loadShared:
    case Kind.storeShared:
    case Kind.atomicShared:
      return Gate.firstQueue + Gate.ofShared;
    case Kind.arithmetic:
    case Kind.branch:
    case Kind.jump:
      return pipeGate;
    default:
      return Gate.firstQueue + Gate.ofGlobal;
  }
}
