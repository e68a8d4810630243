// Values fixed for an invocation: special registers, ids of the workgroup, and what is computed from both.
// Thread ids come from S2R once per kernel, workgroup ids from S2UR, the grid's size from a constant bank.
// Source: driver code for SM 9.0.

import type { ArrayLengthInstruction, Builtin, InputInstruction, ValueId } from '../../../ir/ir.ts';
import { UNIFORM_PREDICATE } from '../../../machine/virtual.ts';
import { bufferSize, constant, named } from './immediates.ts';
import type { Selection } from './selection.ts';

export function selectInput(s: Selection, instruction: InputInstruction): void {
  const { builtin, result } = instruction;
  const axis = axisOf(builtin);
  if (builtin.startsWith('local_id')) s.values.alias(result, threadId(s, axis));
  else if (builtin.startsWith('workgroup_id')) readWorkgroupId(s, result, axis);
  else if (builtin.startsWith('num_workgroups')) s.values.inConstantBank(result);
  else if (builtin.startsWith('global_id')) selectGlobalId(s, result, axis);
  else if (builtin === 'local_index') s.values.alias(result, localIndex(s));
  else if (builtin === 'subgroup_lane')
    s.emit('S2R', [s.values.define(result)], [], { immediates: [named(builtin)] });
  else if (builtin === 'subgroup_id') s.emit('SHF.R.U32.HI', [s.values.define(result)], [localIndex(s)]);
  else s.emit('MOV', [s.values.define(result)], [], { immediates: [named(builtin)] });
}

const AXES = 'xyz';

function axisOf(builtin: Builtin): number {
  return builtin.endsWith('_y') ? 1 : builtin.endsWith('_z') ? 2 : 0;
}

function threadId(s: Selection, axis: number): number {
  return s.inputs.get(axis) ?? remember(s, axis, read(s, 'S2R', false, `local_id_${AXES[axis]}`));
}

function remember(s: Selection, key: number, register: number): number {
  s.inputs.set(key, register);
  return register;
}

/** In the first segment, whatever asks first, so that all later code may use the register. */
function read(s: Selection, opcode: string, isUniform: boolean, name: string): number {
  const register = isUniform ? s.values.newUniform() : s.values.newGeneral();
  s.code.emit(s.code.drafts[0], opcode, [register], [], { immediates: [named(name)] });
  return register;
}

const WORKGROUP_KEY = 3;
const LOCAL_INDEX_KEY = 6;
/** Workgroup ids that only vector code asks for are read into vector registers. */
const VECTOR_WORKGROUP_KEY = 7;

function workgroupId(s: Selection, axis: number): number {
  return (
    s.inputs.get(WORKGROUP_KEY + axis) ??
    remember(s, WORKGROUP_KEY + axis, read(s, 'S2UR', true, `workgroup_id_${AXES[axis]}`))
  );
}

function readWorkgroupId(s: Selection, result: ValueId, axis: number): void {
  s.values.alias(result, s.plan.placed[result] === 1 ? workgroupId(s, axis) : vectorWorkgroupId(s, axis));
}

/** The id in a vector register; one that is in a uniform register already serves as well. */
function vectorWorkgroupId(s: Selection, axis: number): number {
  const known = s.inputs.get(WORKGROUP_KEY + axis) ?? s.inputs.get(VECTOR_WORKGROUP_KEY + axis);
  return (
    known ?? remember(s, VECTOR_WORKGROUP_KEY + axis, read(s, 'S2R', false, `workgroup_id_${AXES[axis]}`))
  );
}

/** Workgroup id times size plus thread id: one shift-add or IMAD; the id itself when the size along the axis is 1. */
function selectGlobalId(s: Selection, result: ValueId, axis: number): void {
  const group = vectorWorkgroupId(s, axis);
  const size = s.plan.module.workgroupSize[axis];
  if (size === 1) {
    if (s.values.isUniformRegister(group)) s.emit('MOV', [s.values.define(result)], [group]);
    else s.values.alias(result, group);
    return;
  }
  const isPower = (size & (size - 1)) === 0;
  const scale = isPower ? constant(Math.log2(size)) : constant(size, 1);
  s.emit(isPower ? 'LEA' : 'IMAD', [s.values.define(result)], [group, threadId(s, axis)], {
    immediates: [scale],
  });
}

function localIndex(s: Selection): number {
  const known = s.inputs.get(LOCAL_INDEX_KEY);
  if (known !== undefined) return known;
  const [sizeX, sizeY, sizeZ] = s.plan.module.workgroupSize;
  let index = threadId(s, 0);
  if (sizeY > 1 || sizeZ > 1) {
    let row = threadId(s, 1);
    if (sizeZ > 1) {
      const plane = s.values.newGeneral();
      const immediates = [constant(sizeY, 1)];
      s.code.emit(s.code.drafts[0], 'IMAD', [plane], [threadId(s, 2), row], { immediates });
      row = plane;
    }
    const sum = s.values.newGeneral();
    const immediates = [constant(sizeX, 1)];
    s.code.emit(s.code.drafts[0], 'IMAD', [sum], [row, index], { immediates });
    index = sum;
  }
  return remember(s, LOCAL_INDEX_KEY, index);
}

/** Size of the buffer from the constant bank, less what precedes the array, by the element's size. */
export function selectArrayLength(s: Selection, instruction: ArrayLengthInstruction): void {
  const buffer = s.plan.module.buffers[instruction.buffer];
  const { offsetBytes, strideBytes } = buffer.runtimeArray ?? { offsetBytes: 0, strideBytes: 1 };
  if (s.plan.placed[instruction.result] === 0) {
    vectorArrayLength(s, instruction.result, offsetBytes, strideBytes);
    return;
  }
  const size = s.values.newUniform();
  s.emit('ULDC', [size], [], { immediates: [bufferSize(s, instruction.buffer)] });
  // A size that does not fit into a signed word counts as none.
  const isPositive = s.values.table.create(UNIFORM_PREDICATE);
  s.emit('UISETP.LT.AND', [isPositive], [size]);
  let register = s.values.newUniform();
  s.emit('USEL', [register], [size, isPositive]);
  if (offsetBytes > 0) {
    const rest = s.values.newUniform();
    s.emit('UIADD3', [rest], [register], { immediates: [constant(-offsetBytes)] });
    register = rest;
  }
  const isPower = (strideBytes & (strideBytes - 1)) === 0;
  if (strideBytes === 1) s.values.alias(instruction.result, register);
  else if (isPower)
    s.emit('USHF.R.U32.HI', [s.values.define(instruction.result)], [register], {
      immediates: [constant(Math.log2(strideBytes))],
    });
  else {
    const high = s.values.newUniform(2);
    s.emit('UIMAD.WIDE.U32', [high], [register]);
    s.emit('USHF.R.U32.HI', [s.values.define(instruction.result)], [high]);
  }
}

/** The same where lanes have gone different ways: no uniform datapath, and a size that an instruction names. */
function vectorArrayLength(s: Selection, result: ValueId, offsetBytes: number, strideBytes: number): void {
  const steps = ['VIMNMX'];
  if (offsetBytes > 0) steps.push('VIADD');
  const isPower = (strideBytes & (strideBytes - 1)) === 0;
  if (!isPower) steps.push('IMAD.HI.U32');
  if (strideBytes > 1) steps.push('SHF.R.U32.HI');
  let register: number | undefined;
  steps.forEach((opcode, k) => {
    const sources = register === undefined ? [] : [register];
    register = k === steps.length - 1 ? s.values.define(result) : s.values.newGeneral();
    s.emit(opcode, [register], sources);
  });
}
