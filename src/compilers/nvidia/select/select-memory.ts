// Loads and stores. Storage buffers are addressed by a 32-bit byte offset on top of a base in uniform
// registers, or where there are none as a sum of 64 bits; robustBufferAccess2 makes the driver compare every access with the buffer's size (behaviour
// `bounds-check`). Constant offsets are folded into the address of workgroup and private memory only.
// Source: driver code for SM 9.0.

import type { Instruction, LoadInstruction, MemoryRoot, StoreInstruction, ValueId } from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import type { Immediate } from '../../../machine/program.ts';
import type { MemoryOrder } from '../../../machine/virtual.ts';
import { BOUNDS_CHECK } from '../behaviours.ts';
import { bufferBase, bufferSize, constant, offsetOf } from './immediates.ts';
import type { EmitOptions } from './segment-writer.ts';
import { absorbedDefinition } from './select-integer.ts';
import { loadDestinations, narrowLoadSuffix, storeSources } from './select-narrow.ts';
import { loadElements, storeElements } from './select-private.ts';
import type { Selection } from './selection.ts';
import { FREE } from './value-registers.ts';

type MemoryInstruction = Extract<Instruction, { kind: 'load' | 'store' | 'atomic' }>;

/** A number per buffer and variable, for ordering. */
function rootId(s: Selection, root: MemoryRoot): number {
  return root.space === 'buffer' ? root.index : s.plan.module.buffers.length + root.index;
}

export function orderOf(
  s: Selection,
  instruction: MemoryInstruction,
  kind: 'load' | 'constant' | 'store',
  components: number,
): MemoryOrder {
  return {
    kind,
    root: rootId(s, instruction.root),
    address: instruction.address,
    offsetBytes: instruction.offsetBytes,
    sizeBytes: scalarBytes(instruction.type) * components,
  };
}

/** `.64` and the like: how wide one lane's access is. */
export function widthSuffix(sizeBytes: number): string {
  if (sizeBytes === 1) return '.U8';
  if (sizeBytes === 2) return '.U16';
  return sizeBytes <= 4 ? '' : sizeBytes <= 8 ? '.64' : '.128';
}

export function selectLoad(s: Selection, load: LoadInstruction): void {
  const access = s.code.current.accessCount++;
  const size = scalarBytes(load.type) * load.results.length;
  if (load.root.space === 'private' && s.plan.inRegisters.has(load.root.index)) {
    loadElements(s, load);
    return;
  }
  if (load.root.space === 'private' && s.plan.tables.has(load.root.index)) {
    selectConstantLoad(s, load, access);
    return;
  }
  if (load.root.space !== 'buffer') {
    selectVariableLoad(s, load, access);
    return;
  }
  const buffer = s.plan.module.buffers[load.root.index];
  if (buffer.kind === 'uniform') {
    selectUniformBufferLoad(s, load, access);
    return;
  }
  const isReadOnly = buffer.access === 'read';
  const place = locateAccess(s, load, isReadOnly, size);
  const sources = bufferAddress(s, load.root.index, place.address);
  if (place.check !== FREE) {
    sources.push(place.check);
    // Lanes that fail read zero: from a writable buffer, their registers are cleared first.
    if (!isReadOnly && !s.plan.without.has(BOUNDS_CHECK)) {
      sources.push(...clearedRegisters(s, size));
      if (isOnlyLoad(s, load)) sources[sources.indexOf(place.check)] = branchAround(s, place.check);
    }
  }
  const { immediates } = place;
  if (isReadOnly) emitLoad(s, load, ['LDG.E', '.CONSTANT'], sources, { access, immediates });
  else emitLoad(s, load, ['LDG.E', '.STRONG.SM'], sources, { access, immediates, scope: 'workgroup' });
}

/** Loads that start with others are predicated; the driver branches around one that is alone in its block. */
function isOnlyLoad(s: Selection, load: LoadInstruction): boolean {
  return s.guard === FREE && s.plan.facts.loneLoads.has(load);
}

/** A branch over one access and its reconvergence, in the segment's line; gives the predicate to access under. */
export function branchAround(s: Selection, check: number): number {
  const taken = s.values.newPredicate();
  s.emit('BSSY', [], [check], { origin: BOUNDS_CHECK });
  s.emit('BRA', [taken], [check], { origin: BOUNDS_CHECK, endsBlock: true });
  s.emit('BSYNC', [], [taken], { origin: BOUNDS_CHECK });
  return taken;
}

