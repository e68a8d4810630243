// Accesses: buffers through descriptors, by the vector or the scalar unit; workgroup memory, two neighbours at a time;
// private memory as scratch. `Run` is the straight piece of IR in which accesses may be joined.

import type {
  AtomicInstruction,
  Instruction,
  LoadInstruction,
  StoreInstruction,
  TextureInstruction,
  ValueId,
} from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { regionsOf } from '../../../ir/walk.ts';
import type { InstructionKind } from '../../../machine/program.ts';
import type { SegmentDraft, VirtualInstruction } from '../../../machine/virtual.ts';
import type { AccessFacts } from './code.ts';
import type { Selection } from './selection.ts';

/** The instructions of a region, and which of them an earlier access has taken along. */
export interface Run {
  readonly instructions: readonly Instruction[];
  /** By access: the instruction that performs it, and the draft of that one. */
  readonly taken: Map<
    Instruction,
    { readonly by: VirtualInstruction; readonly draft: SegmentDraft } | undefined
  >;
  /** Stores that wait for the one that they are written with, with their positions. */
  readonly waiting: Map<Instruction, WaitingStore>;
}

interface WaitingStore {
  readonly store: StoreInstruction;
  readonly access: number;
  readonly suffix: Partner['suffix'];
}

export function openRun(instructions: readonly Instruction[]): Run {
  return { instructions, taken: new Map(), waiting: new Map() };
}

/** The longest load of the scalar unit. */
const MOST_SCALAR_WORDS = 16;
/** What the two offsets of a paired access can say: as many words, or as many times 64 words. */
const MOST_PAIR_OFFSET = 255;
const WORD_BYTES = 4;
const STRIDE_WORDS = 64;

export function selectLoad(s: Selection, load: LoadInstruction, run: Run): void {
  const access = s.code.current.accessCount++;
  if (run.taken.has(load)) {
    const { by, draft } = run.taken.get(load) ?? {};
    if (by === undefined || draft !== s.code.current) return;
    if (by.access === undefined) by.access = access;
    else by.joined?.push(access);
    return;
  }
  const { root } = load;
  const bytesPerLane = sizeOf(load);
  if (root.space === 'workgroup') selectWorkgroupLoad(s, load, run, access);
  else if (root.space === 'private') {
    const kind = s.tables.has(root.index) ? 'loadConstant' : 'loadLocal';
    const results = load.results.map((each) => s.code.register(each));
    emitScratch(s, load, results, [], { kind, access, bytesPerLane });
  } else if (isWave(s, load)) selectScalarLoad(s, load, run, access);
  else {
    const opcode = bytesPerLane < 4 ? `buffer_load_ubyte` : `buffer_load_dword${suffix(bytesPerLane)}`;
    const address = bufferAddress(s, load);
    s.code.emit(
      opcode,
      load.results.map((each) => s.code.register(each)),
      [s.descriptor(root.index), ...address],
      { access: { kind: 'loadGlobal', access, bytesPerLane } },
    );
  }
}

function isWave(s: Selection, load: LoadInstruction): boolean {
  const place = s.place(load.results[0]);
  return place === 'scalar';
}

function selectScalarLoad(s: Selection, load: LoadInstruction, run: Run, access: number): void {
  const alike = run.instructions
    .slice(run.instructions.indexOf(load))
    .filter(
      (each): each is LoadInstruction =>
        each.kind === 'load' &&
        !run.taken.has(each) &&
        each.root.space === 'buffer' &&
        each.root.index === load.root.index &&
        each.address === load.address &&
        isWave(s, each),
    )
    .sort((a, b) => a.offsetBytes - b.offsetBytes);
  const descriptor = s.descriptor(load.root.index);
  const address = s.sources([load.address]);
  for (let at = 0; at < alike.length; ) {
    const first = alike[at].offsetBytes;
    let count = 0;
    let end = first;
    while (at + count < alike.length) {
      const next = alike[at + count];
      const nextEnd = Math.max(end, next.offsetBytes + sizeOf(next));
      if (nextEnd - first > 4 * MOST_SCALAR_WORDS || next.offsetBytes > end + 4) break;
      end = nextEnd;
      count++;
    }
    const joined = alike.slice(at, at + count);
    const words = 2 ** Math.ceil(Math.log2((end - first) / 4));
    const results = joined.flatMap((each) => each.results.map((value) => s.code.register(value)));
    const isOwn = joined.includes(load);
    const by = s.code.emit(`s_buffer_load_dword${suffix(4 * words)}`, results, [descriptor, ...address], {
      access: { kind: 'loadScalar', bytesPerLane: 4 * words, ...(isOwn ? { access } : {}) },
    });
    for (const each of joined) run.taken.set(each, { by, draft: s.code.current });
    at += count;
  }
}

