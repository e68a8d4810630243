// Workgroup memory as a device lays it out, which is its maker's to choose: no shader can ask for addresses there. Rows
// are set apart, so that the elements of a column lie in different banks, and structs are packed.

import { roundUp } from '../ir/scalars.ts';
import type { WorkgroupLayout } from '../ir/workgroup-storage.ts';

/** Bytes of a type, and from one element of it to the next in an array, by the rules of the language. */
interface Sizes<T> {
  readonly sizeOf: (type: T) => number;
  readonly alignOf: (type: T) => number;
  readonly strideOf: (element: T) => number;
}

/** What types of WGSL and of SPIR-V have in common. */
type Composite<T> =
  | { readonly kind: 'vector'; readonly size: number }
  | { readonly kind: 'array'; readonly element: T; readonly strideBytes: number }
  | {
      readonly kind: 'struct';
      readonly members: readonly { readonly type: T; readonly offsetBytes: number }[];
      readonly sizeBytes: number;
    };

/** The type as a device has it, and by how much that is larger, or smaller. */
export function inWorkgroupMemory<T extends { readonly kind: string }>(
  declared: T,
  layout: WorkgroupLayout | undefined,
  sizes: Sizes<T>,
): { readonly type: T; readonly paddingBytes?: number } {
  if (layout === undefined) return { type: declared };
  const type = padded(packed(declared, sizes), layout, sizes);
  const paddingBytes = sizes.sizeOf(type) - sizes.sizeOf(declared);
  return paddingBytes === 0 ? { type: declared } : { type, paddingBytes };
}

/** In structs, vectors of three stand at any scalar's place: offsets that the source gives bind buffers alone. */
function packed<T extends { readonly kind: string }>(type: T, sizes: Sizes<T>): T {
  const composite = type as unknown as Composite<T>;
  if (composite.kind === 'array') {
    if (sizes.strideOf(composite.element) !== composite.strideBytes) return type;
    const element = packed(composite.element, sizes);
    return element === composite.element ? type : { ...type, element, strideBytes: sizes.strideOf(element) };
  }
  if (composite.kind !== 'struct') return type;
  let offsetBytes = 0;
  let alignBytes = 1;
  const members = composite.members.map((each) => {
    const member = { ...each, type: packed(each.type, sizes) };
    const inner = member.type as unknown as Composite<T>;
    const isOfThree = inner.kind === 'vector' && inner.size === 3;
    const align = isOfThree ? sizes.sizeOf(member.type) / 3 : sizes.alignOf(member.type);
    member.offsetBytes = roundUp(offsetBytes, align);
    offsetBytes = member.offsetBytes + sizes.sizeOf(member.type);
    alignBytes = Math.max(alignBytes, align);
    return member;
  });
  const sizeBytes = roundUp(offsetBytes, alignBytes);
  const isAsDeclared = members.every(
    (each, index) =>
      each.type === composite.members[index].type &&
      each.offsetBytes === composite.members[index].offsetBytes,
  );
  if (isAsDeclared && sizeBytes === composite.sizeBytes) return type;
  return { ...type, members, alignBytes, sizeBytes };
}

/** Elements of an array that are arrays themselves are rows, structs are none. What has a layout of its own keeps it. */
function padded<T extends { readonly kind: string }>(type: T, padding: WorkgroupLayout, sizes: Sizes<T>): T {
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