/** What an access adds up to its address: an offset and a base that the warp shares, or their sum. */
export function bufferAddress(s: Selection, buffer: number, offset: readonly number[]): number[] {
  if (s.code.has('ULDC')) return [...offset, s.shared.bufferBase(buffer)];
  const key = `${buffer} ${offset.join(' ')}`;
  const low = s.shared.inSegment(`low ${key}`, () => lowAddress(s, offset, {}));
  return [low, s.shared.inSegment(`high ${key}`, () => highAddress(s, low, {}))];
}

/** The same of the store that ends the program, behind the exit of the lanes that fail. */
function lastAddress(s: Selection, buffer: number, offset: readonly number[]): number[] {
  if (!s.code.has('ULDC')) return wideAddress(s, offset, { place: 'end' });
  const base = s.values.newUniform(2);
  s.emit('ULDC.64', [base], [], { place: 'end', immediates: [bufferBase(s.plan, buffer)] });
  return [...offset, base];
}

/** Base plus offset in a register pair, the base from the constant bank. */
export function wideAddress(
  s: Selection,
  offset: readonly number[],
  options: Pick<EmitOptions, 'place'> = {},
): number[] {
  const low = lowAddress(s, offset, options);
  return [low, highAddress(s, low, options)];
}

function lowAddress(s: Selection, offset: readonly number[], options: Pick<EmitOptions, 'place'>): number {
  const low = s.values.newGeneral();
  s.emit('IADD3', [low], [...offset], options);
  return low;
}

function highAddress(s: Selection, low: number, options: Pick<EmitOptions, 'place'>): number {
  const high = s.values.newGeneral();
  s.emit('IMAD.X', [high], [low], options);
  return high;
}

/** One move of zero per register; pairs are cleared together where one instruction does it. */
function clearedRegisters(s: Selection, sizeBytes: number): number[] {
  const cleared: number[] = [];
  const words = Math.ceil(sizeBytes / 4);
  const most = s.code.has('CS2R') ? 2 : 1;
  for (let word = 0; word < words; word += most) {
    const pair = Math.min(most, words - word);
    const register = s.values.newGeneral(pair);
    s.emit(pair === 2 ? 'CS2R' : 'MOV', [register], [], { origin: BOUNDS_CHECK, immediates: [constant(0)] });
    cleared.push(register);
  }
  return cleared;
}

export interface AccessPlace {
  /** A constant address. */
  readonly immediates: readonly Immediate[];
  /** The register with the offset of the first byte; none for a constant address, which is an immediate. */
  readonly address: readonly number[];
  /** Predicate of the lanes that take part, or `FREE` for all. */
  readonly check: number;
}

/**
 * Address and bounds check of an access to a storage buffer. Equal addresses and checks within a segment are
 * shared. A read-only scalar load compares its offset with the buffer's size; anything wider first adds up to
 * its end; in a writable buffer the sum is checked for overflow as well.
 */
export function locateAccess(
  s: Selection,
  instruction: MemoryInstruction,
  isReadOnly: boolean,
  sizeBytes: number,
): AccessPlace {
  const known = s.values.constantOf(instruction.address);
  if (known !== undefined)
    return { address: [], immediates: offsetOf(s, instruction, 0), check: checkConstant(s, instruction) };
  const start = startOf(s, instruction.address);
  const { offsetBytes } = instruction;
  const register = sum(s, start, offsetBytes, undefined);
  if (s.plan.without.has(BOUNDS_CHECK)) return { address: [register], immediates: [], check: s.guard };
  const buffer = instruction.root.index;
  const check = s.shared.inSegment(
    `check ${buffer} ${start.key} ${offsetBytes} ${isReadOnly ? 0 : sizeBytes} ${s.guard}`,
    () => {
      const compared: number[] = [];
      const wordBytes = 4;
      if (isReadOnly)
        compared.push(
          sizeBytes > wordBytes ? sum(s, start, offsetBytes + sizeBytes - wordBytes, BOUNDS_CHECK) : register,
        );
      else if (offsetBytes === 0) compared.push(sumWithCarry(s, register, sizeBytes));
      else {
        compared.push(sum(s, start, offsetBytes + sizeBytes, BOUNDS_CHECK), carry(s, register, sizeBytes));
      }
      if (s.guard >= 0) compared.push(s.guard);
      const predicate = s.values.newPredicate();
      s.emit(isReadOnly ? 'ISETP.GE.U32.AND' : 'ISETP.LE.U32.AND', [predicate], compared, {
        origin: BOUNDS_CHECK,
        immediates: [bufferSize(s, buffer, 1)],
      });
      return predicate;
    },
  );
  return { address: [register], immediates: [], check };
}