function selectWorkgroupLoad(s: Selection, load: LoadInstruction, run: Run, access: number): void {
  const partner = partnerOf(s, load, run);
  const loads = partner ? [load, partner.access as LoadInstruction] : [load];
  const results = loads.flatMap((each) => each.results.map((value) => s.code.register(value)));
  const bytesPerLane = sizeOf(load);
  const by = s.code.emit(
    partner ? `ds_read2${partner.suffix}_b32` : `ds_read_b${8 * bytesPerLane}`,
    results,
    ldsAddress(s, load.address),
    { access: { kind: 'loadShared', access, bytesPerLane } },
  );
  if (partner) run.taken.set(partner.access, { by, draft: s.code.current });
}

/** A second access that goes with the first, and what the mnemonic says of how far they are apart. */
interface Partner {
  readonly access: LoadInstruction | StoreInstruction;
  readonly suffix: '' | 'st64';
}

/** The next access of the same kind and address, be it of another variable, that nothing in between keeps apart. */
function partnerOf(s: Selection, access: LoadInstruction | StoreInstruction, run: Run): Partner | undefined {
  if (sizeOf(access) !== WORD_BYTES || scalarBytes(access.type) !== WORD_BYTES) return undefined;
  for (let at = run.instructions.indexOf(access) + 1; at < run.instructions.length; at++) {
    const other = run.instructions[at];
    const touches =
      other.kind === 'barrier' ||
      regionsOf(other).length > 0 ||
      ((other.kind === 'store' || other.kind === 'atomic') &&
        other.root.space === 'workgroup' &&
        access.kind === 'load') ||
      ((other.kind === 'load' || other.kind === 'atomic') &&
        other.root.space === 'workgroup' &&
        access.kind === 'store');
    if (touches) return undefined;
    if (other.kind !== access.kind || run.taken.has(other)) continue;
    const next = other as LoadInstruction | StoreInstruction;
    if (next.root.space !== 'workgroup') continue;
    if (next.address !== access.address || sizeOf(next) !== WORD_BYTES) continue;
    const suffix = pairing(Math.abs(placeOf(s, next) - placeOf(s, access)) / WORD_BYTES);
    if (suffix !== undefined) return { access: next, suffix };
  }
  return undefined;
}

function pairing(wordsApart: number): Partner['suffix'] | undefined {
  if (!Number.isInteger(wordsApart) || wordsApart === 0) return undefined;
  if (wordsApart <= MOST_PAIR_OFFSET) return '';
  const strides = wordsApart / STRIDE_WORDS;
  return Number.isInteger(strides) && strides <= MOST_PAIR_OFFSET ? 'st64' : undefined;
}

/** Where an access lies beyond its address: variables lie behind each other. */
function placeOf(s: Selection, { root, offsetBytes }: LoadInstruction | StoreInstruction): number {
  const { variables } = s.module;
  const before = variables.slice(0, root.index).filter(({ space }) => space === 'workgroup');
  return before.reduce((sum, { sizeBytes }) => sum + sizeBytes, offsetBytes);
}

export function selectStore(s: Selection, store: StoreInstruction, run: Run): void {
  const access = s.code.current.accessCount++;
  const { root } = store;
  if (root.space === 'private' && s.tables.has(root.index)) return;
  const first = run.waiting.get(store);
  const partner = first || root.space !== 'workgroup' ? undefined : partnerOf(s, store, run);
  if (partner) {
    run.taken.set(partner.access, undefined);
    run.waiting.set(partner.access, { store, access, suffix: partner.suffix });
    return;
  }
  const values = vectors(s, store.values);
  const bytesPerLane = sizeOf(store);
  if (root.space === 'private') {
    emitScratch(s, store, [], values, { kind: 'storeLocal', access, bytesPerLane });
    return;
  }
  if (root.space === 'workgroup') {
    const opcode = first ? `ds_write2${first.suffix}_b32` : `ds_write_b${8 * bytesPerLane}`;
    const more = first ? vectors(s, first.store.values) : [];
    const by = s.code.emit(opcode, [], [...ldsAddress(s, store.address), ...values, ...more], {
      access: { kind: 'storeShared', access, bytesPerLane },
    });
    if (first) by.joined?.push(first.access);
    return;
  }
  const opcode = bytesPerLane < 4 ? 'buffer_store_byte' : `buffer_store_dword${suffix(bytesPerLane)}`;
  const address = bufferAddress(s, store);
  s.code.emit(opcode, [], [s.descriptor(root.index), ...address, ...values], {
    access: { kind: 'storeGlobal', access, bytesPerLane },
  });
}

