// How large each buffer of a kernel has to be, and what it holds so that the kernel does what it is made for: indices
// that lead somewhere, row starts, numbers.

import type { Buffer } from '../ir/ir.ts';
import type { MemoryScalar } from '../ir/memory-type.ts';
import { roundUp } from '../ir/scalars.ts';
import { mainScalar } from './leaves.ts';
import { upperName } from './params.ts';
import type { Polynomial } from './polynomial.ts';
import * as poly from './polynomial.ts';
import { type Access, isOfSizes, lengthName, namesBehind, type Quantities } from './quantities.ts';
import type { Sizes } from './sizes.ts';
import { type DraftTexture, draftTexture } from './textures.ts';

export type DraftData =
  /** Members by name, from what is settled. */
  | { readonly kind: 'members' }
  | { readonly kind: 'random-f32' | 'random-f16' }
  /** In order, for what is searched by halves. */
  | { readonly kind: 'iota-u32' }
  | { readonly kind: 'random-u32'; readonly modulo?: Polynomial }
  | { readonly kind: 'csr-rows'; readonly rows: Polynomial; readonly meanRow: Polynomial };

export interface DraftBuffer {
  readonly buffer: Buffer;
  /** In bytes, over params; of no meaning for textures and samplers. */
  readonly size: Polynomial;
  readonly texture?: DraftTexture;
  /** Absent for what the kernel only writes, or counts in. */
  readonly data?: DraftData;
}

/** Elements in a row of a sparse matrix, on average, where nobody says. */
const MEAN_ROW = 16;
/** Numbers that loops count up to. */
const LOOP_DATA = 64;
/** Numbers that are compared with one that somebody gives. */
const STATES = 8;
const UNIFORM_ROW_BYTES = 16;
/** No binding is larger. */
const LARGEST_BYTES = 2 ** 32;

/** The buffers of a kernel in the order of its module. */
export function draftBuffers(settled: Sizes): DraftBuffer[] {
  return new Drafting(settled).all();
}

class Drafting {
  private readonly q: Quantities;
  private readonly settled: Sizes;
  private readonly bytes: (Polynomial | undefined)[] = [];
  private meanRow = poly.constant(MEAN_ROW);

  constructor(settled: Sizes) {
    this.q = settled.quantities;
    this.settled = settled;
  }

  all(): DraftBuffer[] {
    const { buffers } = this.q.module;
    const sparse = this.sparseRows();
    buffers.forEach((buffer, k) => {
      this.bytes[k] = this.knownSize(buffer, k);
    });
    if (sparse.size > 0) {
      const told = 'elements in a row, on average';
      this.meanRow = this.settled.params.add('MEAN_ROW', MEAN_ROW, { kind: 'meanRow' }, told);
    }
    for (const k of sparse) {
      const rows = this.elements(k) ?? this.settled.invocations();
      // No row has more than twice as many.
      const most = poly.multiply(poly.add(rows, poly.constant(-1)), poly.scale(this.meanRow, 2));
      if (most) this.settled.setData(k, most);
    }
    buffers.forEach((buffer, k) => {
      this.bytes[k] ??= this.knownSize(buffer, k) ?? this.assumedSize(buffer, k);
    });
    return buffers.map((buffer, k) => {
      const { texture } = buffer;
      if (texture) {
        const drafted = draftTexture({ ...buffer, texture }, k, this.settled);
        return { buffer, size: poly.ZERO, texture: drafted };
      }
      const data = this.dataOf(buffer, k, sparse);
      return { buffer, size: this.bytes[k]!, ...(data ? { data } : {}) };
    });
  }

