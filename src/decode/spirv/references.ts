// Questions about references.

import type { Reference } from './types.ts';

/** Whether two references lead to the same place with the same view of it. */
export function isSameReference(a: Reference, b: Reference): boolean {
  return (
    a.root.space === b.root.space &&
    a.root.index === b.root.index &&
    a.address === b.address &&
    a.offsetBytes === b.offsetBytes &&
    a.type === b.type &&
    a.componentStrideBytes === b.componentStrideBytes &&
    a.matrix?.strideBytes === b.matrix?.strideBytes &&
    a.matrix?.isRowMajor === b.matrix?.isRowMajor
  );
}
