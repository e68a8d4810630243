// What a kernel begins with: ids, which come with the thread, and workgroup memory, which the driver zeroes; and what
// keeps the threads of a workgroup together.

import type { Builtin, InputInstruction, Module } from '../../../ir/ir.ts';
import { forEachInstruction } from '../../../ir/walk.ts';
import { WORKGROUP_INIT } from '../../tint/workgroup-init.ts';
import type { Selection } from './selection.ts';

const AXES = ['x', 'y', 'z'] as const;

/** Reads of the ids that the kernel asks for, all in front. */
export function selectEntry(s: Selection): void {
  const wanted = new Set<Builtin>();
  forEachInstruction(s.module.body, (each) => {
    if (each.kind === 'input') wanted.add(each.builtin);
  });
  for (const axis of AXES)
    if (wanted.has(`workgroup_id_${axis}`) || wanted.has(`global_id_${axis}`))
      s.shared(`group ${axis}`, () => readOf(s, 'uniform'));
  const hasZeros = s.zeroesWorkgroupMemory && workgroupBytes(s.module) > 0;
  const needsIndex = s.generation.hasLocalIds && (wanted.has('local_index') || hasZeros);
  AXES.forEach((axis, k) => {
    const isVarying = s.module.workgroupSize[k] > 1;
    const isWanted = wanted.has(`local_id_${axis}`) || wanted.has(`global_id_${axis}`) || needsIndex;
    if (isVarying && isWanted) localId(s, k);
  });
  if (needsIndex && s.module.workgroupSize.some((size) => size === 1)) localId(s, 3);
}

function readOf(s: Selection, width: 'lanes' | 'uniform'): number {
  const register = s.code.create(width);
  s.code.emit('mov:UD', [register], [], { width });
  return register;
}

/** @param axis 3 for one that is 0 everywhere */
function localId(s: Selection, axis: number): number {
  return s.shared(`local ${axis}`, () => {
    if (s.generation.hasLocalIds || axis === 3) return readOf(s, 'lanes');
    // Made from the thread's number within the workgroup.
    const index = threadIndex(s);
    const register = s.code.create('lanes');
    const [x, y] = s.module.workgroupSize;
    const isFirst = axis === 0;
    if (!isFirst) s.code.emit(isPower(x * (axis === 2 ? y : 1)) ? 'shr:UD' : 'mul:UD', [register], [index]);
    s.code.emit('and:UD', [register], [isFirst ? index : register]);
    return register;
  });
}

function threadIndex(s: Selection): number {
  return s.shared('thread index', () => {
    const first = s.code.create('uniform');
    const lanes = s.code.create('lanes');
    s.code.emit('shl:D', [first], [], { width: 'uniform' });
    for (const each of ['mov:UW', 'add:UW']) s.code.emit(each, [lanes], [], { width: 'uniform' });
    s.code.emit('mov:UD', [lanes], [lanes]);
    s.code.emit('add:D', [lanes], [lanes, first]);
    return lanes;
  });
}

export function selectInput(s: Selection, { builtin, result }: InputInstruction): void {
  const axis = 'xyz'.indexOf(builtin.at(-1)!);
  const register = s.code.register(result);
  if (builtin.startsWith('local_id')) copyTo(s, register, localId(s, isThere(s, axis) ? axis : 3));
  else if (builtin.startsWith('workgroup_id')) copyTo(s, register, workgroupId(s, axis), 'uniform');
  else if (builtin.startsWith('global_id')) selectGlobalId(s, register, axis);
  else if (builtin.startsWith('num_workgroups')) selectCount(s, register);
  else if (builtin === 'local_index') copyTo(s, register, localIndex(s));
  else if (builtin === 'subgroup_lane') selectLane(s, register);
  else s.code.emit('mov:UD', [register], [], { width: s.width(result) });
}

function isThere(s: Selection, axis: number): boolean {
  return s.module.workgroupSize[axis] > 1;
}

function copyTo(s: Selection, register: number, from: number, width: 'lanes' | 'uniform' = 'lanes'): void {
  s.code.emit('mov:UD', [register], [from], { width, isCopy: true });
}

/** Dispatches may start at another workgroup than the first. */
function workgroupId(s: Selection, axis: number): number {
  return s.shared(`group id ${axis}`, () => {
    const register = s.code.create('uniform');
    const read = s.shared(`group ${AXES[axis]}`, () => readOf(s, 'uniform'));
    s.code.emit('add:D', [register], [read], { width: 'uniform' });
    return register;
  });
}

function selectGlobalId(s: Selection, register: number, axis: number): void {
  const size = s.module.workgroupSize[axis];
  const group = workgroupId(s, axis);
  if (size === 1) {
    copyTo(s, register, group);
    return;
  }
  const first = s.shared(`first ${axis}`, () => {
    const result = s.code.create('uniform');
    s.code.emit(isPower(size) ? 'shl:D' : 'mul:D', [result], [group], { width: 'uniform' });
    return result;
  });
  s.code.emit('add:D', [register], [first, localId(s, axis)]);
}

/** The number of workgroups stands in memory where the dispatch does. */
function selectCount(s: Selection, register: number): void {
  s.code.emit('cmp:D', [], [], { width: 'uniform' });
  for (const each of ['mov:D', 'if']) s.code.emit(each, [], [], { kind: 'arithmetic' });
  for (let word = 0; word < 4; word++) s.code.emit('mov:UD', [], [], { width: 'uniform' });
  s.code.emit('send_ugm_load_block.V8', [register], [], { width: 'word', kind: 'arithmetic' });
  s.code.emit('mov:UD', [register], [register]);
  s.code.emit('else', [], [], { kind: 'arithmetic' });
  s.code.emit('mov:UD', [], []);
  s.code.emit('endif', [], []);
}

