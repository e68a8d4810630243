// Which module-scope variables the functions that an entry point reaches name.

import type { Declarations } from './declarations.ts';
import { lengthAt, opcodeAt } from './module.ts';
import { Op } from './opcodes.ts';
import { forEachId } from './operands.ts';

/** The variables outside functions that the code of `entry`, or of a function that it calls, names. */
export function reachedVariables(declarations: Declarations, entry: number): Set<number> {
  const { module, definedAt, functions } = declarations;
  const variables = new Set<number>();
  for (const at of declarations.globals) {
    if (opcodeAt(module, at) === Op.variable) variables.add(module.words[at + 2]);
  }
  const reached = new Set<number>();
  const seen = new Set([entry]);
  // A set grows while it is walked: functions found are visited in turn.
  for (const id of seen) {
    const range = functions.get(id);
    if (!range) continue;
    for (let at = range.at; at < range.end; at += lengthAt(module, at)) {
      const opcode = opcodeAt(module, at);
      if (opcode === Op.functionCall) seen.add(module.words[at + 3]);
      forEachId(module, at, (used) => {
        if (variables.has(used) && definedAt[used] > 0) reached.add(used);
      });
    }
  }
  return reached;
}
