// The names that an instruction may carry, as lists that code can walk; `ir.ts` has the same names as types,
// and the types below make the compiler check that none is missing or extra.

import type { AtomicOp, Builtin, ScalarType } from '../../../src/ir/ir.ts';

function names<T extends string>(all: Record<T, true>): readonly T[] {
  return Object.keys(all) as T[];
}

export const scalarTypes = names<ScalarType>({
  bool: true,
  i8: true,
  i16: true,
  i32: true,
  i64: true,
  f16: true,
  f32: true,
  f64: true,
});

export const builtins = names<Builtin>({
  local_id_x: true,
  local_id_y: true,
  local_id_z: true,
  local_index: true,
  workgroup_id_x: true,
  workgroup_id_y: true,
  workgroup_id_z: true,
  global_id_x: true,
  global_id_y: true,
  global_id_z: true,
  num_workgroups_x: true,
  num_workgroups_y: true,
  num_workgroups_z: true,
  subgroup_size: true,
  subgroup_lane: true,
  subgroup_id: true,
  num_subgroups: true,
});

export const atomicOps = names<AtomicOp>({
  load: true,
  store: true,
  add: true,
  fadd: true,
  sub: true,
  smin: true,
  smax: true,
  umin: true,
  umax: true,
  and: true,
  or: true,
  xor: true,
  exchange: true,
  compare_exchange: true,
});
