// Accesses. Device memory: the base of a buffer in uniform registers and an index, up to four words. Memory of the
// workgroup: a place in half a register. Private memory: the stack. What is stored has to stand in registers.

import type {
  AtomicInstruction,
  LoadInstruction,
  StoreInstruction,
  TextureInstruction,
  ValueId,
} from '../../../ir/ir.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import type { InstructionKind } from '../../../machine/program.ts';
import type { Selection } from './selection.ts';

/** What a lane gets of a texel at most. */
const TEXEL_BYTES = 16;
/** What keeps the stores to an image in front of what follows. */
const IMAGE_BARRIERS = ['image_barrier_1', 'image_barrier_2', 'image_barrier_3', 'image_barrier_4'];

type Access = LoadInstruction | StoreInstruction | AtomicInstruction;

export function selectLoad(s: Selection, load: LoadInstruction): void {
  const access = s.code.current.accessCount++;
  // The preamble has read it.
  if (s.preamble.has(load.results[0])) return;
  const { root } = load;
  const bytesPerLane = load.results.length * scalarBytes(load.type);
  const results = load.results.map((each) => s.code.register(each));
  if (root.space === 'workgroup')
    s.code.emit('lload', results, place(s, load), { access: { kind: 'loadShared', access, bytesPerLane } });
  else if (root.space === 'private' && !s.tables.has(root.index))
    s.code.emit('stack_load', results, place(s, load), {
      access: { kind: 'loadLocal', access, bytesPerLane },
    });
  else {
    const kind = root.space === 'private' ? 'loadConstant' : 'loadGlobal';
    s.code.emit('load', results, place(s, load), { access: { kind, access, bytesPerLane } });
  }
}

export function selectStore(s: Selection, store: StoreInstruction): void {
  const access = s.code.current.accessCount++;
  const { root } = store;
  if (root.space === 'private' && s.tables.has(root.index)) return;
  const bytesPerLane = store.values.length * scalarBytes(store.type);
  const sources = [...data(s, store.values), ...place(s, store)];
  if (root.space === 'workgroup')
    s.code.emit('lstore', [], sources, { access: { kind: 'storeShared', access, bytesPerLane } });
  else if (root.space === 'private')
    s.code.emit('stack_store', [], sources, { access: { kind: 'storeLocal', access, bytesPerLane } });
  else s.code.emit('store', [], sources, { access: { kind: 'storeGlobal', access, bytesPerLane } });
}

export function selectAtomic(s: Selection, atomic: AtomicInstruction): void {
  const access = s.code.current.accessCount++;
  const { op, root } = atomic;
  const results = [atomic.result, atomic.resultHigh].filter((each) => each !== undefined);
  const registers = results.map((each) => s.code.register(each));
  const bytesPerLane = scalarBytes(atomic.type);
  const sources = [...data(s, atomic.operands), ...place(s, atomic)];
  const isShared = root.space === 'workgroup';
  const plain = op === 'load' ? 'load' : op === 'store' ? 'store' : 'atomic';
  s.code.emit(isShared ? `l${plain}` : plain, registers, sources, {
    access: {
      kind: kindOfAtomic(atomic, isShared),
      access,
      bytesPerLane,
      ...(isShared ? {} : { scope: 'device' }),
    },
  });
}

function kindOfAtomic({ op, result }: AtomicInstruction, isShared: boolean): InstructionKind {
  if (op === 'load') return isShared ? 'loadShared' : 'loadGlobal';
  if (op === 'store') return isShared ? 'storeShared' : 'storeGlobal';
  if (isShared) return 'atomicShared';
  return result === undefined ? 'reduceGlobal' : 'atomicGlobal';
}

export function selectTexture(s: Selection, texture: TextureInstruction): void {
  const access = s.code.current.accessCount++;
  const { op, operands, results } = texture;
  const isStore = op === 'store';
  const opcode = isStore ? 'imgw' : op === 'load' ? 'smpi' : 'smpf';
  s.code.emit(
    opcode,
    results.map((each) => s.code.register(each)),
    operands.map((each) => s.inRegister(each)),
    { access: { kind: isStore ? 'storeTexture' : 'loadTexture', access, bytesPerLane: TEXEL_BYTES } },
  );
  if (isStore) for (const each of IMAGE_BARRIERS) s.code.emit(each, [], []);
}

/** Several values stand in neighbouring registers, so that constants and repeated ones are moved there. */
function data(s: Selection, values: readonly ValueId[]): number[] {
  return values.map((value, k) => {
    const isMoved = values.length > 1 && (s.isFree(value) || values.indexOf(value) < k);
    if (!isMoved) return s.inRegister(value);
    const moved = s.code.create(scalarBytes(typeOf(s, value)) / 4);
    const isConstant = s.module.values[value].constant !== undefined;
    s.code.emit(isConstant ? 'ldimm' : 'mov', [moved], s.sources([value]));
    return moved;
  });
}

function typeOf(s: Selection, value: ValueId) {
  const { type } = s.module.values[value];
  return type === 'bool' ? 'i32' : type;
}

/** Where an access goes: nothing for a fixed place, else the register with the place, offset included. */
function place(s: Selection, access: Access): number[] {
  const { address, root } = access;
  if (s.module.values[address].constant !== undefined) return [];
  const start = root.space === 'workgroup' ? s.workgroupOffsets[root.index] : 0;
  const offset = start + access.offsetBytes;
  const isUniform = s.isFree(address);
  if (isUniform && root.space === 'workgroup') return [];
  if (isUniform) return [s.inRegister(address)];
  const sources = s.sources([address]);
  if (offset === 0) return sources;
  return [
    s.shared(`sum ${address} ${offset}`, false, () => {
      const sum = s.code.create();
      s.code.emit('iadd', [sum], sources);
      return sum;
    }),
  ];
}
