// Access chains: from a pointer to a part of what it points to. Every index that is only known at run time and
// goes into something of known size is marked with `bound`, as in the WGSL decoder; the dialect decides what it
// costs, and SPIR-V's own makes nothing of it.

import type { MemoryRoot, PureOp, ValueId } from '../../ir/ir.ts';
import { roundUp, scalarBytes } from '../../ir/scalars.ts';
import { emitPure } from '../fold.ts';
import { alignOf, sizeOf, typeName } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { addressOf, columnOf, memberOf, partOf } from './memory.ts';
import { invalid } from './problems.ts';
import type { Reference, SpirvType } from './types.ts';

/** OpAccessChain and OpInBoundsAccessChain. */
export function lowerAccessChain(lowering: Lowering, at: number): void {
  chain(lowering, lowering.reference(lowering.words[at + 3], at), at + 4, at);
}

/** OpPtrAccessChain and OpInBoundsPtrAccessChain: the pointer is one into an array, and first moved on in that. */
export function lowerPointerAccessChain(lowering: Lowering, at: number): void {
  const { builder, words } = lowering;
  const strideBytes = elementBytes(lowering, words[at + 3], at);
  const base = lowering.reference(words[at + 3], at);
  const number = lowering.constantNumber(words[at + 4]);
  if (number !== undefined) {
    chain(lowering, { ...base, offsetBytes: base.offsetBytes + number * strideBytes }, at + 5, at);
    return;
  }
  const distance = [indexWord(lowering, words[at + 4], at), builder.constant('i32', strideBytes)];
  const bytes = emitPure(builder, 'imul', 'i32', distance);
  const address = emitPure(builder, 'iadd', 'i32', [addressOf(lowering, base), bytes]);
  chain(lowering, { ...base, address }, at + 5, at);
}

/** From what a pointer leads to, to the next one. */
export function elementBytes(lowering: Lowering, id: number, at: number): number {
  const type = lowering.type(lowering.words[lowering.definedAt[id] + 1], at);
  if (type.kind !== 'scalar' || type.addressOf === undefined)
    return pointerTypeOf(lowering, id, at).strideBytes;
  const known = lowering.addressStrides.get(type.addressOf);
  if (known !== undefined) return known;
  const pointee = lowering.type(lowering.words[lowering.definedAt[type.addressOf] + 3], at);
  return roundUp(sizeOf(pointee), alignOf(pointee));
}

/** The type of a pointer, by the instruction that makes it. */
export function pointerTypeOf(lowering: Lowering, id: number, at: number) {
  const type = lowering.type(lowering.words[lowering.definedAt[id] + 1], at);
  return type.kind === 'pointer'
    ? type
    : invalid('pointer', `%${lowering.nameOf(id)} is not a pointer`, lowering.span(at));
}

/** Defines what the indices from word `first` on lead to. */
function chain(lowering: Lowering, base: Reference, first: number, at: number): void {
  const { words } = lowering;
  let reference = base;
  for (let k = first; k < lowering.end(at); k++) reference = step(lowering, reference, words[k], at);
  lowering.defineReference(words[at + 2], reference);
}

function step(lowering: Lowering, base: Reference, index: number, at: number): Reference {
  const { type } = base;
  if (base.elements) return elementAt(lowering, base, base.elements, index, at);
  switch (type.kind) {
    case 'struct':
      return memberAt(lowering, base, type, index, at);
    case 'array':
      return indexed(lowering, partOf(base, type.element, 0), index, type.strideBytes, type.count, at);
    case 'matrix': {
      const { reference, strideBytes } = columnOf(base, type, 0);
      return indexed(lowering, reference, index, strideBytes, type.columns, at);
    }
    case 'vector': {
      const { matrix: _, ...first } = partOf(base, { kind: 'scalar', scalar: type.scalar }, 0);
      const strideBytes = base.componentStrideBytes ?? scalarBytes(type.scalar);
      return indexed(lowering, first, index, strideBytes, type.size, at);
    }
    default:
      return invalid('access-chain', `${typeName(type)} cannot be indexed`, lowering.span(at));
  }
}

/** One of an array of buffers. */
function elementAt(
  lowering: Lowering,
  { type, offsetBytes }: Reference,
  elements: readonly MemoryRoot[],
  index: number,
  at: number,
): Reference {
  const number = elements.length === 1 ? 0 : lowering.constantNumber(index);
  const element = { type: type.kind === 'array' ? type.element : type, offsetBytes };
  if (number === undefined)
    return {
      ...element,
      root: elements[0],
      choice: { which: indexWord(lowering, index, at), roots: elements },
    };
  const root = elements[number];
  if (root) return { ...element, root };
  const message = `element ${number} of an array of buffers is used, of which ${elements.length} are bound`;
  return invalid('buffer-array', message, lowering.span(at));
}

function memberAt(
  lowering: Lowering,
  base: Reference,
  type: Extract<SpirvType, { kind: 'struct' }>,
  index: number,
  at: number,
): Reference {
  const number = lowering.constantNumber(index);
  const member = number === undefined ? undefined : type.members[number];
  if (!member) {
    const which = number === undefined ? 'by a value that is no constant' : `with ${number}`;
    return invalid('access-chain', `struct ${type.name} is indexed ${which}`, lowering.span(at));
  }
  return memberOf(base, member);
}

/** `first` moved on by `index` strides; constant indices become part of the offset and stay inside. */
function indexed(
  lowering: Lowering,
  first: Reference,
  index: number,
  strideBytes: number,
  count: number | undefined,
  at: number,
): Reference {
  const number = lowering.constantNumber(index);
  if (number !== undefined) {
    const unsigned = number < 0 ? number + 2 ** 32 : number;
    const inside = Math.min(unsigned, (count ?? Math.floor(2 ** 32 / strideBytes)) - 1);
    return { ...first, offsetBytes: first.offsetBytes + inside * strideBytes };
  }
  const { builder } = lowering;
  const bounded = bound(lowering, indexWord(lowering, index, at), first, count);
  const stride = builder.constant('i32', strideBytes);
  const bytes = strideBytes === 1 ? bounded : emitPure(builder, 'imul', 'i32', [bounded, stride]);
  const address =
    first.address === undefined ? bytes : emitPure(builder, 'iadd', 'i32', [first.address, bytes]);
  return { ...first, address };
}

function bound(lowering: Lowering, index: ValueId, base: Reference, count: number | undefined): ValueId {
  const { builder } = lowering;
  if (count === undefined && !lowering.buffers[base.root.index]?.runtimeArray) return index;
  if (count === undefined && (base.root.space !== 'buffer' || base.choice)) return index;
  const size = count === undefined ? { buffer: base.root.index } : { constant: count };
  const result = builder.value('i32');
  builder.emit({ kind: 'bound', result, index, size, span: builder.span! });
  return result;
}

/** An index of any width as i32; SPIR-V takes indices as signed. */
function indexWord(lowering: Lowering, id: number, at: number): ValueId {
  const { builder } = lowering;
  const value = lowering.scalar(id, at);
  switch (builder.typeOf(value)) {
    case 'i32':
      return value;
    case 'i8':
    case 'i16':
      return emitPure(builder, 'sextend', 'i32', [value]);
    case 'i64':
      return builder.pure('i64_lo' as PureOp, 'i32', [value]);
    default:
      return invalid('index', `%${lowering.nameOf(id)} must be an integer`, lowering.span(at));
  }
}
