// The types of a module, in the order of their declarations: an OpType names only types before it, so that one
// pass suffices and no cycle can arise. Types that kernels here cannot use are kept by name until one does.

import { roundUp } from '../../ir/scalars.ts';
import { addressType } from './addresses.ts';
import type { Declarations } from './declarations.ts';
import { instructionName } from './grammar.ts';
import { imageType } from './image-types.ts';
import { alignOf, containsBool, type MatrixLayout, sizeOf, strideOf } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { Decoration, Op, StorageClass } from './opcodes.ts';
import { invalid } from './problems.ts';
import type { SpirvType, StructMember } from './types.ts';

/** Declares the type at `at`; false when the instruction declares none. */
export function declareType(lowering: Lowering, declarations: Declarations, at: number): boolean {
  const opcode = lowering.opcode(at);
  const isType = opcode >= Op.typeVoid && opcode <= 38;
  if (!isType && !instructionName(opcode).startsWith('OpType')) return false;
  const id = lowering.words[at + 1];
  if (opcode !== Op.typeForwardPointer) lowering.defineType(id, readType(lowering, declarations, opcode, at));
  else if (lowering.words[at + 2] === StorageClass.physical) lowering.defineType(id, addressType(id));
  return true;
}

function readType(lowering: Lowering, declarations: Declarations, opcode: number, at: number): SpirvType {
  const { words } = lowering;
  const operand = words[at + 2];
  switch (opcode) {
    case Op.typeVoid:
      return { kind: 'void' };
    case Op.typeBool:
      return { kind: 'scalar', scalar: 'bool' };
    case Op.typeInt:
      if (operand === 8 || operand === 16 || operand === 32 || operand === 64)
        return { kind: 'scalar', scalar: `i${operand}` };
      return { kind: 'opaque', what: `an integer of ${operand} bits` };
    case Op.typeFloat:
      if (lowering.end(at) > at + 3) return { kind: 'opaque', what: 'a float of an alternative encoding' };
      if (operand === 16 || operand === 32 || operand === 64)
        return { kind: 'scalar', scalar: `f${operand}` };
      return { kind: 'opaque', what: `a float of ${operand} bits` };
    case Op.typeVector:
      return vectorType(lowering.type(operand, at), words[at + 3]);
    case Op.typeMatrix:
      return matrixType(lowering.type(operand, at), words[at + 3]);
    case Op.typeImage:
      return imageType(lowering, at);
    case Op.typeSampler:
      return { kind: 'sampler' };
    case Op.typeSampledImage: {
      const image = lowering.type(operand, at);
      return image.kind === 'image' ? { kind: 'sampledImage', image } : image;
    }
    case Op.typeArray:
      return arrayType(lowering, declarations, at, arrayLength(lowering, words[at + 3], at));
    case Op.typeRuntimeArray:
      return arrayType(lowering, declarations, at, undefined);
    case Op.typeStruct:
      return structType(lowering, declarations, at);
    case Op.typePointer:
      return pointerType(lowering, declarations, at);
    default:
      return { kind: 'opaque', what: otherType(instructionName(opcode)) };
  }
}

function otherType(name: string): string {
  return name.startsWith('OpTypeCooperativeMatrix') ? `a subgroup matrix (${name})` : name;
}

function vectorType(component: SpirvType, size: number): SpirvType {
  if (component.kind === 'scalar' && (size === 2 || size === 3 || size === 4))
    return { kind: 'vector', size, scalar: component.scalar };
  return { kind: 'opaque', what: `a vector of ${size} components` };
}

function matrixType(column: SpirvType, columns: number): SpirvType {
  if (column.kind === 'vector' && (columns === 2 || columns === 3 || columns === 4)) {
    const { scalar } = column;
    if (scalar === 'f16' || scalar === 'f32' || scalar === 'f64')
      return { kind: 'matrix', columns, rows: column.size, scalar };
  }
  return { kind: 'opaque', what: `a matrix of ${columns} columns` };
}

