// Where variables lie: workgroup variables one after the other in one array per workgroup, private variables
// one after the other in the memory of each invocation.

import type { Module, Variable } from '../ir/ir.ts';
import { roundUp } from '../ir/scalars.ts';

export interface VariableLayout {
  /** Byte offset by index into `module.variables`, within the variable's space. */
  readonly offsets: readonly number[];
  readonly workgroupBytes: number;
  /** Per invocation. */
  readonly privateBytes: number;
}

export function layOutVariables(module: Module): VariableLayout {
  const ends = { workgroup: 0, private: 0 };
  const offsets = module.variables.map((variable: Variable) => {
    const offset = roundUp(ends[variable.space], Math.max(4, variable.alignBytes));
    ends[variable.space] = offset + roundUp(variable.sizeBytes, 4);
    return offset;
  });
  return { offsets, workgroupBytes: ends.workgroup, privateBytes: ends.private };
}
