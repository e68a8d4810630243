// What Tint concludes from the source, noted in the module for its passes: which loops end, and which indices its
// range analysis does not follow.

import type { SourceRules } from '../../decode/wgsl/lowering.ts';
import { FINITE } from '../../ir/notes.ts';
import { isFiniteFor } from './finite-loops.ts';
import { TrackedIndices } from './tracked-indices.ts';

/** Of the result of a `bound`: Tint knows nothing of the index, unless it turns out to be a constant. */
export const OPAQUE = 'opaque';

/** The rules for one module. */
export function tintRules(): SourceRules {
  const tracked = new TrackedIndices();
  return {
    declares(lowering, entity, initializer) {
      if (!initializer || tracked.has(lowering, initializer)) tracked.add(entity);
    },
    factsOfFor(lowering, statement) {
      if (statement.init?.kind !== 'var' || !isFiniteFor(lowering, statement)) return [];
      // The range of an index that counts between constants is known.
      tracked.add(lowering.scope.find(statement.init.name.decl.ident.originalName)!);
      return [FINITE];
    },
    factsOfIndex: (lowering, index) => (tracked.has(lowering, index) ? [] : [OPAQUE]),
  };
}
