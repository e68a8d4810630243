// Neighbouring scalar accesses to workgroup memory become one access of two or four components when they
// share their address, their offsets follow each other and the alignment is known. Loads move up to the first
// of them, stores down to the last, never over an access that could touch the same bytes or over a barrier.
// The driver places workgroup variables itself, so a variable's alignment is raised where that allows more.
// Accesses to storage are never merged: the driver checks the bounds of each. Neither are loads from constant
// addresses, as observed on an H200 (driver 580.159: a tile read by a fully unrolled loop is read word by word).
// Of private memory its initialisation is merged, four zeros per store, and loads from constant addresses are; later
// stores go one by one.

import { type Ranges, valueRanges } from '../../../ir/analyses/ranges.ts';
import type {
  Instruction,
  LoadInstruction,
  Module,
  Region,
  StoreInstruction,
  Variable,
} from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { mapOperands, regionsOf } from '../../../ir/walk.ts';

const WORD_BYTES = 4;

type Access = LoadInstruction | StoreInstruction;

/** @param widestBytes the widest access, and so the most alignment that helps */
export function mergeAccesses(module: Module, widestBytes: number): Module {
  if (module.variables.length === 0) return module;
  const merger = new Merger(module, widestBytes);
  const body = merger.region(module.body);
  return body === module.body ? module : { ...module, body, variables: merger.variables() };
}

/** An access with its place in the region's list. */
interface Placed {
  readonly access: Access;
  readonly position: number;
}

/** Accesses of one variable that nothing in between forbids to merge. */
interface Pending {
  loads: Placed[];
  /** All of one address and type. */
  stores: Placed[];
  /** Offsets of the bytes that the stores write. */
  stored: Set<number>;
}

class Merger {
  private readonly module: Module;
  private readonly widestBytes: number;
  /** Made when the first group of accesses asks for alignments. */
  private ranges: Ranges | undefined;
  /** Alignment that merged accesses need, by variable. */
  private readonly neededAlignment = new Map<number, number>();

  constructor(module: Module, widestBytes: number) {
    this.module = module;
    this.widestBytes = widestBytes;
  }

  variables(): readonly Variable[] {
    return this.module.variables.map((variable, index) => {
      const alignBytes = Math.max(variable.alignBytes, this.neededAlignment.get(index) ?? 0);
      return alignBytes === variable.alignBytes ? variable : { ...variable, alignBytes };
    });
  }

  region(region: Region): Region {
    // By position: what stands there instead of the instruction, or null when it merged into another.
    const replaced = new Map<number, Instruction | null>();
    const pending = new Map<number, Pending>();
    region.instructions.forEach((instruction, position) => {
      const inner = this.inner(instruction);
      if (inner !== instruction) replaced.set(position, inner);
      this.step(instruction, position, pending, replaced);
    });
    for (const each of pending.values()) this.flush(each, replaced);
    if (replaced.size === 0) return region;
    const instructions: Instruction[] = [];
    region.instructions.forEach((instruction, position) => {
      const replacement = replaced.get(position);
      if (replacement !== null) instructions.push(replacement ?? instruction);
    });
    return { instructions };
  }

  private inner(instruction: Instruction): Instruction {
    const regions = regionsOf(instruction);
    if (regions.length === 0) return instruction;
    const merged = regions.map((region) => this.region(region));
    if (merged.every((region, index) => region === regions[index])) return instruction;
    let next = 0;
    return mapOperands(
      instruction,
      (id) => id,
      () => merged[next++],
    );
  }

  private step(
    instruction: Instruction,
    position: number,
    pending: Map<number, Pending>,
    replaced: Map<number, Instruction | null>,
  ): void {
    switch (instruction.kind) {
      case 'load':
        if (instruction.root.space !== 'buffer') {
          const known = pendingOf(pending, instruction.root.index);
          this.flushStores(known, replaced);
          if (this.isMerged(instruction)) known.loads.push({ access: instruction, position });
        }
        return;
      case 'store':
        if (instruction.root.space !== 'buffer') this.storeStep(instruction, position, pending, replaced);
        return;
      case 'atomic':
        if (instruction.root.space !== 'buffer')
          this.flush(pendingOf(pending, instruction.root.index), replaced);
        return;
      case 'barrier':
        for (const each of pending.values()) this.flush(each, replaced);
        return;
      default:
        if (regionsOf(instruction).length > 0) this.constructStep(instruction, pending, replaced);
    }
  }

  /** Words of workgroup memory at constant addresses are read through a uniform base register, each apart. */
  private isMerged({ root, address, type }: LoadInstruction): boolean {
    const isConstant = this.module.values[address].constant !== undefined;
    return root.space === 'workgroup' ? !isConstant : isConstant && scalarBytes(type) === WORD_BYTES;
  }

  private storeStep(
    store: StoreInstruction,
    position: number,
    pending: Map<number, Pending>,
    replaced: Map<number, Instruction | null>,
  ): void {
    const known = pendingOf(pending, store.root.index);
    this.flushLoads(known, replaced);
    const previous = known.stores.at(-1)?.access;
    const isAlike =
      previous === undefined || (previous.address === store.address && previous.type === store.type);
    const bytes = bytesOf(store);
    const isRepeated = bytes.some((offset) => known.stored.has(offset));
    if (!isAlike || isRepeated) this.flushStores(known, replaced);
    if (store.root.space === 'private' && !this.isInitialisation(store)) {
      this.flushStores(known, replaced);
      return;
    }
    known.stores.push({ access: store, position });
    for (const offset of bytes) known.stored.add(offset);
  }

