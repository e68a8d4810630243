// Which places in memory hold which values, as far as loads and stores of one invocation show. Two accesses of
// a root may overlap unless their addresses are constant, or the same value, and their offsets keep them
// apart. Other invocations may change shared memory at barriers and atomics only.

import type { Instruction, MemoryRoot, Module, Region, ScalarType, ValueId } from '../ir.ts';
import { bitWidth } from '../ops.ts';
import { forEachInstruction } from '../walk.ts';

type Load = Extract<Instruction, { kind: 'load' }>;
type Store = Extract<Instruction, { kind: 'store' }>;

/** One component in memory. `base` is the address value, or -1 when `offset` is the whole address. */
interface Known {
  readonly base: number;
  readonly offset: number;
  readonly type: ScalarType;
  readonly sizeBytes: number;
  readonly value: ValueId;
}

/** Roots as small numbers: buffers first, then variables. */
export type RootNumber = number;

/** At least this many places are remembered for a root, and at most twice as many, the newest ones. */
const KEPT_PLACES = 128;
const NOTHING: readonly Known[] = [];
const NO_ROOTS: readonly RootNumber[] = [];

export class KnownMemory {
  private readonly module: Module;
  /** Stores to buffers are taken to stay inside, as compilers may where the language leaves others undefined. */
  private readonly staysInside: boolean;
  /** Known places by root, oldest first. */
  private readonly roots: Known[][];
  /** Roots whose list no copy shares: only these may be changed in place. */
  private isOwned: boolean[] = [];

  constructor(module: Module, staysInside = false, roots: Known[][] = []) {
    this.module = module;
    this.staysInside = staysInside;
    this.roots = roots;
  }

  copy(): KnownMemory {
    this.isOwned = [];
    return new KnownMemory(this.module, this.staysInside, this.roots.slice());
  }

  /** The values that a load gives, when all of them are known; else remembers its results. */
  load(load: Load): readonly ValueId[] | undefined {
    const places = this.placesOf(load.root);
    const values: ValueId[] = [];
    for (let k = 0; k < load.results.length; k++) {
      const { base, offset } = this.place(load, k);
      let at = places.length - 1;
      while (at >= 0 && !isPlace(places[at], base, offset, load.type)) at--;
      if (at < 0) break;
      values.push(places[at].value);
    }
    if (values.length === load.results.length) return values;
    this.remember(load, load.results);
    return undefined;
  }

  store(store: Store): void {
    const start = this.place(store, 0);
    const sizeBytes = (bitWidth(store.type) / 8) * store.values.length;
    const places = this.placesOf(store.root);
    // Most stores change nothing that is known: the list is made anew only where one does.
    if (places.some((each) => mayOverlap(each, start, sizeBytes)))
      this.replacePlaces(
        store.root,
        places.filter((each) => !mayOverlap(each, start, sizeBytes)),
      );
    if (this.surelyWrites(store, start, sizeBytes)) this.remember(store, store.values);
  }

  /** Takes note of an instruction that may change what other accesses see. */
  disturb(instruction: Instruction): void {
    this.forget(this.disturbedBy(instruction));
  }

  forget(numbers: Iterable<RootNumber>): void {
    for (const number of numbers) {
      this.roots[number] = [];
      this.isOwned[number] = true;
    }
  }

  /** Roots that code in the regions may change. */
  writtenIn(regions: readonly Region[]): Set<RootNumber> {
    const written = new Set<RootNumber>();
    for (const region of regions) {
      forEachInstruction(region, (instruction) => {
        if (instruction.kind === 'store') written.add(this.numberOf(instruction.root));
        else for (const number of this.disturbedBy(instruction)) written.add(number);
      });
    }
    return written;
  }

  private disturbedBy(instruction: Instruction): readonly RootNumber[] {
    if (instruction.kind === 'atomic') return [this.numberOf(instruction.root)];
    if (instruction.kind !== 'barrier') return NO_ROOTS;
    const { buffers, variables } = this.module;
    return [
      ...buffers.flatMap((buffer, index) => (buffer.access === 'read' ? [] : [index])),
      ...variables.flatMap((variable, index) =>
        variable.space === 'private' ? [] : [buffers.length + index],
      ),
    ];
  }

  /** A buffer drops writes beyond its end, and then reads as zero there, unless nobody cares. */
  private surelyWrites({ root }: Store, start: { base: number; offset: number }, sizeBytes: number): boolean {
    if (root.space !== 'buffer' || this.staysInside) return true;
    return start.base === -1 && start.offset + sizeBytes <= this.module.buffers[root.index].minBytes;
  }

  private remember(access: Load | Store, values: readonly ValueId[]): void {
    const sizeBytes = bitWidth(access.type) / 8;
    const known = this.placesOf(access.root);
    const places = this.isOwned[this.numberOf(access.root)]
      ? this.roots[this.numberOf(access.root)]
      : this.replacePlaces(access.root, known.slice());
    for (let k = 0; k < values.length; k++) {
      const { base, offset } = this.place(access, k);
      places.push({ base, offset, type: access.type, sizeBytes, value: values[k] });
    }
    if (places.length > 2 * KEPT_PLACES) places.splice(0, places.length - KEPT_PLACES);
  }

  private place(access: Load | Store, component: number): { base: number; offset: number } {
    const constant = this.module.values[access.address].constant;
    const offset = access.offsetBytes + (component * bitWidth(access.type)) / 8;
    return constant === undefined
      ? { base: access.address, offset }
      : { base: -1, offset: (constant >>> 0) + offset };
  }

  private placesOf(root: MemoryRoot): readonly Known[] {
    return this.roots[this.numberOf(root)] ?? NOTHING;
  }

  private replacePlaces(root: MemoryRoot, places: Known[]): Known[] {
    const number = this.numberOf(root);
    this.roots[number] = places;
    this.isOwned[number] = true;
    return places;
  }

  private numberOf(root: MemoryRoot): RootNumber {
    return root.space === 'buffer' ? root.index : this.module.buffers.length + root.index;
  }
}

function isPlace(known: Known, base: number, offset: number, type: ScalarType): boolean {
  return known.offset === offset && known.base === base && known.type === type;
}

function mayOverlap(known: Known, { base, offset }: { base: number; offset: number }, sizeBytes: number) {
  return (
    known.base !== base || (known.offset < offset + sizeBytes && offset < known.offset + known.sizeBytes)
  );
}
