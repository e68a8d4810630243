// `a && b` and `a || b` that a front end wrote as branches: where b is only computed, from fields of uniform buffers at
// most, both sides are evaluated and combined. The WGSL front end does the same without memory, so the two languages
// meet here.

import type { IfInstruction, Instruction, Module, Region, ValueId } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';

/** The module with such branches as operations; the same module when there are none. */
export function shortCircuit(module: Module): Module {
  return rewriteModule(module, (instruction, rewriter) => {
    if (instruction.kind !== 'if' || instruction.results.length !== 1) return false;
    if (rewriter.typeOf(instruction.results[0]) !== 'bool') return false;
    return (
      combine(instruction, instruction.then, instruction.otherwise, rewriter, module) ||
      combine(instruction, instruction.otherwise, instruction.then, rewriter, module)
    );
  });
}

/** True when `evaluated` computes the result and `decided` knows it. */
function combine(
  branch: IfInstruction,
  evaluated: Region,
  decided: Region,
  rewriter: Rewriter,
  module: Module,
): boolean {
  const right = computedBy(evaluated, branch, module);
  const fixed = decided.instructions.length === 1 ? computedBy(decided, branch, module) : undefined;
  const outcome = fixed === undefined ? undefined : rewriter.constantOf(fixed);
  if (right === undefined || outcome === undefined) return false;
  for (const instruction of evaluated.instructions.slice(0, -1)) rewriter.keep(instruction);
  // `evaluated` decides where the condition has the value that leads there.
  const isPlain = (outcome === 1) === (decided === branch.then);
  const left = isPlain ? branch.condition : rewriter.pure('not', 'bool', [branch.condition]);
  rewriter.define(branch.results[0], outcome === 1 ? 'or' : 'and', [left, right]);
  return true;
}

/** The value with which an arm ends that does nothing but compute. */
function computedBy({ instructions }: Region, branch: IfInstruction, module: Module): ValueId | undefined {
  const last = instructions.at(-1)!;
  if (last.kind !== 'break' || last.target !== branch.id) return undefined;
  return instructions.slice(0, -1).every((each) => isSpeculable(each, module)) ? last.values[0] : undefined;
}

function isSpeculable(instruction: Instruction, { buffers, values }: Module): boolean {
  switch (instruction.kind) {
    case 'pure':
    case 'input':
    case 'bound':
    case 'arrayLength':
      return true;
    case 'load':
      return (
        instruction.root.space === 'buffer' &&
        buffers[instruction.root.index].kind === 'uniform' &&
        values[instruction.address].constant !== undefined
      );
    default:
      return false;
  }
}
