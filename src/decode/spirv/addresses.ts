// Pointers to physical memory: values of 64 bits that kernels store, load, calculate with and follow. The high word
// is the number of a buffer that the launch gives an address, from 1 on, the low word a byte in it: whatever is
// computed of an address stays in its buffer, as sums of addresses of different allocations mean nothing. An address
// that the launch gives in a uniform buffer or an immediate leads into one buffer, which is known while decoding: no
// device knows that, but it needs no choice between buffers either.

import type { Buffer, PureOp, ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import type { Lowering } from './lowering.ts';
import { pointerWords, referenceOf } from './pointer-values.ts';
import { invalid } from './problems.ts';
import type { Operand, Reference, SpirvType } from './types.ts';

/** A buffer that the launch gives an address. */
export interface AddressedBuffer {
  readonly group: number;
  readonly binding: number;
  readonly name?: string;
}

/** The buffers as those of a module, whose contents nothing declares. */
export function addressedBuffers(addressed: readonly AddressedBuffer[]): Buffer[] {
  return addressed.map(({ group, binding, name = `addressed_${binding}` }) => {
    return { group, binding, name, kind: 'storage', access: 'read_write', minBytes: 4 };
  });
}

/** The type of a pointer to physical memory: a number that knows what it leads to. */
export function addressType(pointerId: number): SpirvType {
  return { kind: 'scalar', scalar: 'i64', addressOf: pointerId };
}

/** Where an address leads; undefined for other values. */
export function followAddress(
  lowering: Lowering,
  { type, scalars }: Operand,
  at: number,
): Reference | undefined {
  if (type.kind !== 'scalar' || type.addressOf === undefined) return undefined;
  const { builder, words, addressedRoots } = lowering;
  if (addressedRoots.length === 0) {
    const message = 'the kernel follows an address, but no buffer is given one (`addressed`)';
    invalid('address', message, lowering.span(at));
  }
  const declared = lowering.definedAt[type.addressOf];
  const pointee = lowering.type(words[declared + 3], at);
  const half = (op: string) => emitPure(builder, op as PureOp, 'i32', [scalars[0]]);
  const low = half('i64_lo');
  const known = addressedRoots[(lowering.addressedBuffers.get(scalars[0]) ?? 0) - 1];
  if (known) return referenceOf(pointee, [known], [low]);
  const high = half('i64_hi');
  const which = emitPure(builder, 'isub', 'i32', [high, builder.constant('i32', 1)]);
  return referenceOf(pointee, addressedRoots, [low, which]);
}

/** The address of what a reference leads to; undefined for what has none. */
export function addressOfReference(
  lowering: Lowering,
  reference: Reference,
  at: number,
): Operand | undefined {
  const { builder, addressedRoots } = lowering;
  const { space, index } = reference.root;
  if (!addressedRoots.some((root) => root.space === space && root.index === index)) return undefined;
  const [byte, which] = pointerWords(lowering, reference, addressedRoots, at);
  const number = emitPure(builder, 'iadd', 'i32', [which, builder.constant('i32', 1)]);
  const address = emitPure(builder, 'i64_make', 'i64', [byte, number]);
  const constant = builder.constantOf(number);
  if (constant !== undefined) lowering.addressedBuffers.set(address, constant);
  return { type: { kind: 'scalar', scalar: 'i64' }, scalars: [address] };
}

const WORD_BYTES = 4;

/** Notes of an address just loaded which buffer it is in, if the launch says what the memory holds. */
export function noteLoaded(
  lowering: Lowering,
  { root, address, offsetBytes }: Reference,
  loaded: ValueId,
): void {
  const words = root.space === 'buffer' ? lowering.knownWords[root.index] : undefined;
  const number = address === undefined ? words?.[offsetBytes / WORD_BYTES + 1] : undefined;
  if (number !== undefined) lowering.addressedBuffers.set(loaded, number);
}
