// Neighbouring components in workgroup memory become one access of two or four when they share their address, their
// offsets follow each other and the alignment is known; others go one by one, parts of vectors too. Loads of three words
// in 16 aligned bytes take the fourth along, whatever their types (38 small kernels, driver 580.159). Loads move up to the
// first of them, stores down to the last, never over an access that could touch the same bytes or over a barrier.
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
  ScalarType,
  StoreInstruction,
  Value,
  ValueId,
  Variable,
} from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { forEachInstruction, mapOperands, operandsOf, regionsOf } from '../../../ir/walk.ts';

const WORD_BYTES = 4;

type Access = LoadInstruction | StoreInstruction;

/** @param widestBytes the widest access, and so the most alignment that helps */
export function mergeAccesses(module: Module, widestBytes: number): Module {
  if (module.variables.length === 0) return module;
  const merger = new Merger(module, widestBytes);
  const body = merger.region(module.body);
  if (body === module.body) return module;
  return { ...module, body, variables: merger.variables(), values: merger.values };
}

/** An access with its place in the region's list. */
interface Placed {
  readonly access: Access;
  readonly position: number;
}

/** One component of an access. */
interface Component {
  readonly placed: Placed;
  readonly value: ValueId;
  readonly offsetBytes: number;
}

/** Instructions by position instead of the one that stands there. */
type Replaced = Map<number, readonly Instruction[]>;

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
  /** With those of loads that take more along. */
  readonly values: Value[];
  /** Values that something asks for; made when the first accesses are looked at. */
  private used: Uint8Array | undefined;

  constructor(module: Module, widestBytes: number) {
    this.module = module;
    this.widestBytes = widestBytes;
    this.values = [...module.values];
  }

  variables(): readonly Variable[] {
    return this.module.variables.map((variable, index) => {
      const alignBytes = Math.max(variable.alignBytes, this.neededAlignment.get(index) ?? 0);
      return alignBytes === variable.alignBytes ? variable : { ...variable, alignBytes };
    });
  }

  region(region: Region): Region {
    const replaced: Replaced = new Map();
    const pending = new Map<number, Pending>();
    region.instructions.forEach((instruction, position) => {
      const inner = this.inner(instruction);
      if (inner !== instruction) replaced.set(position, [inner]);
      this.step(instruction, position, pending, replaced);
    });
    for (const each of pending.values()) this.flush(each, replaced);
    if (replaced.size === 0) return region;
    const instructions: Instruction[] = [];
    region.instructions.forEach((instruction, position) => {
      instructions.push(...(replaced.get(position) ?? [instruction]));
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
    replaced: Replaced,
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

  /** Of private memory, words at constant addresses. */
  private isMerged({ root, address, type }: LoadInstruction): boolean {
    return root.space === 'workgroup' || (this.isConstant(address) && scalarBytes(type) === WORD_BYTES);
  }

  private isConstant(address: ValueId): boolean {
    return this.module.values[address].constant !== undefined;
  }

  private storeStep(
    store: StoreInstruction,
    position: number,
    pending: Map<number, Pending>,
    replaced: Replaced,
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

  private constructStep(instruction: Instruction, pending: Map<number, Pending>, replaced: Replaced): void {
    const touched = touchedVariables(instruction);
    for (const [variable, known] of pending) {
      const effect = touched.orders ? 'written' : touched.variables.get(variable);
      // A way out of the region may skip a store that would have moved behind it.
      this.flushStores(known, replaced);
      if (effect === 'written') this.flushLoads(known, replaced);
    }
  }

  private flush(pending: Pending, replaced: Replaced): void {
    this.flushLoads(pending, replaced);
    this.flushStores(pending, replaced);
  }

  private flushLoads(pending: Pending, replaced: Replaced): void {
    const loads = pending.loads;
    pending.loads = [];
    for (const group of this.groupsOf(loads)) this.mergeGroup(group, replaced);
  }

  private flushStores(pending: Pending, replaced: Replaced): void {
    const stores = pending.stores;
    pending.stores = [];
    pending.stored = new Set();
    if (stores.length > 0) this.mergeGroup(stores, replaced);
  }

  /**
   * Loads apart by address and the bytes of a component; of private memory by its type, too. Of workgroup memory at a
   * constant address each is read by itself, through a uniform base register.
   */
  private groupsOf(loads: readonly Placed[]): Iterable<Placed[]> {
    const groups = new Map<string, Placed[]>();
    for (const placed of loads) {
      const { address, type, root } = placed.access;
      const isWorkgroup = root.space === 'workgroup';
      const apart = isWorkgroup && this.isConstant(address) ? placed.position : '';
      const key = `${address}:${isWorkgroup ? scalarBytes(type) : type}:${apart}`;
      const group = groups.get(key);
      if (group) group.push(placed);
      else groups.set(key, [placed]);
    }
    return groups.values();
  }

  /** Cuts the components of accesses of one address into the widest accesses that may be. */
  private mergeGroup(group: readonly Placed[], replaced: Replaced): void {
    const isWorkgroup = group[0].access.root.space === 'workgroup';
    if (group.length < 2 && !(isWorkgroup && componentsOf(group[0].access).length > 1)) return;
    const all = group.flatMap((placed) => {
      const { access } = placed;
      const bytes = scalarBytes(access.type);
      return componentsOf(access).map((value, k): Component => {
        return { placed, value, offsetBytes: access.offsetBytes + k * bytes };
      });
    });
    const asked = all.filter(({ placed, value }) => placed.access.kind === 'store' || this.isUsed(value));
    const components = asked.length === 0 ? all : asked;
    components.sort((a, b) => a.offsetBytes - b.offsetBytes);
    const pieces: Component[][] = [];
    for (let at = 0; at < components.length; at += pieces.at(-1)!.length)
      pieces.push(components.slice(at, at + this.lengthFrom(components, at, isWorkgroup)));
    if (!isWorkgroup && pieces.every((piece) => piece.length === 1)) return;
    for (const { position } of group) replaced.set(position, []);
    for (const piece of pieces) this.place(piece, replaced);
  }

  /** How many of the components from `at` on are one access. */
  private lengthFrom(components: readonly Component[], at: number, isWorkgroup: boolean): number {
    const { placed, offsetBytes } = components[at];
    const { access } = placed;
    const bytes = scalarBytes(access.type);
    const mayTakeAlong = isWorkgroup && access.kind === 'load' && bytes === WORD_BYTES;
    const inside = components.slice(at, at + 4).filter((each) => each.offsetBytes < offsetBytes + 4 * bytes);
    const areApart = inside.every((each, k) => k === 0 || each.offsetBytes > inside[k - 1].offsetBytes);
    if (areApart && inside.length >= (mayTakeAlong ? 3 : 4) && this.isAligned(access, offsetBytes, 4 * bytes))
      return inside.length;
    const isPair = components[at + 1]?.offsetBytes === offsetBytes + bytes;
    return isPair && this.isAligned(access, offsetBytes, 2 * bytes) ? 2 : 1;
  }

  /** Puts an access where the first load or the last store stood. */
  private place(piece: readonly Component[], replaced: Replaced): void {
    const { placed, offsetBytes } = piece[0];
    const { root, type, address, span, origin } = placed.access;
    const common = {
      root,
      type,
      address,
      offsetBytes,
      ...(span ? { span } : {}),
      ...(origin ? { origin } : {}),
    };
    const bytes = scalarBytes(type);
    const positions = piece.map((each) => each.placed.position);
    const isAsItWas = piece.every((each) => each.placed === placed) && piece.length !== 3;
    if (piece.length > 1 && !isAsItWas) this.need(root.index, piece.length === 2 ? 2 * bytes : 4 * bytes);
    if (placed.access.kind === 'store') {
      const values = piece.map((each) => each.value);
      append(replaced, Math.max(...positions), { kind: 'store', ...common, values });
      return;
    }
    const width = piece.length === 3 ? 4 : piece.length;
    const results = Array.from({ length: width }, () => -1);
    const casts: Instruction[] = [];
    for (const each of piece) {
      const k = (each.offsetBytes - offsetBytes) / bytes;
      const own = each.placed.access.type;
      results[k] = own === type ? each.value : this.newValue(type);
      if (own !== type)
        casts.push({ kind: 'pure', op: 'bitcast', operands: [results[k]], result: each.value });
    }
    const filled = results.map((each) => (each < 0 ? this.newValue(type) : each));
    append(replaced, Math.min(...positions), { kind: 'load', ...common, results: filled }, ...casts);
  }

  private isUsed(value: ValueId): boolean {
    this.used ??= usedValues(this.module);
    return this.used[value] === 1;
  }

  private newValue(type: ScalarType): ValueId {
    return this.values.push({ type }) - 1;
  }

  private isAligned(access: Access, offsetBytes: number, bytes: number): boolean {
    if (bytes > this.widestBytes) return false;
    const variable = this.module.variables[access.root.index];
    const alignBytes = variable.sizeBytes >= this.widestBytes ? this.widestBytes : variable.alignBytes;
    if (alignBytes < bytes || offsetBytes % bytes !== 0) return false;
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

function usedValues({ body, values }: Module): Uint8Array {
  const used = new Uint8Array(values.length);
  forEachInstruction(body, (each) => {
    for (const operand of operandsOf(each)) used[operand] = 1;
  });
  return used;
}

function append(replaced: Replaced, position: number, ...instructions: readonly Instruction[]): void {
  replaced.set(position, [...(replaced.get(position) ?? []), ...instructions]);
}

/** What a construct does to variables: `orders` when it has a barrier or a subgroup operation. */
function touchedVariables(instruction: Instruction): {
  orders: boolean;
  variables: Map<number, 'read' | 'written'>;
} {
  const variables = new Map<number, 'read' | 'written'>();
  let orders = false;
  const scan = (each: Instruction): void => {
    if (each.kind === 'barrier' || each.kind === 'subgroup') orders = true;
    if ((each.kind === 'store' || each.kind === 'atomic') && each.root.space !== 'buffer') {
      variables.set(each.root.index, 'written');
    }
    for (const region of regionsOf(each)) region.instructions.forEach(scan);
  };
  scan(instruction);
  return { orders, variables };
}
