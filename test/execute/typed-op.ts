// Runs one pure operation over rows of operands through the engine: raw bytes in, raw bytes out. Integers are
// bigints here, floats numbers, bools 0 or 1.

import { compileProgram, createMemory, readBuffer, runInFull } from '../../src/execute/index.ts';
import type { Builder } from '../../src/ir/builder.ts';
import { halfBitsOf, halfFromBits } from '../../src/ir/half.ts';
import type { Module, PureOp, ScalarType, ValueId } from '../../src/ir/ir.ts';
import type { Program } from '../../src/machine/program.ts';
import { buffer, build, storage } from './wrap.ts';

export type Scalar = number | bigint;
const SLOT_BYTES = 8;

export interface TypedOp {
  readonly op: PureOp;
  readonly operands: readonly ScalarType[];
  readonly result: ScalarType;
  readonly component?: number;
}

/** Reads a row per invocation, applies the operation, stores the result; `constants` stand for operands. */
export function opModule(
  { op, operands, result, component }: TypedOp,
  constants: ReadonlyMap<number, bigint> = new Map(),
): Module {
  const shape = {
    workgroupSize: [32, 1, 1] as const,
    buffers: [storage('in', 0, 'read'), storage('out', 1)],
  };
  return build(shape, (b) => {
    const row = b.input('global_id_x');
    const place = b.pure('imul', 'i32', [row, b.constant('i32', SLOT_BYTES * operands.length)]);
    const values = operands.map((type, k) => {
      const constant = constants.get(k);
      return constant === undefined ? load(b, type, place, k * SLOT_BYTES) : integer(b, type, constant);
    });
    const value = b.pure(op, result, values, component);
    const out = b.pure('imul', 'i32', [row, b.constant('i32', SLOT_BYTES)]);
    if (result === 'bool') {
      const number = b.pure('select', 'i32', [value, b.constant('i32', 1), b.constant('i32', 0)]);
      b.store(buffer(1), 'i32', out, [number]);
    } else b.store(buffer(1), result, out, [value]);
  });
}

function load(b: Builder, type: ScalarType, place: ValueId, offset: number): ValueId {
  if (type !== 'bool') return b.load(buffer(0), type, 1, place, offset)[0];
  const word = b.load(buffer(0), 'i32', 1, place, offset)[0];
  return b.pure('ine', 'bool', [word, b.constant('i32', 0)]);
}

function integer(b: Builder, type: ScalarType, value: bigint): ValueId {
  if (type !== 'i64') return b.constant(type, Number(value));
  const word = (bits: bigint): ValueId => b.constant('i32', Number(BigInt.asIntN(32, bits)));
  return b.pure('i64_make', 'i64', [word(value), word(value >> 32n)]);
}

/** The results, one per row. */
export function runRows(
  program: Program,
  { operands, result }: TypedOp,
  rows: readonly (readonly Scalar[])[],
): Scalar[] {
  const input = new DataView(new ArrayBuffer(rows.length * operands.length * SLOT_BYTES));
  rows.forEach((row, at) => {
    row.forEach((value, k) => {
      write(input, (at * operands.length + k) * SLOT_BYTES, operands[k], value);
    });
  });
  const memory = memoryWith(program.module, input, rows.length * SLOT_BYTES);
  const workgroups = Math.ceil(rows.length / 32);
  const outcome = runInFull(compileProgram(program, { subgroupSize: 32 }), memory, {
    dispatch: [workgroups, 1, 1],
  });
  if (!outcome.isComplete) throw new Error('not complete');
  const bytes = readBuffer(memory, 1);
  const output = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return rows.map((_, at) => read(output, at * SLOT_BYTES, result));
}

export function memoryWith(module: Module, input: DataView, outputBytes: number) {
  const bytes = new Uint8Array(input.buffer);
  const bindings = [
    { group: 0, binding: 0, usage: 'storage', sizeBytes: bytes.length, data: { kind: 'file', path: 'in' } },
    { group: 0, binding: 1, usage: 'storage', sizeBytes: outputBytes, data: { kind: 'zeros' } },
  ] as const;
  return createMemory(module.buffers, bindings as never, () => bytes);
}

export function write(view: DataView, at: number, type: ScalarType, value: Scalar): void {
  switch (type) {
    case 'f64':
      view.setFloat64(at, Number(value), true);
      return;
    case 'f32':
      view.setFloat32(at, Number(value), true);
      return;
    case 'f16':
      view.setUint16(at, halfBitsOf(Number(value)), true);
      return;
    default:
      // Garbage above the value must not be read.
      view.setBigInt64(
        at,
        type === 'i64' || type === 'bool' ? BigInt(value) : dirty(type, BigInt(value)),
        true,
      );
  }
}

function dirty(type: ScalarType, value: bigint): bigint {
  const width = BigInt(type.slice(1));
  return (0x5aa5_c33c_1881_7e7en << width) | BigInt.asUintN(Number(width), value);
}

export function read(view: DataView, at: number, type: ScalarType): Scalar {
  switch (type) {
    case 'f64':
      return view.getFloat64(at, true);
    case 'f32':
      return view.getFloat32(at, true);
    case 'f16':
      return halfFromBits(view.getUint16(at, true));
    case 'bool':
      return view.getInt32(at, true);
    default:
      return BigInt.asIntN(Number(type.slice(1)), view.getBigInt64(at, true));
  }
}