function arrayLength(lowering: Lowering, id: number, at: number): number {
  const count = lowering.constantNumber(id);
  if (count === undefined) {
    return invalid(
      'array-length',
      `the length %${lowering.nameOf(id)} is no constant integer`,
      lowering.span(at),
    );
  }
  // Lengths are unsigned.
  const length = count < 0 ? count + 2 ** 32 : count;
  if (length >= 1) return length;
  return invalid(
    'array-length',
    `an array of ${length} elements: there must be at least one`,
    lowering.span(at),
  );
}

function arrayType(
  lowering: Lowering,
  declarations: Declarations,
  at: number,
  count: number | undefined,
): SpirvType {
  const element = lowering.type(lowering.words[at + 2], at);
  const stride = declarations.decoration(lowering.words[at + 1], Decoration.arrayStride);
  if (stride === 0) invalid('layout', 'an ArrayStride of 0', lowering.span(at));
  const isFree = stride === undefined || containsBool(element);
  const strideBytes = isFree ? strideOf(element) : stride;
  return { kind: 'array', element, strideBytes, ...(count === undefined ? {} : { count }) };
}

function structType(lowering: Lowering, declarations: Declarations, at: number): SpirvType {
  const { words } = lowering;
  const id = words[at + 1];
  const members: StructMember[] = [];
  const types = Array.from(words.subarray(at + 2, lowering.end(at)), (member) => lowering.type(member, at));
  if (types.slice(0, -1).some((type) => type.kind === 'array' && type.count === undefined)) {
    const message = 'only the last member of a struct can be an array without a length';
    invalid('type', message, lowering.span(at));
  }
  const isFree = types.some(containsBool);
  let sizeBytes = 0;
  let alignBytes = 1;
  types.forEach((type, k) => {
    const matrix = matrixLayout(declarations, id, k, type);
    const align = alignOf(type);
    const offsetBytes =
      (isFree ? undefined : declarations.memberDecoration(id, k, Decoration.offset)) ??
      roundUp(k === 0 ? 0 : endOf(members[k - 1]), align);
    members.push({
      name: declarations.memberName(id, k),
      type,
      offsetBytes,
      ...(matrix ? { matrix } : {}),
      isReadOnly: declarations.memberDecoration(id, k, Decoration.nonWritable) !== undefined,
    });
    sizeBytes = Math.max(sizeBytes, endOf(members[k]));
    alignBytes = Math.max(alignBytes, align);
  });
  return {
    kind: 'struct',
    name: lowering.nameOf(id),
    members,
    sizeBytes: roundUp(sizeBytes, alignBytes),
    alignBytes,
  };
}

/** The byte after a member; a runtime-sized array counts one element. */
export function endOf(member: StructMember): number {
  return member.offsetBytes + sizeOf(member.type, member.matrix);
}

function matrixLayout(
  declarations: Declarations,
  struct: number,
  member: number,
  type: SpirvType,
): MatrixLayout | undefined {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  if (inner.kind !== 'matrix') return undefined;
  const strideBytes = declarations.memberDecoration(struct, member, Decoration.matrixStride);
  if (!strideBytes) return undefined;
  const isRowMajor = declarations.memberDecoration(struct, member, Decoration.rowMajor) !== undefined;
  return { strideBytes, isRowMajor };
}

function pointerType(lowering: Lowering, declarations: Declarations, at: number): SpirvType {
  const { words } = lowering;
  const stride = declarations.decoration(words[at + 1], Decoration.arrayStride);
  if (words[at + 2] === StorageClass.physical) {
    if (stride) lowering.addressStrides.set(words[at + 1], stride);
    return addressType(words[at + 1]);
  }
  const pointee = words[at + 3];
  const position = declarations.definedAt[pointee] ?? 0;
  // Only pointers to physical memory may point to what is declared later.
  if (position >= at) return { kind: 'opaque', what: 'a pointer to physical memory' };
  const opcode = position > 0 ? lowering.opcode(position) : 0;
  if (opcode === Op.typeFunction) return { kind: 'opaque', what: 'a pointer to a function' };
  const type = lowering.type(pointee, at);
  const strideBytes = stride || strideOf(type);
  return { kind: 'pointer', storageClass: words[at + 2], pointee: type, strideBytes };
}
