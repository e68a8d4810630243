// Rows of workgroup memory that are set apart on a device, so that the elements of a column lie in different banks.
// How workgroup memory is laid out is its maker's to choose: no shader can ask for addresses there.

import type { RowPadding } from '../ir/workgroup-storage.ts';

/** Bytes of a type, and from one element of it to the next in an array, by the rules of the language. */
interface Sizes<T> {
  readonly sizeOf: (type: T) => number;
  readonly strideOf: (element: T) => number;
}

/** What types of WGSL and of SPIR-V have in common. */
type Composite<T> =
  | { readonly kind: 'array'; readonly element: T; readonly strideBytes: number }
  | {
      readonly kind: 'struct';
      readonly members: readonly { readonly type: T; readonly offsetBytes: number }[];
      readonly sizeBytes: number;
    };

/** The type with its rows set apart, and by how much that makes it larger. */
export function withPaddedRows<T extends { readonly kind: string }>(
  declared: T,
  padding: RowPadding | undefined,
  sizes: Sizes<T>,
): { readonly type: T; readonly paddingBytes?: number } {
  if (padding === undefined) return { type: declared };
  const type = padded(declared, padding, sizes);
  const paddingBytes = sizes.sizeOf(type) - sizes.sizeOf(declared);
  return paddingBytes === 0 ? { type: declared } : { type, paddingBytes };
}

/** Elements of an array that are arrays themselves are rows, structs are none. What has a layout of its own keeps it. */
function padded<T extends { readonly kind: string }>(type: T, padding: RowPadding, sizes: Sizes<T>): T {
  const composite = type as unknown as Composite<T>;
  if (composite.kind === 'array') {
    if (sizes.strideOf(composite.element) !== composite.strideBytes) return type;
    const element = padded(composite.element, padding, sizes);
    const bytes = sizes.strideOf(element);
    const isRow = element.kind === 'array' && bytes >= padding.fromBytes && isPowerOfTwo(bytes);
    return { ...type, element, strideBytes: isRow ? bytes + padding.paddingBytes : bytes };
  }
  if (composite.kind !== 'struct') return type;
  let grown = 0;
  const members = composite.members.map((member) => {
    const moved = {
      ...member,
      type: padded(member.type, padding, sizes),
      offsetBytes: member.offsetBytes + grown,
    };
    grown += sizes.sizeOf(moved.type) - sizes.sizeOf(member.type);
    return moved;
  });
  return { ...type, members, sizeBytes: composite.sizeBytes + grown };
}

function isPowerOfTwo(bytes: number): boolean {
  return (bytes & (bytes - 1)) === 0;
}