  private isInitialisation(store: StoreInstruction): boolean {
    const { values } = this.module;
    return [store.address, ...store.values].every((value) => values[value].constant === 0);
  }

  private constructStep(
    instruction: Instruction,
    pending: Map<number, Pending>,
    replaced: Map<number, Instruction | null>,
  ): void {
    const touched = touchedVariables(instruction);
    for (const [variable, known] of pending) {
      const effect = touched.orders ? 'written' : touched.variables.get(variable);
      // A way out of the region may skip a store that would have moved behind it.
      this.flushStores(known, replaced);
      if (effect === 'written') this.flushLoads(known, replaced);
    }
  }

  private flush(pending: Pending, replaced: Map<number, Instruction | null>): void {
    this.flushLoads(pending, replaced);
    this.flushStores(pending, replaced);
  }

  private flushLoads(pending: Pending, replaced: Map<number, Instruction | null>): void {
    const loads = pending.loads;
    pending.loads = [];
    for (const group of groupsOf(loads)) this.mergeGroup(group, replaced);
  }

  private flushStores(pending: Pending, replaced: Map<number, Instruction | null>): void {
    const stores = pending.stores;
    pending.stores = [];
    pending.stored = new Set();
    if (stores.length > 1) this.mergeGroup(stores, replaced);
  }

  /** Merges aligned runs of accesses of one address and type. */
  private mergeGroup(group: readonly Placed[], replaced: Map<number, Instruction | null>): void {
    if (group.length < 2) return;
    const sorted = [...group].sort((a, b) => a.access.offsetBytes - b.access.offsetBytes);
    for (let at = 0; at < sorted.length; ) {
      const run = this.runFrom(sorted, at, 4) ?? this.runFrom(sorted, at, 2);
      if (run) mergeRun(run, replaced);
      at += run?.length ?? 1;
    }
  }

  /** The accesses from `at` on that together move exactly `width` components, if they may be one access. */
  private runFrom(sorted: readonly Placed[], at: number, width: number): Placed[] | undefined {
    const first = sorted[at].access;
    const bytes = width * scalarBytes(first.type);
    if (bytes > this.widestBytes || !this.isAligned(first, bytes)) return undefined;
    const run: Placed[] = [];
    let end = first.offsetBytes;
    for (let index = at; end < first.offsetBytes + bytes; index++) {
      const next = sorted[index];
      if (!next || next.access.offsetBytes !== end) return undefined;
      run.push(next);
      end += componentsOf(next.access).length * scalarBytes(first.type);
    }
    if (end !== first.offsetBytes + bytes || run.length < 2) return undefined;
    this.need(first.root.index, bytes);
    return run;
  }

  private isAligned(access: Access, bytes: number): boolean {
    const variable = this.module.variables[access.root.index];
    const alignBytes = variable.sizeBytes >= this.widestBytes ? this.widestBytes : variable.alignBytes;
    if (alignBytes < bytes || access.offsetBytes % bytes !== 0) return false;
    this.ranges ??= valueRanges(this.module);
    return 2 ** this.ranges.trailingZeros(access.address) >= bytes;
  }

  private need(variable: number, bytes: number): void {
    this.neededAlignment.set(variable, Math.max(bytes, this.neededAlignment.get(variable) ?? 0));
  }
}

function pendingOf(pending: Map<number, Pending>, variable: number): Pending {
  let known = pending.get(variable);
  if (!known) pending.set(variable, (known = { loads: [], stores: [], stored: new Set() }));
  return known;
}

function componentsOf(access: Access): readonly number[] {
  return access.kind === 'load' ? access.results : access.values;
}

/** Offsets of the bytes that an access moves. */
function bytesOf(access: Access): number[] {
  const count = componentsOf(access).length * scalarBytes(access.type);
  return Array.from({ length: count }, (_, byte) => access.offsetBytes + byte);
}

/** Loads apart by address and type. */
function groupsOf(loads: readonly Placed[]): Placed[][] {
  const groups = new Map<string, Placed[]>();
  for (const placed of loads) {
    const key = `${placed.access.address}:${placed.access.type}`;
    const group = groups.get(key);
    if (group) group.push(placed);
    else groups.set(key, [placed]);
  }
  return [...groups.values()];
}

/** Puts the merged access where the first load or the last store stood. */
function mergeRun(run: readonly Placed[], replaced: Map<number, Instruction | null>): void {
  const first = run[0].access;
  const positions = run.map(({ position }) => position);
  const target = first.kind === 'load' ? Math.min(...positions) : Math.max(...positions);
  const components = run.flatMap(({ access }) => componentsOf(access));
  for (const position of positions) replaced.set(position, null);
  const { root, type, address, offsetBytes, span, origin } = first;
  const common = {
    root,
    type,
    address,
    offsetBytes,
    ...(span ? { span } : {}),
    ...(origin ? { origin } : {}),
  };
  replaced.set(
    target,
    first.kind === 'load'
      ? { kind: 'load', ...common, results: components }
      : { kind: 'store', ...common, values: components },
  );
}

/** What a construct does to workgroup variables: `orders` when it has a barrier or a subgroup operation. */
function touchedVariables(instruction: Instruction): {
  orders: boolean;
  variables: Map<number, 'read' | 'written'>;
} {
  const variables = new Map<number, 'read' | 'written'>();
  let orders = false;
  const scan = (each: Instruction): void => {
    if (each.kind === 'barrier' || each.kind === 'subgroup') orders = true;
    if ((each.kind === 'store' || each.kind === 'atomic') && each.root.space === 'workgroup') {
      variables.set(each.root.index, 'written');
    }
    for (const region of regionsOf(each)) region.instructions.forEach(scan);
  };
  scan(instruction);
  return { orders, variables };
}