  /** By all that the kernel touches; undefined where nothing says how far that goes. */
  private knownSize(buffer: Buffer, index: number): Polynomial | undefined {
    const { runtimeArray, kind, minBytes } = buffer;
    const least = roundUp(minBytes, kind === 'uniform' ? UNIFORM_ROW_BYTES : 4);
    if (!runtimeArray) return poly.constant(least);
    const { bounds } = this.settled;
    const length = this.settled.over(lengthName(index));
    const ofLength =
      length &&
      poly.add(poly.scale(length, runtimeArray.strideBytes), poly.constant(runtimeArray.offsetBytes));
    let largest: Polynomial | undefined = ofLength;
    for (const access of this.q.accesses) {
      if (access.buffer !== index) continue;
      const last = bounds.upper(access.place, access.facts);
      const end = last && this.wholeElements(buffer, poly.add(last, poly.constant(access.sizeBytes)));
      if (end && bounds.number(end) > (largest ? bounds.number(largest) : 0)) largest = end;
    }
    const bytes = largest ? bounds.number(largest) : 0;
    if (!largest || bytes >= LARGEST_BYTES || this.isFarOff(index, bytes)) return undefined;
    return bytes < least ? poly.constant(least) : largest;
  }

  /** Whether only places known by chance are: a kernel that also goes where its data lead. */
  private isFarOff(index: number, bytes: number): boolean {
    const { bounds } = this.settled;
    const isKnown = ({ place, facts }: Access) => bounds.upper(place, facts) !== undefined;
    const mine = this.q.accesses.filter((each) => each.buffer === index);
    return !mine.every(isKnown) && bytes < 64;
  }

  /** Up to the end of the element in which the last byte lies. */
  private wholeElements({ runtimeArray }: Buffer, bytes: Polynomial): Polynomial {
    const { strideBytes, offsetBytes } = runtimeArray!;
    const past = (bytes.get('') ?? 0) - offsetBytes;
    // Places grow in elements, so that only the constant part can end within one.
    const missing = (strideBytes - (((past % strideBytes) + strideBytes) % strideBytes)) % strideBytes;
    return poly.add(bytes, poly.constant(missing));
  }

  private assumedSize(buffer: Buffer, index: number): Polynomial {
    const { strideBytes, offsetBytes } = buffer.runtimeArray!;
    const name = `${upperName(buffer.name)}_COUNT`;
    const value = Math.max(1, Math.round(this.settled.bounds.number(this.settled.invocations())));
    const told = `elements of \`${buffer.name}\`, which the kernel's data lead into`;
    const count = this.settled.params.add(
      name,
      Math.min(value, 2 ** 24),
      { kind: 'length', buffer: index },
      told,
    );
    return poly.add(poly.scale(count, strideBytes), poly.constant(offsetBytes));
  }

  private elements(index: number): Polynomial | undefined {
    const { runtimeArray } = this.q.module.buffers[index];
    const size = this.bytes[index];
    if (!size || !runtimeArray) return size && poly.scale(size, 1 / 4);
    return poly.scale(poly.add(size, poly.constant(-runtimeArray.offsetBytes)), 1 / runtimeArray.strideBytes);
  }

  private dataOf(buffer: Buffer, index: number, sparse: ReadonlySet<number>): DraftData | undefined {
    const isLoaded = this.q.accesses.some((each) => each.buffer === index && each.kind === 'load');
    if (!isLoaded || !buffer.type) return undefined;
    if (buffer.kind === 'uniform' || !buffer.runtimeArray) return { kind: 'members' };
    const scalar = mainScalar(buffer.type);
    if (scalar === 'f32' || scalar === 'f16') return { kind: `random-${scalar}` };
    if (this.isCounter(index)) return undefined;
    if (sparse.has(index)) {
      const rows = poly.add(this.elements(index)!, poly.constant(-1));
      return { kind: 'csr-rows', rows, meanRow: this.meanRow };
    }
    if (this.isSearched(index)) return { kind: 'iota-u32' };
    const modulo = this.reach(index);
    return { kind: 'random-u32', ...(modulo ? { modulo } : {}) };
  }

  private isCounter(index: number): boolean {
    return this.q.accesses.some((each) => each.buffer === index && each.kind === 'atomic');
  }