/** What an address is computed from: a register with it, or the index that is scaled on the way. */
interface Start {
  readonly register: number;
  readonly isScaled: boolean;
  /** By what it is scaled. */
  readonly shift: readonly Immediate[];
  readonly key: string;
}

function startOf(s: Selection, address: ValueId): Start {
  const scaling = absorbedDefinition(s, address);
  const register = s.shared.inVectorRegister(scaling?.operands[0] ?? address);
  const isScaled = scaling !== undefined;
  return {
    register,
    isScaled,
    shift: isScaled ? [constant(s.values.constantOf(scaling.operands[1])!)] : [],
    key: isScaled ? `${register} << ${s.values.constantOf(scaling.operands[1])}` : `${register}`,
  };
}

function sum(s: Selection, start: Start, bytes: number, origin: string | undefined): number {
  if (bytes === 0 && !start.isScaled) return start.register;
  return s.shared.inSegment(`sum ${start.key} ${bytes}`, () => {
    const register = s.values.newGeneral();
    const opcode = start.isScaled ? 'LEA' : 'VIADD';
    const immediates = [...(bytes === 0 ? [] : [constant(bytes)]), ...start.shift];
    s.emit(opcode, [register], [start.register], { ...(origin === undefined ? {} : { origin }), immediates });
    return register;
  });
}

/** The sum and its overflow come from one instruction. */
function sumWithCarry(s: Selection, start: number, bytes: number): number {
  return s.shared.inSegment(`carried ${start} ${bytes}`, () => {
    const register = s.values.newGeneral();
    s.emit('IADD3', [register], [start], { origin: BOUNDS_CHECK, immediates: [constant(bytes)] });
    return register;
  });
}

function carry(s: Selection, start: number, bytes: number): number {
  return s.shared.inSegment(`carry ${start} ${bytes}`, () => {
    const predicate = s.values.newPredicate();
    s.emit('IADD3', [predicate], [start], { origin: BOUNDS_CHECK, immediates: [constant(bytes)] });
    return predicate;
  });
}

/** At a constant offset only the buffer's size is unknown; it is moved into a register once. */
function checkConstant(s: Selection, instruction: MemoryInstruction): number {
  if (s.plan.without.has(BOUNDS_CHECK)) return s.guard;
  const buffer = instruction.root.index;
  const size = s.shared.inSegment(`size ${buffer}`, () => {
    const register = s.values.newGeneral();
    s.emit('MOV', [register], [], { origin: BOUNDS_CHECK, immediates: [bufferSize(s, buffer)] });
    return register;
  });
  const predicate = s.values.newPredicate();
  const end = (s.values.constantOf(instruction.address) ?? 0) + instruction.offsetBytes;
  s.emit('ISETP.GT.U32.AND', [predicate], s.guard >= 0 ? [size, s.guard] : [size], {
    origin: BOUNDS_CHECK,
    immediates: [constant(end, 1)],
  });
  return predicate;
}

/** Fields of a uniform buffer are operands in a constant bank; at a dynamic place they are loaded from it. */
function selectUniformBufferLoad(s: Selection, load: LoadInstruction, access: number): void {
  s.shared.uniformBuffer(load.root.index);
  const isWord = load.type === 'i32' || load.type === 'f32';
  if (isWord && s.values.constantOf(load.address) !== undefined) {
    for (const result of load.results) s.values.inConstantBank(result);
    return;
  }
  selectConstantLoad(s, load, access);
}

/** What an LDC or ULDC loads at most: no listing has a wider one. */
const CONSTANT_LOAD_BYTES = 8;

/** Constant banks are read for the lanes' distinct places in turn, once per warp where all lanes have the same. */
function selectConstantLoad(s: Selection, load: LoadInstruction, access: number): void {
  const address = s.values.locate(load.address);
  const isScalar = load.results.every((each) => s.plan.placed[each] === 1);
  const sources = address >= 0 ? [address] : [];
  const perLoad = Math.max(1, Math.floor(CONSTANT_LOAD_BYTES / scalarBytes(load.type)));
  for (let first = 0; first < load.results.length; first += perLoad) {
    const part = load.results.slice(first, first + perLoad);
    const bytesPerLane = scalarBytes(load.type) * part.length;
    const immediates = constantPlace(s, load, first);
    s.emit(
      `${isScalar ? 'ULDC' : 'LDC'}${widthSuffix(bytesPerLane)}`,
      [...new Set(part.map((each) => s.values.define(each)))],
      sources,
      isScalar ? { immediates } : { access, bytesPerLane, immediates },
    );
  }
}

