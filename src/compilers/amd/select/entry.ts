// What a kernel begins with: its ids, of which workgroups' are there and lanes' own may have to be taken apart or
// made, and workgroup memory, which the driver zeroes, all variables at once, before it waits.

import type { InputInstruction, Module } from '../../../ir/ir.ts';
import { WORKGROUP_INIT } from '../../tint/workgroup-init.ts';
import { zeroWords } from './copies.ts';
import type { Selection } from './selection.ts';

/** The widest store. */
const ZEROED_BYTES = 16;
const WORD_BYTES = 4;

export function zeroWorkgroupMemory(s: Selection): void {
  const bytes = s.module.variables.reduce(
    (sum, each) => (each.space === 'workgroup' ? sum + each.sizeBytes : sum),
    0,
  );
  if (bytes === 0) return;
  s.code.origin = WORKGROUP_INIT;
  const invocations = invocationsOf(s.module);
  emitLocalIndex(s, s.code.create('vector'));
  const address = s.code.create('vector');
  s.code.emit('v_lshlrev_b32', [address], []);
  const rounds = Math.ceil(bytes / (ZEROED_BYTES * invocations));
  const access = { kind: 'storeShared', bytesPerLane: ZEROED_BYTES } as const;
  for (let round = 0; round < rounds; round++) {
    const isFull = bytes >= ZEROED_BYTES * invocations * (round + 1);
    if (!isFull || round === rounds - 1) {
      s.code.emit('v_cmp_gt_u32', [], [address]);
      s.code.emit('s_cbranch_execz', [], []);
    }
    const zeros = s.code.create('vector', 4);
    if (round === 0 || round === rounds - 1) zeroWords(s, [zeros], ZEROED_BYTES / WORD_BYTES);
    s.code.emit('ds_write_b128', [], [address, zeros], { access });
  }
  s.code.emit('s_mov_b64', [], []);
  emitBarrier(s);
  s.code.origin = undefined;
}

/** A workgroup of one wave needs none. */
export function emitBarrier(s: Selection): void {
  if (invocationsOf(s.module) <= s.generation.waveThreads) return;
  s.code.emit('s_waitcnt_depctr', [], []);
  s.code.emit('s_barrier', [], [], { kind: 'barrier' });
}

export function selectInput(s: Selection, { builtin, result }: InputInstruction): void {
  const register = s.code.register(result);
  const { workgroupSize } = s.module;
  const axis = 'xyz'.indexOf(builtin.at(-1)!);
  if (builtin.startsWith('local_id') || (builtin.startsWith('global_id') && workgroupSize[axis] > 1))
    selectLocalId(s, register, axis, builtin.startsWith('global_id'));
  else if (builtin === 'local_index') {
    if (workgroupSize[1] * workgroupSize[2] > 1) emitLocalIndex(s, register);
  } else if (builtin === 'subgroup_lane') {
    s.code.emit('v_mbcnt_lo_u32_b32', [register], []);
    s.code.emit('v_mbcnt_hi_u32_b32', [register], []);
  } else if (builtin === 'subgroup_id') s.code.emit('s_bfe_u32', [register], []);
}

function selectLocalId(s: Selection, register: number, axis: number, isGlobal: boolean): void {
  const { workgroupSize } = s.module;
  const isPacked = s.generation.packsLocalIds && workgroupSize[1] * workgroupSize[2] > 1;
  const local = isPacked ? s.code.create('vector') : undefined;
  const isLast = axis > 0 && workgroupSize.slice(axis + 1).every((size) => size === 1);
  if (local !== undefined)
    s.code.emit(
      isLast ? 'v_lshrrev_b32' : axis === 0 ? 'v_and_b32' : 'v_bfe_u32',
      [isGlobal ? local : register],
      [],
    );
  if (!isGlobal) return;
  const isPower = Number.isInteger(Math.log2(workgroupSize[axis]));
  if (!isPower) s.code.emit('s_mul_i32', [s.code.create('scalar')], []);
  s.code.emit(isPower ? 'v_lshl_add_u32' : 'v_add_nc_u32', [register], local === undefined ? [] : [local]);
}

function emitLocalIndex(s: Selection, result: number): void {
  if (invocationsOf(s.module) > s.generation.waveThreads) s.code.emit('s_and_b32', [], []);
  const low = s.code.create('vector');
  s.code.emit('v_mbcnt_lo_u32_b32', [low], []);
  s.code.emit('v_mbcnt_hi_u32_b32', [result], [low]);
}

function invocationsOf({ workgroupSize: [x, y, z] }: Module): number {
  return x * y * z;
}