  /** Below what a buffer's numbers have to be, by what they index or count. */
  private reach(index: number): Polynomial | undefined {
    let found: Polynomial | undefined;
    for (const { buffer, place } of this.q.accesses) {
      const [name] = this.dataIn(place, index);
      const size = this.bytes[buffer];
      if (name === undefined || !size) continue;
      const step = this.stepOf(place, name) ?? this.q.module.buffers[buffer].runtimeArray?.strideBytes ?? 4;
      const count = poly.scale(size, 1 / Math.max(1, step));
      if (!found || this.settled.bounds.number(count) < this.settled.bounds.number(found)) found = count;
    }
    if (found) return found;
    const searched = this.q.module.buffers.findIndex((_, k) => k !== index && this.isSearched(k));
    if (searched >= 0) return this.elements(searched);
    const isLoop = (name: string) => this.q.quantityOf(name).kind === 'loop';
    for (const { low, high, isEqual } of this.q.guards) {
      if (this.dataIn(high, index).length === 0) continue;
      if (!isEqual && [...poly.namesOf(low)].some(isLoop)) return poly.constant(LOOP_DATA);
      if (isEqual && isOfSizes(low, this.q.quantityOf)) return poly.constant(STATES);
    }
    return undefined;
  }

  /** How far one more in the data leads, wherever in the place they stand. */
  private stepOf(place: Polynomial, data: string): number | undefined {
    const steps = [...place].flatMap(([monomial, factor]) =>
      poly.namesIn(monomial).some((name) => namesBehind(this.q, poly.symbol(name)).has(data)) ? [factor] : [],
    );
    return steps.length > 0 ? Math.max(...steps) : undefined;
  }

  /** Whether a loop reads it in the middle of what is left, half as much each time. */
  private isSearched(index: number): boolean {
    const { access, type, runtimeArray } = this.q.module.buffers[index];
    if (access !== 'read' || !runtimeArray || type === undefined || !isInteger(mainScalar(type)))
      return false;
    return this.q.accesses.some(({ buffer, place }) => {
      if (buffer !== index) return false;
      return [...namesBehind(this.q, place)].some((name) => this.isHalved(name));
    });
  }

  /** Half of something that a loop carries on. */
  private isHalved(name: string): boolean {
    const quantity = this.q.quantityOf(name);
    if (quantity.kind !== 'quotient' || poly.constantOf(quantity.by) !== 2) return false;
    return [...poly.namesOf(quantity.of)].some((each) => this.q.quantityOf(each).kind === 'loop');
  }

  /** Buffers whose neighbours are the first and last of what a loop goes through. */
  private sparseRows(): ReadonlySet<number> {
    const found = new Set<number>();
    for (const { low, high, isEqual } of this.q.guards) {
      for (const name of isEqual ? [] : poly.namesOf(low)) {
        const quantity = this.q.quantityOf(name);
        if (quantity.kind !== 'loop') continue;
        this.q.module.buffers.forEach(({ type, runtimeArray }, buffer) => {
          const [first] = this.dataIn(quantity.initial.value, buffer).map((each) => this.placeIn(each));
          const last = this.dataIn(high, buffer).map((each) => this.placeIn(each));
          const stride = runtimeArray?.strideBytes ?? 0;
          const isNext = (each: Polynomial) => poly.constantOf(poly.add(each, first, -1)) === stride;
          const isBetween = first !== undefined && last.some(isNext);
          if (isBetween && runtimeArray && type && mainScalar(type) !== 'f32') found.add(buffer);
        });
      }
    }
    return found;
  }

  /** Where in its buffer data stand. */
  private placeIn(name: string): Polynomial {
    const quantity = this.q.quantityOf(name);
    return (quantity.kind === 'data' && quantity.at) || poly.ZERO;
  }

  /** Names that stand for what was read from a buffer, those in the value itself first. */
  private dataIn(value: Polynomial, buffer: number): string[] {
    return [...namesBehind(this.q, value)].filter((name) => {
      const quantity = this.q.quantityOf(name);
      return quantity.kind === 'data' && quantity.buffer === buffer;
    });
  }
}

function isInteger(scalar: MemoryScalar | undefined): boolean {
  return scalar === 'u32' || scalar === 'i32' || scalar === 'int32';
}
