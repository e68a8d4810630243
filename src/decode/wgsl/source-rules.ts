// What a shader compiler may look at while its source is decoded: things that it concludes from the shape of the
// source and that the IR no longer shows. What it says is noted in the module and changes nothing else.

import type { ExpressionElem, ForElem } from 'wesl/core';
import type { Lowering } from './lowering.ts';
import type { Entity } from './scope.ts';

export interface SourceRules {
  /** A name is about to stand for what `initializer` gives or, without one, for an input of the entry point. */
  declares(lowering: Lowering, entity: Entity, initializer?: ExpressionElem): void;
  /** Facts to note about a `for` loop, asked when its index is declared in the scope. */
  factsOfFor(lowering: Lowering, statement: ForElem): readonly string[];
  /** Facts to note about an index into an array of known size. */
  factsOfIndex(lowering: Lowering, index: ExpressionElem): readonly string[];
}

export const NO_RULES: SourceRules = {
  declares: () => {},
  factsOfFor: () => [],
  factsOfIndex: () => [],
};