/** The bank's part of the place that a load reads from its component `first` on. */
function constantPlace(s: Selection, { root, address, offsetBytes, type }: LoadInstruction, first: number) {
  const offset = offsetOf(s, { root, address, offsetBytes: offsetBytes + first * scalarBytes(type) });
  return root.space === 'buffer' ? [bufferBase(s.plan, root.index), ...offset] : offset;
}

function selectVariableLoad(s: Selection, load: LoadInstruction, access: number): void {
  const isLocal = load.root.space === 'private';
  const address = isLocal ? localAddress(s, load.address) : variableAddress(s, load.address);
  const immediates = offsetOf(s, load, s.values.locate(load.address) < 0 ? 0 : 1);
  emitLoad(s, load, [isLocal ? 'LDL' : 'LDS', ''], address, { access, immediates });
}

function emitLoad(
  s: Selection,
  load: LoadInstruction,
  [opcode, modifier]: readonly [string, string],
  sources: number[],
  options: Pick<EmitOptions, 'access' | 'scope' | 'immediates'>,
): void {
  const suffix = narrowLoadSuffix(s, load) ?? widthSuffix(scalarBytes(load.type) * load.results.length);
  const { registers, unpack } = loadDestinations(s, load);
  const isConstant = load.root.space === 'buffer' && s.plan.module.buffers[load.root.index].access === 'read';
  const order = orderOf(s, load, isConstant ? 'constant' : 'load', load.results.length);
  s.emit(`${opcode}${suffix}${modifier}`, registers, sources, { order, ...options });
  unpack();
}

/** Workgroup memory: a register plus an immediate, nothing to compute. */
export function variableAddress(s: Selection, address: ValueId): number[] {
  const found = s.values.locate(address);
  if (found < 0 && !s.code.has('UMOV')) return s.guard >= 0 ? [s.guard] : [];
  // A constant address needs its base: zero in a uniform register.
  const base =
    found >= 0
      ? found
      : s.shared.inSegment('zero base', () => {
          const register = s.values.newUniform();
          s.emit('UMOV', [register], []);
          return register;
        });
  return s.guard >= 0 ? [base, s.guard] : [base];
}

/**
 * Local memory: constant addresses are immediates. Others are computed as if pointers to memory at large, and each
 * access takes the start of the window of local memory off its own copy.
 */
function localAddress(s: Selection, address: ValueId): number[] {
  const found = s.values.locate(address);
  const guard = s.guard >= 0 ? [s.guard] : [];
  if (found < 0) return guard;
  const moved = s.values.newGeneral();
  s.emit('VIADD', [moved], [found]);
  return [moved, ...guard];
}

export function selectStore(s: Selection, store: StoreInstruction): void {
  const access = s.code.current.accessCount++;
  if (store.root.space === 'private' && s.plan.inRegisters.has(store.root.index)) {
    storeElements(s, store);
    return;
  }
  if (store.root.space === 'private' && s.plan.tables.has(store.root.index)) return;
  const size = scalarBytes(store.type) * store.values.length;
  const values = storeSources(s, store);
  const order = orderOf(s, store, 'store', store.values.length);
  if (store.root.space !== 'buffer') {
    const isLocal = store.root.space === 'private';
    const address = isLocal ? localAddress(s, store.address) : variableAddress(s, store.address);
    const immediates = offsetOf(s, store, Math.min(1, address.length));
    s.emit(`${isLocal ? 'STL' : 'STS'}${widthSuffix(size)}`, [], [...address, ...values], {
      access,
      immediates,
      order,
    });
    return;
  }
  const place = locateAccess(s, store, false, size);
  const opcode = `STG.E${widthSuffix(size)}.STRONG.SM`;
  if (s.isLastStore && place.check >= 0) {
    // Nothing follows: the lanes that fail leave the program instead.
    s.emit('EXIT', [], [place.check], { place: 'end', origin: BOUNDS_CHECK });
    s.emit(opcode, [], [...lastAddress(s, store.root.index, place.address), ...values], {
      access,
      immediates: place.immediates,
      scope: 'workgroup',
      order,
      place: 'end',
    });
    return;
  }
  const sources = [...bufferAddress(s, store.root.index, place.address), ...values];
  if (place.check >= 0) sources.push(place.check);
  s.emit(opcode, [], sources, { access, immediates: place.immediates, scope: 'workgroup', order });
}