export function selectAtomic(s: Selection, atomic: AtomicInstruction): void {
  const access = s.code.current.accessCount++;
  const { op, root } = atomic;
  const results = [atomic.result, atomic.resultHigh].filter((each) => each !== undefined);
  const registers = results.map((each) => s.code.register(each));
  const values = vectors(s, atomic.operands);
  const bytesPerLane = scalarBytes(atomic.type);
  if (root.space === 'workgroup') {
    const opcode = op === 'load' ? 'ds_read_b32' : op === 'store' ? 'ds_write_b32' : `ds_${op}`;
    const kind = op === 'load' ? 'loadShared' : op === 'store' ? 'storeShared' : 'atomicShared';
    s.code.emit(opcode, registers, [...ldsAddress(s, atomic.address), ...values], {
      access: { kind, access, bytesPerLane },
    });
    return;
  }
  const opcode =
    op === 'load' ? 'buffer_load_dword' : op === 'store' ? 'buffer_store_dword' : `buffer_atomic_${op}`;
  const address = bufferAddress(s, atomic);
  s.code.emit(opcode, registers, [s.descriptor(root.index), ...address, ...values], {
    access: { kind: kindOfAtomic(atomic), access, bytesPerLane, scope: 'device' },
  });
}

function kindOfAtomic({ op, result }: AtomicInstruction): InstructionKind {
  if (op === 'load') return 'loadGlobal';
  if (op === 'store') return 'storeGlobal';
  return result === undefined ? 'reduceGlobal' : 'atomicGlobal';
}

export function selectTexture(s: Selection, texture: TextureInstruction): void {
  const access = s.code.current.accessCount++;
  const coordinates = vectors(s, texture.operands);
  const sources = [s.descriptor(texture.buffer), ...coordinates];
  if (texture.sampler !== undefined) sources.push(s.descriptor(texture.sampler));
  const kind = texture.results.length === 0 ? 'storeTexture' : 'loadTexture';
  s.code.emit(
    `image_${texture.op}`,
    texture.results.map((each) => s.code.register(each)),
    sources,
    { access: { kind, access, bytesPerLane: TEXEL_BYTES } },
  );
}

/** What a lane gets of a texel at most. */
const TEXEL_BYTES = 16;

/** Bytes of an access. */
function sizeOf(access: LoadInstruction | StoreInstruction): number {
  const count = access.kind === 'load' ? access.results.length : access.values.length;
  return count * scalarBytes(access.type);
}

function suffix(bytes: number): string {
  return bytes <= 4 ? '' : `x${Math.ceil(bytes / 4)}`;
}

/** What memory is written with lies in vector registers; constants and scalars are moved there. */
function vectors(s: Selection, values: readonly ValueId[]): number[] {
  return values.map((value, k) => inVector(s, value, values.indexOf(value) < k));
}

/** @param isRepeated it stands in another register of the same access already */
function inVector(s: Selection, value: ValueId, isRepeated = false): number {
  const sources = s.sources([value]);
  if (!isRepeated && !s.isConstant(value) && s.place(value) === 'vector') return sources[0];
  const moved = s.code.create('vector');
  s.code.emit('v_mov_b32', [moved], sources);
  return moved;
}

/** An offset that the instruction has no room for is added first. */
function bufferAddress(
  s: Selection,
  { address, offsetBytes }: { address: ValueId; offsetBytes: number },
): number[] {
  const sources = s.sources([address]);
  // The sum must not wrap, or the bounds check would see another place.
  const isAligned = offsetBytes < 2 ** s.ranges.trailingZeros(address);
  const isSafe = isAligned || s.upperBound(address) + offsetBytes < 2 ** 32;
  const fits = offsetBytes >= 0 && offsetBytes <= s.generation.bufferOffsetBytes && isSafe;
  if (fits || offsetBytes === 0 || s.isConstant(address)) return sources;
  return [s.addressSum(address, offsetBytes)];
}

function ldsAddress(s: Selection, address: ValueId): number[] {
  return [inVector(s, address)];
}

function emitScratch(
  s: Selection,
  access: LoadInstruction | StoreInstruction,
  results: number[],
  values: readonly number[],
  facts: AccessFacts,
): void {
  const isLoad = access.kind === 'load';
  const opcode = `scratch_${isLoad ? 'load' : 'store'}_dword${suffix(sizeOf(access))}`;
  s.code.emit(opcode, results, [...s.sources([access.address]), ...values], { access: facts });
}
