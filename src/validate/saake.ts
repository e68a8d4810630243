// The baseline that this project set out from: the estimate of Hong et al. (PLDI 2018, section 4) as printed.
// Nothing is executed: both arms of every branch are taken in the order of the code, every global access of a
// warp is one transaction to DRAM when it is coalesced and one per lane when it is not, there are no caches
// and no bank conflicts, and Algorithm 1 runs one scheduler with its share of the warps. Trip counts and
// whether an access is coalesced, which its authors supplied by hand, are taken from the execution of the
// sample. The launch constant is added, as to every other prediction here.

import { type AbstractInstruction, type AbstractResource, emulateAbstract } from '../emulate/algorithm1.ts';
import { flattenProgram } from '../emulate/flat-program.ts';
import type { Trace } from '../execute/trace.ts';
import { bodiesOf } from '../machine/nodes.ts';
import type { InstructionKind, LoopNode, MachineNode, Program } from '../machine/program.ts';
import { latencyOf, type Profile } from '../profile/profile.ts';

export interface SaakeInput {
  readonly trace: Trace;
  readonly profile: Profile;
  readonly workgroupsPerSm: number;
  readonly warpsPerWorkgroup: number;
}

/** Instructions of one warp that are emulated; the rest is taken to go on at the same rate. */
const MOST_INSTRUCTIONS = 20_000;
/** An access is not coalesced when it touches more than so many times the sectors that its bytes fill. */
const COALESCED_SLACK = 2;
const IN_DEVICE_MEMORY: ReadonlySet<InstructionKind> = new Set<InstructionKind>([
  'loadGlobal',
  'storeGlobal',
  'loadTexture',
  'storeTexture',
  'loadLocal',
  'storeLocal',
  'atomicGlobal',
  'reduceGlobal',
]);

/** Nanoseconds. */
export function saakeNs({ trace, profile, workgroupsPerSm, warpsPerWorkgroup }: SaakeInput): number {
  const { limits, clockHz, launch } = profile;
  const writer = new WarpWriter(trace, profile);
  writer.count(trace.program.nodes, 1);
  writer.nodes(trace.program.nodes);
  const { instructions } = writer;
  const residentWarps = Math.max(1, workgroupsPerSm) * warpsPerWorkgroup;
  const perScheduler = Math.max(1, Math.round(residentWarps / limits.schedulersPerSm.value));
  const warps = Array.from({ length: perScheduler }, () => instructions);
  const { cycles } = emulateAbstract(warps, abstractResources(profile));
  const waves = Math.ceil(trace.totalWorkgroups / (Math.max(1, workgroupsPerSm) * limits.smCount.value));
  const whole = cycles * Math.max(1, writer.represented / writer.written) * waves;
  return launch.overheadNs.value + (whole / clockHz.value) * 1e9;
}

/** Seen from one scheduler: what all share comes round once for each of those that share it. */
function abstractResources(profile: Profile): Record<string, AbstractResource> {
  const { limits, memory, clockHz } = profile;
  const schedulers = limits.schedulersPerSm.value;
  const resources: Record<string, AbstractResource> = {};
  for (const [name, { latencyCycles = 0, gapCycles = 0, scope }] of Object.entries(profile.resources)) {
    const sharing = scope === 'scheduler' ? 1 : schedulers;
    resources[name] = { latencyCycles, gapCycles: gapCycles * sharing };
  }
  const { baseCycles, perWarpCycles } = profile.barrier;
  resources['barrier'] = {
    latencyCycles: baseCycles.value,
    gapCycles: perWarpCycles.value * schedulers,
  };
  const bytesPerCycle = memory.dramCopyBytesPerSecond.value / clockHz.value / limits.smCount.value;
  resources['dram'] = {
    latencyCycles: latencyOf(profile, 'dram'),
    gapCycles: (memory.lineBytes.value / bytesPerCycle) * schedulers,
  };
  for (const [name, cost] of Object.entries(profile.classes)) {
    const pipe = resources[cost.resource];
    const { latencyCycles = pipe.latencyCycles, gapCycles } = cost;
    resources[`class ${name}`] = { latencyCycles, gapCycles: gapCycles ?? pipe.gapCycles };
  }
  return resources;
}

/** Writes down what one warp would issue if it took every path. */
class WarpWriter {
  readonly instructions: AbstractInstruction[] = [];
  /** Instructions of the program among them: scattered accesses take one per lane. */
  written = 0;
  /** Instructions of the program that these stand for. */
  represented = 0;
  private readonly program: Program;
  private readonly executions: Float64Array;
  private readonly isScattered: readonly boolean[][];
  private readonly classes: Profile['classes'];
  private readonly lanes: number;
  private readonly writerOf = new Map<number, number>();
  private readonly trips = new Map<LoopNode, number>();