function selectLane(s: Selection, register: number): void {
  for (const each of ['mov:UW', 'add:UW']) s.code.emit(each, [register], [], { width: 'uniform' });
  s.code.emit('mov:UD', [register], [register]);
}

function localIndex(s: Selection): number {
  if (!s.generation.hasLocalIds) return threadIndex(s);
  return s.shared('local index', () => {
    const axes = AXES.map((_, axis) => localId(s, isThere(s, axis) ? axis : 3));
    const [x, y, z] = axes;
    const [sizeX, sizeY] = s.module.workgroupSize;
    const index = s.code.create('lanes');
    const scaled = (register: number, by: number) => {
      const result = s.code.create('lanes');
      s.code.emit(isPower(by) ? 'shl:D' : 'mul:D', [result], [register]);
      return result;
    };
    if (sizeY > 1) {
      const rows = [scaled(z, sizeX * sizeY), scaled(y, sizeX)];
      if (s.generation.hasAdd3) s.code.emit('add3:D', [index], [...rows, x]);
      else for (const each of [rows[1], x]) s.code.emit('add:D', [index], [rows[0], each]);
      return index;
    }
    const row = s.code.create('lanes');
    s.code.emit('add:D', [row], [z, y]);
    s.code.emit('add:D', [index], [scaled(row, sizeX), x]);
    return index;
  });
}

function isPower(size: number): boolean {
  return Number.isInteger(Math.log2(size));
}

function workgroupBytes({ variables }: Module): number {
  return variables.reduce((sum, each) => (each.space === 'workgroup' ? sum + each.sizeBytes : sum), 0);
}

/** A workgroup's lanes store zeros side by side, as often as it takes and each time if there is something left. */
export function zeroWorkgroupMemory(s: Selection): void {
  const bytes = workgroupBytes(s.module);
  if (bytes === 0) return;
  s.code.origin = WORKGROUP_INIT;
  const { zeroedBytes } = s.generation;
  const [x, y, z] = s.module.workgroupSize;
  const perRound = zeroedBytes * x * y * z;
  const rounds = bytes <= perRound ? 1 : Math.ceil(bytes / perRound) + 1;
  let place = s.code.create('lanes');
  s.code.emit('shl:D', [place], [localIndex(s)]);
  const zeros = Array.from({ length: zeroedBytes / 4 }, () => s.code.create('lanes'));
  const access = { kind: 'storeShared', bytesPerLane: zeroedBytes } as const;
  const isLoop = rounds > MOST_ROUNDS;
  for (let round = 0; round < (isLoop ? 1 : rounds); round++) {
    if (round > 0) {
      const next = s.code.create('lanes');
      s.code.emit('add:D', [next], [place]);
      place = next;
    }
    s.code.emit('cmp:UD', [], [place]);
    s.code.emit('if', [], [], { kind: 'arithmetic' });
    if (round === 0) for (const each of zeros) s.code.emit('mov:UD', [each], []);
    s.code.emit('send_slm_store.V4', [], [place, ...zeros], { access });
  }
  for (let round = 0; round < (isLoop ? 1 : rounds); round++) s.code.emit('endif', [], []);
  if (isLoop) for (const each of ['add:D', 'while']) s.code.emit(each, [], [], { kind: 'arithmetic' });
  emitBarrier(s);
  s.code.origin = undefined;
}

const MOST_ROUNDS = 32;

/** What a thread wrote is there for the others before it says that it has come. */
export function emitFence(s: Selection, unit: 'slm' | 'ugm', syncs: number): void {
  for (let k = 0; k < syncs; k++) s.code.emit('sync_allwr', [], [], { width: 'word' });
  if (isGuarded(s)) for (let k = 0; k < 3; k++) s.code.emit('mov:UD', [], [], { width: 'word' });
  s.code.emit(`send_fence_${unit}`, [], [], { width: 'word', kind: 'issueOnly' });
  s.code.emit('sync_nop', [], [], { width: 'word', kind: 'issueOnly' });
}

export function emitBarrier(s: Selection): void {
  const { fenceSyncs, signalsBarrierByBit, lanes } = s.generation;
  const [x, y, z] = s.module.workgroupSize;
  const isAlone = x * y * z <= lanes;
  emitFence(s, 'slm', isAlone ? 1 : fenceSyncs);
  if (isAlone) return;
  const message = s.code.create('uniform');
  s.code.emit('mov:UD', [message], [], { width: 'uniform' });
  s.code.emit('mov:UB', [message], [message], { width: 'word' });
  if (signalsBarrierByBit) s.code.emit('or:UD', [message], [message], { width: 'word' });
  if (isGuarded(s)) s.code.emit('mov:UD', [], [], { width: 'word' });
  s.code.emit('send_barrier', [], [message], { kind: 'issueOnly' });
  s.code.emit('sync_bar', [], [], { kind: 'barrier' });
}

function isGuarded(s: Selection): boolean {
  return s.generation.guardsMasklessSends && s.splitLoops > 0;
}

/** Gives the thread back; what it wrote for its workgroup or by atomics is waited for. */
export function selectEnd(s: Selection): void {
  if (workgroupBytes(s.module) > 0) {
    const hasBarrier = workgroupBytes(s.module) > 0;
    if (hasBarrier) emitFence(s, 'slm', 1);
  }
  s.code.emit('mov:UD', [], [], { width: 'uniform' });
  s.code.emit('send_eot', [], [], { kind: 'issueOnly' });
}
