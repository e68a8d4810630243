// What the sampled warps did at each memory instruction: requests, lanes, sectors, passes, all weighted.
// The causes in words and the experiments with better access patterns both start from here.

import type { Span } from '../diagnostics/diagnostic.ts';
import { Kind } from '../emulate/flat-program.ts';
import type { PreparedTrace } from '../emulate/prepared-trace.ts';
import type { Geometry } from '../execute/index.ts';
import type { AtomicInstruction, LoadInstruction, StoreInstruction } from '../ir/ir.ts';
import { scalarBytes } from '../ir/scalars.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { forEachNode } from '../machine/nodes.ts';
import type { Program } from '../machine/program.ts';

/** One memory access of the IR, as the segments number them. */
export interface AccessShape {
  readonly bytesPerLane: number;
  readonly buffer?: number;
  readonly name: string;
  readonly span?: Span;
}

export interface AccessUse {
  /** Instruction of the flat program. */
  readonly instruction: number;
  readonly kind: number;
  readonly shape: AccessShape;
  requests: number;
  lanes: number;
  sectors: number;
  /** Sectors if the bytes of the lanes lay side by side. */
  leastSectors: number;
  passes: number;
  leastPasses: number;
  /** Bytes between neighbouring lanes where all requests looked at agree; undefined before the first, 0 for none. */
  strideBytes: number | undefined;
}

/** By segment, then by position of the access. */
export function accessShapes(program: Program): AccessShape[][] {
  const shapes: AccessShape[][] = program.segments.map(() => []);
  const { buffers, variables } = program.module;
  const shapeOf = (access: LoadInstruction | StoreInstruction | AtomicInstruction): AccessShape => {
    const { kind, root, type, span } = access;
    const count = kind === 'load' ? access.results.length : kind === 'store' ? access.values.length : 1;
    const isBuffer = root.space === 'buffer';
    return {
      bytesPerLane: count * scalarBytes(type),
      name: (isBuffer ? buffers : variables)[root.index]?.name ?? root.space,
      ...(isBuffer ? { buffer: root.index } : {}),
      ...(span ? { span } : {}),
    };
  };
  forEachNode(program.nodes, (node) => {
    if (node.kind !== 'segment') return;
    forEachInstruction(node, (each) => {
      if (each.kind === 'load' || each.kind === 'store' || each.kind === 'atomic')
        shapes[node.segment].push(shapeOf(each));
    });
  });
  return shapes;
}

const UNKNOWN: AccessShape = { bytesPerLane: 4, name: 'memory' };

/** One element per memory instruction of the flat program. */
export function accessUses(program: Program, prepared: PreparedTrace): AccessUse[] {
  const shapes = accessShapes(program);
  const { trace, program: flat } = prepared;
  const { geometry } = trace;
  const { sectorBytes } = geometry;
  const uses: AccessUse[] = [];
  const bySegment: AccessUse[][] = program.segments.map((_, segment) => {
    const own: AccessUse[] = [];
    for (let index = flat.segmentFirst[segment]; index < flat.segmentFirst[segment + 1]; index++) {
      const position = flat.access[index];
      if (position < 0) continue;
      own.push(emptyUse(index, flat.kind[index], shapes[segment][position] ?? UNKNOWN));
    }
    uses.push(...own);
    return own;
  });
  for (let entry = 0; entry < trace.entrySegment.length; entry++) {
    const weight = trace.entryWeight[entry];
    for (const use of bySegment[trace.entrySegment[entry]]) {
      const access = trace.entryFirstAccess[entry] + flat.access[use.instruction];
      const lanes = trace.accessLanes[access];
      if (lanes === 0) continue;
      const bytes = lanes * use.shape.bytesPerLane;
      use.requests += weight;
      use.lanes += lanes * weight;
      use.sectors += prepared.accessSectors[access] * weight;
      use.leastSectors += Math.min(prepared.accessSectors[access], Math.ceil(bytes / sectorBytes)) * weight;
      use.passes += prepared.accessPasses[access] * weight;
      const least = fewestPasses(geometry, lanes, use.shape.bytesPerLane);
      use.leastPasses += Math.min(prepared.accessPasses[access], least) * weight;
      if (lanes > 2 && use.strideBytes !== 0)
        noteSpacing(use, spacing(prepared, access, lanes) * sectorBytes);
    }
  }
  return uses;
}

function emptyUse(instruction: number, kind: number, shape: AccessShape): AccessUse {
  const counts = { requests: 0, lanes: 0, sectors: 0, leastSectors: 0, passes: 0, leastPasses: 0 };
  return { instruction, kind, shape, ...counts, strideBytes: undefined };
}

function noteSpacing(use: AccessUse, bytes: number): void {
  use.strideBytes = use.strideBytes === undefined || use.strideBytes === bytes ? bytes : 0;
}

/** Sectors from lane to lane where each has one of its own, equally far apart; 0 else. */
function spacing({ accessSectors, trace }: PreparedTrace, access: number, lanes: number): number {
  if (accessSectors[access] !== lanes) return 0;
  const first = trace.accessFirstSector[access];
  const distance = trace.sectors[first + 1] - trace.sectors[first];
  for (let index = first + 1; index < first + lanes; index++) {
    if (trace.sectors[index] - trace.sectors[index - 1] !== distance) return 0;
  }
  return distance;
}

export function isGlobal(kind: number): boolean {
  return (
    kind === Kind.loadGlobal ||
    kind === Kind.loadGlobalUncached ||
    kind === Kind.storeGlobal ||
    isAtomic(kind)
  );
}

export function isAtomic(kind: number): boolean {
  return kind === Kind.atomicGlobal || kind === Kind.reduceGlobal;
}

export function isShared(kind: number): boolean {
  return kind === Kind.loadShared || kind === Kind.storeShared;
}

/** Passes in which the banks of workgroup memory can serve so many lanes: each fills a row of them. */
export function fewestPasses(
  { bankCount, bankBytes }: Geometry,
  lanes: number,
  bytesPerLane: number,
): number {
  const bytes = Math.max(WORD_BYTES, bytesPerLane);
  return Math.ceil((lanes * bytes) / (bankCount * Math.max(WORD_BYTES, Math.min(bankBytes, bytesPerLane))));
}

/** What a bank serves at least. */
const WORD_BYTES = 4;
