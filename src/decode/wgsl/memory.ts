// Loads and stores of whole values through references, one access per scalar or vector:
// matrices column by column, structs and arrays member by member. Memory holds `bool` as an i32 that is 0 or 1.

import type { ValueId } from '../../ir/ir.ts';
import { FINITE, note } from '../../ir/notes.ts';
import { emitPure } from '../fold.ts';
import { constantId } from './constants.ts';
import { elementOf, scalarBytes, scalarCount, scalarType, typeName } from './layout.ts';
import type { Located, Lowering } from './lowering.ts';
import { unsupported } from './problems.ts';
import { irType, type WgslScalar, type WgslType } from './types.ts';
import { type Concrete, concrete, partOf, type Reference } from './values.ts';

/** Composite values are held scalar by scalar; a value larger than this is refused instead. */
const MAXIMUM_SCALARS = 16_384;
/** Larger arrays are cleared by a loop rather than store by store. */
const MAXIMUM_UNROLLED_ZEROS = 1024;

/** The dynamic part of a reference's address; a constant zero where there is none. */
export function addressOf(lowering: Lowering, reference: Reference): ValueId {
  return reference.address ?? lowering.constant('i32', 0);
}

/** The value in memory (WGSL's load rule). `name` is for printing. */
export function load(lowering: Lowering, reference: Reference, at: Located, name?: string): Concrete {
  lowering.at(at);
  if (reference.type.kind === 'scalar' || reference.type.kind === 'vector') {
    const { scalar } = reference.type;
    return concrete(
      reference.type,
      loadComponents(lowering, reference, scalar, scalarCount(reference.type), name),
    );
  }
  checkScalars(lowering, reference.type, at);
  const scalars: ValueId[] = [];
  loadInto(lowering, reference, scalars, at);
  return concrete(reference.type, scalars);
}

function loadInto(lowering: Lowering, reference: Reference, scalars: ValueId[], at: Located): void {
  const type = reference.type;
  switch (type.kind) {
    case 'scalar':
    case 'vector':
      scalars.push(...loadComponents(lowering, reference, type.scalar, scalarCount(type), undefined));
      return;
    case 'struct':
      for (const member of type.members) {
        loadInto(lowering, partOf(reference, member.type, member.offsetBytes), scalars, at);
      }
      return;
    case 'matrix':
    case 'array':
      for (const part of partsOf(reference)) loadInto(lowering, part, scalars, at);
      return;
    case 'atomic':
      unsupported('atomic-value', 'an atomic can only be read by the atomic functions', lowering.spanOf(at));
  }
}

/** The columns of a matrix or the elements of a fixed-size array. */
function partsOf(reference: Reference): Reference[] {
  const element = elementOf(reference.type)!;
  return Array.from({ length: element.count ?? 0 }, (_, i) =>
    partOf(reference, element.type, i * element.strideBytes),
  );
}

function loadComponents(
  lowering: Lowering,
  reference: Reference,
  scalar: WgslScalar,
  count: number,
  name: string | undefined,
): ValueId[] {
  const { builder } = lowering;
  const type = scalar === 'bool' ? 'i32' : irType(scalar);
  const address = addressOf(lowering, reference);
  const { root, offsetBytes } = reference;
  const results: ValueId[] = [];
  for (let i = 0; i < count; i++) results.push(builder.value(type, scalar === 'bool' ? undefined : name));
  builder.emit({ kind: 'load', root, type, address, offsetBytes, results, span: builder.span! });
  if (scalar !== 'bool') return results;
  const zero = lowering.constant('i32', 0);
  return results.map((value) => emitPure(builder, 'ine', 'bool', [value, zero]));
}

/** Writes a value of the reference's type. */
export function store(
  lowering: Lowering,
  reference: Reference,
  scalars: readonly ValueId[],
  at: Located,
): void {
  const { kind } = reference.type;
  if (kind === 'array' || kind === 'struct') checkScalars(lowering, reference.type, at);
  storeFrom(lowering, reference, scalars, 0);
}

/** Returns how many scalars were written. */
function storeFrom(
  lowering: Lowering,
  reference: Reference,
  scalars: readonly ValueId[],
  start: number,
): number {
  const type = reference.type;
  if (type.kind === 'struct') {
    let used = 0;
    for (const member of type.members) {
      used += storeFrom(lowering, partOf(reference, member.type, member.offsetBytes), scalars, start + used);
    }
    return used;
  }
  if (type.kind === 'matrix' || type.kind === 'array') {
    let used = 0;
    for (const part of partsOf(reference)) used += storeFrom(lowering, part, scalars, start + used);
    return used;
  }
  const count = scalarCount(type);
  const values = count === scalars.length ? scalars : scalars.slice(start, start + count);
  storeComponents(lowering, reference, type.scalar, values);
  return count;
}

