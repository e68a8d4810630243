// Loads and stores. Storage buffers are addressed by a 32-bit byte offset on top of a base in uniform
// registers; robustBufferAccess2 makes the driver compare every access with the buffer's size (behaviour
// `bounds-check`). Constant offsets are folded into the address of workgroup and private memory only.
// Source: driver code for SM 9.0.

import type { Instruction, LoadInstruction, MemoryRoot, ScalarType, StoreInstruction, ValueId } from '../ir/ir.ts';
import { FREE, type Selection } from './selection.ts';
import type { MemoryOrder } from './virtual.ts';

export const BOUNDS_CHECK = 'bounds-check';

export function bytesOf(type: ScalarType): number {
  switch (type) {
    case 'i8':
      return 1;
    case 'i16':
    case 'f16':
      return 2;
    case 'i64':
    case 'f64':
      return 8;
    default:
      return 4;
  }
}

type MemoryInstruction = Extract<Instruction, { kind: 'load' | 'store' | 'atomic' }>;

/** A number per buffer and variable, for ordering. */
function rootId(s: Selection, root: MemoryRoot): number {
  return root.space === 'buffer' ? root.index : s.module.buffers.length + root.index;
}

export function orderOf(s: Selection, instruction: MemoryInstruction, kind: 'load' | 'store', components: number): MemoryOrder {
  return {
    kind,
    root: rootId(s, instruction.root),
    address: instruction.address,
    offsetBytes: instruction.offsetBytes,
    sizeBytes: bytesOf(instruction.type) * components,
  };
}

/** `.64` and the like: how wide one lane's access is. */
export function widthSuffix(sizeBytes: number): string {
  if (sizeBytes === 1) return '.U8';
  if (sizeBytes === 2) return '.U16';
  return sizeBytes <= 4 ? '' : sizeBytes <= 8 ? '.64' : '.128';
}

export function selectLoad(s: Selection, load: LoadInstruction): void {
  const access = s.current.accessCount++;
  const size = bytesOf(load.type) * load.results.length;
  if (load.root.space !== 'buffer') {
    selectVariableLoad(s, load, access, size);
    return;
  }
  const buffer = s.module.buffers[load.root.index]!;
  if (buffer.kind === 'uniform') {
    selectUniformBufferLoad(s, load);
    return;
  }
  const isReadOnly = buffer.access === 'read';
  const address = bufferAddress(s, load);
  const sources = [...address, s.bufferBase(load.root.index)];
  const check = checkBounds(s, address, isReadOnly, size);
  if (check !== FREE) {
    sources.push(check);
    // Lanes that fail read zero: their registers are cleared first.
    if (!isReadOnly) sources.push(...clearedRegisters(s, size));
  }
  const modifier = isReadOnly ? '.CONSTANT' : '.STRONG.SM';
  s.emit(`LDG.E${widthSuffix(size)}${modifier}`, load.results.map((each) => s.define(each)), sources, {
    access,
    order: orderOf(s, load, 'load', load.results.length),
  });
}

/** One move of zero per register; pairs are cleared together. */
function clearedRegisters(s: Selection, sizeBytes: number): number[] {
  const cleared: number[] = [];
  const words = Math.ceil(sizeBytes / 4);
  for (let word = 0; word < words; word += 2) {
    const pair = Math.min(2, words - word);
    const register = s.newGeneral(pair);
    s.emit(pair === 2 ? 'CS2R' : 'MOV', [register], [], { origin: BOUNDS_CHECK });
    cleared.push(register);
  }
  return cleared;
}

/** The register with the byte offset of the first byte; none for a constant or uniform address. */
export function bufferAddress(s: Selection, instruction: MemoryInstruction): number[] {
  const found = s.locate(instruction.address);
  if (found < 0) return [];
  if (instruction.offsetBytes === 0) return [found];
  const isUniform = s.isUniformRegister(found);
  const moved = isUniform ? s.newUniform() : s.newGeneral();
  s.emit(isUniform ? 'UIADD3' : 'VIADD', [moved], [found]);
  return [moved];
}

/**
 * The predicate of lanes whose access lies inside the buffer, and of the enclosing predicated `if`. A read-only
 * scalar load compares its offset; anything wider, and anything in a writable buffer, first adds up to its end.
 */
export function checkBounds(s: Selection, address: readonly number[], isReadOnly: boolean, sizeBytes: number): number {
  if (s.without.has(BOUNDS_CHECK)) return s.guard;
  const options = { origin: BOUNDS_CHECK };
  let end = [...address];
  const scalarBytes = 4;
  if (!isReadOnly || sizeBytes > scalarBytes) {
    const isUniform = address.length > 0 && s.isUniformRegister(address[0]!);
    const register = isUniform ? s.newUniform() : s.newGeneral();
    if (address.length > 0) {
      s.emit(isUniform ? 'UIADD3' : 'IADD3', [register], end, options);
      end = [register];
    }
  }
  const predicate = s.newPredicate();
  if (s.guard >= 0) end.push(s.guard);
  s.emit(isReadOnly ? 'ISETP.GE.U32.AND' : 'ISETP.LE.U32.AND', [predicate], end, options);
  return predicate;
}

/** Fields of a uniform buffer come from a constant bank, into uniform registers where the address allows. */
function selectUniformBufferLoad(s: Selection, load: LoadInstruction): void {
  const address = s.locate(load.address);
  const isScalar = load.results.every((each) => s.placed[each] === 1);
  const sources = address >= 0 ? [address] : [];
  const perInstruction = 2;
  const wordBytes = 4;
  const perLoad = Math.max(1, Math.floor((perInstruction * wordBytes) / bytesOf(load.type)));
  for (let first = 0; first < load.results.length; first += perLoad) {
    const part = load.results.slice(first, first + perLoad);
    const suffix = widthSuffix(bytesOf(load.type) * part.length);
    s.emit(`${isScalar ? 'ULDC' : 'LDC'}${suffix}`, part.map((each) => s.define(each)), sources);
  }
}

function selectVariableLoad(s: Selection, load: LoadInstruction, access: number, sizeBytes: number): void {
  const opcode = load.root.space === 'workgroup' ? 'LDS' : 'LDL';
  s.emit(`${opcode}${widthSuffix(sizeBytes)}`, load.results.map((each) => s.define(each)), variableAddress(s, load.address), {
    access,
    order: orderOf(s, load, 'load', load.results.length),
  });
}

/** Workgroup and private memory: a register plus an immediate, nothing to compute. */
export function variableAddress(s: Selection, address: ValueId): number[] {
  const sources: number[] = [];
  const found = s.locate(address);
  if (found >= 0) sources.push(found);
  if (s.guard >= 0) sources.push(s.guard);
  return sources;
}

export function selectStore(s: Selection, store: StoreInstruction): void {
  const access = s.current.accessCount++;
  const size = bytesOf(store.type) * store.values.length;
  const values: number[] = [];
  for (const value of store.values) {
    const register = s.inVectorRegister(value);
    if (register >= 0) values.push(register);
  }
  const order = orderOf(s, store, 'store', store.values.length);
  if (store.root.space !== 'buffer') {
    const opcode = store.root.space === 'workgroup' ? 'STS' : 'STL';
    s.emit(`${opcode}${widthSuffix(size)}`, [], [...variableAddress(s, store.address), ...values], { access, order });
    return;
  }
  const address = bufferAddress(s, store);
  const check = checkBounds(s, address, false, size);
  const sources = [...address, s.bufferBase(store.root.index), ...values];
  if (check >= 0) sources.push(check);
  s.emit(`STG.E${widthSuffix(size)}.STRONG.SM`, [], sources, { access, order });
}
