// When two types hold the same scalars in the same nesting, whatever their names and layouts. Modules may
// declare a structure once per layout; values go from one to the other through OpCopyLogical.

import type { SpirvType } from '../types.ts';

export function isSameShape(a: SpirvType, b: SpirvType): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'scalar':
      return b.kind === 'scalar' && a.scalar === b.scalar;
    case 'vector':
      return b.kind === 'vector' && a.scalar === b.scalar && a.size === b.size;
    case 'matrix':
      return b.kind === 'matrix' && a.scalar === b.scalar && a.columns === b.columns && a.rows === b.rows;
    case 'array':
      return b.kind === 'array' && a.count === b.count && isSameShape(a.element, b.element);
    case 'struct':
      return (
        b.kind === 'struct' &&
        a.members.length === b.members.length &&
        a.members.every((member, i) => isSameShape(member.type, b.members[i].type))
      );
    default:
      return false;
  }
}