  constructor(trace: Trace, profile: Profile) {
    this.program = trace.program;
    this.classes = profile.classes;
    this.lanes = trace.geometry.subgroupSize;
    this.executions = executionsPerWarp(trace);
    this.isScattered = scatteredAccesses(trace, profile);
  }

  /** Counts what the nodes stand for when they run so often, and settles the trips of their loops. */
  count(nodes: readonly MachineNode[], times: number): void {
    for (const node of nodes) {
      if (node.kind === 'segment') {
        this.represented += this.program.segments[node.segment].instructions.length * times;
      } else if (node.kind === 'loop') {
        const trips = Math.max(1, this.mostExecuted(node.body) / Math.max(times, 1));
        this.trips.set(node, trips);
        this.count(node.body, times * trips);
      } else {
        for (const body of bodiesOf(node)) this.count(body, times);
      }
    }
  }

  nodes(nodes: readonly MachineNode[]): void {
    for (const node of nodes) {
      if (node.kind === 'segment') {
        this.segment(node.segment);
      } else if (node.kind === 'loop') {
        const trips = Math.round(this.trips.get(node)!);
        for (let trip = 0; trip < trips && (trip === 0 || this.hasRoom()); trip++) this.nodes(node.body);
      } else {
        for (const body of bodiesOf(node)) this.nodes(body);
      }
    }
  }

  private hasRoom(): boolean {
    return this.instructions.length < MOST_INSTRUCTIONS;
  }

  private segment(id: number): void {
    const { instructions } = this.program.segments[id];
    this.written += instructions.length;
    for (const { kind, costClass, sources, destinations, access } of instructions) {
      const predecessors = sources.flatMap((register) => this.writerOf.get(register) ?? []);
      const isGlobal = IN_DEVICE_MEMORY.has(kind);
      const isScattered = isGlobal && access !== undefined && this.isScattered[id][access] === true;
      const resource = isGlobal ? 'dram' : this.resourceOf(kind, costClass);
      for (let lane = isScattered ? this.lanes - 1 : 0; lane > 0; lane--) {
        this.instructions.push({ resource, predecessors });
      }
      this.instructions.push({ resource, predecessors });
      for (const register of destinations) this.writerOf.set(register, this.instructions.length - 1);
    }
  }

  private resourceOf(kind: InstructionKind, costClass: string): string {
    if (kind === 'loadShared' || kind === 'storeShared') return 'shared';
    return costClass in this.classes ? `class ${costClass}` : 'issue';
  }

  private mostExecuted(nodes: readonly MachineNode[]): number {
    let most = 0;
    for (const node of nodes) {
      if (node.kind === 'segment') most = Math.max(most, this.executions[node.segment]);
    }
    return most;
  }
}

function executionsPerWarp(trace: Trace): Float64Array {
  const counts = new Float64Array(trace.program.segments.length);
  for (let entry = 0; entry < trace.entrySegment.length; entry++) {
    counts[trace.entrySegment[entry]] += trace.entryWeight[entry];
  }
  const warps = Math.max(1, trace.warpFirstEntry.length - 1);
  return counts.map((count) => count / warps);
}

/** By segment and access: whether its first execution with any lane touched far more sectors than it had to. */
function scatteredAccesses(trace: Trace, profile: Profile): boolean[][] {
  const found: (boolean | undefined)[][] = trace.program.segments.map((segment) =>
    new Array<boolean | undefined>(segment.accessCount).fill(undefined),
  );
  const { accessBytes, accessKindFirst } = flattenProgram(trace.program);
  const sectorBytes = profile.memory.sectorBytes.value;
  for (let entry = 0; entry < trace.entrySegment.length; entry++) {
    const segment = trace.entrySegment[entry];
    const known = found[segment];
    for (let access = 0; access < known.length; access++) {
      if (known[access] !== undefined) continue;
      const at = trace.entryFirstAccess[entry] + access;
      const lanes = trace.accessLanes[at];
      if (lanes === 0) continue;
      const sectors = trace.accessFirstSector[at + 1] - trace.accessFirstSector[at];
      const filled = Math.max(1, (lanes * accessBytes[accessKindFirst[segment] + access]) / sectorBytes);
      known[access] = sectors > COALESCED_SLACK * filled;
    }
  }
  return found.map((accesses) => accesses.map((each) => each === true));
}
