// Loads and stores of whole values through references, one access per scalar or vector: matrices by what lies
// together (columns, or rows of a row-major one), structs and arrays member by member. Memory holds `bool` as an
// i32 that is 0 or 1.

import type { ScalarType, ValueId } from '../../ir/ir.ts';
import { scalarBytes } from '../../ir/scalars.ts';
import { emitPure } from '../fold.ts';
import { noteLoaded } from './addresses.ts';
import { checkScalars } from './constants.ts';
import { isOpaque, type MatrixType, naturalMatrix, scalarCount, storedScalar, typeName } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { accessOf, rootsOf } from './pointer-values.ts';
import { invalid, unsupported } from './problems.ts';
import type { Operand, Reference, SpirvType, StructMember } from './types.ts';

/** The dynamic part of a reference's address; a constant zero where there is none. */
export function addressOf(lowering: Lowering, reference: Reference): ValueId {
  return reference.address ?? lowering.builder.constant('i32', 0);
}

/** Part of a reference at a constant distance. */
export function partOf(reference: Reference, type: SpirvType, distanceBytes: number): Reference {
  const { componentStrideBytes: _, ...place } = reference;
  return { ...place, type, offsetBytes: reference.offsetBytes + distanceBytes };
}

/** The member of a struct, with its own matrix layout. */
export function memberOf(reference: Reference, member: StructMember): Reference {
  const { matrix: _, ...place } = partOf(reference, member.type, member.offsetBytes);
  return member.matrix ? { ...place, matrix: member.matrix } : place;
}

/** Column `column` of a matrix in memory, or its first one with the distance between columns. */
export function columnOf(
  reference: Reference,
  type: MatrixType,
  column: number,
): { reference: Reference; strideBytes: number } {
  const { strideBytes, isRowMajor } = reference.matrix ?? naturalMatrix(type);
  const vector: SpirvType = { kind: 'vector', size: type.rows, scalar: type.scalar };
  const between = isRowMajor ? scalarBytes(type.scalar) : strideBytes;
  const { matrix: _, ...part } = partOf(reference, vector, column * between);
  return {
    reference: isRowMajor ? { ...part, componentStrideBytes: strideBytes } : part,
    strideBytes: between,
  };
}

/** The value in memory. `name` is for printing. */
export function load(lowering: Lowering, reference: Reference, at: number, name?: string): Operand {
  const { type } = reference;
  checkHeld(lowering, type, at);
  const scalars: ValueId[] = [];
  loadInto(lowering, reference, scalars, name);
  if (type.kind === 'scalar' && type.addressOf !== undefined) noteLoaded(lowering, reference, scalars[0]);
  return { type, scalars };
}

/** Refuses what writes to a buffer that is decorated as read-only. */
export function checkWritable(lowering: Lowering, reference: Reference, at: number): void {
  for (const { space, index } of rootsOf(reference)) {
    const buffer = space === 'buffer' ? lowering.buffers[index] : undefined;
    if (buffer?.access !== 'read') continue;
    const why = buffer.kind === 'uniform' ? 'a uniform block' : 'decorated NonWritable';
    invalid('read-only', `'${buffer.name}' cannot be written: it is ${why}`, lowering.span(at));
  }
}

function checkHeld(lowering: Lowering, type: SpirvType, at: number): void {
  if (isOpaque(type))
    unsupported('value-type', `a value of ${typeName(type)} cannot be read or written`, lowering.span(at));
  checkScalars(lowering, type, at);
}

function loadInto(
  lowering: Lowering,
  reference: Reference,
  scalars: ValueId[],
  name: string | undefined,
): void {
  const { type } = reference;
  switch (type.kind) {
    case 'scalar':
      loadComponents(lowering, reference, type.scalar, 1, scalars, name);
      return;
    case 'vector':
      loadVector(lowering, reference, type.scalar, type.size, scalars, name);
      return;
    case 'matrix':
      loadMatrix(lowering, reference, type, scalars, name);
      return;
    case 'array':
      for (let k = 0; k < type.count!; k++)
        loadInto(lowering, partOf(reference, type.element, k * type.strideBytes), scalars, undefined);
      return;
    case 'struct':
      for (const member of type.members) loadInto(lowering, memberOf(reference, member), scalars, undefined);
  }
}

function loadVector(
  lowering: Lowering,
  reference: Reference,
  scalar: ScalarType,
  size: number,
  scalars: ValueId[],
  name: string | undefined,
): void {
  const apart = reference.componentStrideBytes;
  if (apart === undefined) {
    loadComponents(lowering, reference, scalar, size, scalars, name);
    return;
  }
  for (let k = 0; k < size; k++)
    loadComponents(lowering, partOf(reference, reference.type, k * apart), scalar, 1, scalars, name);
}