function storeComponents(
  lowering: Lowering,
  reference: Reference,
  scalar: WgslScalar,
  values: readonly ValueId[],
): void {
  const { builder } = lowering;
  const type = scalar === 'bool' ? 'i32' : irType(scalar);
  const stored = scalar === 'bool' ? values.map((value) => boolWord(lowering, value)) : values;
  const { root, offsetBytes } = reference;
  const address = addressOf(lowering, reference);
  builder.emit({ kind: 'store', root, type, address, offsetBytes, values: stored, span: builder.span! });
}

function boolWord(lowering: Lowering, value: ValueId): ValueId {
  const operands = [value, lowering.constant('i32', 1), lowering.constant('i32', 0)];
  return emitPure(lowering.builder, 'select', 'i32', operands);
}

/** Clears a variable, as WGSL does with each that has no initializer. */
export function storeZero(lowering: Lowering, reference: Reference): void {
  const { type } = reference;
  if (type.kind === 'array' && scalarCount(type) > MAXIMUM_UNROLLED_ZEROS) {
    storeZeroByLoop(lowering, reference);
    return;
  }
  if (type.kind === 'struct') {
    for (const member of type.members) {
      storeZero(lowering, partOf(reference, member.type, member.offsetBytes));
    }
  } else if (type.kind === 'array' || type.kind === 'matrix') {
    for (const part of partsOf(reference)) storeZero(lowering, part);
  } else {
    const zero = constantId(lowering, type.scalar, 0);
    storeComponents(lowering, reference, type.scalar, Array<ValueId>(scalarCount(type)).fill(zero));
  }
}

function storeZeroByLoop(lowering: Lowering, reference: Reference): void {
  const { builder } = lowering;
  const element = elementOf(reference.type)!;
  const loop = builder.construct();
  const offset = builder.value('i32');
  const body = lowering.region(
    () => {
      const address =
        reference.address === undefined
          ? offset
          : emitPure(builder, 'iadd', 'i32', [reference.address, offset]);
      storeZero(lowering, { ...reference, type: element.type, address });
      const end = lowering.constant('i32', element.strideBytes * (element.count! - 1));
      const isLast = emitPure(builder, 'ieq', 'bool', [offset, end]);
      exitWhen(lowering, isLast, loop);
    },
    () => {
      const stride = lowering.constant('i32', element.strideBytes);
      return { kind: 'next', target: loop, values: [emitPure(builder, 'iadd', 'i32', [offset, stride])] };
    },
  );
  const initial = [lowering.constant('i32', 0)];
  builder.emit({ kind: 'loop', id: loop, initial, parameters: [offset], results: [], body });
  note(builder.notes.constructs, loop, [FINITE]);
}

/** Leaves the loop when the condition holds. */
export function exitWhen(lowering: Lowering, condition: ValueId, loop: number): void {
  const { builder } = lowering;
  const id = builder.construct();
  const then = lowering.region(
    () => {},
    () => ({ kind: 'break', target: loop, values: [] }),
  );
  const otherwise = lowering.region(
    () => {},
    () => ({ kind: 'break', target: id, values: [] }),
  );
  builder.emit({ kind: 'if', id, condition, results: [], then, otherwise });
}

/** A private copy of a value, so that it can be indexed by a number only known at run time. */
export function spill(lowering: Lowering, value: Concrete, name: string, at: Located): Reference {
  const reference = lowering.allocate(name, 'private', value.type, lowering.spanOf(at));
  store(lowering, reference, value.scalars, at);
  return reference;
}

/** The reference to one component of a vector in memory. */
export function componentOf(reference: Reference, scalar: WgslScalar, component: number): Reference {
  return partOf(reference, scalarType(scalar), component * scalarBytes(scalar));
}

/** Refuses values that would take too many scalars, one by one or all together. */
export function checkScalars(lowering: Lowering, type: WgslType, at: Located): void {
  lowering.checkSize(at);
  const count = scalarCount(type);
  if (count <= MAXIMUM_SCALARS) return;
  const message = `a value of ${count} scalars (${typeName(type)}) is too large to be held at once; index it instead`;
  unsupported('large-value', message, lowering.spanOf(at));
}
