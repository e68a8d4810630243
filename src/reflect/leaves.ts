// The scalars of a type in memory, one by one, as far as somebody would write them down.

import { bytesOfScalar, type MemoryScalar, type MemoryType } from '../ir/memory-type.ts';

const MOST_LEAVES = 4096;

export interface Leaf {
  /** Names and indices on the way to it. */
  readonly path: readonly (string | number)[];
  readonly byte: number;
  readonly scalar: MemoryScalar;
}

/** All scalars of a type; of a runtime-sized array none. */
export function leavesOf(type: MemoryType, byte = 0, path: Leaf['path'] = []): Leaf[] {
  switch (type.kind) {
    case 'scalar':
      return [{ path, byte, scalar: type.scalar }];
    case 'vector':
      return Array.from({ length: type.size }, (_, k) => ({
        path: [...path, k],
        byte: byte + k * bytesOfScalar(type.scalar),
        scalar: type.scalar,
      }));
    case 'matrix':
      return Array.from({ length: type.columns }, (_, column) =>
        Array.from({ length: type.rows }, (_, row) => ({
          path: [...path, column, row],
          byte: byte + column * type.columnBytes + row * type.rowBytes,
          scalar: type.scalar,
        })),
      ).flat();
    case 'array':
      return Array.from({ length: type.count ?? 0 }, (_, k) =>
        leavesOf(type.element, byte + k * type.strideBytes, [...path, k]),
      ).flat();
    case 'struct':
      return type.members.flatMap((each) =>
        leavesOf(each.type, byte + each.offsetBytes, [...path, each.name]),
      );
  }
}

/** All scalars of a type of which nobody would write down more; else none. */
export function leavesIn(type: MemoryType): readonly Leaf[] {
  return countOfLeaves(type) <= MOST_LEAVES ? leavesOf(type) : [];
}

/** How many scalars a type has; infinitely many in a runtime-sized array. */
export function countOfLeaves(type: MemoryType): number {
  switch (type.kind) {
    case 'scalar':
      return 1;
    case 'vector':
      return type.size;
    case 'matrix':
      return type.columns * type.rows;
    case 'array':
      return (type.count ?? Infinity) * countOfLeaves(type.element);
    case 'struct':
      return type.members.reduce((sum, each) => sum + countOfLeaves(each.type), 0);
  }
}

/** The scalar that a buffer mostly holds: that of most of its elements. */
export function mainScalar(type: MemoryType): MemoryScalar | undefined {
  if (type.kind === 'array') return mainScalar(type.element);
  if (type.kind !== 'struct') return type.scalar;
  const last = type.members.at(-1)?.type;
  if (last?.kind === 'array' && last.count === undefined) return mainScalar(last);
  const counts = new Map<MemoryScalar, number>();
  for (const { type: member } of type.members) {
    const scalar = mainScalar(member);
    if (scalar) counts.set(scalar, (counts.get(scalar) ?? 0) + countOfLeaves(member));
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