function loadMatrix(
  lowering: Lowering,
  reference: Reference,
  type: MatrixType,
  scalars: ValueId[],
  name: string | undefined,
): void {
  const { strideBytes, isRowMajor } = reference.matrix ?? naturalMatrix(type);
  const [lines, length] = isRowMajor ? [type.rows, type.columns] : [type.columns, type.rows];
  const read: ValueId[] = [];
  for (let line = 0; line < lines; line++)
    loadComponents(lowering, partOf(reference, type, line * strideBytes), type.scalar, length, read, name);
  for (let k = 0; k < read.length; k++) scalars.push(read[isRowMajor ? transposed(k, type) : k]);
}

/** Where scalar number `k` of a matrix stands among the scalars of its rows. */
function transposed(k: number, { rows, columns }: MatrixType): number {
  return (k % rows) * columns + Math.floor(k / rows);
}

function loadComponents(
  lowering: Lowering,
  reference: Reference,
  scalar: ScalarType,
  count: number,
  scalars: ValueId[],
  name: string | undefined,
): void {
  const { builder } = lowering;
  const type = storedScalar(scalar);
  const { offsetBytes } = reference;
  const address = addressOf(lowering, reference);
  const types: ScalarType[] = new Array(count).fill(type);
  const results = accessOf(lowering, reference, types, (root) => {
    const loaded = types.map(() => builder.value(type, scalar === 'bool' ? undefined : name));
    builder.emit({ kind: 'load', root, type, address, offsetBytes, results: loaded, span: builder.span! });
    return loaded;
  });
  if (scalar !== 'bool') {
    for (const result of results) scalars.push(result);
    return;
  }
  const none = builder.constant('i32', 0);
  for (const result of results) scalars.push(emitPure(builder, 'ine', 'bool', [result, none]));
}

/** Writes a value of the reference's type. */
export function store(
  lowering: Lowering,
  reference: Reference,
  scalars: readonly ValueId[],
  at: number,
): void {
  checkHeld(lowering, reference.type, at);
  lowering.expect(reference.type, scalars, at);
  checkWritable(lowering, reference, at);
  storeFrom(lowering, reference, scalars, 0);
}

/** Returns the number of the first scalar that was not written. */
function storeFrom(
  lowering: Lowering,
  reference: Reference,
  scalars: readonly ValueId[],
  start: number,
): number {
  const { type } = reference;
  let next = start;
  switch (type.kind) {
    case 'scalar':
    case 'vector': {
      const count = scalarCount(type);
      const values = count === scalars.length ? scalars : scalars.slice(start, start + count);
      storeVector(lowering, reference, type.scalar, values);
      return start + count;
    }
    case 'matrix':
      storeMatrix(lowering, reference, type, scalars.slice(start, start + scalarCount(type)));
      return start + scalarCount(type);
    case 'array':
      for (let k = 0; k < type.count!; k++)
        next = storeFrom(lowering, partOf(reference, type.element, k * type.strideBytes), scalars, next);
      return next;
    case 'struct':
      for (const member of type.members)
        next = storeFrom(lowering, memberOf(reference, member), scalars, next);
      return next;
    default:
      return next;
  }
}

function storeVector(
  lowering: Lowering,
  reference: Reference,
  scalar: ScalarType,
  values: readonly ValueId[],
): void {
  const apart = reference.componentStrideBytes;
  if (apart === undefined) {
    storeComponents(lowering, reference, scalar, values);
    return;
  }
  values.forEach((value, k) => {
    storeComponents(lowering, partOf(reference, reference.type, k * apart), scalar, [value]);
  });
}

function storeMatrix(
  lowering: Lowering,
  reference: Reference,
  type: MatrixType,
  values: readonly ValueId[],
): void {
  const { strideBytes, isRowMajor } = reference.matrix ?? naturalMatrix(type);
  const [lines, length] = isRowMajor ? [type.rows, type.columns] : [type.columns, type.rows];
  for (let line = 0; line < lines; line++) {
    const written = Array.from({ length }, (_, k) =>
      isRowMajor ? values[k * type.rows + line] : values[line * length + k],
    );
    storeComponents(lowering, partOf(reference, type, line * strideBytes), type.scalar, written);
  }
}

function storeComponents(
  lowering: Lowering,
  reference: Reference,
  scalar: ScalarType,
  values: readonly ValueId[],
): void {
  const { builder } = lowering;
  const type = storedScalar(scalar);
  const stored = scalar === 'bool' ? values.map((value) => boolWord(lowering, value)) : values;
  const { offsetBytes } = reference;
  const address = addressOf(lowering, reference);
  accessOf(lowering, reference, [], (root) => {
    builder.emit({ kind: 'store', root, type, address, offsetBytes, values: stored, span: builder.span! });
    return [];
  });
}

function boolWord(lowering: Lowering, value: ValueId): ValueId {
  const { builder } = lowering;
  const operands = [value, builder.constant('i32', 1), builder.constant('i32', 0)];
  return emitPure(builder, 'select', 'i32', operands);
}
